// SPDX-License-Identifier: GPL-2.0-or-later
// The reservations as a table: for screen readers, for small screens, and for who likes tables.
import {count} from "./answer.js";
import {api} from "./api.js";
import {button, el} from "./dom.js";
import {matches, ownerText, spansOf} from "./model.js";
import {Over} from "./over.js";
import {toast} from "./say.js";
import {dayName, dayStart, endsOn, range, wall} from "./zone.js";
import {lengthText, stateText} from "./spans.js";

const PAGE = 200;

/* Its state, and what is special about it. */
export function wordsOf(b, now) {
	return [stateText(b, now), b.degraded && "lacks nodes", b.maintenance && "maintenance", b.kind === "held" && "held",
		b.window && "may move", b.mine && "yours", b.recurring && "recurs"].filter(Boolean).join(", ");
}

export class List {
	#most = PAGE;

	constructor(root, model, view, app) {
		Object.assign(this, {root, model, view, app});
		this.over = model.config.mode === "own" && model.config.garq ? new Over(model, view, app) : null;
		this.box = el("div");
		root.append(...(this.over ? [this.over.element] : []), this.box);
	}

	/* Those from now on that the filters let through, by start. */
	#rows() {
		const now = this.model.now(), {view} = this;
		return [...this.model.bookings.values()].filter((b) => matches(b, view.find) && (!view.mine || b.mine) &&
			spansOf(b).some((s) => s.end > now) && (!view.partition || b.partition === view.partition || this.#touches(b)))
			.sort((a, b) => a.start - b.start || (a.name < b.name ? -1 : 1));
	}

	#touches(b) {
		const {node_ranges: ranges} = this.model.partitions.find((p) => p.name === this.view.partition) || {node_ranges: []};
		return b.node_ranges.some(([f, l]) => ranges.some(([g, m]) => f <= m && g <= l));
	}

	refresh() {
		if (this.root.hidden) return;
		this.over?.refresh();
		const rows = this.#rows(), focused = this.box.contains(document.activeElement) ? document.activeElement.dataset.name : null;
		const standing = this.#standing();
		if (!rows.length) {
			const filtered = this.view.find || this.view.mine || this.view.partition;
			this.box.replaceChildren(...standing, el("p.empty", {}, filtered ? "No upcoming reservation matches the filters." : "There are no upcoming reservations."),
				!filtered && this.app.mayAsk() ? button("Book nodes…", () => this.app.book()) : "");
			return;
		}
		const head = el("tr", {}, ...[["Name"], ["When"], ["How long", "optional"], ["Nodes", "number"], ["Which nodes", "optional"], ["For", "wide"], ["State"]]
			.map(([text, kind]) => el(`th${kind ? `.${kind}` : ""}`, {scope: "col"}, text)));
		const table = el("table", {}, el("caption.offscreen", {}, `${rows.length} reservations, by their start`), el("thead", {}, head),
			...this.#days(rows.slice(0, this.#most)));
		const more = rows.length > this.#most ? button(`Show ${Math.min(PAGE, rows.length - this.#most)} more of ${rows.length}`, () => { this.#most += PAGE; this.refresh(); }) : null;
		this.box.replaceChildren(...standing, table, ...(more ? [more] : []));
		if (focused) [...this.box.querySelectorAll("button")].find((b) => b.dataset.name === focused)?.focus();
	}

	/* A body of the table for each day of a start; what began before is of today. */
	#days(rows) {
		const {zone} = this.view, now = this.model.now(), today = dayStart(zone, now), days = new Map();
		for (const b of rows) {
			const day = b.start < today ? today : dayStart(zone, b.start);
			days.set(day, [...(days.get(day) || []), b]);
		}
		const near = new Map([[today, "today"], [dayStart(zone, now, 1), "tomorrow"]]);
		const year = (day) => wall(zone, day).year === wall(zone, now).year ? "" : ` ${wall(zone, day).year}`;
		return [...days].map(([day, list]) => el("tbody", {}, el("tr", {}, el("th", {scope: "rowgroup", colspan: 7}, dayName(zone, day) + year(day), near.has(day) ? el("span", {}, ` · ${near.get(day)}`) : "")),
			...list.map((b) => this.#row(b, day))));
	}

	/* What waits for room, above what has it. */
	#standing() {
		const {model, view} = this, rows = model.standing.filter((s) => !view.mine || s.mine);
		if (!rows.length) return [];
		return [el("section.standing", {"aria-label": "Waiting for room"}, el("h3", {}, "Waiting for room"),
			el("ol.lines", {}, ...rows.map((s) => el("li", {"data-standing": s.name}, el("div", {}, el("b", {}, s.name), el("span", {}, this.#waits(s))),
				model.config.mode === "own" && (s.mine || model.config.operator) ? button("Withdraw", () => this.#withdraw(s.name)) : null))))];
	}

	/* What a request that stands by wants, its place in the queue, and why it has not been booked. */
	#waits({place, of, node_count: nodes, duration, start, until, user, asked, agreed, why}) {
		const {zone} = this.view, later = until > start ? ` or up to ${lengthText(until - start)} later` : "";
		return [`${nodes ? count(nodes, "node") : "licenses"} for ${lengthText(duration)}`, `${range(zone, start, start + duration, this.model.now())}${later}`, `for ${user}`,
			`place ${place} of ${of}`, asked && `${agreed} of ${asked} owners agreed to give way`, why].filter(Boolean).join(" · ");
	}

	async #withdraw(name) {
		try {
			await api.remove(name);
			this.model.dropStanding(name);
			toast(`${name} waits no more`);
		} catch (error) {
			toast(error.lines[0] || "That did not work", {kind: "bad"});
		}
	}

	#row(b, day) {
		const open = el("button", {type: "button", "data-name": b.name, onclick: () => this.app.open(b.name)}, b.name);
		const now = this.model.now();
		return el("tr", {}, el("td", {}, open), el("td.time", {}, endsOn(this.view.zone, b.start, b.end, day, now)), el("td.optional", {}, lengthText(b.duration)),
			el("td.number", {}, String(b.node_count)), el("td.optional", {}, b.node_list.length > 60 ? `${b.node_list.slice(0, 58)}…` : b.node_list), el("td.wide", {}, ownerText(b)), el("td", {}, wordsOf(b, now)));
	}
}
