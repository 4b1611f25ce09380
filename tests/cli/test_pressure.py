"""A triaxial test in one scene: gallery/triaxial with fewer spheres, read by examples/triaxial.py."""

import re
import subprocess
import unittest

from support import SOURCE, CliTest, galet

EDGE = 0.05  # m


class PressureTest(CliTest):
    def test_the_lateral_stress_stays_while_the_sample_yields(self):
        folder = self.folder / "out"
        settings = [f"bodies[0].region.high=[{EDGE}, {EDGE}, {EDGE}]", f"boundary[3].point=[{EDGE}, 0, 0]",
                    f"boundary[4].point=[0, {EDGE}, 0]", f"boundary[5].point=[0, 0, {EDGE}]",
                    "boundary[5].load.drive=[{from = 0.15, velocity = 0.025}]"]
        settings += [f"boundary[{k}].load.mass=0.03" for k in (3, 4, 5)] + ["bodies[0].fraction=0.5"]
        process = galet("run", SOURCE / "scenes/gallery/triaxial.toml", "-o", folder, "--quiet",
                        *(word for setting in settings for word in ("--set", setting)))
        self.assertEqual(process.returncode, 0, process.stderr)
        process = subprocess.run(["/usr/bin/python3", str(SOURCE / "examples/triaxial.py"), str(folder)],
                                 text=True, capture_output=True, check=False)
        self.assertEqual(process.returncode, 0, process.stderr)
        drift = float(re.search(r"lateral stress: ([+-][0-9.]+) %", process.stdout)[1])
        self.assertLess(abs(drift), 1.0, process.stdout)
        # Grains with friction 0.4 and smooth plates: some 20 to 40 degrees, never less in the peak than in the end.
        peak, critical = (float(x) for x in re.findall(r"friction ([0-9.]+) degrees", process.stdout))
        self.assertGreaterEqual(peak, critical)
        self.assertGreater(critical, 10)
        self.assertLess(peak, 50)

    def test_a_pressure_without_walls_is_refused(self):
        text = """title = "x"
dimension = 2
[[material]]
name = "a"
density = 1
[[bodies]]
kind = "list"
position = [[0, 0]]
radius = 0.1
[[boundary]]
kind = "plane"
point = [0, 1]
normal = [0, -1]
load = {pressure = 10}
[time]
step = 1e-3
end = 1
"""
        process = galet("check", self.scene(text))
        self.assertEqual(process.returncode, 2)
        self.assertIn("scene.toml:14:", process.stderr)
        self.assertIn("boundary[0].load.pressure: the area that \"plane-0\" presses is not known at t = 0 s",
                      process.stderr)
        self.assertIn("give load.area", process.stderr)


if __name__ == "__main__":
    unittest.main()
