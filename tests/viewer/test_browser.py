"""The viewer in a real browser: headless Chromium, driven by tests/viewer/browser.mjs.

Pictures of what it saw are in the folder viewer-pictures of the build.
"""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

import h5py
import numpy as np

from viewer_support import ViewerTest
from support import SCENE, SOURCE, galet

VIEWER = SOURCE / "viewer"
SHOTS = pathlib.Path(os.environ["GALET_VIEWER_PICTURES"])
CHROMIUM = shutil.which("chromium")

SPACE = """\
title = "spheres in a box"
dimension = 3
gravity = [0, 0, -9.81]
[[material]]
name = "glass"
density = 2600
[[pair]]
materials = ["glass", "glass"]
friction = 0.3
[[bodies]]
kind = "lattice"
origin = [0.06, 0.06, 0.06]
pitch = 0.105
count = [9, 6, 5]
jitter = 0.004
radius = {min = 0.035, max = 0.05}
[[boundary]]
kind = "box"
low = [0, 0, 0]
high = [1, 0.7, 2]
open = ["z+"]
[time]
step = 2e-3
end = 0.2
[output]
every = 0.02
"""

PLANE = (SCENE.replace("count = [4, 3]", "count = [9, 12]").replace("radius = 0.05", "radius = {min = 0.035, max = 0.05}")
         .replace("high = [0.6, 2]", "high = [1.1, 2]\nopen = [\"y+\"]").replace("end = 0.2", "end = 0.4")
         .replace("every = 0.01", "every = 0.02"))


def missing_tools():
    if shutil.which("node") is None:
        return "there is no node"
    if CHROMIUM is None:
        return "there is no chromium"
    if not (VIEWER / "node_modules" / "playwright-core").is_dir():
        return "viewer/node_modules is missing: npm ci in viewer/"
    return None


def grain_of(folder, number, choose):
    """A grain of the frame as the viewer should show it; `choose` gives its row."""
    with h5py.File(folder / "trajectory.h5") as file:
        frame = file[f"frames/{number:06}"]
        row = int(choose(frame))
        axes = "xyz"[:file.attrs["dimension"]]
        velocity = frame["velocity"][row]
        values = {f"position-{axis}": x for axis, x in zip(axes, frame["position"][row])}
        values |= {f"velocity-{axis}": x for axis, x in zip(axes, velocity)}
        values |= {"speed": np.linalg.norm(velocity), "radius": frame["radius"][row], "mass": frame["mass"][row]}
        values |= {f"spin-{k}": x for k, x in enumerate(np.atleast_1d(frame["spin"][row]))}
        values |= {"contacts": pushes(frame, frame["id"][row])}
        return {"frame": number, "id": int(frame["id"][row]), "values": {k: float(x) for k, x in values.items()}}


def pushes(frame, body):
    contacts = frame["contacts"]
    normal = contacts["impulse"][:].reshape(len(contacts["gap"]), -1)[:, 0]
    return np.count_nonzero((normal > 0) & ((contacts["body_a"][:] == body) | (contacts["body_b"][:] == body)))


@unittest.skipIf(missing_tools(), f"skipped: {missing_tools()}")
class BrowserTest(ViewerTest):
    def part_of(self, whole, segments):
        """The folder of a run as it was when so many segments were closed."""
        part = self.folder / "part"
        (part / "trajectory").mkdir(parents=True)
        for k in range(segments):
            shutil.copy(whole / "trajectory" / f"{k:06}.h5", part / "trajectory")
        for name in ("scene.toml", "series.csv", "trajectory.h5"):
            shutil.copy(whole / name, part)
        manifest = json.loads((whole / "manifest.json").read_text())
        manifest |= {"finished": False, "files": {}}
        (part / "manifest.json").write_text(json.dumps(manifest))
        return part

    def damaged(self, whole):
        folder = self.folder / "damaged"
        shutil.copytree(whole, folder)
        segment = folder / "trajectory" / "000002.h5"
        bytes_ = bytearray(segment.read_bytes())
        bytes_[len(bytes_) // 2] ^= 255
        segment.write_bytes(bytes_)
        return folder

    def test_as_a_person_would(self):
        plane, _ = self.run_scene(text=PLANE, output="plane")
        other, _ = self.run_scene("--set", "pair[0].friction=0.0", text=PLANE, output="smooth")
        space, _ = self.run_scene(text=SPACE, output="space")
        page = self.folder / "run.html"
        self.assertEqual(galet("view", plane, "--export", page, "--frames", "6").returncode, 0)
        part = self.part_of(plane, 3)
        config = self.folder / "config.json"
        config.write_text(json.dumps({
            "viewer": str(VIEWER), "chromium": CHROMIUM, "shots": str(SHOTS), "title": "small box",
            "plane": self.serve(plane).url, "both": self.serve(plane, other).url, "space": self.serve(space).url,
            "damaged": self.serve(self.damaged(plane)).url, "exported": page.as_uri(),
            "going": self.serve(part).url, "part": str(part), "whole": str(plane), "goingFrames": 9,
            "frames": 21,
            "grain": grain_of(plane, 7, lambda frame: 40),
            "lastGrain": grain_of(plane, 20, lambda frame: 40),
            "spaceGrain": grain_of(space, 8, lambda frame: np.argmax(frame["position"][:, 2] + frame["radius"][:])),
        }))
        process = subprocess.run(["node", str(pathlib.Path(__file__).parent / "browser.mjs"), str(config)], text=True,
                                 capture_output=True, timeout=1200, check=False)
        results = [line for line in process.stdout.splitlines() if line.startswith(("ok ", "not ok "))]
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertGreaterEqual(len(results), 15)
        for line in results:
            with self.subTest(line.split(":")[0]):
                self.assertTrue(line.startswith("ok "), line)


if __name__ == "__main__":
    unittest.main()
