#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Book nodes, or take the first offer. Usage: client.py ADDRESS NAME NODES START DURATION

ADDRESS is what `sresv web` prints: http://127.0.0.1:PORT/#token=...
"""
import json
import sys
import urllib.error
import urllib.request

address, name, nodes, start, duration = sys.argv[1:]
url, _, token = address.partition("#token=")


def post(path, wish):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{url}api/v1/{path}", json.dumps(wish).encode(), headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return json.load(refused)


answer = post("bookings", {"name": name, "nodes": int(nodes), "start": start, "duration": duration})
if offers := answer.get("error", {}).get("offers"):
    answer = post(f"offers/{offers[0]['name']}/accept", {})
print(json.dumps(answer.get("booking") or answer, indent=2))
