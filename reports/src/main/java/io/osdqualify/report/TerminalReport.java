package io.osdqualify.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.osdqualify.evidence.Qualification;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A report for the terminal: the verdict and why on the first screen, then the evidence. */
public final class TerminalReport implements Printer {

  private static final List<Section> SECTIONS =
      List.of(
          new FirstScreen(),
          new DeviceErrorSection(),
          new NoteSection(),
          new RulingSection(),
          new IntegritySection(),
          new PowerLossSection(),
          new LatencySection(),
          new LoadSection(),
          new ScalingSection(),
          new SteadyStateSection(),
          new StreamSection(),
          new StallSection(),
          new DiskSection(),
          new MissingSection(),
          new HostSection(),
          new DisturbanceSection(),
          new PhaseSection(),
          new OriginSection());

  private final Style style;

  public TerminalReport(Style style) {
    this.style = style;
  }

  @Override
  public void print(Qualification qualification, OutputStream out) throws IOException {
    Page page = new Page(style);
    for (Section section : SECTIONS) {
      section.draw(qualification, page);
    }
    out.write(page.toString().getBytes(UTF_8));
  }
}
