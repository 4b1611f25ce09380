"""Bad input: what is wrong and where, exit code 2, nothing written."""

import unittest

from support import SCENE, SOURCE, CliTest, galet


class InputTest(CliTest):
    def refused(self, text, *expected, arguments=()):
        output = self.folder / "out"
        path = self.scene(text)
        process = galet("run", path, "-o", output, *arguments)
        self.assertEqual(process.returncode, 2, process.stderr)
        for words in expected:
            self.assertIn(words, process.stderr)
        self.assertFalse(output.exists(), "nothing is written for bad input")
        checked = galet("check", path, *arguments)
        self.assertEqual(checked.returncode, 2)
        return process.stderr

    def line_of(self, text, words):
        return text[:text.index(words)].count("\n") + 1

    def test_unknown_key_with_suggestion(self):
        text = SCENE.replace("friction =", "fricton =")
        self.refused(text, f"scene.toml:{self.line_of(text, 'fricton')}:1:", "fricton",
                     'did you mean "friction"')

    def test_wrong_type(self):
        text = SCENE.replace("radius = 0.05", 'radius = "big"')
        self.refused(text, f"scene.toml:{self.line_of(text, 'radius')}:", "radius", "number")

    def test_missing_material(self):
        self.refused(SCENE.replace('materials = ["glass", "glass"]', 'materials = ["glass", "steel"]'),
                     "steel", "glass")

    def test_non_positive_numbers(self):
        self.refused(SCENE.replace("radius = 0.05", "radius = 0"), "radius", "positive")
        self.refused(SCENE.replace("step = 1e-3", "step = -1e-3"), "time.step", "positive")
        self.refused(SCENE.replace("radius = 0.05", "radius = 0.05\nmass = -1"), "mass", "positive")

    def test_overlapping_bodies_are_named(self):
        message = self.refused(SCENE.replace("pitch = 0.11", "pitch = 0.09"), "overlap")
        self.assertRegex(message, r"bod(y|ies) \d+")

    def test_body_outside_the_box(self):
        self.refused(SCENE.replace("high = [0.6, 2]", "high = [0.3, 2]"), "outside")

    def test_absurd_size_says_the_memory(self):
        self.refused(SCENE.replace("count = [4, 3]", "count = [40000, 50000]"), "GB")

    def test_syntax_error(self):
        self.refused(SCENE + "\n[\n", "scene.toml:")

    def test_override(self):
        process = galet("check", self.scene(), "--set", "time.end=0.4", "--resolved")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("end = 0.4", process.stdout)
        self.refused(SCENE, "--set", "solver.tolerence", arguments=("--set", "solver.tolerence=1"))
        self.refused(SCENE, "positive", arguments=("--set", "solver.tolerance=-1"))

    def test_missing_file_and_missing_arguments(self):
        process = galet("run", self.folder / "no.toml")
        self.assertEqual(process.returncode, 2)
        self.assertIn("no.toml", process.stderr)
        self.assertEqual(galet("run").returncode, 2)
        self.assertEqual(galet("dance").returncode, 2)
        self.assertEqual(galet("--help").returncode, 0)
        version = (SOURCE / "VERSION").read_text().strip()
        self.assertEqual(galet("--version").stdout.strip(), f"galet {version}")

    def test_every_scene_that_comes_with_galet_is_valid(self):
        scenes = sorted((SOURCE / "scenes").rglob("*.toml"))
        self.assertGreater(len(scenes), 10)
        for scene in scenes:
            with self.subTest(scene=scene.name):
                process = galet("check", scene)
                if 'kind = "run"' in scene.read_text():  # everything else is right
                    self.assertIn("no such folder", process.stderr)
                    continue
                self.assertEqual(process.returncode, 0, process.stderr)

    def test_list_names_the_scenes(self):
        process = galet("list", cwd=self.folder)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("gallery/rotating-drum", process.stdout)
        self.assertIn("moreau-jean", process.stdout)

    def test_reference_pages_are_up_to_date(self):
        pages = {"scene-reference.md": (), "record-reference.md": ("--records",)}
        for name, options in pages.items():
            with self.subTest(page=name):
                process = galet("reference", *options)
                page = (SOURCE / "docs" / name).read_text()
                self.assertEqual(process.stdout, page, "regenerate it with `make docs`")


if __name__ == "__main__":
    unittest.main()
