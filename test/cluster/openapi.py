# SPDX-License-Identifier: GPL-2.0-or-later
"""Answers of a server, checked against its OpenAPI file."""
import datetime
import json
import os
import re
import urllib.parse

import debian  # pylint: disable=unused-import
import jsonschema

import gq

FILE = os.path.join(gq.TOP, "contrib", "web", "openapi.json")


def check_times(value):
    """Each time of an answer is there as a text, too: of the keys that have one somewhere in it, all have."""
    objects, rest = [], [value]
    while rest:
        one = rest.pop()
        rest += one.values() if isinstance(one, dict) else one if isinstance(one, list) else []
        objects += [one] if isinstance(one, dict) else []
    suffix = "_rfc3339"
    keys = {key.removesuffix(suffix) for one in objects for key in one if key.endswith(suffix)} | {"start", "end", "now", "expires"}
    for one in objects:
        for key in (key for key in keys & set(one) if isinstance(one[key], int)):
            text = datetime.datetime.fromtimestamp(one[key], datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            assert one.get(key + suffix) == text, f"{key} of {one}"


class Spec:
    """The file; it keeps which operations and statuses it was asked about."""

    def __init__(self):
        with open(FILE, encoding="utf-8") as f:
            self.doc = json.load(f)
        self.seen = set()  # of (method, path, status)
        self.paths = {re.compile(re.sub(r"\{\w+\}", "[^/]+", path).replace(".", r"\.")): path
                      for path in self.doc["paths"]}

    def resolve(self, thing):
        while "$ref" in thing:
            at = self.doc
            for word in thing["$ref"].removeprefix("#/").split("/"):
                at = at[word]
            thing = at
        return thing

    def path(self, target):
        """The path of the file that a target such as /api/v1/bookings/r?x=1 has, or None."""
        target = urllib.parse.urlsplit(target).path
        return next((path for pattern, path in self.paths.items() if pattern.fullmatch(target)), None)

    def operations(self):
        """{(method, path): the operation}"""
        return {(method, path): operation for path, methods in self.doc["paths"].items()
                for method, operation in methods.items() if method != "parameters"}

    def check_value(self, schema, value):
        jsonschema.Draft202012Validator({**schema, "components": self.doc["components"]}).validate(value)

    def check_schema(self, schema):
        jsonschema.Draft202012Validator.check_schema({**schema, "components": self.doc["components"]})
        for name in re.findall(r'"\$ref": "([^"]+)"', json.dumps(schema)):
            self.resolve({"$ref": name})

    def check(self, method, target, status, kind, body):
        """Raise what is wrong with an answer. IN kind - the Content-Type, without what follows the semicolon."""
        path, method = self.path(target), method.lower()
        assert path, f"{target} is not in the file"
        operation = self.doc["paths"][path].get(method)
        assert operation, f"{method} {path} is not in the file"
        answers = operation["responses"]
        assert str(status) in answers, f"{method} {path} answers {status}, which is not in the file: {body!r}"
        self.seen.add((method, path, str(status)))
        content = self.resolve(answers[str(status)]).get("content")
        if not content:
            assert not body, f"{method} {path} {status} has a body: {body!r}"
            return
        assert kind in content, f"{method} {path} {status} is {kind}"
        if kind == "application/json":
            value = json.loads(body)
            self.check_value(content[kind]["schema"], value)
            check_times(value)
