package io.osdqualify.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names that an expression of a profile may use. */
final class Names {

  /** Length of the range that the run may touch. */
  static final String CAPACITY = "capacity";

  /** As {@code nvme} or {@code sata}. */
  static final String TRANSPORT = "transport";

  /** Commit IOPS of the data device; nothing gives it a value yet. */
  static final String DATA_DEVICE = "data_device";

  private Names() {}

  /** The built-in names and those of the profile's inputs, with their types. */
  static Map<String, Type> of(List<InputSpec> inputs) {
    Map<String, Type> names = new LinkedHashMap<>();
    for (InputSpec input : inputs) {
      names.put(
          input.name(),
          switch (input.kind()) {
            case INTEGER -> Type.NUMBER;
            case BYTES -> Type.SIZE;
          });
    }
    names.put(CAPACITY, Type.SIZE);
    names.put(TRANSPORT, Type.TEXT);
    names.put(DATA_DEVICE, Type.NUMBER);
    return names;
  }
}
