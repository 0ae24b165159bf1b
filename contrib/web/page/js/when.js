// SPDX-License-Identifier: GPL-2.0-or-later
// When could I? The hours of the days to come at which so many nodes can begin, as the controller says, for several lengths.
import {api} from "./api.js";
import {button, commandLines, el} from "./dom.js";
import {count, linesOf} from "./answer.js";
import {lengthText, slurmLength} from "./spans.js";
import {speak} from "./say.js";
import {DAY, clock, dateTime, dayName} from "./zone.js";

const DAYS = 14, HOUR = 3600, CELLS = DAYS * 24;
const ASKS = 12; // questions at a time, of the 60 a minute that garq_user_rate allows by default
const FRONT = 56 + 24; // pixels of the lengths, and an hour before the first in which it can begin
const KINDS = {can: ["✓", "can begin"], moves: ["+", "can begin if others move"], no: ["", "cannot begin"], open: ["?", "is not known"]};
const ONE_BY_ONE = [400, 403, 409]; // refused for one length: another may be answered
const QUESTION = ["nodes", "partition", "node_list", "features", "licenses", "users", "accounts"];

/* Half of a length, in minutes, itself and its double: one question each. */
const lengthsOf = (seconds) => [...new Set([Math.max(60, Math.round(seconds / 120) * 60), seconds, 2 * seconds])];

const isTime = (t) => Number.isInteger(t) && t >= 0 && t < 1e11;

/* Add an answer to a row {runs, until}, without what makes no sense; runs that follow one another become one. */
export function addStarts(row, {starts, until}) {
	const good = (Array.isArray(starts) ? starts : []).filter((r) => r && isTime(r.first) && isTime(r.last) && r.first <= r.last);
	const runs = [...row.runs, ...good.map(({first, last, moves}) => ({first, last, moves: !!moves}))].sort((a, b) => a.moves - b.moves || a.first - b.first);
	row.runs = [];
	for (const run of runs) {
		const before = row.runs.at(-1);
		if (before && before.moves === run.moves && run.first <= before.last + 1) before.last = Math.max(before.last, run.last);
		else row.runs.push(run);
	}
	row.ended = !isTime(until) || until <= row.until;
	if (!row.ended) row.until = until;
}

/* What can begin in [from, to): {kind, start}, the first start without moves if there is one, of a whole minute if there is one. */
export function cellOf({runs, until}, from, to) {
	const run = runs.find((r) => r.first < to && r.last >= from); // those without moves are the first ones
	if (!run) return {kind: from > until ? "open" : "no", start: null};
	const start = Math.max(from, run.first), minute = Math.ceil(start / 60) * 60;
	return {kind: run.moves ? "moves" : "can", start: minute <= run.last ? minute : start};
}

/* A part of a form: read() gives its wish, or a text that tells what is wrong; pick(start, length) takes a cell. */
export class When {
	#running = null;
	#asked = null;

	constructor(app, read, pick) {
		Object.assign(this, {app, read, pick});
		this.body = el("div.fields", {"aria-live": "off"});
		this.element = el("details", {ontoggle: () => { if (this.element.open) this.#ask(); else this.stop(); }}, el("summary", {}, "When could I?"), this.body);
	}

	stop() {
		this.#running?.abort();
	}

	#question() {
		const wish = this.read();
		return typeof wish === "string" ? wish : {duration: wish.duration, rest: Object.fromEntries(QUESTION.filter((k) => k in wish).map((k) => [k, wish[k]]))};
	}

	/* The fields have changed: each question counts for garq_user_rate, so that is asked only on request. */
	follow() {
		const now = this.#question(), asked = this.#asked;
		if (!this.element.open || !asked) return;
		const same = typeof now !== "string" && JSON.stringify(now.rest) === JSON.stringify(asked.rest) && lengthsOf(asked.duration).includes(now.duration);
		if (same === !this.again) return;
		this.again?.remove();
		this.again = same ? null : el("div.buttons", {}, button("Ask for these wishes", () => this.#ask()));
		if (this.again) this.body.prepend(this.again);
	}

	#ask() {
		const question = this.#question();
		this.again = this.#asked = null;
		if (typeof question === "string") {
			this.stop();
			this.body.replaceChildren(el("p", {}, question));
			return;
		}
		const end = this.app.model.now() + DAYS * DAY;
		this.#search({...question, end, rows: lengthsOf(question.duration).map((length) => ({length, runs: [], until: 0, told: []}))});
	}

	/* An answer has so many starts at most, and says how far it reaches: the shortest row is asked for next. */
	#next({rows, end}) {
		return rows.filter((row) => !row.ended && row.until < end - HOUR).sort((a, b) => a.until - b.until)[0];
	}

	async #search(found) {
		const had = this.body.contains(document.activeElement);
		this.stop();
		this.body.replaceChildren(el("p", {}, "Asking…"));
		const running = this.#running = new AbortController();
		for (let n = 0, row; n < ASKS && (row = this.#next(found)); n++) {
			const window = row.until ? {start: row.until, delay: found.end - row.until} : {delay: DAYS * DAY};
			try {
				const answer = await api.starts({...found.rest, ...window, duration: row.length}, running.signal);
				row.command ??= answer.command;
				row.known = true;
				addStarts(row, answer);
			} catch (error) {
				if (error.name === "AbortError") return;
				row.ended = true;
				row.told = [...error.lines, error.whatToDo].filter(Boolean).map((line) => `${lengthText(row.length)}: ${line}`);
				if (!ONE_BY_ONE.includes(error.status)) break;
			}
		}
		this.#asked = found;
		this.#show(found);
		if (had) this.body.querySelector('td[tabindex="0"]')?.focus({preventScroll: true});
	}

	#show(found) {
		const {zone} = this.app.view, now = this.app.model.now(), {nodes} = found.rest;
		const rows = found.rows.filter((row) => row.known), told = found.rows.flatMap((row) => row.told);
		const firstOf = ({runs}) => runs.reduce((least, run) => Math.min(least, Math.max(now, run.first)), Infinity);
		const words = rows.map((row) => `${lengthText(row.length)}: ${row.runs.length ? `first ${dateTime(zone, firstOf(row), now)}` : this.#next({...found, rows: [row]}) ? "no start so far" : `no start in ${DAYS} days`}`);
		const command = rows.find((row) => row.length === found.duration)?.command;
		const signs = Object.values(KINDS).filter(([sign]) => sign).map(([sign, text]) => `${sign} ${text}`).join(", ");
		const buttons = [this.#next(found) && button("Search on", () => this.#search(found)), told.length > 0 && button("Ask again", () => this.#ask())].filter(Boolean);
		this.body.replaceChildren(...[linesOf(told), rows.length > 0 && el("div.when", {}, this.#grid(rows, nodes)),
			rows.length > 0 && el("p.hint", {}, `${count(nodes, "node")}, asked at ${clock(zone, now)}. ${signs}`),
			linesOf(words), buttons.length > 0 && el("div.buttons", {}, ...buttons), command && commandLines([String(command)])].filter(Boolean));
		this.body.querySelector(".when")?.scrollTo({left: Math.max(0, this.body.querySelector('.when [tabindex="0"]').offsetLeft - FRONT)});
		speak([...told, ...words].join(". "));
	}

	/* Rows of lengths, columns of hours; one stop of the tab key, arrows move over the cells. */
	#grid(rows, nodes) {
		const {zone} = this.app.view, now = this.app.model.now();
		const first = now - (now + zone.offsetAt(now)) % HOUR, hours = Array.from({length: CELLS}, (_, i) => first + i * HOUR);
		const days = new Map();
		for (const t of hours) days.set(dayName(zone, t), (days.get(dayName(zone, t)) || 0) + 1);
		const cells = rows.map((row) => hours.map((t) => this.#cell(row, t, zone)));
		const table = el("table", {role: "grid", "aria-label": `Hours at which ${count(nodes, "node")} can begin`},
			el("thead", {}, el("tr", {}, el("td"), ...[...days].map(([name, n]) => el("th", {colspan: n, scope: "colgroup"}, el("span", {}, name)))),
				el("tr", {}, el("td"), ...hours.map((t) => el("th", {scope: "col"}, clock(zone, t).slice(0, 2))))),
			el("tbody", {}, ...cells.map((line, i) => el("tr", {}, el("th", {scope: "row"}, lengthText(rows[i].length)), ...line))));
		this.#listen(table, cells);
		return table;
	}

	#cell(row, t, zone) {
		const {kind, start} = cellOf(row, t, t + HOUR), [sign, words] = KINDS[kind];
		const text = `${dayName(zone, t)} ${clock(zone, t)}, ${slurmLength(row.length)} ${words}`;
		const cell = el(`td.${kind}`, {tabindex: "-1", "aria-label": text, title: text, "aria-disabled": start === null ? "true" : null}, sign);
		cell.chosen = start === null ? null : [start, row.length];
		return cell;
	}

	#listen(table, cells) {
		let stop = cells[0][0];
		const placeOf = (cell) => { const y = cells.findIndex((line) => line.includes(cell)); return y < 0 ? null : [y, cells[y].indexOf(cell)]; };
		const rest = (cell) => {
			stop.tabIndex = -1;
			stop = cell;
			cell.tabIndex = 0;
		};
		const take = (cell) => {
			if (!cell.chosen) return speak(cell.title);
			table.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
			cell.setAttribute("aria-selected", "true");
			return this.pick(...cell.chosen);
		};
		rest(cells[Math.min(1, cells.length - 1)].find((cell) => cell.chosen) || stop);
		table.addEventListener("focusin", ({target}) => { if (placeOf(target)) rest(target); });
		table.addEventListener("click", ({target}) => { if (placeOf(target)) take(target); });
		table.addEventListener("keydown", (e) => {
			const at = placeOf(e.target), far = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], PageUp: [0, -24], PageDown: [0, 24],
				Home: [0, -CELLS], End: [0, CELLS]}[e.key];
			if (!at || e.ctrlKey || e.metaKey || e.altKey || !(far || e.key === "Enter" || e.key === " ")) return;
			e.preventDefault();
			const within = (n, length) => Math.max(0, Math.min(length - 1, n));
			if (far) cells[within(at[0] + far[0], cells.length)][within(at[1] + far[1], CELLS)].focus();
			else take(e.target);
		});
	}
}
