"""One scene with several schemes: galet compare."""

import csv
import unittest

from support import SCENE, SOURCE, CliTest, galet

THREE_LAWS = SOURCE / "scenes" / "gallery" / "three-laws.toml"

LAWS = """friction = 0.3
compliance = {stiffness = 1e6, c_t = 1e3}
spring = {normal = 1e6, tangential = 5e5}
"""


class CompareTest(CliTest):
    def compare(self, *arguments, text=SCENE.replace("friction = 0.3\n", LAWS)):
        return galet("compare", self.scene(text), "-o", self.folder / "out", *arguments)

    def refused(self, variants, *expected, **options):
        process = self.compare("--with", variants, **options)
        self.assertEqual(process.returncode, 2, process.stderr)
        for words in expected:
            self.assertIn(words, process.stderr)
        self.assertFalse((self.folder / "out").exists(), "nothing runs for bad input")

    def rows(self):
        with open(self.folder / "out" / "compare.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_table_of_all_schemes(self):
        variants = ["moreau-jean", "moreau-jean:normal=velocity",
                    "newmark:kind=inc:alpha=3:stiffness=1e8", "newmark:kind=snc:step=5e-4",
                    "dem:step=1e-4"]
        process = self.compare("--with", ",".join(variants))
        self.assertEqual(process.returncode, 0, process.stderr)
        rows = self.rows()
        self.assertEqual([row["variant"] for row in rows], variants)
        self.assertEqual([row["steps"] for row in rows], ["200", "200", "200", "400", "2000"])
        markdown = (self.folder / "out" / "compare.md").read_text()
        for variant, row in zip(variants, rows):
            self.assertIn(variant, process.stdout)
            self.assertIn(f"| {variant} |", markdown)
            self.assertGreater(float(row["dissipated"]), 0)
            self.assertGreater(float(row["cpu_seconds"]), 0)
            explicit = variant.startswith("dem")
            self.assertEqual(row["iterations"] == "", explicit)
            # Implicit schemes balance to round-off, the explicit one to (ω h)²/4 of the energy of a
            # contact at most: ω² = k/m = 5e4 with the mass 20 kg of a disc, h = 1e-4 s.
            self.assertLess(float(row["balance_error"]), 1e-2 if explicit else 1e-10)
        # The laws differ, the runs do.
        self.assertEqual(len({row["state_hash"] for row in rows}), len(rows))

    def test_a_row_is_the_run_with_these_settings(self):
        self.compare("--with", "dem:step=2e-4:normal=5e5")
        text = SCENE.replace("friction = 0.3\n", LAWS) + "[scheme]\nname = 'dem'\n"
        _, summary = self.run_scene("--set", "time.step=2e-4", "--set", "pair[0].spring.normal=5e5",
                                    text=text, output="run")
        self.assertEqual(self.rows()[0]["state_hash"], summary["state_hash"])

    def test_threads_change_nothing(self):
        process = galet("compare", THREE_LAWS, "--with", "dem", "--set", "time.end=0.05", "-o",
                        self.folder / "out")
        self.assertEqual(process.returncode, 0, process.stderr)
        one = self.rows()[0]["state_hash"]
        galet("compare", THREE_LAWS, "--with", "dem", "--set", "time.end=0.05", "--threads", "2",
              "-o", self.folder / "out", "--overwrite")
        self.assertEqual(self.rows()[0]["state_hash"], one)

    def test_unknown_names_are_refused(self):
        self.refused("newmrk", "--with", 'unknown scheme "newmrk"', 'did you mean "newmark"')
        self.refused("moreau-jean,newmark:blnd=1", '"newmark:blnd=1"', 'unknown key "blnd"',
                     'did you mean "blend"')
        self.refused("dem:damping", "expected key=value")
        self.refused("dem:solver.tolerence=1", "tolerence", 'did you mean "tolerance"')
        self.refused("dem:damping=-1", "pair[0].spring.damping", "at least 0", "-1")

    def test_laws_that_are_missing_are_named(self):
        self.refused("moreau-jean,newmark", "no compliance", "compliance = {stiffness", '"newmark"',
                     text=SCENE)
        self.refused("moreau-jean,dem", "no spring", "spring = {normal", '"dem"', text=SCENE)

    def test_unstable_steps_are_refused_unless_asked_for(self):
        self.refused("dem:normal=1e12", "time.step", "must be at most", "got 0.001",
                     "scheme.allow_unstable")
        process = self.compare("--with", "dem:normal=1e12:allow_unstable=true")
        self.assertIn(process.returncode, (0, 4), process.stderr)

    def test_results_are_not_overwritten(self):
        self.assertEqual(self.compare("--with", "moreau-jean").returncode, 0)
        again = self.compare("--with", "moreau-jean")
        self.assertEqual(again.returncode, 2)
        self.assertIn("--overwrite", again.stderr)
        self.assertEqual(self.compare("--with", "moreau-jean", "--overwrite").returncode, 0)


if __name__ == "__main__":
    unittest.main()
