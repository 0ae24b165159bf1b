// SPDX-License-Identifier: GPL-2.0-or-later
// The bars above the views: which view, which time, which reservations; the colours; the help.
import {button, commandLines, copyText, el, icon, ICONS} from "./dom.js";
import {tell} from "./panel.js";
import {toast} from "./say.js";
import {DAY, MONTHS, dayName, dayStart, monthStart, offsetText, range, wall, weekStart} from "./zone.js";

const get = (id) => document.getElementById(id);
const VIEWS = [["timeline", "Timeline"], ["week", "Week"], ["month", "Month"], ["list", "List"], ["jobs", "Jobs"], ["usage", "Usage"]];
const OWN = ["jobs", "usage"]; // shown to their user alone
const MONTHLY = ["month", "usage"];
const SPANS = [["3h", 3 * 3600], ["12h", 12 * 3600], ["Day", DAY], ["2 days", 2 * DAY], ["Week", 7 * DAY], ["Month", 30 * DAY], ["Quarter", 90 * DAY]];
const KEYS = [["B", "book nodes"], ["T", "go to today"], ["1 2 3 4 5 6", "timeline, week, month, list, jobs, usage"], ["/", "find"], ["M", "only mine"], ["I", "inbox"], ["← ↑ → ↓", "move the cursor of the timeline"],
	["Shift + ← ↑ → ↓", "choose a span and nodes"], ["Enter", "ask for it, or open the reservation there"], ["[ ]", "previous, next reservation"], ["+ −", "zoom in time"], ["< >", "lower, higher rows"], ["Home", "go to now"], ["Esc", "close"], ["?", "these keys"]];

const small = (path, label, onclick) => el("button.ghost", {type: "button", "aria-label": label, title: label, onclick}, icon(path));

/* Where a view begins that shows today. */
export function fromToday(view, now) {
	if (MONTHLY.includes(view.view)) return Math.round(now - view.span / 2); // the month of its middle is shown
	return view.view === "week" ? firstDay(view, now) : Math.round(Math.max(dayStart(view.zone, now), now - view.span / 8));
}

/* The first day that Week shows with an instant: Monday, or that day where it has fewer days. */
export function firstDay({zone, days}, t) {
	return days === 7 ? weekStart(zone, t) : dayStart(zone, t);
}

/* The span [from, to] of the reservations that a view shows in colours, or null. */
export function shownSpan({view, zone, from, span}) {
	if (view === "timeline") return [from, from + span];
	const first = view === "week" ? weekStart(zone, from) : monthStart(zone, from + span / 2);
	return view === "week" ? [first, first + 7 * DAY] : view === "month" ? [first, monthStart(zone, first, 1)] : null;
}

export class Bar {
	constructor(app) {
		this.app = app;
		const {config} = app.model;
		document.title = `Reservations of ${config.cluster}`;
		get("cluster").textContent = `of ${config.cluster}`;
		get("who").textContent = config.mode === "site" ? "read-only" : config.user || "";
		this.#views();
		this.#dates();
		this.#filters();
		this.#actions();
		this.#menu();
		this.fill();
		document.addEventListener("keydown", (e) => this.#key(e));
		if (app.model.hidden) this.notice("Some reservations of others are hidden here: less may be free than is shown.");
		get("hint").append(el("span.if-empty", {}, "No reservations yet. "));
		if (app.mayAsk()) get("hint").append(el("span.if-drag", {}, "Drag over nodes and time to ask for them", el("span.if-any", {}, "; drag your own reservation to move it"), el("span.if-empty", {}, ", or ")), button("Book nodes…", () => app.book(), "link if-empty"));
		if (!app.model.hidden && !config.garq) this.notice("This cluster has no sched/garq: reservations are shown, nothing can be asked for.");
		applyTheme(localStorage.getItem("garq-theme") || "");
		matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => app.timeline.recolor());
		app.timeline.recolor();
	}

	#known() {
		return VIEWS.filter(([name]) => !OWN.includes(name) || this.app.model.config.mode === "own");
	}

	#views() {
		for (const [name, text] of this.#known()) {
			const b = button(text, () => this.app.setView(name));
			b.dataset.view = name;
			get("views").append(b);
		}
	}

	#dates() {
		const {app} = this;
		this.span = el("select", {"aria-label": "How much time is shown", onchange: () => { app.view.span = Number(this.span.value); app.refresh(); }},
			el("option", {value: "", hidden: true}, "Zoom"), ...SPANS.map(([text, seconds]) => el("option", {value: seconds}, text)));
		this.zoom = el("div.group", {}, this.span, el("div.group.wide", {}, small(ICONS.minus, "Zoom out", () => app.timeline.zoom(1.6)), small(ICONS.plus, "Zoom in", () => app.timeline.zoom(1 / 1.6)),
			small(ICONS.lower, "Lower rows", () => app.zoomRows(1 / 1.5)), small(ICONS.higher, "Higher rows", () => app.zoomRows(1.5))));
		this.days = el("select", {"aria-label": "Days side by side", onchange: () => { app.view.fewDays = Number(this.days.value); app.fitDays(); app.refresh(); }},
			el("option", {value: 3}, "3 days"), el("option", {value: 1}, "1 day"));
		get("dates").append(small(ICONS.left, "Earlier", () => this.#step(-1)), button("Today", () => this.today()), small(ICONS.right, "Later", () => this.#step(1)), this.zoom, this.days);
	}

	/* One screen, week or month on, or back. */
	#step(way) {
		const {view} = this.app;
		if (view.view === "week") view.from = dayStart(view.zone, firstDay(view, view.from), way * view.days);
		else if (MONTHLY.includes(view.view)) view.from = monthStart(view.zone, view.from + view.span / 2, way) - view.span / 2 + DAY;
		else view.from = Math.max(0, Math.round(view.from + way * view.span * 0.75));
		this.app.refresh();
	}

	today() {
		const {app} = this;
		app.view.from = fromToday(app.view, app.model.now());
		app.view.day = 0; // that of now
		app.refresh();
	}

	#filters() {
		const {app} = this, {view} = app;
		this.partition = el("select", {"aria-label": "Partition", onchange: () => { view.partition = this.partition.value; app.refresh(); }});
		this.find = el("input", {type: "search", placeholder: "Name, user, node", "aria-label": "Find", oninput: () => { view.find = this.find.value; app.refresh(); }});
		this.mine = el("input", {type: "checkbox", onchange: () => { view.mine = this.mine.checked; app.refresh(); }});
		this.zone = el("select", {"aria-label": "Time zone", onchange: () => { app.setZone(this.zone.value); app.refresh(); }});
		get("filters").append(this.partition, this.find);
		if (app.model.config.mode === "own") get("filters").append(el("label.check", {}, this.mine, "Mine"));
		get("filters").append(this.zone);
		app.model.addEventListener("change", ({detail}) => { if (detail.nodes) this.fill(); });
	}

	/* Put what is shown into the fields. */
	fill() {
		const {view, model} = this.app, now = model.now();
		this.partition.replaceChildren(el("option", {value: ""}, "All partitions"), ...model.partitions.map((p) => el("option", {value: p.name}, p.name)));
		if (view.partition && !model.partitions.some((p) => p.name === view.partition)) this.partition.append(el("option", {value: view.partition}, view.partition));
		this.partition.value = view.partition;
		this.find.value = view.find;
		this.mine.checked = view.mine;
		this.zone.replaceChildren(...["mine", "site"].map((key) => el("option", {value: key}, `${view.zones[key].label} (${offsetText(view.zones[key], now)})`)));
		this.zone.value = view.zoneName;
		this.zone.title = `${view.zones.mine.name}; the site: ${view.zones.site.name}`;
		this.zone.hidden = !view.otherZone;
		this.refresh();
	}

	#actions() {
		const {app} = this;
		get("actions").append(small(ICONS.link, "Copy a link to what is shown", async () => { await copyText(location.href); toast("The link is copied"); }),
			small(ICONS.theme, "Dark or light", () => this.#theme()), el("button.ghost.keys-button", {type: "button", "aria-label": "Keys", title: "Keys", onclick: () => this.#help()}, "?"));
		const {calendar} = app.model.config;
		if (calendar) get("actions").prepend(small(ICONS.calendar, "Subscribe to the reservations", () => subscribe(calendar)));
		if (app.mayAsk()) {
			const book = button("Book nodes", () => app.book(), "primary");
			book.id = "book";
			book.prepend(icon(ICONS.plus));
			get("actions").append(book);
		}
	}

	/* On a small screen all but the dates and a button is folded away. */
	#menu() {
		const menu = get("menu"), fold = (open) => {
			document.body.classList.toggle("menu", open);
			menu.setAttribute("aria-expanded", open);
		};
		menu.append(icon(ICONS.menu));
		menu.addEventListener("click", () => fold(menu.getAttribute("aria-expanded") !== "true"));
		get("views").addEventListener("click", () => fold(false));
	}

	#theme() {
		const dark = getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
		localStorage.setItem("garq-theme", dark ? "light" : "dark");
		applyTheme(dark ? "light" : "dark");
		this.app.timeline.recolor();
	}

	#help() {
		const {doc} = this.app.model.config;
		tell("Keys", el("div", {}, el("div.keys", {}, ...KEYS.flatMap(([key, text]) => [el("span", {}, el("kbd", {}, key)), el("span", {}, text)])),
			doc ? el("p", {}, "For programs: ", el("a", {href: doc, id: "doc"}, "the REST interface")) : null));
	}

	/* The heading of the span that is shown, and which view it is. */
	refresh() {
		const {view} = this.app;
		for (const b of get("views").children) {
			if (b.dataset.view === view.view) b.setAttribute("aria-current", "page");
			else b.removeAttribute("aria-current");
		}
		get("span").textContent = this.#heading();
		const known = SPANS.find(([, seconds]) => seconds === view.span);
		this.span.value = known ? String(known[1]) : "";
		this.zoom.hidden = view.view !== "timeline";
		this.days.hidden = view.view !== "week" || view.days === 7;
		this.days.value = view.fewDays;
		get("dates").hidden = view.view === "list" || view.view === "jobs";
		for (const e of [this.partition, this.find, this.mine.parentElement]) if (e) e.hidden = OWN.includes(view.view);
	}

	#heading() {
		const {view, model} = this.app, {zone} = view;
		const w = wall(zone, MONTHLY.includes(view.view) ? view.from + view.span / 2 : view.from);
		if (view.view === "list") return "Upcoming";
		if (view.view === "jobs") return "Your jobs";
		if (MONTHLY.includes(view.view) || view.view === "week" && view.days < 7) return `${MONTHS[w.month - 1]} ${w.year}`;
		if (view.view === "week") {
			const first = firstDay(view, view.from);
			return `${dayName(zone, first)} – ${dayName(zone, dayStart(zone, first, 6))}`;
		}
		return range(zone, view.from, view.from + view.span, model.now());
	}

	count() {
		if (this.app.model.hidden) return;
		get("cluster").title = `${this.app.model.bookings.size} reservations, ${this.app.model.nodes.length} nodes`;
	}

	notice(text, bad = false) {
		const notice = get("notice");
		notice.hidden = !text;
		notice.classList.toggle("bad", bad);
		notice.textContent = text;
	}

	#key(e) {
		if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, select, textarea, dialog")) return;
		const chosen = /^[1-6]$/.test(e.key) && this.#known()[Number(e.key) - 1];
		if (chosen) this.app.setView(chosen[0]);
		else if (e.key === "b" && this.app.mayAsk()) this.app.book();
		else if (e.key === "t") this.today();
		else if (e.key === "/") this.find.focus();
		else if (e.key === "m" && this.app.model.config.mode === "own") this.mine.click();
		else if (e.key === "i" && this.app.inbox) this.app.inbox.toggle();
		else if (e.key === "?") this.#help();
		else return;
		e.preventDefault();
	}
}

/* The address of the iCalendar, for Thunderbird and the like. Its key reads the calendar and nothing else. */
function subscribe(path) {
	const address = new URL(path, location.href.replace(/[#?].*/, "")).href;
	tell("Subscribe", el("div.commands", {}, el("p", {}, "A calendar program that gets this address shows the reservations, and follows them when they move. Anyone who has the address can read them."),
		commandLines([address], "Address")));
}

function applyTheme(name) {
	if (name) document.documentElement.dataset.theme = name;
	else delete document.documentElement.dataset.theme;
}
