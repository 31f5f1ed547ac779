package io.osdqualify.cli;

import io.osdqualify.device.TargetRequest;
import io.osdqualify.evidence.Outcome;
import io.osdqualify.evidence.Phase;
import io.osdqualify.evidence.Qualification;
import io.osdqualify.host.CpuList;
import io.osdqualify.host.HostCpus;
import io.osdqualify.host.HostFiles;
import io.osdqualify.profile.InputSpec;
import io.osdqualify.profile.Profile;
import io.osdqualify.profile.ProfileException;
import io.osdqualify.profile.ProfileLoader;
import io.osdqualify.profile.Tier;
import io.osdqualify.quantity.Bytes;
import io.osdqualify.report.Format;
import io.osdqualify.run.EngineRequest;
import io.osdqualify.run.Environment;
import io.osdqualify.run.Interruption;
import io.osdqualify.run.Resumption;
import io.osdqualify.run.Run;
import io.osdqualify.run.RunRequest;
import io.osdqualify.run.RunResult;
import io.osdqualify.workload.EngineChoice;
import io.osdqualify.workload.PhaseOutcome;
import io.osdqualify.workload.StopSignal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;

/** The main job: qualifies a target and returns the verdict as an exit code. */
final class RunCommand implements Command {

  private static final Tier DEFAULT_TIER = Tier.MINIMUM;
  private static final String RESUME = "resume";

  /** Options that say nothing of what is measured. */
  private static final Set<String> WITH_RESUME = Set.of(RESUME, "quiet");

  private static final EngineChoice DEFAULT_ENGINE = EngineChoice.AUTO;

  @Override
  public String name() {
    return "run";
  }

  @Override
  public String usage() {
    return "TARGET --profile NAME|FILE [OPTIONS]  |  --scratch SIZE --profile NAME|FILE [OPTIONS]  |"
        + "  --resume DIR";
  }

  @Override
  public String summary() {
    return "qualify a disk, partition, LV or file (TARGET), or a temporary file here (--scratch)";
  }

  @Override
  public Options options() {
    return new Options()
        .addOption(
            Opt.value("profile", "NAME|FILE", "what to measure and judge by; 'profiles' lists"))
        .addOption(Opt.value("osds", "N", "OSDs that will share the device; default 1"))
        .addOption(
            Opt.value("tier", "TIER", "minimum or recommended; default " + DEFAULT_TIER.key()))
        .addOption(
            Opt.value(
                "erase",
                "SERIAL",
                "confirms that the target may be overwritten: its serial, or its path where it has"
                    + " none; without it nothing is written"))
        .addOption(Opt.flag("plan", "say what would be done, write nothing; needs no --erase"))
        .addOption(
            Opt.flag("quick", "the profile's quick times, 120 s at most: can fail, never pass"))
        .addOption(
            Opt.value("size", "SIZE", "use only this much of the target; size of a file target"))
        .addOption(Opt.value("scratch", "SIZE", "measure a temporary file of this size here"))
        .addOption(
            Opt.value(
                "osd-size", "SIZE", "data size of one OSD, for the axis capacity; default none"))
        .addOption(
            Opt.value(
                "out", "DIR", "the run's own folder; default osd-qualify-<UTC>-<serial or name>"))
        .addOption(
            Opt.value(
                "engine",
                "ENGINE",
                "auto, io_uring, libaio, psync or pmem; default "
                    + DEFAULT_ENGINE.key()
                    + ": psync for one operation in flight, io_uring above, libaio where the"
                    + " profile asks for BlueStore's way"))
        .addOption(
            Opt.value(
                "cpus",
                "LIST",
                "pin the engine's threads to these CPUs, as 0-3,8; default not pinned, kept on the"
                    + " drive's NUMA node"))
        .addOption(
            Opt.value(
                "continue-on-error",
                "N",
                "go on after so many device errors of a phase; default 0. The drive fails anyway"))
        .addOption(
            Opt.flag("iopoll", "poll the device instead of waiting; only with --engine io_uring"))
        .addOption(
            Opt.flag(
                "allow-cache-change",
                "measure once with the drive's write cache off (SATA, SAS); it is switched on"
                    + " again, at the next start at the latest"))
        .addOption(
            Opt.flag("fail-fast", "end with the first certain failure, before the preconditioning"))
        .addOption(
            Opt.value(
                RESUME,
                "DIR",
                "go on with a run that was cut short, in its folder; all else is as it was"))
        .addOption(
            Opt.flag(
                "spin",
                "the engine's threads never sleep: each takes a whole CPU; best with --cpus"))
        .addOption(Opt.value("seed", "N", "seed of offsets and data; default random, recorded"))
        .addOption(Opt.quiet());
  }

  @Override
  public int execute(Arguments arguments, Console console) throws Exception {
    Environment environment = Environment.system();
    environment.settings().restore().forEach(line -> console.err().println("osd-qualify: " + line));
    try (Interruption interruption = new Interruption()) {
      StopSignal stop = interruption.signal();
      Run run =
          arguments.has(RESUME)
              ? new Run(environment, resumption(arguments), Version.tool(), stop)
              : new Run(environment, request(arguments), Version.tool(), stop);
      if (arguments.has("plan")) {
        return run.plan(console.out()) ? ExitCode.PASS : ExitCode.REFUSED;
      }
      boolean quiet = arguments.has("quiet");
      PrintStream err = quiet ? new PrintStream(PrintStream.nullOutputStream()) : console.err();
      return finish(run.execute(err, console.errIsTerminal(), console.width()), console);
    }
  }

  /** All that was asked for is in the folder; what is said again must be the same. */
  private static Resumption resumption(Arguments arguments) throws IOException, ProfileException {
    Path folder = Path.of(arguments.required(RESUME));
    for (Option option : new RunCommand().options().getOptions()) {
      String name = option.getLongOpt();
      if (arguments.has(name) && !WITH_RESUME.contains(name)) {
        throw new UsageException("--" + name + " does not go with --resume: it is as it was");
      }
    }
    Resumption resumption = Resumption.of(folder);
    arguments
        .optionalSingle("TARGET")
        .map(path -> Path.of(path).toAbsolutePath().toString())
        .filter(path -> !path.equals(resumption.request().target().path()))
        .ifPresent(
            path -> {
              throw new UsageException(
                  "the run in " + folder + " is on " + resumption.request().target().path());
            });
    return resumption;
  }

  private static int finish(RunResult result, Console console) throws Exception {
    if (result.hasFailed()) {
      // First, because a device that hangs may leave no time for the report.
      console.err().println("osd-qualify: " + result.detail());
    }
    Qualification qualification = result.qualification();
    Output.write(qualification, Format.TERMINAL, Optional.empty(), console);
    console.out().println("Result: " + result.folder());
    if (result.ending() == PhaseOutcome.Ending.INTERRUPTED) {
      console.err().println("To go on: osd-qualify run --resume " + result.folder());
    }
    return switch (result.ending()) {
      case WHOLE -> whole(qualification);
      case INTERRUPTED -> ExitCode.INTERRUPTED;
      case DEVICE_ERROR, HUNG, FAULT -> ExitCode.RUN_FAILED;
    };
  }

  /** Errors that a run was told to go on after are errors of the device all the same. */
  private static int whole(Qualification qualification) {
    return qualification.phases().stream().anyMatch(Phase::hasDeviceErrors)
        ? ExitCode.RUN_FAILED
        : ExitCode.of(overall(qualification));
  }

  private static Outcome overall(Qualification qualification) {
    return qualification.verdict() == null
        ? Outcome.INCONCLUSIVE
        : qualification.verdict().overall();
  }

  private static RunRequest request(Arguments arguments) throws ProfileException {
    TargetRequest target = target(arguments);
    Profile profile = ProfileLoader.find(arguments.required("profile"));
    return new RunRequest(
        target,
        profile,
        arguments.choice("tier", List.of(Tier.values()), Tier::key).orElse(DEFAULT_TIER),
        osds(arguments, profile),
        arguments.read("osd-size", Bytes::parse),
        arguments.text("out").map(Path::of),
        arguments.has("quick"),
        engine(arguments),
        arguments.has("allow-cache-change"),
        arguments.has("fail-fast"),
        arguments
            .number("seed", Long.MIN_VALUE, Long.MAX_VALUE)
            .orElseGet(() -> new SecureRandom().nextLong() >>> 1));
  }

  private static EngineRequest engine(Arguments arguments) {
    EngineChoice choice =
        arguments
            .choice("engine", List.of(EngineChoice.values()), EngineChoice::key)
            .orElse(DEFAULT_ENGINE);
    boolean ioPoll = arguments.has("iopoll");
    if (ioPoll && choice != EngineChoice.IO_URING) {
      throw new UsageException("--iopoll goes with --engine io_uring only");
    }
    return new EngineRequest(
        choice,
        arguments.read("cpus", RunCommand::cpus).orElse(CpuList.NONE),
        arguments.number("continue-on-error", 0, Integer.MAX_VALUE).orElse(0L).intValue(),
        ioPoll,
        arguments.has("spin"));
  }

  private static CpuList cpus(String list) {
    CpuList cpus = CpuList.parse(list);
    CpuList allowed = new HostCpus(HostFiles.live()).allowed();
    if (!allowed.isEmpty() && !cpus.without(allowed).isEmpty()) {
      throw new IllegalArgumentException("this process may run on " + allowed + " only");
    }
    return cpus;
  }

  private static TargetRequest target(Arguments arguments) {
    Optional<String> path = arguments.optionalSingle("TARGET");
    Optional<Long> scratch = arguments.read("scratch", Bytes::parse);
    if (path.isPresent() == scratch.isPresent()) {
      throw new UsageException(
          path.isPresent()
              ? "TARGET and --scratch exclude each other"
              : "TARGET is missing: a disk, partition, LV or file, or --scratch SIZE");
    }
    Optional<Long> size = arguments.read("size", Bytes::parse);
    if (scratch.isPresent()) {
      if (size.isPresent() || arguments.has("erase")) {
        throw new UsageException("--size and --erase do not go with --scratch");
      }
      return TargetRequest.scratch(Path.of("").toAbsolutePath().toString(), scratch.get());
    }
    return TargetRequest.target(
        path.get(), size.orElse(null), arguments.text("erase").orElse(null));
  }

  private static int osds(Arguments arguments, Profile profile) {
    InputSpec spec =
        profile.inputs().stream()
            .filter(input -> input.name().equals("osds"))
            .findFirst()
            .orElse(new InputSpec("osds", InputSpec.Kind.INTEGER, false, 1, 30));
    return arguments.number("osds", spec.low(), spec.high()).orElse(1L).intValue();
  }
}
