"""`galet reproduce`: the list, the reports and the exit codes."""

import json
import unittest

from support import CliTest, galet

PROMISED = {
    "abide-2021/6.1-conveyor", "nguyen-2024/tab-4.4", "nguyen-2024/tab-4.5",
    "moreau-1999/leapfrog-parabola", "moreau-1999/energy-preserving-mean",
    "moreau-1999/standard-inelastic-shock",
}


class ReproduceTest(CliTest):
    def test_list(self):
        process = galet("reproduce", "--list", "--json")
        experiments = {e["id"]: e for e in json.loads(process.stdout)}
        self.assertLessEqual(PROMISED, set(experiments))
        self.assertEqual(experiments["abide-2021/6.1-conveyor"]["catalogue"], ["pdas-belt"])
        self.assertIn("abide-2021/6.1-conveyor", galet("reproduce", "--list").stdout)

    def test_one(self):
        process = galet("reproduce", "moreau-1999/leapfrog-parabola", "--json", "-o", self.folder)
        self.assertEqual(process.returncode, 0, process.stderr)
        report = json.loads(process.stdout)
        self.assertEqual(report["verdict"], "pass")
        self.assertTrue(report["findings"])
        stored = json.loads((self.folder / "moreau-1999" / "leapfrog-parabola.json").read_text())
        self.assertEqual(stored["verdict"], "pass")
        self.assertTrue((self.folder / "moreau-1999" / "leapfrog-parabola.md").exists())

    def test_curves(self):
        process = galet("reproduce", "nguyen-2024/tab-4.10-compliance", "-o", self.folder)
        self.assertEqual(process.returncode, 0, process.stderr)
        below = self.folder / "nguyen-2024"
        page = (below / "tab-4.10-compliance.md").read_text()
        for name in ("energy", "iterations", "seconds"):
            picture = f"tab-4.10-compliance-{name}.svg"
            self.assertIn(f"]({picture})", page)
            curves = (below / picture).read_text().count("stroke-width:1.8")
            self.assertGreaterEqual(curves, 2 * 4, "a curve and its line in the legend for each method")

    def test_unknown(self):
        self.assertEqual(galet("reproduce", "nobody-1900/nothing").returncode, 2)
        for name, meant in [("tab-4.9", "nguyen-2024/tab-4.9"), ("6.1-conveyor", "abide-2021/6.1-conveyor"),
                            ("abide-2021/6.1-conveyer", "abide-2021/6.1-conveyor")]:
            process = galet("reproduce", name)
            self.assertEqual(process.returncode, 2)
            self.assertIn(f'did you mean "{meant}"', process.stderr)
        self.assertEqual(galet("reproduce").returncode, 2)


if __name__ == "__main__":
    unittest.main()
