"""`galet report`: one page about a run or a study."""

import base64
import html.parser
import re
import unittest

from support import SCENE, CliTest, galet


class Page(html.parser.HTMLParser):
    """Tags, text and images of a page; whether tags close in order."""

    VOID = {"meta", "img", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.images, self.words = [], [], {}, []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "img":
            attributes = dict(attrs)
            self.images[attributes["alt"]] = attributes["src"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return "".join(self.words)


class ReportTest(CliTest):
    def report(self, *arguments):
        process = galet("report", *arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout.split()

    def test_a_run(self):
        folder, summary = self.run_scene(text=SCENE.replace("small box", "<b>small</b> & box"))
        written = self.report(folder)
        self.assertEqual(written, [str(folder / "report.html"), str(folder / "report/report.md")])
        page = Page((folder / "report.html").read_text())
        for word in ("<b>small</b> & box", "12 bodies in 2D, 200 steps to t = 0.2 s",
                     summary["state_hash"], "kind = \"lattice\"", "Warnings"):
            self.assertIn(word, page.text)
        self.assertNotIn("b", page.tags)
        self.assertEqual(len(page.images), 7)  # first, last, five figures
        for alt, source in page.images.items():
            kind, data = re.fullmatch(r"data:image/(png|svg\+xml);base64,(.*)", source).groups()
            head = base64.b64decode(data)[:5]
            self.assertEqual(head, b"\x89PNG\r" if kind == "png" else b"<?xml", alt)
        # The page needs no other file; the Markdown names its images, which are beside it.
        self.assertFalse(re.search(r'(src|href)="(?!data:)', (folder / "report.html").read_text()))
        markdown = (folder / "report/report.md").read_text()
        for name in re.findall(r"!\[.*\]\((.*)\)", markdown):
            self.assertTrue((folder / "report" / name).exists(), name)

    def test_a_run_without_its_end(self):
        folder = self.folder / "out"
        # As after a kill: there are frames and rows, but no end.
        process = galet("run", self.scene(), "-o", folder, "--max-wall", "1e-9")
        self.assertEqual(process.returncode, 75, process.stderr)
        (folder / "summary.json").unlink()
        self.report(folder, "-o", self.folder / "page")
        text = Page((self.folder / "page" / "report.html").read_text()).text
        self.assertIn("still going or was killed", text)

    def test_a_comparison(self):
        out = self.folder / "study"
        variants = ["moreau-jean", "moreau-jean:normal=velocity"]
        process = galet("compare", self.scene(), "--with", ",".join(variants), "-o", out)
        self.assertEqual(process.returncode, 0, process.stderr)
        # The Markdown beside the table has its images beside it, too.
        named = re.findall(r"!\[.*\]\((.*)\)", (out / "compare.md").read_text())
        self.assertEqual(len(named), 5 + len(variants))  # the standard figures, and how each ended
        for name in named:
            self.assertTrue((out / name).exists(), name)
        self.report(out)
        page = Page((out / "report.html").read_text())
        for word in (*variants, "kind = \"lattice\""):
            self.assertIn(word, page.text)
        self.assertIn("table", page.tags)
        self.assertEqual(len(page.images), len(named))
        for variant in variants:
            self.assertRegex(page.images[variant], "^data:image/png;base64,")
        markdown = (out / "report" / "report.md").read_text()
        for name in re.findall(r"!\[.*\]\((.*)\)", markdown):
            self.assertTrue((out / "report" / name).exists(), name)

    def test_experiments(self):
        out = self.folder / "experiments"
        secret = self.folder / "secret.png"
        secret.write_bytes(b"secret")
        for paper, title in (("a-1999", "One"), ("b-2001", "Two")):
            folder = out / paper
            folder.mkdir(parents=True)
            (folder / "one.md").write_text(f"# {title}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![curve of {title}](one-c.svg)\n\n"
                                           f"![outside]({secret})\n\n![above](../../secret.png)\n")
            (folder / "one.json").write_text("{}")
            (folder / "one-c.svg").write_text(f"<?xml of {title}")
        (out / "notes.md").write_text("# Not an experiment\n")
        self.report(out)
        page = Page((out / "report.html").read_text())
        self.assertIn("One", page.text)
        self.assertIn("Two", page.text)
        self.assertNotIn("Not an experiment", page.text)
        # Pictures beside a page are in it, and no others.
        self.assertEqual(sorted(page.images), ["curve of One", "curve of Two"])
        for title in ("One", "Two"):
            data = page.images[f"curve of {title}"].split(",")[1]
            self.assertEqual(base64.b64decode(data), f"<?xml of {title}".encode())

    def test_refusals_help(self):
        self.assertIn("no such folder", galet("report", self.folder / "absent").stderr)
        process = galet("report", self.folder)
        self.assertEqual(process.returncode, 2)
        self.assertIn("contains no results", process.stderr)


if __name__ == "__main__":
    unittest.main()
