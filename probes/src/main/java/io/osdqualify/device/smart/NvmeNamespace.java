package io.osdqualify.device.smart;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A namespace as {@code nvme list -o json} shows it.
 *
 * @param name of its block device, as {@code nvme0n1}
 * @param id the namespace's number; absent where it is not said
 * @param transport pcie, loop, tcp, rdma, fc; absent in 1.x, which does not say it
 * @param address of the controller
 */
public record NvmeNamespace(
    String name,
    @Nullable Long id,
    @Nullable String model,
    @Nullable String serial,
    @Nullable String firmware,
    @Nullable String transport,
    @Nullable String address,
    @Nullable Long bytes,
    @Nullable Long sectorBytes) {

  private static final String DEVICES = "/dev/";

  /** Whether it is a drive of this machine; null where that is not said. */
  public @Nullable Boolean isLocal() {
    return transport == null ? null : (Boolean) transport.equals("pcie");
  }

  /**
   * All namespaces of an output of 1.x or 2.x; empty where there are none or it can't be read.
   * Paths of a multipath namespace are no namespaces.
   */
  public static List<NvmeNamespace> parse(String output) {
    JsonNode root = Json.object(output);
    List<NvmeNamespace> all = new ArrayList<>();
    if (root == null) {
      return all;
    }
    for (JsonNode device : root.path("Devices").values()) {
      JsonNode subsystems = device.path("Subsystems");
      if (subsystems.isArray()) {
        subsystems.values().forEach(subsystem -> nested(all, subsystem));
      } else {
        add(all, device, device);
      }
    }
    return List.copyOf(all);
  }

  private static void nested(List<NvmeNamespace> all, JsonNode subsystem) {
    JsonNode controllers = subsystem.path("Controllers");
    for (JsonNode controller : controllers.values()) {
      for (JsonNode namespace : controller.path("Namespaces").values()) {
        add(all, controller, namespace);
      }
    }
    for (JsonNode namespace : subsystem.path("Namespaces").values()) {
      add(all, controllers.path(0), namespace);
    }
  }

  private static void add(List<NvmeNamespace> all, JsonNode controller, JsonNode namespace) {
    String name = name(namespace);
    if (name == null || all.stream().anyMatch(one -> one.name().equals(name))) {
      return;
    }
    all.add(
        new NvmeNamespace(
            name,
            id(namespace),
            text(controller, "ModelNumber"),
            text(controller, "SerialNumber"),
            text(controller, "Firmware"),
            text(controller, "Transport"),
            text(controller, "Address"),
            Json.number(namespace.path("PhysicalSize")),
            Json.number(namespace.path("SectorSize"))));
  }

  /** 2.x has the name in NameSpace, where 1.x has the number, and a path beside it. */
  private static @Nullable String name(JsonNode namespace) {
    String path = text(namespace, "DevicePath");
    String name = path != null ? path : text(namespace, "NameSpace");
    if (name == null) {
      return null;
    }
    String bare = name.startsWith(DEVICES) ? name.substring(DEVICES.length()) : name;
    return bare.matches("nvme\\d+n\\d+") ? bare : null;
  }

  private static @Nullable Long id(JsonNode namespace) {
    Long id = Json.number(namespace.path("NSID"));
    return id != null ? id : Json.number(namespace.path("NameSpace"));
  }

  private static @Nullable String text(JsonNode node, String key) {
    String text = Objects.toString(Json.text(node.path(key)), "").strip();
    return text.isEmpty() ? null : text;
  }
}
