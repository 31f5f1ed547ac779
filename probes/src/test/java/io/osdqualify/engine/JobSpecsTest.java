package io.osdqualify.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.osdqualify.engine.OqLibrary.JobSpec;
import io.osdqualify.engine.OqLibrary.StreamSpec;
import io.osdqualify.host.CpuList;
import io.osdqualify.profile.Durability;
import io.osdqualify.profile.PmemMethod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A workload arrives in the engine's structs as it is meant; the codes are those of the header. */
class JobSpecsTest {

  private static final Region REGION = new Region(1 << 20, 1 << 24);

  @Test
  void aMixWithReadsInOpenLoop() {
    StreamSpec spec =
        JobSpecs.stream(
            Stream.random("mixed", REGION)
                .blocks(new Block(4096, 7), new Block(65536, 2))
                .reads(350)
                .durability(Durability.BUFFERED, 16)
                .arrival(Arrival.poisson(450.5))
                .depth(32)
                .data(250)
                .verify(Verify.CHECK)
                .seed(-3)
                .build());
    assertThat(spec.size).isEqualTo(spec.size());
    assertThat(spec.version).isEqualTo(2);
    assertThat(List.of(spec.pattern, spec.durability, spec.arrival, spec.depth))
        .containsExactly(2, 5, 3, 32);
    assertThat(List.of(spec.read_permille, spec.flush_every, spec.data_permille, spec.verify))
        .containsExactly(350, 16, 250, 2);
    assertThat(List.of(spec.mix_count, spec.step_count)).containsExactly(2, 0);
    assertThat(spec.mix).startsWith(4096, 7, 65536, 2, 0);
    assertThat(List.of(spec.region_offset, spec.region_length)).containsExactly(1L << 20, 1L << 24);
    assertThat(spec.seed).isEqualTo(-3);
    assertThat(spec.rate_hz).isEqualTo(450.5);
  }

  @Test
  void aChainWithAJournal() {
    StreamSpec spec =
        JobSpecs.stream(
            Stream.sequential("bcache", REGION)
                .chain(
                    Writes.Step.write(0),
                    Writes.Step.write(65536).toJournal(),
                    Writes.Step.fdatasync(),
                    Writes.Step.write(4096).durable(),
                    Writes.Step.fsync())
                .journal(new Region(1 << 25, 1 << 20))
                .build());
    assertThat(List.of(spec.durability, spec.step_count, spec.flush_every, spec.arrival))
        .containsExactly(6, 5, 1, 1);
    assertThat(spec.steps)
        .startsWith(1, 0, 0, 1, 65536, 2, 2, 0, 0, 1, 4096, 1, 3, 0, 0)
        .hasSize(24);
    assertThat(List.of(spec.journal_offset, spec.journal_length))
        .containsExactly(1L << 25, 1L << 20);
    assertThat(spec.rate_hz).isZero();
  }

  @Test
  void optionsAndCpus() {
    Workload.Options options =
        new Workload.Options(5, true, true, true, CpuList.parse("0,63-64,1023"), 99);
    JobSpec job = JobSpecs.job(7, REGION, workload(options, 0));
    assertThat(List.of(job.fd, job.backend, job.streams, job.continue_on_error))
        .containsExactly(7, 3, 1, 5);
    assertThat(job.flags).isEqualTo(7);
    assertThat(job.cpus[0]).isEqualTo(1L | 1L << 63);
    assertThat(job.cpus[1]).isEqualTo(1);
    assertThat(job.cpus[15]).isEqualTo(1L << 63);
    assertThat(job.stamp_run).isEqualTo(99);
    assertThat(job.writable).isEqualTo(1);
    assertThat(List.of(job.permit_offset, job.permit_length)).containsExactly(1L << 20, 1L << 24);
  }

  @Test
  void aJobThatOnlyReadsOpensReadOnly() {
    JobSpec job = JobSpecs.job(7, REGION, workload(Workload.Options.USUAL, 1000));
    assertThat(job.writable).isZero();
    assertThat(job.flags).isZero();
    assertThat(job.cpus).containsOnly(0);
  }

  @ParameterizedTest
  @CsvSource({"NTSTORE, 1", "CLWB, 2", "CLFLUSHOPT, 3", "DCCVAP, 4", "CLFLUSH, 5"})
  void theMethodOfPersistentMemoryIsForItsBackendOnly(PmemMethod method, int code) {
    Workload.Options options = Workload.Options.USUAL.by(method);
    Workload mapped =
        new Workload(
            Backend.PMEM,
            List.of(Stream.random("one", REGION).build()),
            Duration.ZERO,
            Duration.ofSeconds(1),
            0,
            options);
    assertThat(JobSpecs.job(7, REGION, mapped).pmem_method).isEqualTo(code);
    assertThat(JobSpecs.job(7, REGION, workload(options, 0)).pmem_method).isZero();
  }

  private static Workload workload(Workload.Options options, int reads) {
    return new Workload(
        Backend.LIBAIO,
        List.of(Stream.random("one", REGION).reads(reads).build()),
        Duration.ZERO,
        Duration.ofSeconds(1),
        0,
        options);
  }
}
