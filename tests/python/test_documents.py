"""The page of the module is up to date, and the examples do what they say."""

import importlib.machinery
import importlib.util
import json
import re
import subprocess
import sys
import unittest

import numpy as np

from support import SOURCE, PythonTest


def has(module):
    return importlib.util.find_spec(module) is not None


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
        rows = [[float(word) for word in line.split()] for line in self.run_example("angle_of_repose.py").splitlines()[1:]]
        self.assertEqual([row[0] for row in rows], [0.05, 0.2, 0.6])
        # Smooth ones lie flatter than both others, by more than three standard errors of the difference.
        for rough in rows[1:]:
            self.assertGreater(rough[1] - rows[0][1], 3 * (rough[2] ** 2 + rows[0][2] ** 2) ** 0.5)

    def test_faster_shear_needs_more_friction_and_room(self):
        lines = self.run_example("rheology.py").splitlines()
        rows = np.array([[float(word) for word in line.split()] for line in lines[1:4]])
        _, number, mu, fraction = rows.T
        self.assertTrue((np.diff(number) > 0).all() and (np.diff(mu) > 0).all())
        self.assertLess(fraction[-1], fraction[0])
        # [daCruz2005]: mu = 0.25 + 1.1 I of discs between smooth walls; ours are rough, few and short: a quarter.
        np.testing.assert_allclose(mu, 0.25 + 1.1 * number, rtol=0.25)

    def test_flow_from_outlets_grows_as_beverloo_says(self):
        lines = self.run_example("beverloo.py").splitlines()
        rows = np.array([[float(word) for word in line.split()] for line in lines[1:6]])
        outlet, flow, law = rows[:, 0], rows[:, 1], rows[:, 3]
        np.testing.assert_array_equal(outlet, [5, 6, 7, 8, 9])
        self.assertTrue((np.diff(flow) > 0).all())
        # One short run each, of a law that is fitted: a fifth.
        np.testing.assert_allclose(flow, law, rtol=0.2)
        # Faster than in proportion to the outlet: W/D grows.
        self.assertGreater(flow[-1] / outlet[-1], 1.5 * flow[0] / outlet[0])

    def test_drag_gives_the_terminal_velocity(self):
        # m g = c v: the last line prints both.
        last = self.run_example("drag.py").splitlines()[-1].split()
        self.assertAlmostEqual(float(last[-1]) / float(last[-3]), 1.0, delta=1e-3)

    def test_all_schemes_come_to_the_same_height(self):
        lines = self.run_example("schemes.py").splitlines()[1:]
        self.assertEqual(len(lines), 4)
        heights = [float(line.split()[1]) for line in lines]
        self.assertLess(max(heights) - min(heights), 0.05 * max(heights))


class Notebooks(unittest.TestCase):
    TOOL = SOURCE / "tools" / "notebooks"

    def test_they_are_those_of_the_scripts_and_were_executed(self):
        process = subprocess.run([sys.executable, self.TOOL, "--check"], capture_output=True, text=True, timeout=600, check=False)
        self.assertEqual(process.returncode, 0, process.stderr)

    @unittest.skipUnless(has("nbconvert") and has("ipykernel"), "nbconvert or ipykernel is not installed")
    def test_nbconvert_executes_them(self):
        # The tool, as a module; the shortest of them, whose figures are the same on every machine.
        loader = importlib.machinery.SourceFileLoader("notebooks", str(self.TOOL))
        tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("notebooks", loader))
        loader.exec_module(tool)
        notebook = tool.executed(tool.notebook_of(SOURCE / "examples" / "python" / "drag.py"))
        stored = json.loads((SOURCE / "examples" / "notebooks" / "drag.ipynb").read_text(encoding="utf-8"))
        self.assertEqual([cell.get("outputs") for cell in notebook["cells"]], [cell.get("outputs") for cell in stored["cells"]])


if __name__ == "__main__":
    unittest.main()
