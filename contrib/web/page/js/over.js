// SPDX-License-Identifier: GPL-2.0-or-later
// The user's reservations that ended or were cancelled, above those to come: grey, with the part of their time that jobs used.
import {api} from "./api.js";
import {button, el} from "./dom.js";
import {hours} from "./months.js";
import {openGone} from "./past.js";
import {DAY, range} from "./zone.js";

const DAYS = 31;
const PAGE = 50;
const NEAR = 60; // seconds between a request to close a booking and its closing
const SOON = 2000; // milliseconds; several bookings may end at once

/* The CPU time of a booking among rows of usage: of its name, and closed when it was. */
export function usageOf(rows, b) {
	const far = (r) => Math.abs(r.closed - b.closed);
	return rows.filter((r) => r.name === b.name && r.closed !== null && far(r) <= NEAR).sort((x, y) => far(x) - far(y))[0];
}

export class Over {
	#bookings = null;
	#most = PAGE;
	#turn = 0;
	#timer = 0;
	#stale = false;

	constructor(model, view, app) {
		Object.assign(this, {model, view, app});
		this.body = el("div");
		this.element = el("details.over", {ontoggle: () => { this.#stale = this.element.open; this.refresh(); }}, el("summary", {}, "Past reservations"), this.body);
		model.addEventListener("change", ({detail}) => {
			if ([...detail.removed, detail.dropped].some((b) => b?.mine)) this.#stale = true;
		});
	}

	/* Show the known ones, and ask again if there are others now. */
	refresh() {
		if (!this.element.open || !this.element.checkVisibility()) return;
		if (this.#bookings) this.#fill();
		if (!this.#stale) return;
		this.#stale = false;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#look(), this.#bookings ? SOON : 0);
	}

	async #look() {
		const turn = ++this.#turn;
		try {
			const {bookings} = await api.past(this.model.now() - DAYS * DAY);
			const starts = bookings.map((b) => b.start ?? b.closed), span = {since: Math.min(...starts), until: Math.max(...starts) + 1, each: true};
			const {usage} = bookings.length ? await api.usage(span) : {usage: []};
			if (turn !== this.#turn) return;
			this.#bookings = bookings.map((b) => ({...b, usage: usageOf(usage, b)})).reverse();
			this.#fill();
		} catch (error) {
			if (!error.lines) throw error;
			if (turn === this.#turn) this.body.replaceChildren(el("p", {}, error.lines.join("; ")));
		}
	}

	/* The filters let through. A past booking has no partition. */
	#rows() {
		const {view, model} = this, words = view.find.trim().toLowerCase(), mine = view.mine && model.config.user;
		return this.#bookings.filter((b) => (!mine || (b.users || "").split(",").includes(mine)) && [b.name, b.node_list, b.users].some((text) => (text || "").toLowerCase().includes(words)));
	}

	#fill() {
		const rows = this.#rows(), focused = this.body.contains(document.activeElement) ? document.activeElement.dataset.past : null;
		const heads = [["Name"], ["When"], ["Which nodes", "optional"], ["For", "wide"], ["State"], ["Used", "number"]];
		const left = rows.length - this.#most;
		this.body.replaceChildren(el("p.hint", {}, `${rows.length ? "Ended or cancelled" : "No reservation of yours ended or was cancelled"} in the last ${DAYS} days.`),
			rows.length ? el("table", {}, el("caption.offscreen", {}, `${rows.length} past reservations, the last one first`),
				el("thead", {}, el("tr", {}, ...heads.map(([text, kind]) => el(`th${kind ? `.${kind}` : ""}`, {scope: "col"}, text)))),
				el("tbody", {}, ...rows.slice(0, this.#most).map((b) => this.#row(b)))) : "",
			left > 0 ? button(`Show ${Math.min(PAGE, left)} more of ${rows.length}`, () => { this.#most += PAGE; this.refresh(); }) : "");
		if (focused) [...this.body.querySelectorAll("button")].find((b) => b.dataset.past === focused)?.focus();
	}

	#row(b) {
		const open = el("button", {type: "button", "data-past": `${b.name} ${b.closed}`, onclick: () => this.#open(b)}, b.name);
		return el("tr", {}, el("td", {}, open), el("td.time", {}, this.#when(b)), el("td.optional", {}, (b.node_list || "").length > 60 ? `${b.node_list.slice(0, 58)}…` : b.node_list || ""),
			el("td.wide", {}, b.users || ""), el("td.state", {}, this.#state(b)), el("td.number", {}, this.#used(b)));
	}

	#when(b) {
		return b.start === null || b.end === null ? "" : range(this.view.zone, b.start, b.end, this.model.now());
	}

	#state(b) {
		return b.state === "cancelled" ? `cancelled${b.user ? ` by ${b.user}` : ""}` : "ended";
	}

	#used({usage: u}) {
		return u?.held ? `${Math.floor(100 * u.used / u.held)} % of ${hours(u.held)} h` : "–";
	}

	#open(b) {
		const u = b.usage;
		openGone(this.app, b.name, b.closed, [["When", this.#when(b)], ["Nodes", b.node_list], ["For", b.users], ["State", `${this.#state(b)}${b.why ? ` (${b.why})` : ""}`],
			["CPU-hours", u && `${hours(u.booked)} booked, ${hours(u.held)} held, ${hours(u.used)} used by jobs, ${hours(u.given_back)} given back`]]);
	}
}
