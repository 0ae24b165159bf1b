// SPDX-License-Identifier: GPL-2.0-or-later
// What is shown, as the fragment of the address: such a link can be shared. The token is never part of it.

const VIEWS = ["timeline", "week", "month", "list", "jobs", "usage"];
const number = (text, least, most) => /^\d{1,12}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;

const READ = {
	view: (v) => VIEWS.includes(v) ? v : undefined,
	from: (v) => number(v, 0, 1e11),
	span: (v) => number(v, 1800, 400 * 86400),
	zone: (v) => v === "site" || v === "mine" ? v : undefined,
	partition: (v) => v,
	find: (v) => v,
	mine: (v) => v === "1" ? true : undefined,
	booking: (v) => v,
	start: (v) => number(v, 0, 1e11),
	duration: (v) => number(v, 60, 1e9),
	nodes: (v) => number(v, 1, 1e6),
	delay: (v) => number(v, 1, 1e9),
};

/* "#view=week&from=…" as an object; what makes no sense is left out. */
export function readLink(fragment) {
	const found = {};
	for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
		const read = Object.hasOwn(READ, key) && value.length <= 200 ? READ[key](value) : undefined;
		if (read !== undefined) found[key] = read;
	}
	return found;
}

/* The reverse: what is empty or false is left out. */
export function writeLink(state) {
	const words = new URLSearchParams();
	for (const key of Object.keys(READ)) {
		const value = state[key];
		if (value !== undefined && value !== null && value !== "" && value !== false) words.set(key, value === true ? "1" : String(value));
	}
	const text = words.toString();
	return text ? `#${text}` : "";
}
