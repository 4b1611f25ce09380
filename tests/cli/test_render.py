"""`galet render`: pictures and films of stored frames."""

import ctypes
import shutil
import subprocess
import unittest

import h5py
import numpy as np

from support import SCENE, CliTest, galet

SPACE = """\
title = "small box of spheres"
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
origin = [0.1, 0.1, 0.1]
pitch = 0.11
count = [4, 3, 3]
jitter = 0.004
radius = 0.05
[[boundary]]
kind = "box"
low = [0, 0, 0]
high = [0.6, 0.5, 9]
[time]
step = 2e-3
end = 0.1
[output]
every = 0.05
"""


def pixels(path):
    """A PNG as an array of red, green and blue, read by cairo."""
    cairo = ctypes.CDLL("libcairo.so.2")
    cairo.cairo_image_surface_create_from_png.restype = ctypes.c_void_p
    cairo.cairo_image_surface_get_data.restype = ctypes.POINTER(ctypes.c_uint8)
    surface = ctypes.c_void_p(cairo.cairo_image_surface_create_from_png(bytes(path)))
    assert cairo.cairo_surface_status(surface) == 0
    height, stride = (getattr(cairo, f"cairo_image_surface_get_{name}")(surface)
                      for name in ("height", "stride"))
    width = cairo.cairo_image_surface_get_width(surface)
    data = cairo.cairo_image_surface_get_data(surface)
    rows = np.ctypeslib.as_array(data, (height, stride)).copy()
    cairo.cairo_surface_destroy(surface)
    return rows[:, :4 * width].reshape(height, width, 4)[:, :, 2::-1]


class RenderTest(CliTest):
    def render(self, *arguments):
        process = galet("render", *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout.strip()

    def refused(self, *arguments, code=2, environment=None):
        process = galet("render", *arguments, environment=environment)
        self.assertEqual(process.returncode, code, process.stdout + process.stderr)
        return process.stderr

    def test_the_last_frame_is_the_picture_of_the_run(self):
        for text in (SCENE, SPACE):
            folder, _ = self.run_scene("--overwrite", text=text)
            file = self.folder / "a.png"
            self.assertEqual(self.render(folder, "-o", file), str(file))
            ours, theirs = pixels(file), pixels(folder / "picture.png")
            self.assertEqual(ours.shape, theirs.shape)
            # What crosses is drawn in another order, which shades a few pixels differently.
            differ = np.abs(ours.astype(int) - theirs).max(axis=2) > 8
            self.assertLess(differ.mean(), 1e-3)

    def test_grains_are_where_the_file_says(self):
        # One grain moves fast and is dark; the others rest. The darkest blue is around its place,
        # which the box of the scene, seen whole with 30 pixels around it, puts into the picture.
        folder, _ = self.run_scene()
        with h5py.File(folder / "trajectory.h5") as file:
            frame = file["frames/000010"]
            x, r, v = (frame[name][:] for name in ("position", "radius", "velocity"))
        self.render(folder, "--frame", 10, "--no-forces", "--no-marks", "-o", self.folder / "a.png")
        image = pixels(self.folder / "a.png").astype(int)
        scale = min((1200 - 60) / 0.6, 1.25 * 1200 / 2)
        height = round(1.25 * 1200 + 60)
        self.assertEqual(image.shape, (height + 48, 1200, 3))
        speed = np.linalg.norm(v, axis=1)
        at = np.array([600 + scale * (x[:, 0] - 0.3), height / 2 - scale * (x[:, 1] - 1)]).T
        centers = np.array([image[int(j), int(i)] for i, j in at])
        self.assertTrue(np.all(centers.sum(axis=1) < 3 * 250))  # no paper
        order = np.argsort(speed)
        light = centers.sum(axis=1)[order]
        self.assertTrue(np.all(np.diff(light) <= 2))  # faster is darker, but for rounding
        beside = image[int(at[0][1]), int(at[0][0] + scale * r[0] + 3)]
        self.assertNotEqual(tuple(beside), tuple(centers[0]))

    def test_time_frame_colours_and_formats(self):
        folder, _ = self.run_scene()
        self.render(folder, "--time", 0.1, "-o", self.folder / "t.png")
        self.render(folder, "--frame", 10, "-o", self.folder / "f.png")
        self.assertEqual((self.folder / "t.png").read_bytes(), (self.folder / "f.png").read_bytes())
        seen = set()
        for color in ("speed", "spin", "pressure", "contacts", "material"):
            file = self.folder / f"{color}.svg"
            self.render(folder, "--color", color, "--width", 500, "-o", file)
            self.assertTrue(file.read_bytes().startswith(b"<?xml"))
            seen.add(file.read_bytes())
        self.assertEqual(len(seen), 5)
        self.render(folder, "-o", self.folder / "a.pdf")
        self.assertTrue((self.folder / "a.pdf").read_bytes().startswith(b"%PDF"))

    def test_space(self):
        folder, _ = self.run_scene(text=SPACE)
        seen = set()
        for k, options in enumerate(([], ["--forces"], ["--cut", "y"], ["--cut", "x=0.2"],
                                     ["--azimuth", "100"], ["--elevation", "60"], ["--flat"])):
            file = self.folder / f"{k}.png"
            self.render(folder, "--width", 300, *options, "-o", file)
            seen.add(file.read_bytes())
        self.assertEqual(len(seen), 7)
        self.assertIn("got \"w\"", self.refused(folder, "--cut", "w"))
        self.assertIn("got \"x=\"", self.refused(folder, "--cut", "x="))

    def test_film(self):
        folder, summary = self.run_scene()
        film = self.folder / "film.mp4"
        self.assertIn("ffmpeg, which is not installed",
                      self.refused(folder, "-o", film, code=3, environment={"PATH": ""}))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["out", "scene.toml"])
        frames = self.folder / "frames"
        self.render(folder, "--width", 200, "-o", frames)
        self.assertEqual(len(list(frames.iterdir())), 21)
        if shutil.which("ffmpeg") is None:
            self.skipTest("no ffmpeg")
        self.render(folder, "--width", 201, "-o", film)
        probe = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_entries",
             "stream=codec_name,width,nb_read_frames", "-of", "csv=p=0", film],
            capture_output=True, text=True, check=True)
        self.assertEqual(probe.stdout.strip(), "h264,202,21")

    def stand_in(self, lines):
        """The path to programs, with an ffmpeg of these lines."""
        tools = self.folder / "tools"
        tools.mkdir(exist_ok=True)
        program = tools / "ffmpeg"
        program.write_text("#!/bin/sh\n" + lines)
        program.chmod(0o755)
        return {"PATH": f"{tools}:/usr/bin:/bin"}

    def test_what_ffmpeg_is_given(self):
        folder, _ = self.run_scene()
        film = self.folder / "film.mp4"
        keep = 'for last; do :; done\necho "$@" > "$0.words"\ncat > "$last"\n'
        process = galet("render", folder, "--width", 200, "--fps", 12, "-o", film, environment=self.stand_in(keep))
        self.assertEqual(process.returncode, 0, process.stderr)
        pictures = film.read_bytes().split(b"\x89PNG\r\n\x1a\n")[1:]
        self.assertEqual(len(pictures), 21)  # every frame
        self.assertEqual(len({picture[8:16] for picture in pictures}), 1)  # of one size
        self.assertGreater(len(set(pictures)), 10)  # that differ
        self.assertIn("-framerate 12 ", (self.folder / "tools" / "ffmpeg.words").read_text())

    def test_a_film_that_fails_leaves_nothing(self):
        folder, _ = self.run_scene()
        film = self.folder / "film.mp4"
        for lines in ("exit 1\n", 'for last; do :; done\nhead -c 1000 > "$last"\necho no room >&2\nexit 1\n'):
            stderr = self.refused(folder, "-o", film, code=3, environment=self.stand_in(lines))
            self.assertIn("ffmpeg could not make", stderr)
        self.assertFalse(list(self.folder.glob("film*")))

    def test_refusals_help(self):
        folder, _ = self.run_scene()
        self.assertIn('did you mean "speed"?', self.refused(folder, "--color", "sped"))
        self.assertIn("frames 0 … 20", self.refused(folder, "--frame", 21))
        self.assertIn("no such folder", self.refused(self.folder / "absent"))
        self.assertIn("no trajectory", self.refused(self.folder))
        self.assertIn(".png, .svg or .pdf", self.refused(folder, "-o", "a.gif"))
        self.assertIn("choose one frame", self.refused(folder, "--time", 0, "-o", "a.mp4"))
        self.assertIn("for 3D runs", self.refused(folder, "--cut", "x"))
        scene = folder / "scene.toml"
        scene.write_text(scene.read_text().replace("[[boundary]]",
                                                   '[[boundary]]\nkind = "drum"\ncenter = [0, 0]\nradius = 9\n'
                                                   "[[boundary]]", 1))
        self.assertIn("scene.toml: had", self.refused(folder, code=3))
        # What no manifest lists is compared with the frames.
        (folder / "manifest.json").unlink()
        self.assertIn("changed since the run", self.refused(folder))


if __name__ == "__main__":
    unittest.main()
