# SPDX-License-Identifier: GPL-2.0-or-later
"""A garq-web of a user, and requests to it, each of whose answers is checked against the OpenAPI file."""
import http.client
import json
import os
import re
import select
import socket
import subprocess
import urllib.parse

import gq
import openapi



def program():
    """The garq-web that is tested: GARQ_WEB, that which the sanitizers watch, or that of the build."""
    folders = [os.environ.get("GARQ_SANITIZED_DIR"), gq.plugin_dir()]
    found = [os.path.join(folder, "..", "..", "contrib", "web", "garq-web") for folder in folders if folder]
    return os.environ.get("GARQ_WEB") or next(filter(os.path.exists, found), found[-1])


PROGRAM = program()
SPEC = openapi.Spec()


class Answer:
    """What a server has said."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        self.kind = (headers.get("Content-Type") or "").split(";")[0]
        self.json = json.loads(body) if body and self.kind == "application/json" else None

    def __repr__(self):
        return f"{self.status} {self.body.decode(errors='replace')}"

    @property
    def error(self):
        return self.json["error"]


class Server:
    """One garq-web; use it in a with statement."""

    def __init__(self, cluster, *options, user=None, program=(PROGRAM, ), env=None):
        self.cluster, self.options, self.user, self.program = cluster, options, user, program
        self.env = {**cluster.env, "XDG_STATE_HOME": os.path.join(cluster.folder, "state"), **(env or {})}

    def __enter__(self):
        words = [*self.program, *self.options]
        if self.user:
            words = ["setpriv", f"--reuid={self.user}", "--clear-groups", *words]
        self.process = subprocess.Popen(words, env=self.env, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.read_address()
        parts = urllib.parse.urlsplit(self.address)
        self.host, self.port = parts.hostname, parts.port
        self.token = parts.fragment.removeprefix("token=") or None
        return self

    def read_address(self):
        ready, _, _ = select.select([self.process.stdout], [], [], gq.LEAST)
        line = self.process.stdout.readline() if ready else ""
        if not re.fullmatch(r"http://\S+:\d+/(#token=[0-9a-f]{64})?\n", line):
            self.process.kill()
            raise AssertionError(f"garq-web does not start: {line!r} {self.process.communicate()}")
        return line.strip()

    def __exit__(self, *_):
        """It must end in order: what it says as it ends is kept for the test."""
        self.process.terminate()
        try:
            self.out, self.err = self.process.communicate(timeout=gq.LEAST)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        if self.process.returncode:
            raise AssertionError(f"garq-web ends with {self.process.returncode}: {self.err}")

    def headers(self, more=None, token=""):
        """IN token - None: none; "": that of the server"""
        token = self.token if token == "" else token
        found = {"Authorization": f"Bearer {token}"} if token else {}
        found.update(more or {})
        return found

    def raw(self, method, target, body=None, headers=None, timeout=gq.LEAST, source=None):
        """A request as it is, maybe from another address; its Answer."""
        c = http.client.HTTPConnection(self.host, self.port, timeout, source and (source, 0))
        try:
            c.request(method, target, body, headers or {})
            r = c.getresponse()
            return Answer(r.status, r.headers, r.read())
        finally:
            c.close()

    def ask(self, method, target, wish=None, token="", headers=None):
        """A request of /api/v1 or /metrics, whose answer must be in the OpenAPI file."""
        target = target if target.startswith("/") else f"/api/v1/{target}"
        body = None if wish is None else json.dumps(wish)
        headers = self.headers(headers, token)
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        answer = self.raw(method, target, body, headers)
        SPEC.check(method, target, answer.status, answer.kind, answer.body)
        return answer

    def get(self, target, **more):
        return self.ask("GET", target, **more)

    def bytes(self, data, timeout=gq.LEAST):
        """Send bytes that need be no HTTP; what comes back before the server closes, or says nothing more."""
        with socket.create_connection((self.host, self.port), timeout=timeout) as s:
            s.sendall(data)
            s.shutdown(socket.SHUT_WR)
            found = b""
            while part := s.recv(65536):
                found += part
            return found


def quote(name):
    return urllib.parse.quote(name, safe="")
