// SPDX-License-Identifier: GPL-2.0-or-later
// Month on a phone, where names have no room in a day: marks and counts of each day, and below them the chosen day's
// reservations with whole names.
import {count} from "./answer.js";
import {kindOf, spansShown} from "./calendar.js";
import {button, el} from "./dom.js";
import {wordsOf} from "./list.js";
import {ownerText} from "./model.js";
import {speak} from "./say.js";
import {WEEKDAYS, dayName, dayStart, endsOn, instant, monthStart, wall, weekStart} from "./zone.js";

const MARKS = 3; // most marks of a day; more reservations are a number
const STEPS = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7}; // days
const PAGES = {PageUp: -1, PageDown: 1}; // months
const SWIPE = 60; // least pixels of a swipe to another month
const MORNING = 9; // the hour at which a booking of another day than today begins, until somebody chooses another one

export class Agenda {
	#touched = null; // where a finger came down

	constructor(root, model, view, app) {
		Object.assign(this, {root, model, view, app, days: el("table.dates", {role: "grid"}), list: el("section.agenda", {"aria-label": "Day"})});
		root.append(this.days, this.list);
		this.days.addEventListener("keydown", (e) => this.#key(e));
		this.days.addEventListener("touchstart", (e) => { this.#touched = e.touches[0]; }, {passive: true});
		this.days.addEventListener("touchend", ({changedTouches: [t]}) => this.#swipe(t.clientX - this.#touched.clientX, t.clientY - this.#touched.clientY));
		new ResizeObserver(() => this.#keepInView()).observe(root);
	}

	refresh() {
		if (this.root.hidden) return;
		const {view, model} = this, {zone} = view, now = model.now(), first = monthStart(zone, view.from + view.span / 2), next = monthStart(zone, first, 1);
		if (!(first <= view.day && view.day < next)) view.day = first <= now && now < next ? now : first;
		const focused = this.root.contains(document.activeElement) && document.activeElement.dataset.key;
		this.#fillDays(first, next);
		this.#fillList();
		if (focused) [...this.root.querySelectorAll("button")].find((b) => b.dataset.key === focused)?.focus({preventScroll: true});
	}

	/* By their start. */
	#spans(from, to) {
		return spansShown(this.model, this.view, from, to).sort((a, b) => a.start - b.start || (a.booking.name < b.booking.name ? -1 : 1));
	}

	// --- the days -----------------------------------------------------------------------

	#fillDays(first, next) {
		const {zone} = this.view, weeks = [], all = this.#spans(first, next);
		for (let day = weekStart(zone, first); day < next; day = dayStart(zone, day, 7)) weeks.push([0, 1, 2, 3, 4, 5, 6].map((i) => dayStart(zone, day, i)));
		this.days.setAttribute("aria-label", "Days of the month");
		this.days.replaceChildren(el("thead", {}, el("tr", {}, ...weeks[0].map((day) => el("th", {scope: "col"}, WEEKDAYS[wall(zone, day).weekday])))),
			el("tbody", {}, ...weeks.map((days) => el("tr", {}, ...days.map((day) => first <= day && day < next ? this.#day(day, all) : el("td"))))));
	}

	#day(day, all) {
		const {zone} = this.view, now = this.model.now(), next = dayStart(zone, day, 1), {day: date} = wall(zone, day);
		const here = all.filter((s) => s.start < next && s.end > day), own = here.filter((s) => s.booking.mine).length;
		const marks = here.sort((a, b) => b.booking.mine - a.booking.mine).slice(0, MARKS).map(({booking, end}) => el(`i.${end <= now ? "gone" : kindOf(booking)}`)), chosen = day <= this.view.day && this.view.day < next;
		const label = `${dayName(zone, day)}: ${here.length ? count(here.length, "reservation") : "nothing"}${own ? `, ${own} of them yours` : ""}`;
		return el("td", {"aria-selected": String(chosen)}, el("button", {type: "button", "data-key": String(date), tabindex: chosen ? "0" : "-1", onclick: () => this.#choose(day),
			"aria-current": day <= now && now < next && "date"}, el("span.date", {"aria-hidden": "true"}, String(date)), el("span.marks", {}, ...marks), here.length > MARKS && el("span.count", {"aria-hidden": "true"}, String(here.length)), el("span.offscreen", {}, label)));
	}

	/* Show the reservations of a day, in another month if need be. */
	#choose(day) {
		const {view} = this, {zone} = view;
		if (monthStart(zone, day) !== monthStart(zone, view.from + view.span / 2)) view.from = Math.round(day - view.span / 2);
		view.day = day;
		this.app.refresh();
		this.days.querySelector("[tabindex='0']").focus({preventScroll: true});
		speak(this.list.querySelector("h3").textContent);
	}

	/* Go on by months, and stay on the same date or the last one. */
	#turn(months) {
		const {zone} = this.view, {year, month, day} = wall(zone, this.view.day), last = monthStart(zone, this.view.day, months + 1) - 1;
		this.#choose(Math.min(instant(zone, year, month + months, day), dayStart(zone, last)));
	}

	#key(e) {
		if (e.ctrlKey || e.metaKey || e.altKey) return;
		if (STEPS[e.key]) this.#choose(dayStart(this.view.zone, this.view.day, STEPS[e.key]));
		else if (PAGES[e.key]) this.#turn(PAGES[e.key]);
		else return;
		e.preventDefault();
	}

	#swipe(x, y) {
		if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) this.#turn(x < 0 ? 1 : -1);
	}

	// --- the chosen day -------------------------------------------------------------------

	#fillList() {
		const {view, model, app} = this, {zone} = view, day = dayStart(zone, view.day), next = dayStart(zone, day, 1), rows = this.#spans(day, next);
		const filtered = view.find || view.mine || view.partition, none = filtered ? "No reservation of this day matches the filters." : "Nothing is reserved on this day.";
		const show = button("Timeline", () => app.showDay(day), "link"), book = app.mayAsk() && next > model.now() && button("Book nodes…", () => this.#book(day));
		for (const b of [show, book]) if (b) b.dataset.key = b.textContent;
		this.list.replaceChildren(el("div.group", {}, el("h3.grow", {}, dayName(zone, day), el("span", {}, rows.length ? ` · ${count(rows.length, "reservation")}` : "")), show),
			rows.length ? el("ul", {}, ...rows.map((s) => el("li", {}, this.#row(s, day)))) : el("p.muted", {}, none), book || "");
	}

	#row({booking: b, start, end}, day) {
		const {zone} = this.view, now = this.model.now();
		return el(`button${b.mine ? ".mine" : ""}`, {type: "button", "data-key": `${b.name}@${start}`, onclick: () => this.app.open(b.name)}, el(`i.${end <= now ? "gone" : kindOf(b)}`),
			el("b", {}, b.name), el("span", {}, endsOn(zone, start, end, day, now)),
			el("span.muted", {}, `${count(b.node_count, "node")} · `, el("bdi", {}, ownerText(b)), ` · ${wordsOf(b, now)}`));
	}

	#book(day) {
		const {zone} = this.view, {year, month, day: date} = wall(zone, day), start = instant(zone, year, month, date, MORNING);
		this.app.book(start > this.model.now() ? {start} : {});
	}

	/* What a panel shows stays in view over it, on its own day. */
	#keepInView() {
		const {app, view, root} = this, b = app.model.bookings.get(app.shown), row = () => root.querySelector(`[data-key^="${CSS.escape(app.shown)}@"]`);
		if (root.hidden || !b) return;
		if (!row()) {
			view.day = b.start;
			this.refresh();
		}
		row()?.scrollIntoView({block: "nearest"});
	}
}
