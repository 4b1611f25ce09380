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

    def test_misspelt_commands_and_options(self):
        for words, expected in [(("rnu", "x.toml"), 'unknown command "rnu"; did you mean "run"?'),
                                (("run", "x.toml", "--thread", "2"), 'unknown option of `galet run` "--thread"; '
                                 'did you mean "--threads"?'),
                                (("run", "x.toml", "--thread=2"), '"--thread"; did you mean "--threads"?'),
                                (("check", "x.toml", "--resolve"), 'did you mean "--resolved"?'),
                                (("dance",), 'unknown command "dance"; expected one of "run"'),
                                ((), "expected a command; `galet --help` lists them"),
                                (("check",), "see `galet check --help`"),
                                (("--dance",), 'unknown option of `galet` "--dance"')]:
            process = galet(*words)
            self.assertEqual(process.returncode, 2, words)
            self.assertIn(expected, process.stderr)
            self.assertTrue(process.stderr.startswith("galet: error: "), process.stderr)

    def test_a_missing_step_points_to_the_command_that_suggests_one(self):
        self.refused(SCENE.replace("step = 1e-3\n", ""), "time.step: missing", "`galet check` suggests one")

    def test_scenes_by_half_their_name(self):
        for name, expected in [("hopper", "gallery/hopper"), ("galery/hopper", "gallery/hopper"),
                               ("hoper", "gallery/hopper"), ("hopper.toml", "gallery/hopper")]:
            process = galet("run", name, cwd=self.folder)
            self.assertEqual(process.returncode, 2)
            self.assertIn(f'no such scene; did you mean "{expected}"?', process.stderr)
        self.assertNotIn("did you mean", galet("run", "quite-another-thing", cwd=self.folder).stderr)

    def test_a_sweeping_process_is_sent_to_its_command(self):
        for command in ("run", "converge", "compare"):
            more = {"converge": ("--steps", "1,2"), "compare": ("--with", "dem")}.get(command, ())
            process = galet(command, "sweep/play-operator", *more, cwd=self.folder)
            self.assertEqual(process.returncode, 2)
            self.assertIn("use `galet sweep sweep/play-operator`", process.stderr)

    def test_keys_of_other_programs(self):
        pair = '["glass", "glass"]'
        for line, expected in [("young = 1e7", "`compliance`"), ("poisson = 0.3", "`spring`"),
                               ("adhesion = 1", "`cohesion`"), ("damping = 0.1", "`restitution`"),
                               ("mu = 0.1", "`friction`")]:
            self.refused(SCENE.replace(f"materials = {pair}", f"materials = {pair}\n{line}"), "unknown key; ", expected)
        self.refused(SCENE.replace("density = 2600", "density = 2600\nyoung = 1e7"), "material[0].young", "rigid")

    def test_unknown_group(self):
        grouped = SCENE.replace("radius = 0.05", 'radius = 0.05\ngroup = "grains"')
        for table in ('[[force]]\ngroup = "grian"\nforce = [1, 0]\n', '[[observe]]\nkind = "profile"\ngroup = "grian"\n'
                      'grid = {low = [0, 0], high = [1, 1], cells = [1, 1]}\n',
                      '[[remove]]\ngroup = "grian"\nregion = {low = [0, 0], high = [1, 1]}\n'):
            self.refused(grouped + table, 'unknown group "grian"; did you mean "grains"?')

    def test_reference_pages_are_up_to_date(self):
        pages = {"scene-reference.md": (), "record-reference.md": ("--records",)}
        for name, options in pages.items():
            with self.subTest(page=name):
                process = galet("reference", *options)
                page = (SOURCE / "docs" / name).read_text()
                self.assertEqual(process.stdout, page, "regenerate it with `make docs`")


if __name__ == "__main__":
    unittest.main()
