"""Energy of a slow shear of rigid spheres under pressure: a small version of `tools/triaxial`."""

import re
import subprocess
import unittest

from support import GALET, SOURCE, CliTest, galet


class TriaxialTest(CliTest):
    # The plates give energy, friction takes it. What the scheme adds itself comes from overlaps, that is from errors of
    # the solver, whose relative tolerance is 1e-4 here: a few hundredths of the work would be hundreds of them.
    LIMIT = 0.02

    def share(self, tolerance):
        """`correction` over the work of the plates, for 80 spheres pressed by an eighth of their height."""
        process = subprocess.run([str(SOURCE / "tools" / "triaxial"), GALET, "--spheres", "80", "--tolerances", tolerance,
                                  "--time", "0.1", "--limit", "1e9", "--keep", str(self.folder)],
                                 text=True, capture_output=True, check=False)
        self.assertEqual(process.returncode, 0, process.stderr)
        return float(re.search(r"(-?[0-9.]+) % \|", process.stdout).group(1)) / 100

    def test_the_scheme_adds_next_to_no_energy(self):
        self.assertLess(abs(self.share("1e-4")), self.LIMIT)

    def test_nor_with_a_coarse_tolerance(self):
        # Ten times the error may not be more than ten times the energy.
        self.assertLess(abs(self.share("1e-3")), 10 * self.LIMIT)

    def test_the_scenes_are_listed(self):
        self.assertIn("bench/triaxial-shear", galet("list").stdout)


if __name__ == "__main__":
    unittest.main()
