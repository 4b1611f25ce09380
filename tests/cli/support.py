"""Runs the galet program the way a user does."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

GALET = os.environ["GALET"]
SOURCE = pathlib.Path(os.environ["GALET_SOURCE"])
HANG = 1200  # seconds; for hangs only

# Twelve discs fall into a box: small enough for a fraction of a second.
SCENE = """\
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


def galet(*arguments, cwd=None, environment=None):
    """The finished process, with its output as text."""
    return subprocess.run([GALET, *map(str, arguments)], cwd=cwd, text=True, capture_output=True,
                          env={**os.environ, **(environment or {})}, timeout=HANG, check=False)


class CliTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def scene(self, text=SCENE, name="scene.toml"):
        path = self.folder / name
        path.write_text(text)
        return path

    def run_scene(self, *arguments, text=SCENE, output="out"):
        """Runs the scene, which must succeed; returns the folder of results and its summary."""
        folder = self.folder / output
        process = galet("run", self.scene(text), "-o", folder, *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        return folder, json.loads((folder / "summary.json").read_text())
