// SPDX-License-Identifier: GPL-2.0-or-later
// CPU time: twelve months as a chart, and what was booked in one of them, what of it jobs used, what was idle or given back; by account and user, or of each booking.
import {api} from "./api.js";
import {button, el} from "./dom.js";
import {Months, PARTS, hours} from "./months.js";
import {toast} from "./say.js";
import {DAY, dateTime, wall, monthStart} from "./zone.js";

export class Usage {
	#asked = 0;

	constructor(root, model, view, app) {
		Object.assign(this, {root, model, view});
		this.each = el("input", {type: "checkbox", onchange: () => this.#look()});
		this.table = el("div");
		const months = el("section.months", {"aria-label": "CPU-hours by month"});
		this.months = new Months(months, model, view, (since) => {
			view.from = since - view.span / 2 + DAY;
			app.refresh();
		});
		root.append(el("div.group", {}, el("label.check", {}, this.each, "Each booking"), button("Save as CSV", () => this.#save())), months,
			el("p.legend", {}, ...PARTS.map(([kind, text]) => el(`span.u-${kind}`, {}, text)), el("span.u-booked", {}, "booked")), this.table);
	}

	/* The month in the middle of what is shown, as in the view Month. */
	#span() {
		const {zone, from, span} = this.view, since = monthStart(zone, from + span / 2);
		return {since, until: monthStart(zone, since, 1), each: this.each.checked};
	}

	refresh() {
		if (!this.root.hidden) this.#look();
	}

	async #look() {
		const asked = ++this.#asked, span = this.#span();
		try {
			const rows = span.each ? (await api.usage(span)).usage : await this.months.rowsOf(span.since);
			if (asked !== this.#asked) return;
			this.#fill(rows, span.each);
			await this.months.show(span.since);
		} catch (error) {
			if (!error.lines) throw error;
			if (asked === this.#asked) this.table.replaceChildren(el("p.empty", {}, error.lines.join("; ")));
		}
	}

	#fill(rows, each) {
		if (!rows.length) {
			this.table.replaceChildren(el("p.empty", {}, "No bookings that you may see begin in this month."));
			return;
		}
		const columns = this.#columns(each), most = Math.max(1, ...rows.map((r) => Math.max(r.held + r.given_back, r.booked)));
		const heads = [...columns.map(([text, , kind]) => [text, kind]), ["Booked", "number"], ["Held", "number.optional"], ["Used", "number"], ["Given back", "number.optional"], ["Moved", "number.optional"], ["CPU-hours", "chart"]];
		this.table.replaceChildren(el("table", {}, el("caption.offscreen", {}, `CPU-hours of ${rows.length} ${each ? "bookings" : "accounts and users"}`),
			el("thead", {}, el("tr", {}, ...heads.map(([text, kind]) => el(`th${kind ? `.${kind}` : ""}`, {scope: "col"}, text)))),
			el("tbody", {}, ...rows.map((r) => this.#row(r, columns, most)))));
	}

	#columns(each) {
		const {zone} = this.view;
		return each ? [["Name", (r) => r.name], ["Start", (r) => dateTime(zone, r.start, this.model.now())], ["Account", (r) => r.account || ""], ["User", (r) => r.user || ""]] :
			[["Account", (r) => r.account || "none"], ["User", (r) => r.user || ""], ["Bookings", (r) => String(r.bookings), "number.optional"]];
	}

	#row(r, columns, most) {
		const percent = r.held ? ` (${Math.floor(100 * r.used / r.held)} %)` : "";
		const bar = el("div.bar", {role: "img", "aria-label": PARTS.map(([, text, of]) => `${hours(of(r))} ${text}`).join(", ")}, ...PARTS.map(([kind, , of]) => {
			const part = el(`span.u-${kind}`);
			part.style.width = `${100 * of(r) / most}%`;
			return part;
		}));
		return el("tr", {}, ...columns.map(([, text, kind]) => el(`td${kind ? `.${kind}` : ""}`, {}, text(r))), el("td.number", {}, hours(r.booked)), el("td.number.optional", {}, hours(r.held)),
			el("td.number", {}, hours(r.used), el("span", {}, percent)), el("td.number.optional", {}, hours(r.given_back)), el("td.number.optional", {}, String(r.moved)), el("td.chart", {}, bar));
	}

	/* The month as a file, as sresv usage --csv prints it. A plain link has no token. */
	async #save() {
		const span = this.#span(), {year, month} = wall(this.view.zone, span.since);
		try {
			const text = await api.usageCsv(span);
			const link = el("a", {href: URL.createObjectURL(new Blob([text], {type: "text/csv"})), download: `usage-${year}-${String(month).padStart(2, "0")}.csv`});
			link.click();
			URL.revokeObjectURL(link.href);
		} catch (error) {
			toast(error.lines.join("; "), {kind: "bad"});
		}
	}
}
