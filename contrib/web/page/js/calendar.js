// SPDX-License-Identifier: GPL-2.0-or-later
// The calendar: bookings by week and by month. A span is asked for by dragging over a day.
import {button, el} from "./dom.js";
import {clockHours, dayColumns, monthDays, weekDays} from "./calendar_layout.js";
import {matches, ownerText, spansOf} from "./model.js";
import {hueOf} from "./scene.js";
import {offerText} from "./paint_bars.js";
import {DAY, MONTHS, WEEKDAYS, clock, dayName, dayStart, instant, offsetText, range, wall} from "./zone.js";

const HOUR_HEIGHT = 46;
const QUARTER = 900;
const MOST = 4; // events of a day of the month
const COLUMNS = 6; // events side by side; the last column has the number of the others

export class Calendar {
	constructor(root, model, view, app) {
		Object.assign(this, {root, model, view, app});
	}

	/* What the filters let through, as {booking, start, end}. */
	#events(from, to) {
		const {view} = this, events = [];
		for (const b of this.model.bookings.values()) {
			if (!matches(b, view.find) || (view.mine && !b.mine) || (view.partition && b.partition && b.partition !== view.partition)) continue;
			for (const {start, end} of spansOf(b)) if (start < to && end > from) events.push({booking: b, start, end});
		}
		return events;
	}

	refresh() {
		if (this.root.hidden) return;
		const top = this.root.scrollTop, was = this.shown, focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
		this.shown = this.view.view;
		if (this.view.view === "month") this.#month();
		else this.#week();
		this.root.scrollTop = was === this.shown ? top : this.shown === "week" ? 7.5 * HOUR_HEIGHT : 0;
		if (focused) [...this.root.querySelectorAll("[data-key]")].find((e) => e.dataset.key === focused)?.focus();
	}

	/* `short` is the midnight of the day of a month, or 0: then there is room for more than a line. */
	#event({booking: b, start, end}, short) {
		const kind = b.maintenance ? "maintenance" : b.degraded ? "degraded" : b.kind === "held" ? "held" : b.mine ? "mine" : b.kind === "native" ? "native" : `hue-${hueOf(b)}`;
		const {zone} = this.view;
		const label = `${b.name}, ${range(zone, start, end, this.model.now())}, ${b.node_count} nodes, ${ownerText(b)}`;
		const inside = short ? [`${start < short ? "…" : clock(zone, start)} ${b.name}`] : [el("b", {}, b.name), el("span", {}, `${b.node_count} ${b.node_count === 1 ? "node" : "nodes"} · ${clock(zone, start)}–${clock(zone, end)}`)];
		return el(`button.event.${kind}`, {type: "button", "aria-label": label, title: label, "data-key": `${b.name}@${start}`, onclick: () => this.app.open(b.name)}, ...inside);
	}

	// --- week -------------------------------------------------------------------------

	#week() {
		const {zone, otherZone} = this.view, now = this.model.now();
		const days = weekDays(zone, this.view.from), today = dayStart(zone, now);
		const events = this.#events(days[0], days[7]);
		const head = el("div.week-head", {}, el("div.gutter", {}, offsetText(zone, now)),
			...days.slice(0, 7).map((day) => el(`div${day === today ? ".today" : ""}`, {}, dayName(zone, day))));
		const hours = el("div.week-hours", {"aria-hidden": "true"}, ...Array.from({length: 24}, (_, h) => {
			const w = wall(zone, days[0]);
			const other = otherZone ? ` / ${clock(otherZone, instant(zone, w.year, w.month, w.day, h))}` : "";
			return el("div.week-hour", {}, `${String(h).padStart(2, "0")}:00`, other ? el("br") : null, other);
		}));
		const columns = days.slice(0, 7).map((day, i) => this.#day(day, days[i + 1], events, now));
		this.root.replaceChildren(head, el("div.week-body", {}, hours, ...columns));
	}

	#day(day, next, events, now) {
		const {zone} = this.view, {weekday} = wall(zone, day);
		const column = el(`div.week-day.week-lines${weekday % 6 ? "" : ".weekend"}`, {role: "group", "aria-label": dayName(zone, day), "data-day": day});
		const {boxes, rests} = dayColumns(zone, events, day, next, COLUMNS);
		for (const box of boxes) {
			const node = this.#event(box.event, 0);
			setBox(node, box.top, box.bottom, box.column / box.columns, box.span / box.columns);
			if (4 * box.span <= box.columns) node.classList.add("narrow");
			column.append(node);
		}
		for (const rest of rests) column.append(this.#rest(rest, day));
		for (const offer of this.app.offered) if (offer.start < next && offer.end > day) column.append(this.#offer(offer, day, next));
		const asked = this.app.asked;
		if (asked && asked.start < next && asked.start + asked.duration > day) {
			const node = el("div.event.picked", {}, range(zone, asked.start, asked.start + asked.duration));
			setBox(node, clockHours(zone, day, next, asked.start), clockHours(zone, day, next, asked.start + asked.duration), 0, 1);
			column.append(node);
		}
		if (now >= day && now < next) {
			const line = el("div.now-line");
			line.style.top = `${clockHours(zone, day, next, now) * HOUR_HEIGHT}px`;
			column.append(line);
		}
		column.addEventListener("pointerdown", (e) => this.#drag(e, column, day, next));
		return column;
	}

	#rest({top, bottom, cnt, column, columns}, day) {
		const {zone} = this.view, label = `${cnt} more ${cnt === 1 ? "reservation" : "reservations"} on ${dayName(zone, day)}`;
		const node = el("button.more", {type: "button", "aria-label": label, title: label, "data-key": `more@${day + top * 3600}`, onclick: () => this.app.showDay(day)}, el("span", {}, `+${cnt}`));
		setBox(node, top, bottom, column / columns, 1 / columns);
		return node;
	}

	#offer(offer, day, next) {
		const {zone} = this.view;
		const node = el("button.event.offer", {type: "button", onclick: () => this.app.pick(offer)}, el("b", {}, "Offer"), el("span", {}, offerText(offer)));
		setBox(node, clockHours(zone, day, next, offer.start), clockHours(zone, day, next, offer.end), 0.25, 0.75);
		return node;
	}

	/* Drag over a day: a span of whole quarters of an hour. A touch scrolls; it asks with the button Book. */
	#drag(e, column, day, next) {
		if (e.button !== 0 || e.target !== column || e.pointerType === "touch" || !this.app.mayAsk()) return;
		const timeAt = (y) => {
			const seconds = Math.round(Math.max(0, Math.min(24, y / HOUR_HEIGHT)) * 3600 / QUARTER) * QUARTER, w = wall(this.view.zone, day);
			return seconds >= DAY ? next : instant(this.view.zone, w.year, w.month, w.day, 0, 0, seconds);
		};
		const top = column.getBoundingClientRect().top, from = e.clientY - top;
		const node = el("div.event.picked");
		column.append(node);
		column.setPointerCapture(e.pointerId);
		const span = (y) => {
			const [a, b] = [timeAt(from), timeAt(y)].sort((p, q) => p - q);
			return {start: a, end: Math.max(b, a + QUARTER)};
		};
		const move = (ev) => {
			const {start, end} = span(ev.clientY - column.getBoundingClientRect().top);
			setBox(node, clockHours(this.view.zone, day, next, start), clockHours(this.view.zone, day, next, end), 0, 1);
			node.textContent = range(this.view.zone, start, end);
		};
		const up = (ev) => {
			column.removeEventListener("pointermove", move);
			const to = ev.clientY - column.getBoundingClientRect().top;
			node.remove();
			if (Math.abs(to - from) > 5) this.app.ask({...span(to), nodes: 1, partition: this.view.partition});
		};
		column.addEventListener("pointermove", move);
		column.addEventListener("pointerup", up, {once: true});
	}

	// --- month ------------------------------------------------------------------------

	#month() {
		const {zone} = this.view, now = this.model.now();
		const days = monthDays(zone, this.view.from + this.view.span / 2), events = this.#events(days[0], days[days.length - 1]);
		const month = wall(zone, days[10]).month, today = dayStart(zone, now);
		const head = el("div.month-head", {"aria-hidden": "true"}, ...[1, 2, 3, 4, 5, 6, 0].map((d) => el("div", {}, WEEKDAYS[d])));
		const cells = days.slice(0, -1).map((day, i) => this.#monthDay(day, days[i + 1], events, month, today));
		this.root.replaceChildren(head, el("div.month", {}, ...cells));
	}

	#monthDay(day, next, events, month, today) {
		const {zone} = this.view, w = wall(zone, day);
		const here = events.filter((e) => e.start < next && e.end > day).sort((a, b) => a.start - b.start || (a.booking.name < b.booking.name ? -1 : 1));
		const date = button(w.day === 1 ? `1 ${MONTHS[w.month - 1]}` : String(w.day), () => this.app.showDay(day), "date");
		date.setAttribute("aria-label", `${dayName(zone, day)}, ${here.length} reservations`);
		const shown = here.length > MOST ? MOST - 1 : here.length;
		const kinds = [w.month !== month && "other", day === today && "today", w.weekday % 6 === 0 && "weekend"].filter(Boolean).map((k) => `.${k}`).join("");
		return el(`div.month-day${kinds}`, {}, date, ...here.slice(0, shown).map((e) => this.#event(e, day)),
			here.length > shown ? button(`${here.length - shown} more`, () => this.app.showDay(day), "more") : null);
	}
}

function setBox(node, top, bottom, left, width) {
	node.style.top = `${top * HOUR_HEIGHT}px`;
	node.style.height = `${Math.max(18, (bottom - top) * HOUR_HEIGHT - 2)}px`;
	node.style.left = `calc(${left * 100}% + 2px)`;
	node.style.width = `calc(${width * 100}% - 4px)`;
}
