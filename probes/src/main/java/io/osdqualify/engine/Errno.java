package io.osdqualify.engine;

import java.util.Map;

/** Names of the errno values that devices and the engine answer with (Linux, all architectures). */
public final class Errno {

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(1, "EPERM"),
          Map.entry(2, "ENOENT"),
          Map.entry(5, "EIO"),
          Map.entry(6, "ENXIO"),
          Map.entry(9, "EBADF"),
          Map.entry(11, "EAGAIN"),
          Map.entry(12, "ENOMEM"),
          Map.entry(13, "EACCES"),
          Map.entry(16, "EBUSY"),
          Map.entry(19, "ENODEV"),
          Map.entry(22, "EINVAL"),
          Map.entry(23, "ENFILE"),
          Map.entry(24, "EMFILE"),
          Map.entry(27, "EFBIG"),
          Map.entry(28, "ENOSPC"),
          Map.entry(30, "EROFS"),
          Map.entry(38, "ENOSYS"),
          Map.entry(52, "EBADE"),
          Map.entry(61, "ENODATA"),
          Map.entry(62, "ETIME"),
          Map.entry(67, "ENOLINK"),
          Map.entry(71, "EPROTO"),
          Map.entry(75, "EOVERFLOW"),
          Map.entry(84, "EILSEQ"),
          Map.entry(95, "EOPNOTSUPP"),
          Map.entry(107, "ENOTCONN"),
          Map.entry(109, "ETOOMANYREFS"),
          Map.entry(110, "ETIMEDOUT"),
          Map.entry(116, "ESTALE"),
          Map.entry(121, "EREMOTEIO"),
          Map.entry(122, "EDQUOT"),
          Map.entry(125, "ECANCELED"));

  private Errno() {}

  /** The symbol, or {@code errno 123} for one that has no name here. */
  public static String name(int errno) {
    return NAMES.getOrDefault(errno, "errno " + errno);
  }
}
