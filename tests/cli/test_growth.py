"""A long run with bodies that come and go takes no more memory, no more descriptors and no more time per step as it goes
on."""

import json
import os
import pathlib
import subprocess
import time
import unittest

from support import GALET, CliTest, galet

# Discs rain through a box without a floor: some thirty at a time, 1e5 steps, thousands in all.
RAIN = """\
title = "rain"
dimension = 2
gravity = [0, -9.81]
[[material]]
name = "glass"
density = 2600
[[pair]]
materials = ["glass", "glass"]
friction = 0.3
[[feed]]
rate = 60
radius = {min = 0.02, max = 0.03}
region = {low = [0.05, 1.6], high = [0.95, 1.9]}
[[remove]]
region = {low = [-1, -1], high = [2, 0]}
where = "inside"
[[boundary]]
kind = "box"
low = [0, -2]
high = [1, 3]
open = ["y-"]
[time]
step = 1e-3
end = 100
[output]
every = 1
"""


class GrowthTest(CliTest):
    def samples_of_a_run(self, output):
        """(outputs so far, kB of memory, descriptors), as often as this process gets to look."""
        process = subprocess.Popen([GALET, "run", str(self.scene(RAIN)), "-o", str(output), "--quiet",
                                    "--threads", "1"], stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        files = pathlib.Path(f"/proc/{process.pid}/fd")
        status = pathlib.Path(f"/proc/{process.pid}/status")
        samples = []
        while process.poll() is None:
            try:
                rows = len((output / "series.csv").read_text().splitlines())
                memory = next(int(line.split()[1]) for line in status.read_text().splitlines()
                              if line.startswith("VmRSS"))
                samples.append((rows, memory, len(os.listdir(files))))
            except (FileNotFoundError, StopIteration, ProcessLookupError):
                pass
            time.sleep(0.02)
        self.assertEqual(process.returncode, 0)
        return samples

    def test_memory_and_descriptors_stay(self):
        early, late = [], []
        attempt = 0
        while not (early and late):  # on a busy machine a run may pass without a look at the right time
            output = self.folder / f"out-{attempt}"
            samples = self.samples_of_a_run(output)
            early = [s for s in samples if 10 <= s[0] < 40]
            late = [s for s in samples if 60 <= s[0] < 100]  # before the picture is drawn
            attempt += 1
        rows = (output / "series.csv").read_text().splitlines()
        head, last = (line.split(",") for line in (rows[0], rows[-1]))
        self.assertEqual(int(last[head.index("step")]), 100000)
        self.assertGreater(int(last[head.index("removed")]), 4000)
        # A segment of frames in memory, which comes and goes, is a few hundred kB here.
        self.assertLess(max(s[1] for s in late), max(s[1] for s in early) + 2048)
        # One file at a time is open for writing, beside those that stay.
        self.assertLessEqual(max(s[2] for s in late), max(s[2] for s in early) + 1)

    def test_time_per_step_stays(self):
        # Each leg tells the CPU time of its run so far, which does not count what others take of the machine.
        legs = 12
        seconds = []
        output = self.folder / "legs"
        for leg in range(1, legs + 1):
            end = 4 * leg
            command = ("run", self.scene(RAIN), "--set", f"time.end={end}", "-o", output) if leg == 1 else \
                ("resume", output, "--until", str(end))
            process = galet(*command, "--quiet", "--threads", "1")
            self.assertEqual(process.returncode, 0, process.stderr)
            summary = json.loads((output / "summary.json").read_text())
            self.assertEqual(summary["steps"], 1000 * end)
            seconds.append(summary["cpu_seconds"] - sum(seconds))
        # A cost that grows with the steps made would make the ratio 10; noise only makes legs slower.
        self.assertLess(min(seconds[-3:]), 3 * min(seconds[:3]), seconds)


if __name__ == "__main__":
    unittest.main()
