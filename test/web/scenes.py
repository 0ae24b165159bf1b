# SPDX-License-Identifier: GPL-2.0-or-later
"""Each view and panel of the page, in a full and in an empty world: for axe (test_access) and for pictures (picture)."""
import calendar
import contextlib
import random

import mock

HOUR, DAY = 3600, 86400
SIZES = ((1440, 900), (820, 1180), (390, 844))
# name, first hour of Monday, hours, first node, nodes, user, account
BOOKINGS = (("md-run", -4, 14, 0, 5, "bob", "chem"), ("course", 14, 3, 0, 4, "carol", "teaching"), ("docking", 12, 8, 5, 4, "bob", "chem"),
            ("climate", 0, 11, 5, 4, "dave", "earth"), ("night-batch", 20, 12, 0, 9, "erin", "vision"), ("ci", 7, 6, 9, 3, "frank", "tools"),
            ("ensemble", 15, 8, 9, 6, "dave", "earth"), ("paper-fig", 26, 5, 10, 3, "carol", "teaching"), ("train", 2, 15, 17, 3, "erin", "vision"),
            ("finetune", 19, 10, 17, 4, "erin", "vision"), ("render", 9, 3, 20, 1, "frank", "tools"), ("genome", 8, 14, 22, 1, "bob", "bio"))
SCAN = "scan-42"  # a booking of the user, who may move it


def week():
    """The world of the README's pictures, and the midnight with which its Monday begins."""
    now = calendar.timegm((2026, 11, 23, 8, 20, 0))
    w = mock.World(24, now=now, cluster="hydra")
    day = now // DAY * DAY - HOUR  # midnight in Berlin
    for name, first, hours, node, nodes, user, account in BOOKINGS:
        w.put(name, day + first * HOUR, day + (first + hours) * HOUR, range(node, node + nodes), users=[user], accounts=[account], partition=w.nodes[node]["partition"])
    w.put(SCAN, day + 12 * HOUR, day + 15 * HOUR, range(15, 17), partition="cpu", delay=5 * HOUR, accounts=["physics"])
    w.put("sweep", day + 12 * HOUR, day + 17 * HOUR, range(20, 22), partition="gpu", accounts=["physics"])
    w.put("replaced", day + 10 * HOUR, day + 13 * HOUR, range(13, 15), users=["carol"], accounts=["teaching"], degraded=True, degraded_reason="lacks n16", partition="cpu")
    w.put("firmware", day + 25 * HOUR, day + 31 * HOUR, range(21, 24), users=["root"], kind="maintenance", maintenance=True, flags=["MAINT"])
    return w, day


def empty():
    """The same cluster, and nothing on it."""
    w = mock.World(24, now=week()[0].now(), cluster="hydra")
    return w, w.now() // DAY * DAY - HOUR


def full():
    """week(), days with more bookings than fit, a series, and all that other views show."""
    w, day = week()
    for i in range(9):
        user, accounts = mock.OWNERS[i % 5]
        w.put(f"{accounts[0]}-workshop-{i}", day + (57 + i % 3) * HOUR, day + (61 + i % 4) * HOUR, [2 * i, 2 * i + 1], users=[user], accounts=accounts)
    for d in range(3, 13):
        user, accounts = mock.OWNERS[d % 6]
        w.put(f"{accounts[0]}-{d}", day + (24 * d + 9) * HOUR, day + (24 * d + 13) * HOUR, range(d, d + 3), users=[user], accounts=accounts)
        w.put(f"long-{d}", day + (24 * d + 14) * HOUR, day + (24 * d + 30) * HOUR, range(d + 4, d + 8), users=["erin"], accounts=["vision"])
    dates = [{"start": day + (24 * d + 16) * HOUR, "end": day + (24 * d + 17) * HOUR} for d in range(1, 5)]
    w.put("seminar", dates[0]["start"], dates[0]["end"], [23], accounts=["physics"], recurring=True, occurrences=dates)
    w.put("nobody", day + 18 * HOUR, day + 20 * HOUR, [], kind="held", users=["bob"], node_count=2, partition="cpu")
    w.put("long-name-of-a-reservation-that-somebody-chose-in-a-hurry", day + 38 * HOUR, day + 39 * HOUR, range(4), users=["bob"], accounts=["chem"])
    _jobs(w, day)
    _past(w, day)
    return w, day


def crowd(nodes, bookings):
    """Bookings in the two weeks to come, that don't overlap: each node has its own columns of time."""
    w, rnd = mock.World(nodes), random.Random(1)
    start = w.now() // HOUR * HOUR
    width = max(1, nodes // 40)
    for k in range(bookings):
        base = k % 40 * width
        t = start + k // 40 * 14 * DAY // (bookings // 40 + 1)
        size = rnd.randint(1, width)
        user, accounts = rnd.choice(mock.OWNERS)
        w.put(f"{accounts[0]}-{k}", t, t + rnd.randint(1, 10) * 1800, range(base, min(nodes, base + size)), users=[user], accounts=accounts,
              delay=rnd.choice((0, 0, 2 * HOUR)) if t > w.now() else 0)
    return w


def _jobs(w, day):
    w.job(4711, [("slurm", "not enough nodes are free for it yet"),
                 {"kind": "in-the-way", "text": "it wants 4 nodes for 02:00:00, and reservations leave 3 of 8 for so long", "bookings": ["course", "gone"]},
                 {"kind": "shorter", "text": "reservations would let it start with a time limit of 00:50:00", "seconds": 3000},
                 {"kind": "from", "text": "reservations leave enough nodes from then on", "at": day + 15 * HOUR}], node_count=4, name="relax-the-lattice")
    w.job(4712, state="running", node_list="n[1-2]", start=w.now() - 60)
    w.standing = [{"name": "sweep-2", "place": 1, "of": 2, "node_count": 12, "duration": 2 * HOUR, "start": day + 13 * HOUR, "until": day + 15 * HOUR, "since": w.now() - 600,
                   "mode": "book", "asked": 0, "agreed": 0, "user": mock.ME, "mine": True, "why": None},
                  {"name": "urgent", "place": 2, "of": 2, "node_count": 20, "duration": 4 * HOUR, "start": day + 14 * HOUR, "until": day + 14 * HOUR, "since": w.now() - 60,
                   "mode": "ask", "asked": 3, "agreed": 1, "user": "bob", "mine": False, "why": None}]


def _past(w, day):
    over = {"state": "ended", "start": day - 9 * HOUR, "end": day - 5 * HOUR, "node_list": "n[1-4]", "users": mock.ME, "closed": day - 5 * HOUR, "user": None, "why": None}
    w.over = [{**over, "name": "thesis"}, {**over, "name": "dry-run", "state": "cancelled", "start": day + HOUR, "end": day + 2 * HOUR, "closed": day - HOUR, "user": "eve", "why": "deleted"}]
    row = {"name": None, "start": None, "end": None, "closed": None, "account": "physics", "user": mock.ME, "bookings": 3,
           "booked": 36000, "held": 18000, "used": 9000, "given_back": 18000, "moved": 2}
    month = day - 23 * DAY  # before the midnight of 1 Nov: of October
    w.sums = {w.now() - HOUR: [row, {**row, "user": "bob", "booked": 72000, "held": 72000, "used": 54000, "given_back": 0, "bookings": 1}],
              **{month - i * 30 * DAY: [{**row, "booked": 36000 * (2 + i % 3), "held": 36000 * (1 + i % 3), "used": 30000 + 9000 * i}] for i in range(7)}}
    w.used = [{**row, "name": "thesis", "start": over["start"], "end": over["end"], "closed": over["closed"], "bookings": 1}]
    times = {"start": day + 12 * HOUR, "end": day + 15 * HOUR}
    for hours, name, event, more in ((30, SCAN, "create", {"user": mock.ME, **times}), (20, SCAN, "degraded", {"why": "lacks n16"}), (19, SCAN, "mended", {}),
                                     (3, SCAN, "moved", {"why": "made room for ensemble", "user": "dave", "was_start": day + 10 * HOUR, "was_end": day + 13 * HOUR, **times}),
                                     (40, "thesis", "create", {"user": mock.ME}), (14, "thesis", "ended", {})):
        w.happened(name, event, time=w.now() - hours * HOUR, users=mock.ME, **more)
    for past in w.past.values():
        past.sort(key=lambda e: e["time"])


@contextlib.contextmanager
def shown(b, world, scene):
    """A browser with a scene of such a world, in a page of its own."""
    w, day = world()
    with mock.Server(w) as server:
        b.scheme("light")
        b.open(f"{server.url}#token={mock.TOKEN}")
        b.show_view("Timeline")
        b.show(day + 8 * HOUR, 25 * HOUR)
        scene(b, day)
        yield
        b.driver.get("about:blank")


# --- scenes: functions of a browser with the page and of its midnight -------------------


def _view(name):
    return lambda b, day: b.show_view(name)


def _ask(b, day, nodes=4, hour=17):
    b.js("document.querySelector('.timeline').timeline.app.ask({start: arguments[0], end: arguments[1], nodes: arguments[2], partition: ''})", day + hour * HOUR, day + (hour + 2) * HOUR, nodes)


def _free(b, day):
    _ask(b, day)
    b.answer("free")


def _wishes(b, day):
    _free(b, day)
    b.js("for (const d of document.querySelectorAll('#panel form > details')) if (!d.querySelector('.when, [aria-live]')) d.open = true")


def _refused(b, day):
    _ask(b, day, 22)
    b.answer("refused")


def _why(b, day):
    _refused(b, day)
    b.click(".why button")
    b.wait("return document.querySelector('.why h3')", "the proof is shown")


def _stands_by(b, day):
    _refused(b, day)
    b.fill("Name", "patient")
    b.click("#panel button", "Wait for room")
    b.answer("maybe")


def _when(b, day):
    _free(b, day)
    b.click("#panel summary", "When could I?")
    b.wait("return document.querySelector('.when td.can')", "the hours are there")


def _open(name, view="Timeline"):
    def scene(b, day):
        b.show_view(view)
        b.js("document.querySelector('.timeline').timeline.app.open(arguments[0])", name)
    return scene


def _history(b, day):
    _open(SCAN)(b, day)
    b.click("#panel summary", "What happened")
    b.wait("return document.querySelectorAll('.past time').length > 2", "the events are there")


def _change(b, day):
    b.show_view("Week")
    b.js("const {app, model} = document.querySelector('.timeline').timeline; app.move(model.bookings.get(arguments[0]), {start: arguments[1], duration: 7200})", SCAN, day + 16 * HOUR)
    b.wait("return document.querySelector('[data-answer=free], [data-answer=refused]')", "it is answered")


def _delete(b, day):
    _open(SCAN)(b, day)
    b.click("#panel button", "Delete")
    b.wait("return document.getElementById('dialog').open", "the question is there")


def _booked(b, day):
    _free(b, day)
    b.fill("Name", "demo")
    b.click("#panel form button", "Book")
    b.wait("return document.querySelector('.toast.good')", "it is booked")


def _inbox(b, day):
    b.click("#inbox")
    b.wait("return document.querySelector('#panel-title').textContent.includes('Inbox')", "the inbox is there")


def _job(b, day):
    b.show_view("Jobs")
    b.click("#jobs button", "4711")


def _over(b, day):
    b.show_view("List")
    b.click("#list summary", "Past reservations")
    b.wait("return document.querySelector('.over tbody, .over .empty, .over p')", "the past is there")


def _usage(b, day):
    b.show_view("Usage")
    b.wait("return [...document.querySelectorAll('.month')].every((m) => m.title.includes(':'))", "the months are there")


def _keys(b, day):
    b.keys("?")


def _subscribe(b, day):
    b.js("document.querySelector('#actions [aria-label^=Subscribe]').click()")


def _menu(b, day):
    if b.js("return document.getElementById('menu').checkVisibility()"):
        b.click("#menu")


VIEWS = tuple((name.lower(), _view(name)) for name in ("Timeline", "Week", "Month", "List", "Jobs")) + (("usage", _usage), ("over", _over))
PANELS = (("ask-free", _free), ("ask-wishes", _wishes), ("inbox", _inbox), ("when", _when), ("keys", _keys), ("subscribe", _subscribe), ("menu", _menu))
BUSY = (("ask-refused", _refused), ("why", _why), ("standby", _stands_by), ("booking", _history), ("series", _open("seminar", "List")), ("degraded", _open("replaced", "Month")),
        ("change", _change), ("delete", _delete), ("booked", _booked), ("job", _job), ("gone", _open("thesis", "List")))
EMPTY, FULL = VIEWS + PANELS, VIEWS + PANELS + BUSY
