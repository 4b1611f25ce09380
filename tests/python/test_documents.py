"""The page of the module is up to date, and the examples do what they say."""

import re
import subprocess
import sys
import unittest

from support import SOURCE, PythonTest


class Documents(unittest.TestCase):
    def test_the_page_of_the_module_is_up_to_date(self):
        tool = [sys.executable, SOURCE / "tools" / "python-docs", "--check"]
        process = subprocess.run(tool, capture_output=True, text=True, timeout=600, check=False)
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_everything_public_is_documented(self):
        import galet

        for name in galet.__all__:
            value = getattr(galet, name)
            if callable(value) or isinstance(value, type):
                self.assertTrue(value.__doc__, name)


class Tutorial(PythonTest):
    def test_its_code_runs_in_its_order(self):
        page = (SOURCE / "docs" / "python.md").read_text(encoding="utf-8")
        pieces = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
        self.assertGreater(len(pieces), 8)
        process = subprocess.run([sys.executable, "-B", "-c", "\n".join(pieces)], cwd=self.folder, text=True,
                                 capture_output=True, timeout=600, check=False)  # fmt: skip
        self.assertEqual(process.returncode, 0, process.stderr)
        said = process.stdout
        for expected in ("pair[0].friction: must be at least 0, got -1 pair[0].friction", "[[ 2. -1.]]", "[1. 1.]"):
            self.assertIn(expected, said)


class Examples(PythonTest):
    def run_example(self, name):
        script = SOURCE / "examples" / "python" / name
        process = subprocess.run([sys.executable, "-B", script], cwd=self.folder, text=True,
                                 capture_output=True, timeout=600, check=False)  # fmt: skip
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout

    def test_rougher_grains_stand_steeper(self):
        angles = [float(line.split()[1]) for line in self.run_example("angle_of_repose.py").splitlines()[1:]]
        self.assertEqual(angles, sorted(angles))
        self.assertLess(angles[0], angles[-1])

    def test_drag_gives_the_terminal_velocity(self):
        # m g = c v: the last line prints both.
        last = self.run_example("drag.py").splitlines()[-1].split()
        self.assertAlmostEqual(float(last[-1]) / float(last[-3]), 1.0, delta=1e-3)

    def test_all_schemes_come_to_the_same_height(self):
        lines = self.run_example("schemes.py").splitlines()[1:]
        self.assertEqual(len(lines), 4)
        heights = [float(line.split()[1]) for line in lines]
        self.assertLess(max(heights) - min(heights), 0.05 * max(heights))


if __name__ == "__main__":
    unittest.main()
