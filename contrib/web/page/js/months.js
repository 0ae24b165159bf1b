// SPDX-License-Identifier: GPL-2.0-or-later
// The CPU time of twelve months as a chart: used by jobs, idle and given back, and a line at the booked time. A column leads to its month.
import {api} from "./api.js";
import {button, el} from "./dom.js";
import {DAY, MONTHS, monthStart, wall} from "./zone.js";

const SHOWN = 12;
const SETTLED = 60 * DAY; // after its end the bookings of a month change no more
const FRESH = 60; // seconds for which the sums of a later month are good

export const hours = (seconds) => (seconds / 3600).toFixed(1);

/* Parts of a bar, in the order in which they lie. */
export const PARTS = [["used", "used by jobs", (r) => r.used], ["idle", "held but idle", (r) => Math.max(0, r.held - r.used)], ["back", "given back", (r) => r.given_back]];

/* Rows of an answer together. */
export function sumOf(rows) {
	const sum = {booked: 0, held: 0, used: 0, given_back: 0};
	for (const row of rows) for (const key of Object.keys(sum)) sum[key] += row[key];
	return sum;
}

/* The starts of the months up to now, or up to a month that is not among these. */
export function monthsWith(zone, chosen, now) {
	const first = monthStart(zone, now, 1 - SHOWN), last = chosen < first || chosen > now ? chosen : now;
	return Array.from({length: SHOWN}, (_, i) => monthStart(zone, last, i + 1 - SHOWN));
}

export class Months {
	#known = new Map(); // {rows, asked} of the start of a month
	#turn = 0;
	#drawn = "";

	/* choose - called with the start of a month */
	constructor(root, model, view, choose) {
		Object.assign(this, {root, model, view, choose});
		this.most = el("p.hint");
		this.plot = el("div.plot");
		this.words = el("p", {id: "month-sum"});
		root.append(this.most, this.plot, this.words);
	}

	/* The rows of a month, by account and user. */
	async rowsOf(since) {
		const now = this.model.now(), until = monthStart(this.view.zone, since, 1), known = this.#known.get(since);
		if (known && (until + SETTLED < known.asked || now - known.asked < FRESH)) return known.rows;
		const {usage: rows} = await api.usage({since, until});
		this.#known.set(since, {rows, asked: now});
		return rows;
	}

	/* Draw the months around one. Those that are not known are asked for one after another: each counts for garq_user_rate. */
	async show(chosen) {
		const turn = ++this.#turn, months = monthsWith(this.view.zone, chosen, this.model.now());
		this.#draw(months, chosen);
		try {
			for (const since of [...months].reverse()) {
				await this.rowsOf(since);
				if (turn !== this.#turn || !this.root.checkVisibility()) return;
				this.#fill(months, chosen);
			}
		} catch (error) {
			if (!error.lines) throw error;
			if (turn === this.#turn) this.words.textContent = error.lines.join("; ");
		}
	}

	#name(since) {
		const {year, month} = wall(this.view.zone, since);
		return `${MONTHS[month - 1]} ${year}`;
	}

	/* The columns stay while their months do: a click that is under way meets the button on which it began. */
	#draw(months, chosen) {
		const drawn = months.map((since) => this.#name(since)).join();
		if (drawn !== this.#drawn) this.plot.replaceChildren(...months.map((since) => this.#column(since)));
		this.#drawn = drawn;
		[...this.plot.children].forEach((column, i) => { column.since = months[i]; });
		this.#fill(months, chosen);
	}

	#column(since) {
		const [month, year] = this.#name(since).split(" ");
		const column = button(el("span.stack", {}, ...[...PARTS].reverse().map(([kind]) => el(`span.u-${kind}`)), el("span.u-booked")), () => this.choose(column.since), `month${month === MONTHS[0] ? " january" : ""}`);
		column.append(el("span", {}, month), " ", el("span.year", {}, year), el("span.offscreen"));
		return column;
	}

	#fill(months, chosen) {
		const sums = months.map((since) => this.#known.has(since) ? sumOf(this.#known.get(since).rows) : null);
		const most = Math.max(1, ...sums.filter(Boolean).map((s) => Math.max(s.booked, s.held + s.given_back)));
		this.most.textContent = `CPU-hours of twelve months${most > 1 ? `; the highest has ${hours(most)}` : ""}`;
		months.forEach((since, i) => {
			const column = this.plot.children[i], sum = sums[i] || sumOf([]), words = this.#words(sums[i]);
			for (const [kind, , of] of PARTS) column.querySelector(`.u-${kind}`).style.height = `${100 * of(sum) / most}%`;
			const booked = column.querySelector(".u-booked");
			booked.style.bottom = `${100 * sum.booked / most}%`;
			booked.hidden = !sum.booked;
			column.lastChild.textContent = words;
			column.title = this.#name(since) + words;
			column.setAttribute("aria-pressed", since === chosen);
			if (since === chosen) this.words.textContent = column.title;
		});
	}

	#words(sum) {
		if (!sum) return "";
		const parts = PARTS.map(([, text, of]) => `${hours(of(sum))} ${text}`);
		return `: ${hours(sum.booked)} CPU-hours booked; ${parts.join(", ")}`;
	}
}
