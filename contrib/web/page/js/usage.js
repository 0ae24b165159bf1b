// SPDX-License-Identifier: GPL-2.0-or-later
// A month of CPU time: what was booked, what of it jobs used, what was idle or given back; by account and user, or of each booking.
import {api} from "./api.js";
import {button, el} from "./dom.js";
import {stamp, wall, monthStart} from "./zone.js";

const HEADS = ["booked", "held", "used", "given_back"];
const hours = (seconds) => (seconds / 3600).toFixed(1);
const cell = (text) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/* A cell as a program for tables reads it: what others typed is no formula there. */
const plain = (text) => cell(/^[=+@-]/.test(text) ? `'${text}` : text);

/* Parts of a bar, in the order in which they lie. */
const PARTS = [["used", (r) => r.used], ["idle", (r) => r.held - r.used], ["back", (r) => r.given_back]];

export class Usage {
	#each = false;
	#asked = 0;

	constructor(root, model, view) {
		Object.assign(this, {root, model, view});
	}

	/* The month in the middle of what is shown, as in the view Month. */
	#month() {
		const {zone, from, span} = this.view;
		return monthStart(zone, from + span / 2);
	}

	refresh() {
		if (!this.root.hidden) this.#look();
	}

	async #look() {
		const asked = ++this.#asked, since = this.#month();
		try {
			const {usage} = await api.usage({since, until: monthStart(this.view.zone, since, 1), each: this.#each});
			if (asked === this.#asked) this.#fill(usage, since);
		} catch (error) {
			if (!error.lines) throw error;
			if (asked === this.#asked) this.root.replaceChildren(el("p.empty", {}, error.lines.join("; ")));
		}
	}

	#fill(rows, since) {
		const each = el("input", {type: "checkbox", onchange: () => { this.#each = each.checked; this.#look(); }});
		each.checked = this.#each;
		const tools = el("div.group", {}, el("label.check", {}, each, "Each booking"), rows.length ? button("CSV", () => this.#save(rows, since)) : null);
		const most = Math.max(1, ...rows.map((r) => Math.max(r.held + r.given_back, r.booked)));
		const heads = [...this.#columns().map(([text]) => [text]), ["Booked", "number"], ["Held", "number.optional"], ["Used", "number"], ["Given back", "number.optional"], ["Moved", "number.optional"], ["CPU-hours", "chart"]];
		this.root.replaceChildren(tools, rows.length ? el("table", {}, el("caption.offscreen", {}, `CPU-hours of ${rows.length} ${this.#each ? "bookings" : "accounts and users"}`),
			el("thead", {}, el("tr", {}, ...heads.map(([text, kind]) => el(`th${kind ? `.${kind}` : ""}`, {scope: "col"}, text)))),
			el("tbody", {}, ...rows.map((r) => this.#row(r, most)))) : el("p.empty", {}, "No booking that you may see begins in this month."),
		rows.length ? el("p.legend", {}, ...[["used", "used by jobs"], ["idle", "held, and idle"], ["back", "given back"]].map(([kind, text]) => el(`span.u-${kind}`, {}, text))) : "");
	}

	#columns() {
		const {zone} = this.view;
		return this.#each ? [["Name", (r) => r.name], ["Start", (r) => stamp(zone, r.start).replace("T", " ")], ["Account", (r) => r.account || ""], ["User", (r) => r.user || ""]] :
			[["Account", (r) => r.account || "none"], ["User", (r) => r.user || ""], ["Bookings", (r) => String(r.bookings)]];
	}

	#row(r, most) {
		const percent = r.held ? ` (${Math.floor(100 * r.used / r.held)} %)` : "";
		const bar = el("div.bar", {role: "img", "aria-label": `${hours(r.used)} used, ${hours(r.held - r.used)} idle, ${hours(r.given_back)} given back`}, ...PARTS.map(([kind, of]) => {
			const part = el(`span.u-${kind}`);
			part.style.width = `${100 * Math.max(0, of(r)) / most}%`;
			return part;
		}));
		return el("tr", {}, ...this.#columns().map(([, text]) => el("td", {}, text(r))), el("td.number", {}, hours(r.booked)), el("td.number.optional", {}, hours(r.held)),
			el("td.number", {}, `${hours(r.used)}${percent}`), el("td.number.optional", {}, hours(r.given_back)), el("td.number.optional", {}, String(r.moved)), el("td.chart", {}, bar));
	}

	/* All figures, in seconds of a CPU, as a file. */
	#save(rows, since) {
		const columns = this.#columns(), {year, month} = wall(this.view.zone, since);
		const lines = [[...columns.map(([text]) => text), "Booked (CPU seconds)", "Held", "Used", "Given back", "Moved"].join(","),
			...rows.map((r) => [...columns.map(([, text]) => plain(text(r))), ...HEADS.map((key) => r[key]), r.moved].join(","))];
		const link = el("a", {href: URL.createObjectURL(new Blob([`${lines.join("\r\n")}\r\n`], {type: "text/csv"})), download: `usage-${year}-${String(month).padStart(2, "0")}.csv`});
		link.click();
		URL.revokeObjectURL(link.href);
	}
}
