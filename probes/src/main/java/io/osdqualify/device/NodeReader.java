package io.osdqualify.device;

import java.io.IOException;
import java.nio.file.Path;

/** Looks at paths as stat(2) does. */
interface NodeReader {

  /**
   * Follows the links of a path and says what is there.
   *
   * @throws java.nio.file.NoSuchFileException where nothing is
   */
  Node read(Path path) throws IOException;
}
