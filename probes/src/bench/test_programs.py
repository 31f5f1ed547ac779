"""Each program once, as short as can be: that they can be called and their output be read. No
figure is judged."""

import shutil
import tempfile
import unittest

from oqbench.model import BARE, FIO, FLOOR, OURS, Place, Unavailable, Workload
from oqbench.tools import measure

SECONDS = 0.05
NULL = Place("/dev/null", 1 << 20, "/dev/null", direct=False)
WORKLOADS = [Workload("psync"), Workload("io_uring", 32), Workload("libaio", 32)]
# What a kernel or a container may forbid.
FORBIDDEN = (
    "io_uring is forbidden", "this kernel has no io_uring",
    "asynchronous I/O is forbidden", "this kernel has no asynchronous I/O",
)


class ProgramsTest(unittest.TestCase):
    def figures(self, tool, workload, place=NULL):
        try:
            run = measure(tool, workload, place, SECONDS)
        except Unavailable as why:
            if any(text in str(why) for text in FORBIDDEN):
                self.skipTest(str(why))
            raise
        self.assertGreater(run.iops, 0)
        self.assertGreater(run.cpu, 0)
        return run

    def test_engine(self):
        for workload in WORKLOADS:
            with self.subTest(workload.backend):
                run = self.figures(OURS, workload)
                self.assertLessEqual(run.p50, run.p99)

    def test_bare_loop(self):
        for workload in WORKLOADS:
            with self.subTest(workload.backend):
                self.assertIsNotNone(self.figures(BARE, workload).mean)

    def test_calls_alone(self):
        for workload in WORKLOADS:
            with self.subTest(workload.backend):
                self.assertIsNone(self.figures(FLOOR, workload).mean)

    def test_reads_of_a_file(self):
        with tempfile.NamedTemporaryFile(dir="/var/tmp") as file:
            file.write(bytes(1 << 20))
            file.flush()
            place = Place(file.name, 1 << 20, "a file")
            for tool in (OURS, BARE):
                self.figures(tool, Workload("psync", read=True), place)

    def test_a_target_that_is_not_there_is_said(self):
        for tool in (OURS, BARE):
            with self.assertRaisesRegex(Unavailable, "/nonexistent"):
                measure(tool, Workload("psync"), Place("/nonexistent", 1 << 20, ""), SECONDS)

    @unittest.skipUnless(shutil.which("fio"), "fio is not installed")
    def test_fio(self):
        self.figures(FIO, Workload("psync"))


if __name__ == "__main__":
    unittest.main()
