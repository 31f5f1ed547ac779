package io.osdqualify.cli;

import io.osdqualify.device.DriveLink;
import io.osdqualify.device.DriveListing;
import io.osdqualify.device.DriveListing.Answer;
import io.osdqualify.device.Finding;
import io.osdqualify.device.OsdUse;
import io.osdqualify.device.smart.HealthReader;
import io.osdqualify.evidence.DeviceCache;
import io.osdqualify.quantity.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints {@link DevicesReport} for people: a block for each drive. */
final class DevicesText {

  private static final int WIDTH = 100;
  private static final int LABEL = 12;

  /** Where no line ends. */
  private static final char HARD_BLANK = '\u00a0';

  private static final String DOT = " · ";

  private final Console console;

  DevicesText(Console console) {
    this.console = console;
  }

  void print(DevicesReport report) {
    for (DriveListing drive : report.drives()) {
      drive(drive);
      line("");
    }
    line(summary(report.drives()));
  }

  private static String summary(List<DriveListing> drives) {
    if (drives.isEmpty()) {
      return "No drive is found on this machine.";
    }
    return drives.size()
        + (drives.size() == 1 ? " drive: " : " drives: ")
        + count(drives, Answer.YES)
        + " may be tested, "
        + count(drives, Answer.REQUALIFY)
        + " only requalified, "
        + count(drives, Answer.NO)
        + " not at all.";
  }

  private static long count(List<DriveListing> drives, Answer answer) {
    return drives.stream().filter(drive -> drive.mayBeTested() == answer).count();
  }

  private void drive(DriveListing drive) {
    line(
        joined(
            drive.path(),
            drive.model() == null ? "unknown model" : drive.model(),
            Bytes.label(drive.capacityBytes())));
    row("may test", answer(drive));
    row(
        "identity",
        joined(
            drive.serial() == null ? "no serial" : "serial " + drive.serial(),
            prefixed("firmware ", drive.firmware()),
            Objects.equals(drive.wwid(), drive.serial()) ? null : drive.wwid()));
    row("by-id", drive.byId().stream().findFirst().orElse(""));
    row(
        "attached",
        joined(
            drive.transport(),
            link(drive.link()),
            drive.numaNode() == null ? null : "NUMA node " + drive.numaNode(),
            drive.multipath().isEmpty() ? null : "paths " + String.join(", ", drive.multipath()),
            drive.virtualReason() == null
                ? null
                : drive.virtualReason() + ": not a drive of its own"));
    row("queue", queue(drive));
    row("cache", cache(drive));
    health(drive);
    used(drive);
    drive.notes().forEach(note -> row("note", note));
  }

  private static String answer(DriveListing drive) {
    List<Finding> because = drive.because();
    String more = because.size() > 1 ? " (and " + (because.size() - 1) + " more)" : "";
    return switch (drive.mayBeTested()) {
      case YES -> "yes";
      case REQUALIFY -> "only requalify, because " + because.get(0).what() + more;
      case NO -> "no, because " + because.get(0).what() + more;
    };
  }

  private static @Nullable String link(@Nullable DriveLink link) {
    if (link == null) {
      return null;
    }
    String now = link(link.speed(), link.width());
    String most = link(link.maxSpeed(), link.maxWidth());
    String name = link.kind().equals("pcie") ? "PCIe " : "";
    return link.reduced() ? name + now + " of " + most + ": below what it can do" : name + now;
  }

  private static String link(@Nullable String speed, @Nullable Integer width) {
    return (speed == null ? "unknown speed" : speed) + (width == null ? "" : " ×" + width);
  }

  private static String queue(DriveListing drive) {
    return joined(
        "blocks of " + drive.logicalBlockBytes() + " B, physical " + drive.physicalBlockBytes(),
        said(drive.rotational(), "rotating", "not rotating"),
        prefixed("scheduler ", drive.scheduler()),
        said(drive.discard(), "discard", "no discard"),
        said(drive.fua(), "FUA", "no FUA"));
  }

  private static String cache(DriveListing drive) {
    return joined(
        "kernel: " + (drive.writeCache() == null ? "unknown" : drive.writeCache()),
        "drive: "
            + (drive.deviceCache() == DeviceCache.NONE
                ? "declares no volatile cache"
                : drive.deviceCache().key()));
  }

  private void health(DriveListing drive) {
    String missing = HealthText.missing(drive.health());
    if (drive.health().sources().isEmpty() && drive.health().facts().isEmpty()) {
      row("health", "unknown: " + (missing.isEmpty() ? "nobody tells" : missing));
      return;
    }
    String tools = HealthReader.tools(drive.health());
    List<String> words = new ArrayList<>(HealthText.words(drive.health()));
    if (!tools.isEmpty()) {
      words.add("by " + tools);
    }
    row(
        "health",
        words.stream().map(word -> word.replace(' ', HARD_BLANK)).collect(Collectors.joining(DOT)));
    if (!missing.isEmpty()) {
      row("", "not known: " + missing);
    }
  }

  private void used(DriveListing drive) {
    List<String> uses = new ArrayList<>(drive.usedBy());
    if (!drive.osds().isEmpty()) {
      uses.add(
          0,
          (drive.dependentOsds() == 1 ? "1 OSD depends" : drive.dependentOsds() + " OSDs depend")
              + " on it: "
              + drive.osds().stream()
                  .map(DevicesText::osd)
                  .distinct()
                  .collect(Collectors.joining(", ")));
    }
    for (int i = 0; i < uses.size(); i++) {
      row(i == 0 ? "used" : "", uses.get(i));
    }
  }

  private static String osd(OsdUse use) {
    return "osd." + use.osd() + " (" + use.role() + ")";
  }

  private static @Nullable String said(@Nullable Boolean flag, String yes, String no) {
    return flag == null ? null : flag ? yes : no;
  }

  private static @Nullable String prefixed(String prefix, @Nullable String text) {
    return text == null ? null : prefix + text;
  }

  private static String joined(@Nullable String... parts) {
    return Arrays.stream(parts).filter(Objects::nonNull).collect(Collectors.joining(DOT));
  }

  /** A label and its text, which goes on under itself. */
  private void row(String label, String text) {
    if (text.isEmpty()) {
      return;
    }
    String indent = " ".repeat(LABEL);
    StringBuilder line = new StringBuilder("  " + label + indent.substring(label.length() + 2));
    int start = line.length();
    for (String word : text.split(" ", -1)) {
      if (line.length() > start && line.length() + 1 + word.length() > WIDTH) {
        line(line.toString());
        line = new StringBuilder(indent);
        start = line.length();
      }
      line.append(line.length() > start ? " " : "").append(word);
    }
    line(line.toString());
  }

  /** Drives can say anything: what would move the cursor is not printed. */
  private void line(String text) {
    String clean = text.replaceAll("\\p{Cntrl}", "?").replace(HARD_BLANK, ' ');
    console
        .out()
        .println(
            console.unicode()
                ? clean
                : clean.replace('·', '|').replace('×', 'x').replace("°C", "C"));
  }
}
