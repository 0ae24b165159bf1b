# SPDX-License-Identifier: GPL-2.0-or-later
"""What the scenes of scenes.py look like, and how much work a frame is."""
import glob
import gzip
import os
import unittest

import browser
import mock
import scenes

HOUR, DAY = scenes.HOUR, scenes.DAY
# A function's value with the calls of the canvas counted, and its texts noted: [text, x, width, y]
WATCHED = """const t = document.querySelector('.timeline').timeline, c = t.context, seen = {calls: 0, texts: []};
t.context = new Proxy(c, {set: (o, k, v) => { o[k] = v; return true; }, get: (o, k) => typeof o[k] !== 'function' ? o[k] : (...a) => {
    seen.calls++;
    if (k === 'fillText') seen.texts.push([a[0], a[1], o.measureText(a[0]).width, a[2]]);
    return o[k](...a);
}});
"""
PAINT = WATCHED + "t.paint(); t.context = c; return seen"
# In the order in which they are painted: texts, plates and bars {x, y, width, height}, the line of now and what is asked for
ORDER = """const t = document.querySelector('.timeline').timeline, c = t.context, seen = [];
t.context = new Proxy(c, {set: (o, k, v) => { o[k] = v; return true; }, get: (o, k) => typeof o[k] !== 'function' ? o[k] : (...a) => {
    if (k === 'fillText') seen.push({text: a[0], x: a[1], y: a[2], width: o.measureText(a[0]).width});
    if (k === 'roundRect') seen.push({x: a[0], y: a[1], width: a[2], height: a[3]});
    if (k === 'fillRect' && a[2] === 2 && a[3] > 60) seen.push({what: 'now'});
    if (k === 'fillRect' && o.globalAlpha > 0.33 && o.globalAlpha < 0.65) seen.push({what: 'area'});
    return o[k](...a);
}});
t.paint(); t.context = c; return seen"""
FRAME = WATCHED + """const [span, rows] = arguments;
t.context = c; Object.assign(t.view, {span, rowZoom: rows}); t.app.refresh(); t.paint();
t.context = new Proxy(c, {set: (o, k, v) => { o[k] = v; return true; }, get: (o, k) => typeof o[k] !== 'function' ? o[k] : (...a) => { seen.calls++; return o[k](...a); }});
t.paint(); t.context = c; return seen.calls"""
PANNED = """const done = arguments[0], t = document.querySelector('.timeline').timeline, {canvas, box} = t, r = canvas.getBoundingClientRect(), first = t.frames;
const send = (kind, x, y) => canvas.dispatchEvent(new PointerEvent(kind, {clientX: r.left + x, clientY: r.top + y, pointerId: 1, button: 0, buttons: 1, bubbles: true}));
canvas.setPointerCapture = () => {};
const scene = t.scene;
send('pointerdown', box.gutter + 300, 10);
requestAnimationFrame(() => {
    for (let i = 1; i <= 50; i++) send('pointermove', box.gutter + 300 + i, 10);
    requestAnimationFrame(() => requestAnimationFrame(() => { send('pointercancel', 0, 0); delete canvas.setPointerCapture; done(t.frames - first); }));
});"""


# Of two colours as style.css writes them, where the second one is opaque
CONTRAST = """function contrast(...colors) {
    const c = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true}), probe = document.body.appendChild(document.createElement('i'));
    const light = colors.map((color) => {
        probe.style.color = color;
        c.fillStyle = getComputedStyle(probe).color;
        c.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...c.getImageData(0, 0, 1, 1).data].map((v) => v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    probe.remove();
    return (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05);
}
"""


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.b = browser.Browser()
        cls.addClassCleanup(cls.b.close)

    def shown(self, name, size=0, world=scenes.full):
        """A scene at one of the three sizes."""
        width, height = scenes.SIZES[size]
        self.b.resize(width, height, touch=width < 500)
        return scenes.shown(self.b, world, dict(scenes.FULL)[name])


class Looks(Case):
    def test_a_full_month_hides_few(self):
        """The weeks without reservations leave their room to the others: six weeks, and fifteen on one day."""
        for size in (0, 1):
            with self.subTest(scenes.SIZES[size]), self.shown("month", size):
                self.b.wait("return document.querySelectorAll('.days').length === 6", "it has six weeks")
                self.b.wait("return !document.querySelector('.day .more')", "nothing is hidden on any day")
                seen = self.b.js("return [...document.querySelectorAll(\"[data-date='2026-11-23'] .event\")].filter((e) => e.checkVisibility({visibilityProperty: true})).length")
                self.assertEqual(seen, 15)
                self.assertGreater(self.b.js("return Math.min(...[...document.querySelectorAll('.days')].map((e) => e.offsetHeight))"), 50)

    def test_a_name_stays_in_the_seen_rest(self):
        """A booking whose end alone is seen has the beginning of its name, and no part of one without room for a line."""
        script = """document.getElementById('calendar').calendar.scrollToTime(arguments[0]);
            return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
                const edge = document.querySelector('.day-head').getBoundingClientRect().bottom;
                done([...document.querySelectorAll('.lane .event')].map((e) => [e, e.getBoundingClientRect()]).filter(([, r]) => r.top < edge && r.bottom > edge + 1).map(([e, r]) => {
                    const b = e.querySelector('b').getBoundingClientRect();
                    return [e.dataset.key, Math.round(r.bottom - edge), Math.round(b.top - edge), Math.round(r.bottom - b.bottom), Number(getComputedStyle(e.querySelector('.inner')).opacity)];
                }));
            })))"""
        for size, hours in ((0, ("07:00", "07:30", "07:45")), (1, ("03:00", "04:00", "04:45"))):
            with self.subTest(scenes.SIZES[size]), self.shown("week", size):
                rests = [rest for hour in hours for rest in self.b.js(script, hour)]
                self.assertTrue([r for r in rests if r[0].startswith("night-batch") and r[1] < 60] if size == 0 else rests)
                for key, rest, above, below, opacity in rests:
                    self.assertTrue(above >= -1 and below >= -1 if opacity else rest < 16, (key, rest, above, below, opacity))

    def test_no_line_of_a_booking_is_cut_in_half(self):
        for size in (0, 1, 2):
            with self.subTest(scenes.SIZES[size]), self.shown("week", size):
                cut = self.b.js("""return [...document.querySelectorAll('.lane .event')].flatMap((e) => [...e.querySelectorAll('b, .times')].filter((l) => l.checkVisibility({opacityProperty: true}))
                    .filter((l) => l.getBoundingClientRect().bottom > e.getBoundingClientRect().bottom + 1).map((l) => l.textContent))""")
                self.assertEqual(cut, [])

    def test_second_lines_of_bars_are_whole(self):
        for size in (0, 1, 2):
            with self.subTest(scenes.SIZES[size]), self.shown("timeline", size):
                texts = [text for text, *_ in self.b.js(PAINT)["texts"]]
                self.assertIn("9 nodes · 20:00–08:00", texts)
                self.assertEqual([t for t in texts if "…" in t and t[0].isdigit()], [])

    def test_nothing_is_painted_over_words(self):
        """Neither the line of now nor the span that is asked for dims a name, and the answer is above them all."""
        for size, scene in ((0, "ask-refused"), (1, "ask-free"), (2, "ask-free")):
            with self.subTest((scenes.SIZES[size], scene)), self.shown(scene, size):
                seen = self.b.js(ORDER)
                now, area = (next(i for i, one in enumerate(seen) if one.get("what") == what) for what in ("now", "area"))
                first = next(i for i, one in enumerate(seen) if one.get("text") == "night-batch")
                self.assertLess(area, first)
                self.assertLess(now, first)

    def test_a_pattern_is_not_behind_words(self):
        for size in (0, 1):
            with self.subTest(scenes.SIZES[size]), self.shown("timeline", size):
                seen = self.b.js(ORDER)
                texts = [one for one in seen if one.get("text", "") == "3 nodes · 01:00–07:00"]
                self.assertTrue(texts)
                for t in texts:
                    self.assertTrue([r for r in seen if r.get("height") == 28 and r["x"] <= t["x"] and r["x"] + r["width"] >= t["x"] + t["width"] and r["y"] < t["y"] - 10], t)

    def test_a_name_that_another_bar_covers_is_not_over_it(self):
        """Maintenance may lie on a reservation: names do not overprint each other."""
        def world():
            w, day = scenes.week()
            w.put("under", day + 12 * HOUR, day + 20 * HOUR, range(20, 24), users=["root"], kind="native", flags=["OVERLAP"])
            return w, day
        with self.shown("timeline", 0, world):
            texts = [one for one in self.b.js(ORDER) if one.get("text") in ("under", "finetune", "sweep")]
            self.assertTrue(texts)
            for i, a in enumerate(texts):
                for b in texts[i + 1:]:
                    self.assertFalse(abs(a["y"] - b["y"]) < 10 and a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"], (a, b))

    def test_a_held_place_has_its_name(self):
        for size in (0, 1, 2):
            with self.subTest(scenes.SIZES[size]), self.shown("timeline", size):
                self.assertIn("nobody · 2", [text for text, *_ in self.b.js(PAINT)["texts"]])

    def test_an_offer_is_beside_its_bar(self):
        with self.shown("ask-refused", 2):
            texts = self.b.js(PAINT)["texts"]
            bars = self.b.js("const t = document.querySelector('.timeline').timeline; return t.offers.map(({offer: o}) => [o.node_count, t.pointOf(o.start, 0).x, t.pointOf(o.end, 0).x])")
            for nodes, begin, end in bars:
                text, x, width, _ = next(t for t in texts if t[0].startswith((f"{nodes} nodes", f"→ {nodes} nodes")))
                self.assertTrue(x >= end or x + width <= begin, (text, x, width, begin, end))

    def test_numbers_of_jobs_are_in_one_piece(self):
        for size in (1, 2):
            with self.subTest(scenes.SIZES[size]), self.shown("job", size):
                self.assertLess(self.b.js("return Math.max(...[...document.querySelectorAll('#jobs td:first-child button')].map((e) => e.offsetHeight))"), 30)
                self.assertLess(self.b.js("return document.querySelector('.answer .chips .chip').offsetHeight"), 26)

    def test_why_a_job_waits_has_room_on_a_phone(self):
        """The nodes, of which the reason speaks, are in the panel of the job."""
        with self.shown("jobs", 2):
            self.assertLess(self.b.js("return document.querySelector('#jobs tbody td:last-child').offsetHeight"), 150)

    def test_a_long_name_leaves_room_to_the_others(self):
        for size, most in ((0, 0.35), (2, 0.4)):
            with self.subTest(scenes.SIZES[size]), self.shown("list", size):
                self.assertLess(self.b.js("const t = document.querySelector('#list > div table'); return t.querySelector('th').offsetWidth / t.offsetWidth"), most)

    def test_what_is_asked_for_is_seen_in_week(self):
        """It is scrolled into view, over a panel below, and lies above the bookings of its time."""
        for size in (0, 1, 2):
            with self.subTest(scenes.SIZES[size]), self.shown("change", size):
                self.b.wait("""const picked = document.querySelector('.picked'), head = document.querySelector('.day-head').getBoundingClientRect(), {bottom} = document.querySelector('main').getBoundingClientRect();
                    if (!picked) return false;
                    picked.parentElement.style.pointerEvents = 'auto';
                    const r = picked.getBoundingClientRect(), label = r.top + 20;
                    return label > head.bottom && label < bottom && [0.1, 0.4, 0.7].every((part) => document.elementFromPoint(r.left + part * r.width, label).closest('.picked'))""", "its label is seen")

    def test_a_panel_covers_no_row_that_it_is_about(self):
        for size in (1, 2):
            with self.subTest(scenes.SIZES[size]), self.shown("booking", size):
                self.b.wait("""const t = document.querySelector('.timeline').timeline, bar = t.scene.bars.find((one) => one.booking.name === arguments[0]), {y} = t.pointOf(bar.start, bar.segs[0].first);
                    const {bottom} = t.canvas.getBoundingClientRect(), top = t.canvas.getBoundingClientRect().top + t.box.body;
                    return y > top && y < bottom && bottom <= document.getElementById('panel').getBoundingClientRect().top + 1""", "its first row is seen", scenes.SCAN)

    def test_an_empty_page_says_what_to_do(self):
        for size in (0, 1, 2):
            for view in ("timeline", "week", "month"):
                with self.subTest((scenes.SIZES[size], view)), self.shown(view, size, scenes.empty):
                    self.b.wait("""const hint = document.getElementById('hint'), r = hint.getBoundingClientRect(), f = document.querySelector('.foot').getBoundingClientRect();
                        return hint.checkVisibility() && hint.innerText.startsWith('No reservations yet.') && r.right <= innerWidth && r.bottom <= f.bottom && f.bottom <= innerHeight""", "it says it")
                    self.b.click("#hint button", "Book nodes")
                    self.b.answer("free")

    def test_texts_beside_a_narrow_timeline_are_whole(self):
        with self.shown("timeline", 2, scenes.empty):
            texts = [text for text, *_ in self.b.js(PAINT)["texts"]]
            self.assertIn("24 of 24", texts)
        with self.shown("ask-free", 2):
            self.assertIn("free · 4 nodes · Mon 23 Nov, 17:00 – 19:00", [text for text, *_ in self.b.js(PAINT)["texts"]])

    def test_a_bar_that_is_scrolled_away_has_no_name(self):
        with self.shown("timeline", 1):
            self.b.js("""const t = document.querySelector('.timeline').timeline, bar = t.scene.bars.find((one) => one.booking.name === 'docking');
                t.view.rowZoom = 3; t.paint();
                t.scroller.scrollTop = t.pointOf(bar.start, bar.segs[0].last).y + t.scene.rows.rowHeight / 2 - 5 - t.canvas.getBoundingClientRect().top - t.box.body + t.scroll""")
            texts = [text for text, *_ in self.b.js(PAINT)["texts"]]
            self.assertIn("ensemble", texts)
            self.assertNotIn("docking", texts)

    def test_upright_names_begin_at_the_left(self):
        with self.shown("week"):
            far = self.b.js("""return [...document.querySelectorAll('.lane .event b')].filter((b) => getComputedStyle(b).writingMode !== 'horizontal-tb')
                .map((b) => [b.textContent, b.getBoundingClientRect().left - b.closest('.event').getBoundingClientRect().left])""")
            self.assertGreater(len(far), 5)
            self.assertLess(max(left for _, left in far), 12, far)

    def test_the_legend_has_what_is_drawn(self):
        seen = "return [...document.querySelectorAll('#legend > span')].filter((e) => e.checkVisibility()).map((e) => e.textContent)"
        with self.shown("timeline"):
            self.assertEqual(self.b.js(seen), ["yours", "past", "may still move in here", "maintenance", "lacks failed nodes", "offer"])
            self.b.show_view("Week")
            self.assertEqual(self.b.js(seen), ["yours", "past", "maintenance", "lacks failed nodes", "offer"])

    def test_what_is_over_is_grey_in_each_view(self):
        """The timeline's rule: of a booking that runs, as much as is over. The letters on it stay readable."""
        script = """return Object.fromEntries([...document.querySelectorAll('.event')].filter((e) => e.dataset.key).map((e) => {
            const {width, height} = getComputedStyle(e, '::before');
            return [e.dataset.key.split('@')[0], [parseFloat(width) / e.clientWidth, parseFloat(height) / e.clientHeight]];
        }))"""
        for view, side in (("week", 1), ("month", 0)):
            with self.subTest(view), self.shown(view):
                parts = self.b.js(script)
                self.assertAlmostEqual(parts["climate"][side], 9.33 / 11, delta=0.02)
                self.assertEqual(parts["docking"][side], 0)
                for scheme in ("light", "dark"):
                    self.b.scheme(scheme)
                    self.assertGreater(self.b.js(CONTRAST + "return contrast('var(--accent-text)', 'color-mix(in srgb, var(--gone), var(--accent))')"), 4.5)
                    self.assertGreater(self.b.js(CONTRAST + "return contrast('var(--text)', 'var(--gone)')"), 4)

    def test_placeholders_are_readable(self):
        with self.shown("ask-free"):
            for scheme in ("light", "dark"):
                self.b.scheme(scheme)
                self.assertGreater(self.b.js(CONTRAST + "const i = document.querySelector('#panel input'); return contrast(getComputedStyle(i, '::placeholder').color, getComputedStyle(i).backgroundColor)"), 4.5)

    def test_placeholders_are_whole(self):
        for size in (0, 1, 2):
            for scene in ("menu", "ask-wishes", "change"):
                with self.subTest((scenes.SIZES[size], scene)), self.shown(scene, size):
                    self.assertEqual(self.b.js("""const c = new OffscreenCanvas(1, 1).getContext('2d');
                        return [...document.querySelectorAll('[placeholder]')].filter((i) => {
                            const s = getComputedStyle(i);
                            c.font = s.font;
                            return i.checkVisibility() && c.measureText(i.placeholder).width > i.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight);
                        }).map((i) => i.placeholder)"""), [])

    def test_a_panel_is_on_the_screen(self):
        """Below what it is about, in each view; what it leaves of a month can be scrolled, and begins with its subject."""
        for size in (1, 2):
            for scene in ("series", "gone", "degraded", "job"):
                with self.subTest((scenes.SIZES[size], scene)), self.shown(scene, size):
                    self.b.wait("""const {top, bottom} = document.getElementById('panel').getBoundingClientRect();
                        return top > 0 && bottom <= innerHeight && document.querySelector('main').getBoundingClientRect().bottom <= top + 1""", "it is")
                    if scene != "degraded":
                        continue
                    seen = """const {bottom} = document.querySelector('main').getBoundingClientRect(), e = document.querySelector(arguments[0]).getBoundingClientRect();
                        return e.top > 0 && e.bottom <= bottom + 1"""
                    self.b.wait(seen, "its subject is seen", "[data-key^='replaced@']")
                    last = ".agenda li:last-child" if size == 2 else ".days:last-child"
                    self.b.js("document.querySelector(arguments[0]).scrollIntoView({block: 'end'})", last)
                    self.b.wait(seen, "the last one can be seen", last if size == 2 else "[data-key^='long-7@']")

    def test_a_panel_on_a_phone_has_the_rows_of_the_hint(self):
        with self.shown("ask-free", 2, scenes.empty):
            self.assertFalse(self.b.js("return document.getElementById('hint').checkVisibility()"))

    def test_what_stands_by(self):
        with self.shown("list"):
            text = self.b.text(".standing")
            self.assertRegex(text, r"sweep-2\s+12 nodes for 2h · Mon 23 Nov, 13:00 – 15:00 or up to 2h later · for ada · place 1 of 2\s+Withdraw")
            self.assertRegex(text, r"urgent\s+20 nodes .* · for bob · place 2 of 2 · 1 of 3 owners agreed to give way")
            self.assertEqual(self.b.text(".standing button"), "Withdraw")


class Work(Case):
    """How much is done, as a count: a machine may be as busy as it is."""

    def test_a_frame_of_a_thousand_nodes_and_bookings(self):
        self.b.resize(1440, 900)
        with mock.Server(scenes.crowd(1000, 1000)) as server:
            self.b.open(f"{server.url}#token={mock.TOKEN}")
            self.b.wait("return document.querySelector('.timeline').timeline.model.bookings.size === 1000", "the bookings are there")
            for span in (3 * HOUR, 2 * DAY, 14 * DAY, 90 * DAY):
                for rows in (1, 0.05):
                    self.assertLess(self.b.js(FRAME, span, rows), 6000, (span, rows))
            self.b.js("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.assertLessEqual(self.b.driver.execute_async_script(PANNED), 3, "fifty moves of the pointer are a frame")
            self.b.driver.get("about:blank")

    def test_first_paint_needs_little(self):
        """Nothing is fetched before the first bookings are drawn that they don't need, and nothing from elsewhere."""
        with mock.Server(scenes.crowd(1000, 1000)) as server:
            self.b.open(f"{server.url}#token={mock.TOKEN}")
            drawn, loaded = self.b.wait("""const drawn = performance.getEntriesByName('garq-drawn')[0];
                return drawn && [drawn.startTime, performance.getEntriesByType('resource').map((e) => [e.name, e.startTime, e.encodedBodySize])]""", "it is drawn")
            before = [(name, size) for name, at, size in loaded if at < drawn]
            self.assertEqual([name for name, _ in before if not name.startswith(server.url)], [])
            self.assertFalse([name for name, _ in before if "fullcalendar.js" in name])
            self.assertLess(sum(size for name, size in before if "/api/" not in name), 400_000)
            self.assertLessEqual(len([name for name, _ in before if "/api/" in name]), 5)
            self.b.driver.get("about:blank")

    def test_all_javascript_is_small(self):
        size = 0
        for path in glob.glob(os.path.join(mock.PAGE, "js", "*.js")) + glob.glob(os.path.join(mock.PAGE, "lib", "*.js")):
            with open(path, "rb") as f:
                size += len(gzip.compress(f.read(), 6))
        self.assertLess(size, 300 * 1024)
