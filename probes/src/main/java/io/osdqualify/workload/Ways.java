package io.osdqualify.workload;

import io.osdqualify.engine.Backend;
import io.osdqualify.engine.Workload;
import io.osdqualify.evidence.Missing;
import io.osdqualify.host.CpuList;
import io.osdqualify.host.HostCpus.Binding;
import io.osdqualify.profile.IoEngine;
import io.osdqualify.profile.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Which variants of a load this host can run, and how. */
record Ways(ProbeContext context) {

  /** Why a variant can't be run here; empty where it can. */
  Optional<String> refusal(Variant variant) {
    HostChoices host = context.host();
    return switch (variant.numa()) {
      case NEAR -> refusal(host.near()).or(() -> withoutNodes(variant));
      case FAR -> refusal(host.far()).or(() -> withoutNodes(variant));
      case USUAL -> withoutNodes(variant);
    };
  }

  private static Optional<String> refusal(Binding binding) {
    return binding.cpus().isEmpty() ? Optional.of(binding.because()) : Optional.empty();
  }

  private Optional<String> withoutNodes(Variant variant) {
    if (variant.cpus() == Variant.Cpus.PINNED && cpus(variant).isEmpty()) {
      return Optional.of("the CPUs of this process are unknown");
    }
    if (variant.poll() == Variant.Poll.USUAL) {
      return Optional.empty();
    }
    if (context.engine() != EngineChoice.AUTO && context.engine() != EngineChoice.IO_URING) {
      return Optional.of("only io_uring polls, not " + context.engine().key());
    }
    if (!context.features().ioUring()) {
      return Optional.of("only io_uring polls: " + context.features().ioUringError());
    }
    return variant.poll() == Variant.Poll.POLLED && !context.host().noPolling().isEmpty()
        ? Optional.of(context.host().noPolling())
        : Optional.empty();
  }

  /** Those that can be run. */
  List<Variant> possible(List<Variant> variants) {
    return variants.stream().filter(variant -> refusal(variant).isEmpty()).toList();
  }

  /**
   * Those that can't, with the reason.
   *
   * @param name what the metrics of a variant begin with
   */
  List<Missing> leftOut(List<Variant> variants, Function<Variant, String> name) {
    List<Missing> leftOut = new ArrayList<>();
    for (Variant variant : variants) {
      refusal(variant).ifPresent(why -> leftOut.add(new Missing(name.apply(variant), why)));
    }
    return leftOut;
  }

  /** How the engine runs a variant. */
  Workload.Options options(Variant variant) {
    Workload.Options options = context.options();
    CpuList cpus = cpus(variant);
    boolean pinned =
        switch (variant.cpus()) {
          case PINNED -> true;
          case FREE -> false;
          case USUAL -> options.pin();
        };
    Workload.Options placed = options.on(cpus, pinned);
    return switch (variant.poll()) {
      case POLLED -> placed.polled(true);
      case INTERRUPT -> placed.polled(false);
      case USUAL -> placed;
    };
  }

  /** Pinned or not, the same CPUs: else it would be two comparisons at once. */
  private CpuList cpus(Variant variant) {
    CpuList run = context.options().cpus();
    return switch (variant.numa()) {
      case NEAR -> context.host().near().cpus();
      case FAR -> context.host().far().cpus();
      case USUAL ->
          run.isEmpty() && variant.cpus() == Variant.Cpus.PINNED ? context.host().allowed() : run;
    };
  }

  /**
   * Where a variant runs, for the plan: {@code , pinned to CPUs 4-7}; empty where nothing is asked.
   */
  String words(Variant variant) {
    CpuList cpus = cpus(variant);
    boolean placed = variant.cpus() != Variant.Cpus.USUAL || variant.numa() != Variant.Numa.USUAL;
    if (!placed || cpus.isEmpty()) {
      return "";
    }
    return (variant.cpus() == Variant.Cpus.PINNED ? ", pinned to CPUs " : ", on CPUs ") + cpus;
  }

  /** Polled and interrupted loads take the same way but for that. */
  Backend backend(Variant variant, IoEngine wish, int depth) {
    return variant.poll() == Variant.Poll.USUAL
        ? context.engine().backend(wish, depth, context.features())
        : Backend.IO_URING;
  }
}
