"""Scenes that name neither scheme nor solver: the defaults must do (docs/step-and-tolerance.md has the whole table)."""

import csv
import json
import unittest

from support import SOURCE, CliTest, galet


class DefaultsTest(CliTest):
    def run_naive(self, name):
        process = galet("run", SOURCE / "scenes" / "naive" / f"{name}.toml", "-o", self.folder / name, "--quiet")
        self.assertEqual(process.returncode, 0, process.stderr)
        summary = json.loads((self.folder / name / "summary.json").read_text())
        self.assertEqual(summary["solver"]["unconverged_steps"], 0, name)
        self.assertLess(summary["penetration"]["max_relative"], 0.01, name)
        with open(self.folder / name / "series.csv", newline="") as file:
            return list(csv.DictReader(file))

    # Rows are means over a hundredth of the run.
    def assert_carried(self, rows):
        last = [float(row["support_ratio"]) for row in rows[-10:]]
        self.assertAlmostEqual(sum(last) / len(last), 1.0, delta=0.02)

    def test_a_bed_of_discs(self):
        self.assert_carried(self.run_naive("discs"))

    def test_a_tall_bed(self):
        self.assert_carried(self.run_naive("tall"))

    def test_spheres(self):
        self.assert_carried(self.run_naive("spheres"))

    def test_without_gravity(self):
        for name in ("gas", "oedometer"):
            self.run_naive(name)

    def test_what_is_proposed_as_a_step(self):
        process = galet("check", SOURCE / "scenes" / "naive" / "discs.toml")
        self.assertIn("time.step is 0.001 s; suggested: 0.0005 s, in which loads of 9.81 m/s² move a body of radius 0.008 m",
                      process.stderr)


if __name__ == "__main__":
    unittest.main()
