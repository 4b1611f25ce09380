"""`galet view`: what its server gives, and what it does with requests that mean no good."""

import hashlib
import signal
import socket
import subprocess
import unittest

import h5py
import numpy as np

from viewer_support import GALET, HANG, Server, ViewerTest
from support import galet


def contents(folder):
    return {path.relative_to(folder): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def answer_to(port, request, half_close=False):
    """Everything that the server sends back until it closes the connection, or resets it."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=HANG) as connection:
        try:
            connection.sendall(request)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
            while block := connection.recv(65536):
                received += block
        except ConnectionError:
            pass
    return received


class DataTest(ViewerTest):
    def test_arrays_are_those_of_the_trajectory(self):
        folder = self.small_run()
        server = self.serve(folder)
        index = server.json("/api/runs/0")
        with h5py.File(folder / "trajectory.h5") as file:
            self.assertEqual(index["times"], list(file["time"][:]))
            for number in (0, 7, index["frames"] - 1):
                frame = file[f"frames/{number:06}"]
                arrays = server.slices(number, ["id", "position", "velocity", "radius", "spin", "speed", "contacts",
                                                "material", "orientation", "forces"])
                np.testing.assert_array_equal(arrays["id"], frame["id"][:])
                for name in ("position", "velocity", "radius", "spin", "material", "orientation"):
                    np.testing.assert_array_equal(arrays[name], frame[name][:].astype(np.float32), err_msg=name)
                speed = np.linalg.norm(frame["velocity"][:], axis=1)
                np.testing.assert_allclose(arrays["speed"], speed, rtol=1e-6)
                self.compare_contacts(arrays, frame)

    def compare_contacts(self, arrays, frame):
        contacts = frame["contacts"]
        normal = contacts["impulse"][:].reshape(-1, 2)[:, 0] / frame.attrs["step_length"]
        pushes = normal > 0
        np.testing.assert_allclose(arrays["forces"][:, 6], normal[pushes], rtol=1e-6)
        np.testing.assert_array_equal(arrays["forces"][:, 7], contacts["status"][:][pushes])
        for side, name in enumerate(("body_a", "body_b")):
            np.testing.assert_array_equal(arrays["forces.bodies"][:, side], contacts[name][:][pushes])
        sides = np.concatenate([contacts["body_a"][:][pushes], contacts["body_b"][:][pushes]])
        counts = [np.count_nonzero(sides == body) for body in frame["id"][:]]
        np.testing.assert_array_equal(arrays["contacts"], counts)

    def test_walls_stand_where_they_act(self):
        folder = self.small_run()
        lines = self.serve(folder).slices(0, ["walls"])["walls.lines"].reshape(-1, 2, 3)
        # The box from (0, 0) to (0.6, 2), a line for each side.
        self.assertEqual(len(lines), 4)
        np.testing.assert_allclose(lines.min(axis=(0, 1)), [0, 0, 0], atol=1e-7)
        np.testing.assert_allclose(lines.max(axis=(0, 1)), [0.6, 2, 0], rtol=1e-6)

    def test_headers_keep_the_page_to_itself(self):
        folder = self.small_run()
        server = self.serve(folder)
        status, headers, page = server.ask("/")
        self.assertEqual(status, 200)
        self.assertEqual(headers["Content-Type"], "text/html; charset=utf-8")
        self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
        self.assertIn(b"script-src 'sha256-", page)
        for path, kind in (("/api/session", "application/json"), ("/api/runs/0/series", "application/octet-stream")):
            status, headers, _ = server.ask(path)
            self.assertEqual((status, headers["Content-Type"]), (200, kind))
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertNotIn("Access-Control-Allow-Origin", headers)


class HostileTest(ViewerTest):
    def setUp(self):
        super().setUp()
        self.results = self.small_run()
        self.before = contents(self.results)
        self.server = self.serve(self.results)
        self.host = f"Host: 127.0.0.1:{self.server.port}\r\n".encode()

    def tearDown(self):
        """Whatever has happened: it still answers, has changed nothing, and stops when told."""
        self.assertEqual(self.server.json("/api/runs/0")["frames"], 21)
        self.assertEqual(contents(self.results), self.before)
        self.assertEqual(self.server.stop(), 0)

    def status(self, request):
        words = answer_to(self.server.port, request).split(b" ", 2)
        return int(words[1]) if len(words) > 1 else None

    def memory(self):
        with open(f"/proc/{self.server.process.pid}/statm") as file:
            return int(file.read().split()[1]) * 4096

    def test_paths_outside(self):
        secret = self.folder / "secret.txt"
        secret.write_text("SECRET")
        for path in ("/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/api/runs/../../secret.txt",
                     "/api/runs/0/../../secret.txt", "/....//secret.txt", str(secret), "//" + str(secret),
                     "/scene.toml", "/trajectory.h5", "/api/runs/0/scene.toml", "/\\..\\secret.txt",
                     "/api/runs/0/frames/0?slices=../../secret.txt", "/?file=" + str(secret), "/%00"):
            status, _, body = self.server.ask(path)
            self.assertIn(status, (200, 400, 404), path)
            self.assertNotIn(b"SECRET", body, path)
            if status == 200:  # the page, whatever follows its question mark
                self.assertTrue(body.lstrip().startswith(b"<!doctype html>"), path)

    def test_numbers_out_of_range(self):
        for number in ("-1", "21", "99999999999999999999", "1e3", "0x1", "+1", " 1", "00", "1.0", "NaN", "٣"):
            request = f"GET /api/runs/0/frames/{number}?slices=id HTTP/1.1\r\n".encode() + self.host
            self.assertIn(self.status(request + b"Connection: close\r\n\r\n"), (400, 404), number)
        self.assertEqual(self.server.ask("/api/runs/2")[0], 404)
        self.assertEqual(self.server.ask("/api/runs/0/frames/0?slices=" + "id," * 1000)[0], 400)

    def test_other_methods(self):
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"):
            status, headers, _ = self.server.ask("/", method)
            self.assertEqual(status, 405, method)
            self.assertEqual(headers["Allow"], "GET, HEAD")
        status, headers, body = self.server.ask("/api/session", "HEAD")
        self.assertEqual((status, body), (200, b""))
        self.assertGreater(int(headers["Content-Length"]), 0)

    def test_other_hosts_and_origins(self):
        port = self.server.port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}",
                     f"127.0.0.1.evil.example:{port}"):
            self.assertEqual(self.server.ask("/api/session", headers={"Host": host})[0], 403, host)
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", f"http://localhost:{port}"):
            self.assertEqual(self.server.ask("/api/session", headers={"Origin": origin})[0], 403, origin)
        for site in ("cross-site", "same-site"):
            self.assertEqual(self.server.ask("/api/session", headers={"Sec-Fetch-Site": site})[0], 403, site)
        self.assertEqual(self.server.ask("/", headers={"Sec-Fetch-Site": "cross-site"})[0], 403)
        self.assertEqual(self.server.ask("/", headers={"Sec-Fetch-Site": "cross-site",
                                                       "Sec-Fetch-Mode": "navigate"})[0], 200)
        self.assertEqual(self.server.ask("/", headers={"Host": f"localhost:{port}"})[0], 200)

    def test_garbage(self):
        for request in (b"\0" * 5000, b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + b"x" * 300, b"\r\n\r\n",
                        b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET / HTTP/1.1\nHost: a\n\n" * 2000,
                        b"GET / HTTP/1.1\r\n" + self.host + b"Content-Length: 99999999999\r\n\r\n",
                        b"GET / HTTP/1.1\r\n" + self.host + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n"):
            self.assertIn(self.status(request), (400, 413, 431, 505), request[:40])
        for part in (b"", b"G", b"GET / HTTP/1.1\r\nHo"):
            self.assertEqual(answer_to(self.server.port, part, half_close=True), b"")

    def test_giant_heads_take_no_memory(self):
        before = self.memory()
        for request in (b"GET /" + b"a" * 20_000_000, b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000_000,
                        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 3_000_000):
            self.assertIn(self.status(request), (414, 431, None))  # None: the client was cut off
        self.assertLess(self.memory() - before, 10_000_000)

    def test_slow_and_silent_clients_hold_up_nobody(self):
        connections = [socket.create_connection(("127.0.0.1", self.server.port), timeout=HANG) for _ in range(40)]
        for k, connection in enumerate(connections):
            connection.sendall(b"GET / HTTP/1.1\r\nX: "[:k])
            self.assertEqual(self.server.ask("/api/session")[0], 200)
        for connection in connections:
            connection.close()

    def test_more_connections_than_are_kept(self):
        connections = []
        for _ in range(300):
            connections.append(socket.create_connection(("127.0.0.1", self.server.port), timeout=HANG))
            connections[-1].sendall(b"GET")
        self.assertEqual(self.server.ask("/api/session")[0], 200)
        for connection in connections:
            connection.close()

    def test_a_client_that_does_not_read(self):
        request = b"GET / HTTP/1.1\r\n" + self.host + b"\r\n"
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=HANG) as connection:
            connection.sendall(request * 40)  # 40 pages of half a megabyte, more than the system keeps
            self.assertEqual(self.server.ask("/api/session")[0], 200)
            # Nothing is lost when it reads after all.
            _, _, page = self.server.ask("/")
            received = 0
            while received < 40 * len(page):
                received += len(connection.recv(1 << 20))

    def test_requests_one_after_the_other_on_one_connection(self):
        request = b"GET /api/session HTTP/1.1\r\n" + self.host
        received = answer_to(self.server.port, (request + b"\r\n") * 400 + request + b"Connection: close\r\n\r\n")
        self.assertEqual(received.count(b"HTTP/1.1 200 OK\r\n"), 401)


class CommandTest(ViewerTest):
    def refused(self, code, *arguments):
        process = galet("view", *arguments)
        self.assertEqual(process.returncode, code, process.stdout + process.stderr)
        return process.stderr

    def test_stops_by_signals_with_a_client_connected(self):
        folder = self.small_run()
        for with_signal in (signal.SIGINT, signal.SIGTERM):
            server = Server(folder)
            with socket.create_connection(("127.0.0.1", server.port), timeout=HANG) as connection:
                connection.sendall(b"GET / HT")
                self.assertEqual(server.stop(with_signal), 0)

    def test_bad_use_is_exit_code_2(self):
        folder = self.small_run()
        self.assertIn("no such folder", self.refused(2, self.folder / "none"))
        (self.folder / "empty").mkdir()
        self.assertIn("no trajectory", self.refused(2, self.folder / "empty"))
        self.refused(2)
        self.refused(2, folder, folder, folder)
        self.refused(2, folder, "--port", "70000")
        self.refused(2, folder, "--frames", "10")
        self.assertIn("--host", self.refused(2, folder, "--host", "no.such.host.invalid"))
        server = self.serve(folder)
        self.assertIn("without --port", self.refused(2, folder, "--port", server.port))

    def test_damage_is_exit_code_3_or_an_answer_that_names_it(self):
        folder = self.small_run()
        server = self.serve(folder)
        segment = folder / "trajectory" / "000002.h5"
        bytes_ = bytearray(segment.read_bytes())
        bytes_[len(bytes_) // 2] ^= 255
        segment.write_bytes(bytes_)
        status, _, body = server.ask("/api/runs/0/frames/7?slices=position")
        self.assertEqual(status, 500)
        self.assertIn(b"000002.h5", body)
        self.assertEqual(server.ask("/api/runs/0/frames/0?slices=position")[0], 200)
        (folder / "trajectory" / "000000.h5").write_bytes(b"no HDF5")
        self.assertIn("000000.h5", self.refused(3, folder))

    def test_the_port_that_was_asked_for(self):
        folder = self.small_run()
        for _ in range(10):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            try:
                server = self.serve(folder, "--port", port)
            except AssertionError:  # somebody else has taken it meanwhile
                continue
            self.assertEqual(server.url, f"http://127.0.0.1:{port}/")
            return
        self.fail("no port that is asked for can be had")

    def test_export_is_one_file_that_names_no_other(self):
        folder = self.small_run()
        page = self.folder / "run.html"
        process = galet("view", folder, "--export", page, "--frames", "5")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(process.stdout.strip(), str(page))
        self.assertIn("5 of 21 frames", process.stderr)
        text = page.read_text()
        self.assertNotRegex(text, r"<script[^>]*\ssrc=|<link[^>]*href=.(?!data:)")
        self.assertIn("Copyright", text.split("</head>")[0])  # of the libraries in the page

    def test_output_that_nobody_reads(self):
        folder = self.small_run()
        process = subprocess.run(f'"{GALET}" view "{folder}" --export "{self.folder}/a.html" >/dev/full', shell=True,
                                 capture_output=True, text=True, timeout=HANG, check=False)
        self.assertEqual(process.returncode, 3)


if __name__ == "__main__":
    unittest.main()
