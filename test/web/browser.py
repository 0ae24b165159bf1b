# SPDX-License-Identifier: GPL-2.0-or-later
"""A headless Chromium for the tests of the page, and what they do with it."""
import datetime
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
import zoneinfo

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SHOTS = os.environ.get("GARQ_SHOTS")  # a folder that keeps pictures
CHROMIUM, DRIVER = "chromium", "chromedriver"


HERE = os.path.dirname(os.path.abspath(__file__))


def module(name):
    """The folder of a module of package-lock.json; npm gets it if it is not there, or of another version. Tests that run side by side wait for each other."""
    path = os.path.join(HERE, "node_modules", name)
    with open(os.path.join(HERE, "package-lock.json"), encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if version(path) != json.load(lock)["packages"][f"node_modules/{name}"]["version"]:
            subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=HERE, check=True, stdout=subprocess.DEVNULL)
    return path


def version(path):
    """That of the module in a folder, or None."""
    try:
        with open(os.path.join(path, "package.json"), encoding="utf-8") as f:
            return json.load(f)["version"]
    except FileNotFoundError:
        return None


AXE = """const [what, done] = arguments; axe.run(document, {resultTypes: ['violations'], ...what}).then((r) => done(JSON.stringify(
    r.violations.map((v) => [v.id, v.help, v.nodes.map((n) => n.html + ' ' + n.any.map((a) => a.message).join(' '))]))))"""
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], "rules": {"label-content-name-mismatch": {"enabled": True}}}

# A message of the page (say.js) is shown for 12 s, in which a busy machine may not get to look at it.
MESSAGES_STAY = """{
const {setInterval} = window;
window.setInterval = (fn, ms, ...more) => setInterval(fn, ms === 12000 ? 3600000 : ms, ...more);
}"""


class Browser:
    """One window of a browser of its own. Times are in a zone that tests choose: by default that of the site."""

    def __init__(self, size=(1400, 860), zone="Europe/Berlin"):
        options = Options()
        options.binary_location = shutil.which(CHROMIUM) or CHROMIUM
        self.profile = tempfile.mkdtemp(prefix="garq-browser-")
        for word in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu", "hide-scrollbars", "force-device-scale-factor=1",
                     "disable-background-networking", "disable-component-update", "no-first-run", "disable-extensions", "lang=en-GB",
                     f"user-data-dir={self.profile}", f"window-size={size[0]},{size[1]}"):
            options.add_argument(f"--{word}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which(DRIVER) or DRIVER))
        self.driver.set_script_timeout(180)
        self.cdp("Page.addScriptToEvaluateOnNewDocument", source=MESSAGES_STAY)
        self.cdp("Emulation.setTimezoneOverride", timezoneId=zone)
        self.zone = zoneinfo.ZoneInfo(zone)
        self.resize(*size)

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def cdp(self, command, **words):
        return self.driver.execute_cdp_cmd(command, words)

    def resize(self, width, height, touch=False):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)

    def scheme(self, name):
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def open(self, url):
        """Go there, also if only the fragment is another one, and wait for the first bookings."""
        self.driver.get("about:blank")
        self.driver.get(url)
        self.wait("return document.querySelector('.timeline')?.timeline?.model.config && !document.getElementById('loading')", "the page is there")

    def js(self, script, *args):
        return self.driver.execute_script(script, *args)

    def wait(self, script, what, *args, seconds=180):
        """Until a script gives something true; its value."""
        end = time.monotonic() + seconds
        while True:
            value = self.js(script, *args)
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"waited {seconds} s in vain: {what}; the page says: {self.text('body')[:1500]} {self.errors()}")
            time.sleep(0.03)

    def errors(self):
        """What the browser complains of; answers that refuse are no errors of the page."""
        return [e["message"] for e in self.driver.get_log("browser") if e["level"] == "SEVERE" and "/api/v1/" not in e["message"]]

    def found_by_axe(self, rules=None):
        """What keeps people out of what is shown."""
        if not self.js("return 'axe' in window"):
            with open(os.path.join(module("axe-core"), "axe.min.js"), encoding="utf-8") as f:
                self.js(f.read())  # a script of the driver is not held by the page's policy
        return json.loads(self.driver.execute_async_script(AXE, rules or RULES))

    def shot(self, name):
        if SHOTS:
            self.js("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.driver.save_screenshot(os.path.join(SHOTS, f"{name}.png"))

    # --- elements ----------------------------------------------------------

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText).join('\\n')", selector)

    def click(self, selector, text=""):
        """The first element of these that can be seen, and has that text; another one if the page draws it anew just then."""
        script = """return [...document.querySelectorAll(arguments[0])].find((e) => e.checkVisibility() && !e.disabled &&
            (!arguments[1] || e.textContent.trim().startsWith(arguments[1])))"""
        for again in (True, True, False):
            try:
                self.wait(script, f"there is {selector} {text}", selector, text).click()
                return
            except StaleElementReferenceException:
                if not again:
                    raise

    def view(self, name):
        """Choose a view, which a small screen has in its menu."""
        if not self.js("return document.getElementById('views').checkVisibility()"):
            self.click("#menu")
        self.click("#views button", name)

    def show_view(self, name):
        """view(), when what it shows is there."""
        self.view(name)
        loaded = {"Week": "#calendar .lane", "Month": "#calendar .day, .dates td", "Jobs": "#jobs > :not(.loading)", "Usage": "#usage tbody, #usage .empty"}
        if name in loaded:
            self.wait("return document.querySelector(arguments[0]) && !document.querySelector('main').innerText.includes('Looking for')", f"{name} is there", loaded[name])

    def fill(self, label, value):
        """Type into the field with this label; a time is set, as its parts depend on the language."""
        script = "return [...document.querySelectorAll('.field')].find((f) => f.querySelector('label').textContent.startsWith(arguments[0])).querySelector('input, select')"
        element = self.js(script, label)
        self.js("""arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', {bubbles: true}));""", element, str(value))

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    # --- the keyboard alone --------------------------------------------------

    def tab_to(self, text, most=60):
        """Tab until the focus is on what has this text or label."""
        for _ in range(most):
            if self.js("""const e = document.activeElement;
                return [e.textContent, e.getAttribute('aria-label'), e.labels?.[0]?.textContent].some((t) => t?.trim().startsWith(arguments[0])) && e.matches('button, a, summary, input, select, [tabindex]')""", text):
                return
            self.keys(Keys.TAB)
        raise AssertionError(f"no {text} within {most} stops of the tab key; the page says: {self.text('body')[:1500]}")

    def press(self, text):
        self.tab_to(text)
        self.keys(Keys.ENTER)

    def type(self, label, text):
        self.tab_to(label)
        self.keys(text)  # in the place of what is there: Tab has selected it

    def type_time(self, label, t):
        """Type an instant into a field for times, whose parts have the order of the browser's language."""
        at = datetime.datetime.fromtimestamp(t, self.zone)
        value = at.strftime("%Y-%m-%dT%H:%M")
        for parts in ("%m%d%Y", "%I%M%p"), ("%d%m%Y", "%H%M"):
            self.tab_to(label)
            self.keys(at.strftime(parts[0]), Keys.ARROW_RIGHT, at.strftime(parts[1]))
            if self.js("return document.activeElement.value") == value:
                return
            self.driver.switch_to.active_element.send_keys(Keys.SHIFT + Keys.TAB)
        raise AssertionError(f"{label} does not become {value}")

    def opens(self, title):
        self.wait("return document.getElementById('panel-title').textContent === arguments[0]", f"{title} is open", title)

    def told(self, text):
        """A message that begins with this."""
        self.wait("return [...document.querySelectorAll('.toast')].some((t) => t.textContent.startsWith(arguments[0]))", text, text)

    def leave(self):
        """Close what is open."""
        self.keys(Keys.ESCAPE)
        self.wait("return document.getElementById('panel').hidden", "nothing is open")

    def answer(self, kind):
        """Its text, of the same moment: the page may ask again just then."""
        return self.wait("""return document.querySelector('[data-answer]')?.dataset.answer === arguments[0] &&
            document.getElementById('answer').innerText""", f"the answer is {kind}", kind)

    # --- the timeline --------------------------------------------------------

    def row(self, node):
        return self.wait("""const t = document.querySelector('.timeline').timeline;
            const row = t.scene?.rows.nodes.findIndex((n) => n.name === arguments[0]); return row >= 0 && {row}""", f"{node} has a row", node)["row"]

    def point(self, t, node):
        """The middle of a node's row at a time, which is brought into view."""
        row = self.row(node)
        self.js("const t = document.querySelector('.timeline').timeline; t.reveal(arguments[0], arguments[1]); t.paint()", t, row)
        p = self.js("return document.querySelector('.timeline').timeline.pointOf(arguments[0], arguments[1])", t, row)
        return round(p["x"]), round(p["y"])

    def drag(self, start, end, steps=6):
        """From a point to another one, with the button down."""
        builder = ActionBuilder(self.driver, duration=0)
        pointer = builder.pointer_action
        pointer.move_to_location(*start).pointer_down()
        for i in range(1, steps + 1):
            pointer.move_to_location(*(round(a + (b - a) * i / steps) for a, b in zip(start, end)))
        pointer.pointer_up()
        builder.perform()

    def hold(self, *points):
        """Press the button, if it is not down yet, at the first point, and move over the others without letting go."""
        builder = ActionBuilder(self.driver, duration=0)
        pointer = builder.pointer_action
        for i, point in enumerate(points):
            pointer.move_to_location(*point)
            if not i and len(points) > 1:
                pointer.pointer_down()
        builder.perform()

    def drop(self):
        builder = ActionBuilder(self.driver, duration=0)
        builder.pointer_action.pointer_up()
        builder.perform()

    def touch(self, kind, *point):
        """A finger: kind is touchStart, touchMove or touchEnd, which has no point."""
        self.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": point[0], "y": point[1]}] if point else [])

    def click_at(self, point):
        builder = ActionBuilder(self.driver, duration=0)
        builder.pointer_action.move_to_location(*point).pointer_down().pointer_up()
        builder.perform()

    def show(self, start, span):
        """Have the timeline show a span."""
        self.js("""const t = document.querySelector('.timeline').timeline; t.view.from = arguments[0]; t.view.span = arguments[1]; t.app.refresh(); t.paint()""", start, span)

    def booking(self, name):
        """What the page knows of a booking, or None."""
        found = self.js("const b = document.querySelector('.timeline').timeline.model.bookings.get(arguments[0]); return b ? JSON.stringify(b) : ''", name)
        return json.loads(found) if found else None
