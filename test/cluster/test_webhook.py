# SPDX-License-Identifier: GPL-2.0-or-later
"""garq-webhook posts an event as JSON, to a server of this test."""
import http.server
import json
import os
import threading
import unittest

import case
import gq
from case import at

PROGRAM = os.path.join(os.path.dirname(__file__), "..", "..", "contrib", "garq-webhook")
ODD = "r\"7\\\n\t\x01\x7f{}$(id)`id`'%s ä€😀"


def setUpModule():
    case.start(4)


class Server(http.server.ThreadingHTTPServer):
    """Writes down what it is posted, and answers with the next of statuses, or with 200."""
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.posts, self.statuses = [], []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path="/hook"):
        return f"http://127.0.0.1:{self.server_port}{path}"


class Answer(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts.append((self.path, dict(self.headers), json.loads(body)))
        self.send_response(self.server.statuses.pop(0) if self.server.statuses else 200)
        self.end_headers()

    def log_message(self, *args):
        pass


class Webhook(case.Case):
    def setUp(self):
        super().setUp()
        self.server = Server()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.folder = case.new_folder()

    def conf(self, text, name="garq-webhook.conf", mode=0o600, folder=None):
        path = os.path.join(folder or self.folder, name)
        with open(path, "w") as f:
            f.write(text)
        os.chmod(path, mode)
        return path

    def post(self, *files, **event):
        """As slurmctld runs it: all variables are there."""
        names = "EVENT RESERVATION USERS OLD_START START END OLD_NODES NODES REASON".split()
        env = {"PATH": os.environ["PATH"], "SLURM_CONF": os.path.join(self.folder, "slurm.conf"),
               **{f"GARQ_{n}": event.get(n.lower(), "") for n in names}}
        return gq.run(PROGRAM, *files, env=env)

    def fails(self, code, error, *files):
        r = self.post(*files, event="begins", reservation="r1")
        self.assertEqual(r.code, code, r.err)
        self.assertIn(error, r.err)

    def test_json(self):
        self.conf(f'url = "{self.server.url()}"\nheader = "Authorization: Bearer s3cret"\n')
        r = self.post(event="shifted", reservation=ODD, users="a,b", old_start="1900000000", start="1900003600",
                      end="1900007200", old_nodes="n[1-2]", nodes="n3", reason=f"made room for {ODD}")
        self.assertEqual((r.code, r.out, r.err), (0, "", ""))
        (path, headers, body), = self.server.posts
        self.assertEqual((path, headers["Content-Type"], headers["Authorization"]),
                         ("/hook", "application/json", "Bearer s3cret"))
        self.assertEqual(body, {
            "event": "shifted", "reservation": ODD, "users": "a,b", "old_start": 1900000000, "start": 1900003600,
            "end": 1900007200, "old_nodes": "n[1-2]", "nodes": "n3", "reason": f"made room for {ODD}",
            "text": f"shifted {ODD}: made room for {ODD}"})

    def test_what_an_event_has_not_is_null(self):
        self.conf(f"url={self.server.url()}\n")
        self.post(event="mended", reservation="r1")
        (_, _, body), = self.server.posts
        self.assertEqual({k for k, v in body.items() if v is None},
                         {"users", "old_start", "start", "end", "old_nodes", "nodes", "reason"})
        self.assertEqual(body["text"], "mended r1")

    def test_no_utf_8(self):
        self.conf(f"url={self.server.url()}\n")
        self.post(event="mended", reservation="r\udce4\udcff1")
        self.assertRegex(self.server.posts[0][2]["reservation"], "^r\ufffd+1$")

    def test_each_file_is_an_address(self):
        """One that fails does not keep the others from it, and is the exit status."""
        self.conf(f"url={self.server.url('/a')}\n")
        self.conf(f"url={self.server.url('/b')}\n", "garq-webhook-b.conf")
        self.server.statuses = [403]
        self.fails(22, "403")
        self.assertEqual(sorted(p[0] for p in self.server.posts), ["/a", "/b"])

    def test_tries_are_bounded(self):
        self.conf(f"url={self.server.url()}\nretry=50\n")
        self.server.statuses = [503]
        self.assertEqual(self.post(event="begins").code, 0)
        self.assertEqual(len(self.server.posts), 2)
        self.server.statuses = [503] * 9
        self.fails(22, "503")
        self.assertEqual(len(self.server.posts), 5)

    def test_files_that_are_refused(self):
        self.fails(2, "garq-webhook*.conf: there is no such file")
        url = f"url={self.server.url()}\n"
        self.fails(2, "closed to all others", self.conf(url, "open", 0o640))
        self.fails(2, "it must have one url", self.conf("# none\n", "none"))
        self.fails(2, "it must have one url", self.conf(url + url, "two"))
        other = self.conf(url, "other")
        if case.ROOT:
            os.chown(other, 1, -1)
            self.fails(2, "it must be root's", other)
        self.assertEqual(self.server.posts, [])

    def test_slurmctld(self):
        """Of a booking that is moved, by the file beside slurm.conf."""
        conf = self.conf(f"url={self.server.url()}\n", folder=self.c.folder)
        self.addCleanup(os.unlink, conf)
        self.parameters(f"garq_notify={os.path.abspath(PROGRAM)}")
        self.make("mine", at(10), at(11), NodeCnt=2, MaxStartDelay="4:00:00", Users="root")
        self.make("big", at(10), at(11), NodeCnt=4)
        gq.wait_for(lambda: self.server.posts, "it is posted")
        body = self.server.posts[0][2]
        self.assertEqual((body["event"], body["reservation"], body["old_start"], body["start"], body["users"]),
                         ("shifted", "mine", at(10), at(11), "root"))
        self.assertEqual(body["text"], "shifted mine: made room for big")


if __name__ == "__main__":
    unittest.main()
