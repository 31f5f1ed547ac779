package io.osdqualify.device;

import io.osdqualify.device.Finding.Rule;
import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.host.CommandRunner;
import io.osdqualify.host.DeviceNumber;
import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one way to a {@link WritePermit}. It checks a target before it is opened and once more when
 * it is held exclusively: between the two somebody may have mounted it or plugged in another drive.
 * It never writes itself, a file's length apart.
 */
public final class SafetyGate {

  private final HostFiles files;
  private final NodeReader nodes;
  private final TargetReader targets;
  private final HostUseReader uses;
  private final SignatureReader signatures;
  private final TargetOpener opener;
  private final long self;

  /** The gate of this machine. */
  public SafetyGate(HostFiles files, CommandRunner commands, TargetOpener opener) {
    this(files, new UnixNodeReader(), commands, opener, ProcessHandle.current().pid());
  }

  SafetyGate(
      HostFiles files, NodeReader nodes, CommandRunner commands, TargetOpener opener, long self) {
    this.files = files;
    this.nodes = nodes;
    this.targets = new TargetReader(files, nodes);
    this.uses = new HostUseReader(files, nodes, self);
    this.signatures = new SignatureReader(commands);
    this.opener = opener;
    this.self = self;
  }

  /**
   * Facts and findings of a target. Opens nothing for writing and changes nothing.
   *
   * @throws TargetUsageException where the request can't be meant
   * @throws IOException where the machine does not tell enough
   */
  public Inspection inspect(TargetRequest request) throws IOException, TargetUsageException {
    return look(request).inspection();
  }

  /**
   * Checks the target, opens it exclusively, checks it again.
   *
   * @throws SafetyRefusal where anything speaks against it, or {@code --erase} is missing or names
   *     something else
   * @throws TargetUsageException where the request can't be meant
   * @throws IOException where the machine does not tell enough, or the target can't be opened
   */
  public WritePermit open(TargetRequest request)
      throws IOException, TargetUsageException, SafetyRefusal {
    Look planned = look(request);
    requireFree(planned.inspection());
    if (request.scratch()) {
      return scratch(planned.inspection());
    }
    confirm(request, planned.inspection());
    return planned.target().block() == null ? file(request, planned) : device(request, planned);
  }

  /** What one look at a target gave. */
  private record Look(Target target, SignatureReading medium, Inspection inspection) {}

  private Look look(TargetRequest request) throws IOException, TargetUsageException {
    if (request.scratch()) {
      Long size = request.size();
      Target target = targets.scratch(request.path(), size == null ? 0 : size);
      return look(target, nothing());
    }
    Target target = targets.read(request.path(), request.size());
    return look(target, read(target, Path.of(target.facts().realPath())));
  }

  private Look look(Target target, SignatureReading medium) throws IOException {
    HostUse use = uses.read(target.tree(), wanted(target));
    return new Look(
        target,
        medium,
        new Inspection(
            target.facts(),
            Occupancy.findings(target, use, medium),
            needsErase(target),
            target.reduced(),
            target.layers()));
  }

  private SignatureReading read(Target target, Path path) {
    Node node = target.node();
    BlockNode block = target.block();
    long size = block != null ? block.size() : node == null ? 0 : node.size();
    return size == 0 ? nothing() : signatures.read(path, size);
  }

  /** Of what has no content: a file that is still to be made. */
  private static SignatureReading nothing() {
    return new SignatureReading(List.of(), List.of(), null, null);
  }

  private static boolean needsErase(Target target) {
    Node node = target.node();
    return target.block() != null || (node != null && node.size() > 0);
  }

  /** Open nodes that are the target, or stand on it, or are what its loop device shows. */
  private Predicate<Node> wanted(Target target) {
    Set<DeviceNumber> numbers =
        target.scope().stream().map(BlockNode::number).collect(Collectors.toSet());
    BlockNode block = target.block();
    Node file =
        block == null
            ? target.node()
            : uses.loops(target.tree()).stream()
                .filter(loop -> loop.name().equals(block.name()))
                .map(LoopUse::backing)
                .findFirst()
                .orElse(null);
    return node ->
        switch (node.type()) {
          case BLOCK -> numbers.contains(node.device());
          case REGULAR -> file != null && file.type() == Node.Type.REGULAR && file.sameFile(node);
          case CHARACTER, DIRECTORY, OTHER -> false;
        };
  }

  private static void requireFree(Inspection inspection) throws SafetyRefusal {
    if (!inspection.isFree()) {
      throw new SafetyRefusal(inspection.facts().path(), inspection.findings());
    }
  }

  private static void confirm(TargetRequest request, Inspection inspection) throws SafetyRefusal {
    if (!inspection.needsErase()) {
      return;
    }
    TargetFacts facts = inspection.facts();
    String erase = request.erase();
    boolean named =
        facts.serial() != null
            ? facts.serial().equals(erase)
            : erase != null && (erase.equals(facts.path()) || erase.equals(facts.realPath()));
    if (named) {
      return;
    }
    String who = title(facts);
    String add = "--erase " + ShellWord.quote(facts.eraseWord());
    throw new SafetyRefusal(
        erase == null
            ? "all data on " + who + " will be lost: if that is meant, add " + add
            : "--erase names "
                + ShellWord.quote(erase)
                + ", but the target is "
                + who
                + ": if that is meant, say "
                + add);
  }

  private static String title(TargetFacts facts) {
    String model = facts.model();
    String serial = facts.serial();
    return facts.path()
        + " ("
        + facts.kind().key()
        + (model == null ? "" : ", " + model)
        + ", "
        + DriveSize.text(facts.capacityBytes())
        + (serial == null ? ", no serial" : ", serial " + serial)
        + ")";
  }

  private WritePermit scratch(Inspection inspection)
      throws IOException, TargetUsageException, SafetyRefusal {
    int fd = opener.openScratch(Path.of(inspection.facts().realPath()));
    return checked(fd, () -> allocated(fd, inspection));
  }

  private WritePermit device(TargetRequest request, Look planned)
      throws IOException, TargetUsageException, SafetyRefusal {
    Path real = Path.of(planned.target().facts().realPath());
    int fd = exclusively(real, planned);
    return checked(
        fd,
        () -> {
          Look held = recheck(request, planned, fd);
          long size = opener.size(fd);
          if (size != held.target().facts().capacityBytes()) {
            throw changed(request, "the device says it has " + size + " B, sysfs another number");
          }
          return new WritePermit(opener, fd, held.inspection());
        });
  }

  private WritePermit file(TargetRequest request, Look planned)
      throws IOException, TargetUsageException, SafetyRefusal {
    Path real = Path.of(planned.target().facts().realPath());
    boolean made = planned.target().node() == null;
    if (made) {
      try {
        Files.createFile(real);
      } catch (FileAlreadyExistsException e) {
        throw changed(request, "somebody made it just now");
      }
    }
    try {
      int fd = exclusively(real, planned);
      return checked(
          fd,
          () -> {
            recheck(request, planned, fd);
            return allocated(fd, planned.inspection());
          });
    } catch (IOException | TargetUsageException | SafetyRefusal | RuntimeException e) {
      if (made) {
        Files.deleteIfExists(real);
      }
      throw e;
    }
  }

  private WritePermit allocated(int fd, Inspection inspection) throws IOException {
    opener.allocate(fd, inspection.facts().capacityBytes());
    return new WritePermit(opener, fd, inspection);
  }

  /** The second look, through the held descriptor; the first one's result must still hold. */
  private Look recheck(TargetRequest request, Look planned, int fd)
      throws IOException, TargetUsageException, SafetyRefusal {
    Path held = files.at("proc", Long.toString(self), "fd", Integer.toString(fd));
    Node node = nodes.read(held);
    Node named = nodes.read(Path.of(request.path()).toAbsolutePath());
    if (node.type() != named.type()
        || !node.device().equals(named.device())
        || (node.type() == Node.Type.REGULAR && !node.sameFile(named))) {
      throw changed(request, "the path leads to something else than what was opened");
    }
    Target target = targets.read(request.path(), node, request.size());
    Identity before = planned.target().identity();
    if (before != null && !before.equals(target.identity())) {
      throw changed(request, "another drive or file answers now");
    }
    SignatureReading medium = read(target, held);
    String partition = planned.medium().partitionId();
    if (partition != null && !partition.equals(medium.partitionId())) {
      throw changed(request, "it is another partition now");
    }
    Look look = look(target, medium);
    requireFree(look.inspection());
    return look;
  }

  private int exclusively(Path real, Look planned) throws IOException, SafetyRefusal {
    try {
      return opener.openExclusive(real, true);
    } catch (OpenException e) {
      if (!e.isBusy()) {
        throw e;
      }
      throw busy(planned.target());
    }
  }

  private SafetyRefusal busy(Target target) throws IOException {
    List<OpenFile> open = uses.read(target.tree(), wanted(target)).openFiles();
    String who =
        open.isEmpty()
            ? "the kernel does not say by whom"
            : "open in " + open.stream().map(OpenFile::title).collect(Collectors.joining(", "));
    return new SafetyRefusal(
        target.facts().path(),
        List.of(
            new Finding(
                Rule.OWNER,
                "it is held exclusively or locked by another user (a file system, LVM, an OSD, another"
                    + " run …): "
                    + who,
                "lsblk " + target.word() + "; fuser -v " + target.word(),
                null)));
  }

  private static SafetyRefusal changed(TargetRequest request, String what) {
    return new SafetyRefusal(
        request.path(),
        List.of(
            new Finding(
                Rule.DEVICE,
                "it changed while it was being checked: " + what,
                "ls -l " + ShellWord.quote(request.path()),
                null)));
  }

  /** What is done with a descriptor that must not be lost when it fails. */
  private interface Step {
    WritePermit run() throws IOException, TargetUsageException, SafetyRefusal;
  }

  private WritePermit checked(int fd, Step step)
      throws IOException, TargetUsageException, SafetyRefusal {
    @Nullable WritePermit permit = null;
    try {
      permit = step.run();
      return permit;
    } finally {
      if (permit == null) {
        opener.close(fd);
      }
    }
  }
}
