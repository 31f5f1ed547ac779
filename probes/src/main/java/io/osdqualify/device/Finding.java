package io.osdqualify.device;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A reason why a target must not be written to.
 *
 * @param rule which check found it
 * @param what was found, without a full stop
 * @param see a command that shows it
 * @param clear a command that clears it, for the user to think about and run; absent where there is
 *     none to recommend. This program wipes nothing.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Finding(Rule rule, String what, String see, @Nullable String clear) {

  /** The checks, in the order in which they are made. */
  public enum Rule {
    /** Gone, read-only, without size or medium, another device than before. */
    DEVICE,
    /** Mounted, swap, hibernation. */
    MOUNT,
    /** Another layer is made of it. */
    HOLDER,
    /** It has partitions. */
    PARTITION,
    /** An OSD's folder leads to it. */
    OSD,
    /** Something on it says whose it is. */
    SIGNATURE,
    /** Another process has it open. */
    OWNER,
    /** The other users can't be seen from here. */
    CONTAINER;

    /** The word in JSON. */
    @JsonValue
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The finding as one line. */
  public String line() {
    return what + " (see: " + see + (clear == null ? "" : "; to clear: " + clear) + ")";
  }
}
