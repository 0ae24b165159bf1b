// SPDX-License-Identifier: GPL-2.0-or-later
// Week and Month: what FullCalendar (lib/) shows, and what follows from its clicks and drags. It is given the wall-clock
// times of the zone as if they were UTC, and knows of no zone.
import {count} from "./answer.js";
import {el} from "./dom.js";
import {matches, ownerText, spansOf} from "./model.js";
import {hueOf} from "./scene.js";
import {offerText} from "./paint_bars.js";
import {tryPlace} from "./trial.js";
import {MONTHS, WEEKDAYS, clock, dateInstant, dayName, dayStart, instant, offsetText, range, wall, wallDate} from "./zone.js";

const HOUR = 3600, QUARTER = 900;
const COLUMNS = [2, 6], WIDTH = 26; // least and most events side by side in a day of Week, and pixels for each ...
const TALL = 20; // most bookings of a day for which its week in Month grows
const HOURS = 56, MORE = 32; // ... beside the hours, and in each day how many more there are

/* Most events at a time in each hour of a day; an hour on the clock that there is twice counts twice. */
export function hourlyPeaks(events, day, next) {
	const here = events.filter((e) => e.start < next && e.end > day);
	const at = (t) => here.filter((e) => e.start <= t && t < e.end).length;
	return Array.from({length: Math.ceil((next - day) / HOUR)}, (_, i) => {
		const from = day + i * HOUR, starts = here.filter((e) => e.start > from && e.start < from + HOUR);
		return Math.max(at(from), ...starts.map((e) => at(e.start)));
	});
}

export class Calendar {
	#loading = null;
	#held = false; // something is dragged: what is new is shown afterwards
	#tried = ""; // where it is
	#said = ""; // and what the controller says of that
	#pointer = [0, 0];
	#shown = ""; // view, span and zone
	#columns = 0;
	#focused = ""; // the event to have the focus again
	#picked = 0; // the start of what is asked for, once it was brought into view

	constructor(root, model, view, app) {
		Object.assign(this, {root, model, view, app});
		new ResizeObserver(() => {
			if (this.full && this.#fitting() !== this.#columns) this.refresh();
			this.#fitNames();
			this.#keepInView(this.root.querySelector(".picked") || this.root.querySelector(`[data-key^="${CSS.escape(app.shown)}@"]`));
		}).observe(root);
		root.addEventListener("pointermove", (e) => this.#follow(e));
		root.addEventListener("touchmove", (e) => this.#follow(e.touches[0]), {passive: true});
		root.addEventListener("scroll", () => this.#fitNames(), {capture: true, passive: true});
	}

	/* How many events there is room for side by side. */
	#fitting() {
		const [least, most] = COLUMNS;
		return Math.max(least, Math.min(most, Math.floor(((this.root.clientWidth - HOURS) / this.view.days - MORE) / WIDTH)));
	}

	refresh() {
		if (this.root.hidden || this.#held) return;
		if (this.full) this.#show();
		else this.#loading ||= this.#load();
	}

	/* The library is large: it is there once somebody looks at a calendar. */
	async #load() {
		const {default: FullCalendar} = await import("../lib/fullcalendar.js");
		this.full = this.root.calendar = new FullCalendar.Calendar(this.root, this.#options());
		this.full.render();
		this.refresh();
	}

	#instant(date) {
		return dateInstant(this.view.zone, date);
	}

	#wall(t) {
		return wallDate(this.view.zone, t);
	}

	#day(date) {
		const day = this.#instant(date);
		return [day, dayStart(this.view.zone, day, 1)];
	}

	#options() {
		const {app, view} = this;
		const days = (count) => ({type: "timeGrid", duration: {days: count}, dateAlignment: count === 7 ? "week" : "day"});
		const weekend = (i) => i.dow % 6 === 0 && "weekend", today = (i) => i.isToday && "today";
		const names = (...parts) => parts.filter(Boolean).join(" ");
		return {
			timeZone: "UTC", firstDay: 1, headerToolbar: false, height: "100%", initialView: "days7", initialDate: this.#wall(view.from), now: () => this.#wall(this.model.now()),
			views: {days7: days(7), days3: days(3), days1: days(1), dayGridMonth: {dayMaxEvents: true, fixedWeekCount: false, selectable: false, weekNumbers: false}},
			events: ({start, end}, done) => done(this.#events(this.#instant(start), this.#instant(end))),
			eventOrder: (a, b) => rank(a) - rank(b) || a.start - b.start || b.end - a.end || (a.title < b.title ? -1 : 1),
			slotEventOverlap: false, eventMinHeight: 18, allDaySlot: false, expandRows: true,
			slotDuration: "01:00", slotMinHeight: 46, snapDuration: QUARTER * 1000, nowIndicator: true, scrollTimeReset: false,
			navLinks: true, navLinkDayClick: (date) => app.showDay(this.#instant(date)), navLinkHint: (_, date) => this.#dayText(date),
			dateClick: ({date, view: {type}}) => { if (type === "dayGridMonth") app.showDay(this.#instant(date)); },
			moreLinkClick: ({date}) => { app.showDay(dayStart(view.zone, this.#instant(date))); return true; },
			moreLinkHint: (count) => `${count} more ${count === 1 ? "reservation" : "reservations"}`,
			eventContent: (info) => ({domNodes: this.#label(info)}), eventDidMount: (info) => this.#mounted(info),
			eventClick: ({event: {extendedProps: {offer, booking}}}) => offer ? app.pick(offer) : booking && app.open(booking.name),
			selectable: app.mayAsk(), selectMinDistance: 5, selectLongPressDelay: 450, eventLongPressDelay: 450, selectMirror: true,
			select: ({start, end}) => { this.full.unselect(); app.ask({start: this.#instant(start), end: this.#instant(end), nodes: 1, partition: view.partition}); },
			eventDragStart: () => this.#hold(true), eventDragStop: () => this.#hold(false), eventResizeStart: () => this.#hold(true), eventResizeStop: () => this.#hold(false),
			eventAllow: (span, event) => this.#tryAt(span, event), eventDrop: (info) => this.#changed(info), eventResize: (info) => this.#changed(info), dragRevertDuration: 0,
			weekNumbers: true, weekNumberHeaderContent: () => offsetText(view.zone, this.model.now()),
			slotHeaderContent: ({time}) => this.#hour(time.milliseconds / 1000 / HOUR),
			dayHeaderContent: ({date, view: {type}}) => type === "dayGridMonth" ? WEEKDAYS[date.getUTCDay()] : {domNodes: this.#dayHead(date)},
			dayCellTopContent: ({date}) => `${date.getUTCDate()}${date.getUTCDate() === 1 ? ` ${MONTHS[date.getUTCMonth()]}` : ""}`,
			// what it says to screen readers, where that is not what is seen
			dayHeaderDidMount: (i) => i.el.querySelector("[aria-hidden]")?.removeAttribute("aria-hidden"),
			dayCellDidMount: (i) => i.el.removeAttribute("aria-label"),
			weekNumberHeaderDidMount: (i) => [i.el, ...i.el.querySelectorAll("[aria-label]")].forEach((e) => e.removeAttribute("aria-label")),
			viewDidMount: (i) => i.el.querySelectorAll("[role=rowheader]").forEach((e) => e.setAttribute("role", "gridcell")),
			// the library has no look of its own: names for style.css
			tableHeaderClass: "head", dayHeaderClass: (i) => names("day-head", today(i)), dayHeaderAlign: "center", weekNumberHeaderClass: "hour", fillerClass: "filler",
			slotHeaderClass: "hour", slotLaneClass: "slot", dayLaneClass: (i) => names("lane", weekend(i), this.#crowd(i.date) && "crowded"), dayLaneInnerClass: "inside",
			dayCellClass: (i) => names("day", i.isOther && "other", weekend(i), today(i)), dayCellTopInnerClass: "date", dayRowClass: "days",
			blockEventClass: "event", columnEventAfterClass: (i) => i.isEndResizable && "resizer", eventInnerClass: "inner", backgroundEventClass: "event picked",
			moreLinkClass: "more", columnMoreLinkClass: "column", nowIndicatorLineClass: "now-line",
		};
	}

	#show() {
		const {full, view, root} = this, {zone} = view, now = this.model.now(), month = view.view === "month";
		const type = month ? "dayGridMonth" : `days${view.days}`, from = this.#wall(month ? view.from + view.span / 2 : view.from);
		const shown = `${type} ${from.toISOString().slice(0, month ? 7 : 10)} ${zone.name}`;
		this.#focused = root.contains(document.activeElement) ? document.activeElement.dataset.key || "" : "";
		this.#counted = new Map();
		this.#columns = this.#fitting();
		full.batchRendering(() => {
			if (this.#shown !== shown) full.changeView(type, from);
			// a function that is another one is asked again
			for (const name of ["now", "dayHeaderContent", "dayLaneClass", "slotHeaderContent", "weekNumberHeaderContent"]) full.setOption(name, this.#options()[name]);
			full.setOption("eventMaxStack", this.#columns);
			full.refetchEvents();
		});
		if (month) this.#fitWeeks();
		else this.root.querySelector(".lane").tabIndex = 0; // arrows scroll the hours, also of a week without reservations
		if (this.#shown !== shown && !month) {
			const {activeStart, activeEnd} = full.view, seen = this.#instant(activeStart) <= now && now < this.#instant(activeEnd);
			full.scrollToTime({hours: seen ? Math.max(0, Math.min(wall(zone, now).hour - 2, 16)) : 7.5});
		}
		this.#shown = shown;
		this.fitPast();
		requestAnimationFrame(() => this.#fitNames());
	}

	/* A name stays within the rest of its event that is seen when the hours are scrolled: style.css. */
	#fitNames() {
		const edge = Math.max(...[...this.root.querySelectorAll(".day-head")].map((e) => e.getBoundingClientRect().bottom));
		const rests = [...this.root.querySelectorAll(".lane .event")].map((e) => {
			const {top, bottom} = e.getBoundingClientRect();
			return [e, Math.round(bottom - Math.max(top, edge))];
		});
		for (const [e, rest] of rests) e.style.setProperty("--rest", rest);
	}

	/* What is over of a booking is grey, as in the timeline: of that part of it that a day of Week or a week of Month shows. */
	fitPast() {
		const now = this.model.now();
		for (const unit of this.root.querySelectorAll(".lane, .days")) {
			const dates = [unit, ...unit.querySelectorAll("[data-date]")].map((e) => e.dataset.date).filter(Boolean);
			const days = dates.map((date) => this.#day(new Date(`${date}T00:00Z`))), from = days[0][0], to = days.at(-1)[1];
			for (const e of unit.querySelectorAll(".event")) {
				if (!e.span) continue;
				const start = Math.max(from, e.span.start), end = Math.min(to, e.span.end);
				e.style.setProperty("--part", Math.max(0, Math.min(1, (now - start) / (end - start))));
			}
		}
	}

	/* What is asked for, or shown, stays in view over a panel. */
	#keepInView(node) {
		node?.scrollIntoView({block: "nearest"});
	}

	/* A week of the month is as high as its fullest day needs, so that few are hidden. */
	#fitWeeks() {
		for (const row of this.root.querySelectorAll(".days")) {
			const most = Math.max(...[...row.querySelectorAll(".day")].map(({dataset}) => this.#spans(...this.#day(new Date(`${dataset.date}T00:00Z`))).length));
			row.style.setProperty("--most", Math.min(most, TALL));
		}
	}

	#hold(held) {
		this.#held = held;
		this.#tried = this.#said = "";
		if (held) return;
		this.app.tip("");
		this.refresh();
		setTimeout(() => { if (this.app.panel.kind !== "change") this.app.dropTrial(); }); // if it was not dropped elsewhere
	}

	// --- events ---------------------------------------------------------------------------

	#spans(from, to) {
		return spansShown(this.model, this.view, from, to);
	}

	/* What the library shows between two instants. */
	#events(from, to) {
		const {app, view, model} = this, week = view.view === "week";
		const bookings = this.#spans(from, to).map(({booking: b, start, end}) => ({...this.#times(start, end), title: b.name, display: "block", booking: b, span: {start, end},
			className: app.timeline.inTheWay.has(b.name) ? `${kindOf(b)} in-the-way` : kindOf(b),
			editable: week && b.state === "pending" && !b.recurring && model.mayChange(b)}));
		if (!week) return bookings;
		const {asked} = app, {preview, selection} = app.timeline;
		if (!asked && !preview) this.#picked = 0;
		const spans = [asked && {start: asked.start, end: asked.start + asked.duration, answer: selection?.answer}, preview].filter(Boolean);
		return [...bookings, ...app.offered.map((offer) => ({...this.#times(offer.start, offer.end), title: "Offer", display: "block", offer, span: offer, className: "offer"})),
			...spans.map(({start, end, answer}) => ({...this.#times(start, end), title: range(view.zone, start, end), display: "background", span: {start, end}, className: answer || ""}))];
	}

	/* In the night in which the clock goes back, an end can have an earlier hour than its start. */
	#times(start, end) {
		const from = this.#wall(start);
		return {start: from, end: new Date(Math.max(this.#wall(end), from.getTime() + QUARTER * 1000))};
	}

	/* What is seen of an event, and for screen readers the rest; of one that is dragged, where it is now. */
	#label({event: {title, start, end, extendedProps: {booking: b, offer, span: has}}, isMirror, isStart, view: {type}}) {
		if (!b && !offer) return [el("span", {}, title)];
		const span = isMirror ? {start: this.#instant(start), end: this.#instant(end)} : has;
		const {zone} = this.view, short = type === "dayGridMonth", from = clock(zone, span.start);
		const rest = el("span.offscreen", {}, `${range(zone, span.start, span.end, this.model.now())}, ${b ? `${count(b.node_count, "node")}, ${ownerText(b)}` : offerText(offer)}`);
		if (short) return [el("span.time", {}, isStart ? from : "…"), el("span", {}, title), rest];
		return [el("b", {}, title), el("span.times", {}, ...(b ? [el("span.hours", {}, `${from}–${clock(zone, span.end)}`), el("span.nodes", {}, `, ${count(b.node_count, "node").replace(" ", "\u00a0")}`)] : [offerText(offer)])), rest];
	}

	#mounted({el: node, event: {title, extendedProps: {booking, offer, span}}}) {
		if (!booking && !offer) {
			if (span && this.#picked !== span.start) requestAnimationFrame(() => this.#keepInView(node));
			this.#picked = span?.start ?? this.#picked; // none of a drag
			return;
		}
		if (booking) node.span = span;
		node.title = `${title}, ${node.querySelector(".offscreen").textContent}`;
		node.dataset.key = `${(booking || offer).name}@${span.start}`;
		if (node.dataset.key === this.#focused) node.focus({preventScroll: true});
	}

	/* Where an own booking is, as {start, duration}, that was dragged from `old` to `span`. */
	#placeOf(b, span, old) {
		const moved = span.start.getTime() !== old.start.getTime(), start = moved ? Math.max(this.#instant(span.start), this.model.now()) : b.start;
		const end = this.#instant(span.end), length = (span.end - span.start) / 1000;
		return {start, duration: moved ? b.duration : end > start ? end - start : length};
	}

	/* It was dropped: the controller is asked, and the booking stays where it is until somebody confirms. */
	#changed({event, oldEvent, revert}) {
		const {booking: b} = event.extendedProps, place = this.#placeOf(b, event, oldEvent);
		revert();
		this.app.move(b, place);
	}

	/* It is dragged there, and the controller is asked. RET true: it may be */
	#tryAt(span, event) {
		const {booking: b} = event.extendedProps, {start, duration} = this.#placeOf(b, span, event), tried = `${start} ${duration}`;
		if (!this.#held || tried === this.#tried) return true;
		this.#tried = tried;
		this.#say("", []);
		tryPlace(this.app, b, {start, end: start + duration}, ({text, names}) => { if (this.#held) this.#say(text, names); });
		return true;
	}

	/* Say it beside the pointer, and outline who is in the way: nothing else is drawn anew while something is dragged. */
	#say(text, names) {
		this.#said = text;
		this.app.tip(text, ...this.#pointer);
		for (const e of this.root.querySelectorAll("[data-key]")) e.classList.toggle("in-the-way", names.includes(e.dataset.key.slice(0, e.dataset.key.lastIndexOf("@"))));
	}

	#follow({clientX, clientY}) {
		this.#pointer = [clientX, clientY];
		if (this.#said) this.app.tip(this.#said, clientX, clientY);
	}

	// --- heads ------------------------------------------------------------------------------

	#hour(h) {
		const {zone, otherZone, from} = this.view, w = wall(zone, from);
		const hour = `${String(h).padStart(2, "0")}:00`;
		return otherZone ? `${hour}\n/ ${clock(otherZone, instant(zone, w.year, w.month, w.day, h))}` : hour;
	}

	#counted = new Map();

	/* hourlyPeaks() of a day of the library. */
	#peaks(date) {
		const [day, next] = this.#day(date);
		if (!this.#counted.has(day)) this.#counted.set(day, hourlyPeaks(this.#spans(day, next), day, next));
		return this.#counted.get(day);
	}

	/* The most at a time on a day that has more than are shown side by side, or 0. */
	#crowd(date) {
		const most = Math.max(...this.#peaks(date));
		return most > this.#columns ? most : 0;
	}

	#dayText(date) {
		const most = this.#crowd(date);
		return `${dayName(this.view.zone, this.#instant(date))}${most ? ` up to ${most} reservations at a time` : ""}: show it in the timeline`;
	}

	/* The name of a day, and where more stand side by side than fit, how many there are in each hour. */
	#dayHead(date) {
		const most = this.#crowd(date), name = el("span", {}, dayName(this.view.zone, this.#instant(date)));
		if (!most) return [name];
		const bars = this.#peaks(date).map((count) => {
			const bar = el(`i${count > this.#columns ? ".many" : ""}`);
			bar.style.height = `${count / most * 100}%`;
			return bar;
		});
		return [name, document.createTextNode(" "), el("span.density", {}, el("span.bars", {}, ...bars), `up to ${most}`)];
	}
}

/* The bookings that the filters let through, as {booking, start, end}. */
export function spansShown(model, view, from, to) {
	const found = [];
	for (const booking of model.bookings.values()) {
		if (!matches(booking, view.find) || (view.mine && !booking.mine) || (view.partition && booking.partition && booking.partition !== view.partition)) continue;
		for (const {start, end} of spansOf(booking)) if (start < to && end > from) found.push({booking, start, end});
	}
	return found;
}

/* Own bookings find a place first, and offers before all. */
function rank({extendedProps: {offer, booking}}) {
	return offer ? 0 : booking?.mine ? 1 : 2;
}

/* The class of style.css for its colour. */
export function kindOf(b) {
	if (b.maintenance) return "maintenance";
	if (b.degraded) return "degraded";
	if (b.kind === "held") return "held";
	return b.mine ? "mine" : b.kind === "native" ? "native" : `hue-${hueOf(b)}`;
}
