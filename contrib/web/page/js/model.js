// SPDX-License-Identifier: GPL-2.0-or-later
// What the server has told: nodes, bookings, offers, and whom to tell of changes. Nothing here draws.
import {freeSteps} from "./capacity.js";

/* The spans that a booking takes: one, or that of each occurrence. */
export function spansOf(booking) {
	return booking.occurrences.length ? booking.occurrences : [{start: booking.start, end: booking.end}];
}

/* The span in which a booking that may move can lie, or null. Where it begins is not always told. */
export function windowOf(booking) {
	const w = booking.window;
	if (!w || booking.state === "active") return null;
	return {start: w.earliest_start ?? booking.start, end: w.latest_start + booking.duration};
}

/* Why a booking that was shown before is not where it was: {name, before, after}, or null. */
function shiftOf(before, after) {
	if (!before || (before.start === after.start && before.end === after.end && before.node_list === after.node_list)) return null;
	return {name: after.name, before, after};
}

export class Model extends EventTarget {
	config = null;
	nodes = [];
	partitions = [];
	bookings = new Map();
	offers = [];
	#standing = [];
	hidden = false;
	skew = 0; // the controller's clock less ours
	#free = null;

	/* Now, by the controller's clock. */
	now() {
		return Math.floor(Date.now() / 1000 + this.skew);
	}

	setConfig(config) {
		this.config = config;
		this.hidden = config.hides;
		this.#setNow(config.now);
	}

	#setNow(now) {
		this.skew = now - Date.now() / 1000;
	}

	setNodes({nodes, partitions}) {
		this.nodes = nodes;
		this.partitions = partitions;
		this.#changed({nodes: true, shifts: [], added: [], removed: []});
	}

	/* An answer of /changes. */
	take(answer) {
		const seen = this.bookings.size > 0 || !answer.reset;
		const named = new Set(answer.bookings.map((b) => b.name));
		const gone = answer.reset ? [...this.bookings.keys()].filter((n) => !named.has(n)) : answer.removed;
		const removed = gone.map((n) => this.bookings.get(n)).filter(Boolean);
		const shifts = [], added = [];
		for (const booking of answer.bookings) {
			const before = this.bookings.get(booking.name);
			const shift = shiftOf(before, booking);
			if (shift) shifts.push(shift);
			if (!before && seen) added.push(booking);
			this.bookings.set(booking.name, booking);
		}
		for (const booking of removed) this.bookings.delete(booking.name);
		if (answer.offers) this.offers = answer.offers;
		if (answer.standing) this.#standing = answer.standing;
		this.#setNow(answer.now);
		if (answer.bookings.length || removed.length || answer.offers || answer.reset) this.#changed({nodes: false, shifts, added, removed});
	}

	/* What an answer to our own request says, before the changes tell the same. */
	put(booking) {
		if (!booking) return;
		this.bookings.set(booking.name, booking);
		this.#changed({nodes: false, shifts: [], added: [], removed: []});
	}

	/* The requests that stand by, but those that were booked a moment ago. */
	get standing() {
		return this.#standing.filter((s) => !this.bookings.has(s.name));
	}

	/* A request was withdrawn. */
	dropStanding(name) {
		this.#standing = this.#standing.filter((s) => s.name !== name);
		this.#changed({nodes: false, shifts: [], added: [], removed: []});
	}

	drop(name) {
		const dropped = this.bookings.get(name);
		if (this.bookings.delete(name)) this.#changed({nodes: false, shifts: [], added: [], removed: [], dropped});
	}

	#changed(detail) {
		this.#free = null;
		this.dispatchEvent(new CustomEvent("change", {detail}));
	}

	/* May this user try to change it? The controller decides. */
	mayChange(booking) {
		return this.config.mode === "own" && booking.kind === "booking" && (booking.mine || this.config.operator === true);
	}

	/* The steps of free nodes, of a partition or of all: capacity.js. */
	free(partition = "") {
		if (this.#free?.partition === partition) return this.#free;
		const counts = new Uint8Array(this.#size());
		for (const node of this.nodes) counts[node.index] = !partition || node.partitions.includes(partition) ? 1 : 0;
		const now = this.now();
		const spans = [{start: now, end: 1e12, ranges: this.nodes.filter((n) => n.down).map((n) => [n.index, n.index])}];
		for (const b of this.bookings.values()) {
			const extra = b.node_ranges.length || (partition && b.partition !== partition) ? 0 : b.node_count;
			for (const {start, end} of spansOf(b)) spans.push({start, end, ranges: b.node_ranges, extra});
		}
		const first = spans.reduce((least, s) => Math.min(least, s.start), now);
		this.#free = {partition, ...freeSteps(spans, counts.length, (i) => counts[i], first)};
		return this.#free;
	}

	#size() {
		return this.nodes.reduce((most, n) => Math.max(most, n.index), -1) + 1;
	}
}

/* What a text field may look for in a booking. */
export function matches(booking, text) {
	const words = text.trim().toLowerCase();
	if (!words) return true;
	const hay = [booking.name, booking.node_list, booking.comment, booking.partition, ...booking.users, ...booking.accounts, ...booking.groups];
	return hay.some((h) => h && h.toLowerCase().includes(words));
}

/* Whose it is, for people: users and groups, and their accounts in parentheses. */
export function ownerText(booking) {
	const some = (list) => list.length > 4 ? `${list.slice(0, 3).join(", ")} and ${list.length - 3} more` : list.join(", ");
	const who = [some(booking.users), some(booking.groups)].filter(Boolean).join("; "), accounts = some(booking.accounts);
	return who && accounts ? `${who} (${accounts})` : who || accounts || "nobody named";
}
