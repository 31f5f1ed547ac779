"""The arithmetic of the benchmark, on figures whose answer is known."""

import json
import unittest

from oqbench.cases import CASES
from oqbench.figures import at_least, at_most, equal, software_ratios, spread, within
from oqbench.model import BARE, FIO, FLOOR, OURS, ROOT, Run, Unavailable
from oqbench.table import Report, Result, why_not, write
from oqbench.tools import parse_fio


def runs(*cpu, iops=1000.0, p50=None):
    return [Run(iops=iops, cpu=value, p50=p50) for value in cpu]


class RatiosTest(unittest.TestCase):
    def test_a_ratio_is_the_median_of_the_rounds_not_the_ratio_of_the_medians(self):
        series = {OURS: runs(100, 900, 300), FIO: runs(200, 1000, 200)}
        outcome = at_most("cpu", 0.9, FIO).outcome(series)
        self.assertEqual("0.90 × (0.50 – 1.50)", outcome.figure)
        self.assertTrue(outcome.met)

    def test_a_limit_that_is_reached_exactly_is_met_and_just_beyond_is_not(self):
        series = {OURS: runs(500), FIO: runs(1000)}
        self.assertTrue(at_most("cpu", 0.5, FIO).outcome(series).met)
        self.assertFalse(at_most("cpu", 0.49, FIO).outcome(series).met)
        self.assertTrue(at_least("cpu", 0.5, FIO).outcome(series).met)
        self.assertFalse(at_least("cpu", 0.51, FIO).outcome(series).met)

    def test_noise_is_the_others_spread_but_never_below_the_least(self):
        steady = {OURS: [Run(1050, 1)], FIO: [Run(1000, 1)]}
        self.assertFalse(equal("iops", 0.03, FIO).outcome(steady).met)
        noisy = {
            OURS: [Run(1050, 1)] * 3,
            FIO: [Run(960, 1), Run(1000, 1), Run(1040, 1)],
        }
        self.assertAlmostEqual(0.08, spread([960, 1000, 1040]))
        self.assertTrue(equal("iops", 0.03, FIO).outcome(noisy).met)

    def test_a_latency_may_differ_by_the_share_or_the_floor_whichever_is_more(self):
        def met(ours_us, theirs_us):
            series = {
                OURS: runs(1, p50=ours_us * 1000), FIO: runs(1, p50=theirs_us * 1000)
            }
            return within("p50", 0.02, 60_000, FIO).outcome(series).met

        self.assertTrue(met(260, 200))
        self.assertFalse(met(261, 200))
        self.assertTrue(met(10_200, 10_000))
        self.assertFalse(met(9_799, 10_000))

    def test_where_the_other_differs_from_itself_by_more_nothing_is_decided(self):
        wild = [Run(900, 1, p50=200_000), Run(1000, 1, p50=300_000), Run(1200, 1, p50=400_000)]
        series = {OURS: [Run(1000, 1, p50=900_000)] * 3, FIO: wild}
        self.assertIsNone(equal("iops", 0.03, FIO).outcome(series).met)
        self.assertIsNone(within("p50", 0.02, 60_000, FIO).outcome(series).met)

    def test_software_cost_is_what_is_above_the_calls_alone(self):
        series = {OURS: runs(1100, 1200), FIO: runs(1200, 1400), FLOOR: runs(1000, 1000)}
        self.assertEqual([0.5, 0.5], software_ratios(series, FIO))

    def test_a_round_whose_noise_hides_the_others_cost_gives_no_ratio(self):
        series = {OURS: runs(1100), FIO: runs(990), FLOOR: runs(1000)}
        self.assertEqual([], software_ratios(series, FIO))


class WhyNotTest(unittest.TestCase):
    def series(self, floor, bare):
        return {OURS: runs(900), FIO: runs(1000), BARE: runs(bare), FLOOR: runs(floor)}

    def test_the_kernel_the_clock_and_our_code_are_told_apart(self):
        aim = at_most("cpu", 0.55, FIO)
        self.assertIn("system calls alone", why_not(self.series(700, 800), aim))
        self.assertIn("bare loop is at", why_not(self.series(500, 800), aim))
        self.assertIn("400 ns above", why_not(self.series(400, 500), aim))

    def test_nothing_but_our_code_stands_between_us_and_the_bare_loop(self):
        self.assertIn("100 ns above", why_not(self.series(700, 800), at_most("cpu", 1.1, BARE)))


class FioTest(unittest.TestCase):
    def said(self, **job):
        side = {"total_ios": 1_000_000, "iops": 500_000.0, "lat_ns": {"mean": 1900.0}}
        idle = {"total_ios": 0, "iops": 0.0, "lat_ns": {"mean": 0.0}}
        return json.dumps({"jobs": [{
            "error": 0, "job_runtime": 2000, "usr_cpu": 25.0, "sys_cpu": 70.0,
            "read": idle, "write": side, **job,
        }]})

    def test_cpu_per_operation_is_the_jobs_share_of_its_run_time(self):
        run = parse_fio(self.said(), 2.5e9)
        self.assertAlmostEqual(500, run.user)
        self.assertAlmostEqual(1400, run.system)
        self.assertAlmostEqual(1900, run.cpu)
        self.assertAlmostEqual(2500, run.process)

    def test_percentiles_of_lat_go_before_those_of_clat(self):
        side = {
            "total_ios": 1, "iops": 1.0,
            "lat_ns": {"mean": 9.0, "percentile": {"50.000000": 7, "99.000000": 8}},
            "clat_ns": {"percentile": {"50.000000": 1, "99.000000": 2}},
        }
        run = parse_fio(self.said(write=side), 0)
        self.assertEqual((7, 8), (run.p50, run.p99))

    def test_a_failed_job_is_no_figure(self):
        with self.assertRaises(Unavailable):
            parse_fio(self.said(error=5), 0)


class TableTest(unittest.TestCase):
    def test_each_target_of_each_case_has_a_row_also_where_nothing_could_be_measured(self):
        results = [Result(case, reason="no zram in this kernel") for case in CASES]
        text = write(Report([], 5, 3, 1, False, results, [], None))
        rows = [line for line in text.splitlines() if "| not measured | no zram" in line]
        self.assertEqual(sum(len(case.aims) for case in CASES), len(rows))

    def test_a_tool_that_is_not_there_is_a_row_with_the_reason(self):
        case = next(case for case in CASES if case.name == "null-psync")
        result = Result(case, series={OURS: runs(900), BARE: runs(800), FLOOR: runs(700)},
                        missing={FIO: "fio is not there"})
        text = write(Report([], 5, 3, 1, False, [result], [], None))
        self.assertIn("| ≤ 0.55 × | not measured | fio is not there |", text)
        self.assertIn("| 1.12 × (1.12 – 1.12) | ≤ 1.15 × | yes |", text)

    def test_a_reason_shows_no_colours_and_no_folder_of_this_machine(self):
        why = Unavailable(f"\x1b[0mthe log is {ROOT}/target/build.log | x")
        self.assertEqual("the log is target/build.log / x", str(why))

    def test_cases_have_names_of_their_own_and_only_tools_that_they_run(self):
        self.assertEqual(len(CASES), len({case.name for case in CASES}))
        for case in CASES:
            for aim in case.aims:
                self.assertIn(aim.against, case.tools, case.name)


if __name__ == "__main__":
    unittest.main()
