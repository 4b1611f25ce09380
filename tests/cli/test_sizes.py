"""Distributions of sizes from a scene file."""

import re
import unittest

from support import SCENE, CliTest, galet


class SizesTest(CliTest):
    def check(self, radius, *arguments):
        text = SCENE.replace("radius = 0.05", f"radius = {radius}", 1)
        return galet("check", self.scene(text), *arguments)

    def test_check_tells_the_sizes(self):
        process = self.check("{diameter = [0.02, 0.04, 0.08], passing = [0, 50, 100]}")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertRegex(process.stderr, r"sizes: diameters from 0\.0\d+ to 0\.0\d+ m; by mass "
                                         r"D10 = 0\.\d+, D50 = 0\.\d+, D90 = 0\.\d+ m")
        self.assertIn("sizes: all diameters 0.1 m", galet("check", self.scene()).stderr)

    def test_check_tells_the_sizes_of_feeds(self):
        # Straight over ln d: D10 = 0.02 2^0.2, D50 = 0.04, D90 = 0.04 2^0.8. Of 10 000 bodies the mass of those of 0.04 to 0.08 m, some
        # 2000, scatters by 2 % of it, their sizes by 2 % at most.
        feed = """
[[feed]]
region = {low = [0.1, 1], high = [0.5, 1.5]}
rate = 10
radius = {diameter = [0.02, 0.04, 0.08], passing = [0, 50, 100]}
"""
        process = galet("check", self.scene(SCENE + feed))
        self.assertEqual(process.returncode, 0, process.stderr)
        found = re.search(r"sizes of feed\[0\]: .* D10 = ([0-9.]+), D50 = ([0-9.]+), D90 = ([0-9.]+) m", process.stderr)
        for word, expected in zip(found.groups(), (0.02 * 2**0.2, 0.04, 0.04 * 2**0.8), strict=True):
            self.assertAlmostEqual(float(word) / expected, 1.0, delta=0.05)

    def test_all_distributions_are_written_back(self):
        for radius in ['{min = 0.01, max = 0.04, median = 0.02, sigma = 0.3, by = "mass"}',
                       "{min = 0.01, max = 0.04, exponent = 2.5}",
                       '{diameter = [0.02, 0.08], passing = [0.0, 100.0], by = "number"}',
                       '{values = [0.02, 0.04], weights = [1.0, 2.0], by = "mass"}']:
            process = self.check(radius, "--resolved")
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertIn(f"radius = {radius}", process.stdout)
            again = galet("check", self.scene(process.stdout))
            self.assertEqual(again.stderr, process.stderr)

    def test_refusals_have_their_place(self):
        process = self.check("{diameter = [0.02, 0.04, 0.08], passing = [0, 60, 50]}")
        self.assertEqual(process.returncode, 2)
        self.assertIn("scene.toml:16:", process.stderr)
        self.assertIn("passing[2]", process.stderr)
        self.assertIn("must not be below the one before (60), got 50", process.stderr)
        process = self.check("{diameter = [0.02, 0.04], passing = [0, 120]}")
        self.assertIn("must be between 0 and 100, got 120", process.stderr)


if __name__ == "__main__":
    unittest.main()
