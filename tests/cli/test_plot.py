"""`galet plot`: figures that show what series.csv says."""

import csv
import re
import unittest
import xml.etree.ElementTree as ElementTree

import numpy as np

from support import SCENE, CliTest, galet

FIRST_COLOR = "rgb(0%,44.7"
STANDARD = ["contacts", "energies", "iterations", "penetration", "residual"]


def strokes(svg, color=FIRST_COLOR):
    """Points of every stroke of that colour."""
    paths = [node for node in ElementTree.parse(svg).iter() if node.tag.endswith("path")]
    return [np.array(re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", node.get("d")), dtype=float)
            for node in paths if f"stroke:{color}" in node.get("style", "")]


def columns(folder):
    with open(folder / "series.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: np.array([float(row[name]) for row in rows]) for name in rows[0]}


class PlotTest(CliTest):
    def plot(self, *arguments):
        process = galet("plot", *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout.splitlines()

    def refused(self, *arguments):
        process = galet("plot", *arguments)
        self.assertEqual(process.returncode, 2, process.stdout)
        return process.stderr

    def test_a_run_leaves_its_plots_and_names_them(self):
        process = galet("run", self.scene(), "-o", self.folder / "out")
        self.assertEqual(process.returncode, 0, process.stderr)
        there = sorted(path.stem for path in (self.folder / "out" / "plots").iterdir())
        self.assertEqual(there, STANDARD)
        self.assertIn(str(self.folder / "out" / "plots" / "energies.svg"), process.stdout)
        again = galet("run", self.scene(), "-o", self.folder / "out", "--overwrite")
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_curve_is_the_column(self):
        folder, _ = self.run_scene()
        file = self.folder / "a.svg"
        self.assertEqual(self.plot(folder, "--xy", "time,kinetic", "-o", file), [str(file)])
        (pixels,) = strokes(file)
        table = columns(folder)
        self.assertEqual(len(pixels), len(table["time"]))
        # Pixels are the numbers up to a shift and a scale; cairo rounds them to 1/256.
        for place, name, sign in ((0, "time", 1), (1, "kinetic", -1)):
            scale, shift = np.polyfit(table[name], pixels[:, place], 1)
            self.assertGreater(sign * scale, 0)
            self.assertLess(np.abs(scale * table[name] + shift - pixels[:, place]).max(), 1e-2)

    def test_formats_folders_and_sizes(self):
        folder, _ = self.run_scene()
        lines = self.plot(folder, "--format", "png", "-o", self.folder / "pictures", "--width", 600,
                          "--height", 400)
        self.assertEqual(len(lines), len(STANDARD))
        for line in lines:
            with open(line, "rb") as file:
                head = file.read(24)
            self.assertEqual(head[:4], b"\x89PNG")
            self.assertEqual((head[16:20], head[20:24]),
                             ((600).to_bytes(4, "big"), (400).to_bytes(4, "big")))
        self.assertEqual(sorted(path.stem for path in (self.folder / "pictures").iterdir()),
                         STANDARD)

    def test_compare_lays_runs_over_each_other(self):
        folder, _ = self.run_scene()
        other, _ = self.run_scene("--set", "pair[0].friction=0", output="slippery")
        (file,) = self.plot(folder, "--compare", other, "--xy", "time,potential", "-o",
                            self.folder / "both.svg")
        # The curve, and its sample in the legend; the other run has the second colour and dashes.
        self.assertEqual(len(strokes(file)), 2)
        self.assertEqual(len(strokes(file, "rgb(83.5")), 2)
        self.assertIn("stroke-dasharray:9,4", (self.folder / "both.svg").read_text())

    def test_tables_of_observers(self):
        text = SCENE + '[[observe]]\nkind = "wall-forces"\n'
        folder, _ = self.run_scene(text=text)
        self.plot(folder, "--observer", "wall-forces", "--xy", "time,force_y", "-o",
                  self.folder / "a.svg")
        (pixels,) = strokes(self.folder / "a.svg")
        with open(folder / "observe" / "wall-forces.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        time, force = (np.array([float(row[name]) for row in rows]) for name in ("time", "force_y"))
        # Cairo leaves out points on a straight line: the heights at all times, between the ends.
        along = np.interp(time, time[[0, -1]], pixels[[0, -1], 0])
        up = np.interp(along, pixels[:, 0], pixels[:, 1])
        scale, shift = np.polyfit(force, up, 1)
        # Rounding to 1/256 counts as often as the curve is steep, up to eight times.
        self.assertLess(np.abs(scale * force + shift - up).max(), 9 / 256)
        self.assertIn("it has wall-forces", self.refused(folder, "--observer", "x", "--xy", "a,b"))
        self.assertIn("say with --xy", self.refused(folder, "--observer", "wall-forces"))

    def test_plots_of_a_sweeping_process(self):
        folder = self.folder / "sweep"
        process = galet("sweep", "sweep/rotating-ellipse", "-o", folder)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("--xy from time, x, y", self.refused(folder))
        self.plot(folder, "--xy", "x,y", "-o", self.folder / "path.svg")
        (pixels,) = strokes(self.folder / "path.svg")
        self.assertGreater(len(pixels), 10)

    def test_refusals_help(self):
        folder, _ = self.run_scene()
        self.assertIn('did you mean "kinetic"?', self.refused(folder, "--xy", "time,kinetc"))
        self.assertIn("two columns", self.refused(folder, "--xy", "time"))
        self.assertIn("no such folder", self.refused(self.folder / "absent"))
        self.assertIn("no series.csv", self.refused(self.folder))
        self.assertIn("do not go into one file", self.refused(folder, "-o", "a.svg"))
        series = folder / "series.csv"
        series.write_text(series.read_text().replace(",", ";", 1))
        self.assertEqual(galet("plot", folder).returncode, 3)
        # What no manifest lists is refused where it is no table.
        (folder / "manifest.json").unlink()
        self.assertIn("series.csv:2", self.refused(folder))


if __name__ == "__main__":
    unittest.main()
