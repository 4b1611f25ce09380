"""What the tests of the Python module share."""

import os
import pathlib
import subprocess
import tempfile
import unittest

GALET = os.environ["GALET"]
SOURCE = pathlib.Path(os.environ["GALET_SOURCE"])
SCENES = SOURCE / "scenes"

# Twelve discs fall into a box: small enough for a fraction of a second.
BOX = """\
title = "small box"
dimension = 2
gravity = [0, -9.81]

[[material]]
name = "glass"
density = 2600

[[pair]]
materials = ["glass", "glass"]
friction = 0.3

[[bodies]]
kind = "lattice"
origin = [0.1, 0.1]
pitch = 0.11
count = [4, 3]
jitter = 0.004
radius = 0.05

[[boundary]]
kind = "box"
low = [0, 0]
high = [0.6, 2]

[time]
step = 1e-3
end = 0.2

[output]
every = 0.01
frames_per_segment = 4
"""

# What each scheme needs beside it.
SCHEMES = {
    "moreau-jean": {},
    "moreau-jean, velocity": {"scheme": {"name": "moreau-jean", "normal": "velocity"}},
    "convex": {"scheme": {"name": "convex"}},
    "newmark": {"scheme": {"name": "newmark"}, "pair": {"compliance": {"stiffness": 1e7, "exponent": 2, "c_t": 1e3}}},
    "dem": {"scheme": {"name": "dem"}, "pair": {"spring": {"normal": 1e6, "tangential": 1e6}}, "step": 1e-4},
    "first-order": {
        "scheme": {"name": "first-order"},
        "pair": {"friction": 0.0},
        "desire": [{"kind": "velocity", "velocity": [0.5, -1.0]}],
    },
}


def free_ball(scheme="moreau-jean", dimension=2, **changes):
    """One body of 1 kg that nothing touches, at rest, without gravity."""
    scene = {
        "title": "one body",
        "dimension": dimension,
        "material": [{"name": "m", "density": 1.0}],
        "pair": [{"materials": ["m", "m"]}],
        "bodies": [{"kind": "list", "position": [[0.0] * dimension], "radius": 0.1, "mass": 1.0}],
        "time": {"step": 0.01, "end": 1.0},
    }
    needs = SCHEMES[scheme]
    if "scheme" in needs:
        scene["scheme"] = needs["scheme"]
    scene["pair"][0].update(needs.get("pair", {}))
    scene.update(changes)
    return scene


def galet(*arguments, cwd=None):
    """The finished process, with its output as text."""
    return subprocess.run([GALET, *map(str, arguments)], cwd=cwd, text=True, capture_output=True, timeout=600, check=False)


def message_of(process):
    """What the program said was wrong."""
    for kind in ("error", "damaged file", "the computation broke down"):
        head = f"galet: {kind}: "
        if process.stderr.startswith(head):
            return process.stderr[len(head) :].rstrip("\n")
    raise AssertionError(f"no message in {process.stderr!r}")


class PythonTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def file(self, text=BOX, name="scene.toml"):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def run_program(self, scene, *arguments, name="program"):
        """The folder of a run by the program."""
        folder = self.folder / name
        process = galet("run", scene, "-o", folder, "--quiet", *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        return folder
