package io.osdqualify.device;

import io.osdqualify.evidence.TargetFacts;
import io.osdqualify.host.HostFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A captured server's SATA drive sda: its sysfs is a folder of the test's own, in which the write
 * cache takes any word, as a file does.
 */
record SataServer(Path folder) {

  static final String SERIAL = "PHYF000000004";
  static final String SWITCHED = "the cache is off";

  static SataServer capture(Path folder) throws IOException {
    Machine.of("server", Files.createDirectory(folder.resolve("root")));
    SataServer server = new SataServer(folder);
    server.set("write back");
    return server;
  }

  /** Switches the cache off and waits to be killed. */
  public static void main(String[] args) throws Exception {
    SataServer server = new SataServer(Path.of(args[0]));
    new CacheSwitch(server.journal()).off(server.permit(args[1]));
    System.out.println(SWITCHED);
    TimeUnit.MINUTES.sleep(10);
  }

  SettingsJournal journal() {
    return new SettingsJournal(files(), settings());
  }

  Path settings() {
    return folder.resolve("settings");
  }

  private HostFiles files() {
    return HostFiles.under(folder.resolve("root"));
  }

  Path cacheType() {
    Path types = files().at("sys", "class", "block", "sda", "device", "scsi_disk");
    return types.resolve(HostFiles.names(types).get(0)).resolve("cache_type");
  }

  void set(String value) throws IOException {
    Files.writeString(cacheType(), value + "\n");
  }

  String value() {
    return Objects.requireNonNull(HostFiles.line(cacheType()));
  }

  TargetFacts facts(String path) throws Exception {
    Machine machine = Machine.at(folder.resolve("root"));
    return new TargetReader(machine.files(), machine).read(path, null).facts();
  }

  WritePermit permit(String path) throws Exception {
    TargetLayers layers = new TargetLayers("sda", List.of("sda"));
    return new WritePermit(
        new NothingOpens(), 3, new Inspection(facts(path), List.of(), true, false, layers));
  }

  /** No descriptor is ever used. */
  private static final class NothingOpens implements TargetOpener {
    @Override
    public int openExclusive(Path path, boolean writable) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int openScratch(Path folder) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long size(int fd) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void allocate(int fd, long length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close(int fd) {
      // There is none.
    }
  }
}
