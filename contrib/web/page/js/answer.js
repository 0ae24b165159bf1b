// SPDX-License-Identifier: GPL-2.0-or-later
// What came of a question: free, or why not and what can be had instead.
import {button, el, icon, ICONS} from "./dom.js";
import {range} from "./zone.js";
import {lengthText} from "./spans.js";
import {leastFree} from "./capacity.js";
import {spansOf} from "./model.js";

const MOST = 5;
const TABLE = /: offers, until |^\S+: name +start|^\S*\.\d+ +\d{4}-|^garq-/; // shown as cards

export const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

/* The box for an answer; `kind` is free, refused, maybe or empty. */
export function answerBox(kind, headline, ...content) {
	const sign = {free: ICONS.check, refused: ICONS.warn, maybe: ICONS.warn}[kind];
	return el(`div.answer${kind ? `.${kind}` : ""}`, {"data-answer": kind}, el("p.headline", {}, sign ? icon(sign) : null, headline), ...content);
}

/* What the controller says, without the tables that are shown as offers. */
export function linesOf(lines) {
	const words = lines.filter((line) => line && !TABLE.test(line.replace(/^\S+: error: /, "")));
	return words.length ? el("ul.lines", {}, ...words.map((line) => el("li", {}, line))) : null;
}

/* "3 of 8 nodes, 1h of 2h": how a booking or an offer is less than a wish, or other; "" if it is not. Times may have been rounded to minutes. */
export function lessText({node_count: nodes, duration}, wish) {
	const words = [];
	if (nodes !== wish.nodes) words.push(`${nodes} of ${count(wish.nodes, "node")}`);
	if (Math.abs(duration - wish.duration) >= 60) words.push(`${lengthText(duration)} of ${lengthText(wish.duration)}`);
	return words.join(", ");
}

/* The bookings that lie in that time on nodes of that partition, those with the most nodes first. */
export function inTheWay(model, {start, end, partition}) {
	const wanted = new Uint8Array(model.nodes.reduce((most, n) => Math.max(most, n.index), -1) + 1);
	for (const n of model.nodes) wanted[n.index] = !partition || n.partitions.includes(partition) ? 1 : 0;
	const touches = (b) => b.node_ranges.some(([first, last]) => { for (let i = first; i <= last; i++) if (wanted[i]) return true; return false; });
	const found = [...model.bookings.values()].filter((b) => spansOf(b).some((s) => s.start < end && s.end > start) &&
		(b.node_ranges.length ? touches(b) : b.node_count > 0 && (!partition || b.partition === partition)));
	return found.sort((a, b) => b.node_count - a.node_count || a.start - b.start);
}

/* Why, as the page sees it, where the controller was only asked what can be had. */
export function reasons(app, wish) {
	const {model, view} = app;
	const span = {start: wish.start, end: wish.start + wish.duration, partition: wish.partition};
	const free = leastFree(model.free(wish.partition || "").steps, span.start, span.end);
	const way = inTheWay(model, span);
	const lines = [free < wish.nodes ? `${count(wish.nodes - free, "node")} of ${wish.nodes} missing: ${free} free at that time` :
		`${count(free, "node")} free at each moment of it, but not the same ${wish.nodes} for all of it, or jobs or limits are in the way`];
	for (const b of way.slice(0, MOST)) lines.push(`in the way: ${b.name} (${range(view.zone, b.start, b.end, model.now())}, ${b.node_list || count(b.node_count, "node")})`);
	if (way.length > MOST) lines.push(`and ${way.length - MOST} more`);
	const flexible = way.filter((b) => b.window && b.state === "pending").map((b) => b.name);
	return {lines: el("ul.lines", {}, ...lines.map((line) => el("li", {}, line))), names: way.map((b) => b.name), flexible: flexible.slice(0, MOST)};
}

/* The bookings that would move by a plan of the interface, or null. */
export function movesOf({model, view}, {moves, others}) {
	const now = model.now();
	const lines = moves.map((m) => `${m.name}: ${range(view.zone, m.start, m.end, now)}${m.start === m.was_start && m.end === m.was_end ? ", on other nodes" : `, not ${range(view.zone, m.was_start, m.was_end, now)}`}`);
	if (others) lines.push(`${lines.length ? "and " : ""}${count(others, "other reservation")}`);
	return lines.length ? el("ul.lines", {}, ...lines.map((line) => el("li", {}, line))) : null;
}

/* Offers as cards; take(offer) is done when its button is pressed. */
export function offerCards(app, offers, take) {
	const {model, view} = app;
	const cards = offers.map((offer) => {
		const text = `${count(offer.node_count, "node")} for ${lengthText(offer.duration)}`;
		const b = button("Take", () => take(offer), "primary");
		b.setAttribute("aria-label", `Take the offer: ${text}, ${range(view.zone, offer.start, offer.end, model.now())}, ${offer.words}`);
		return el("li.offer", {"data-offer": offer.name}, el("div", {}, el("strong", {}, text), el("span", {}, range(view.zone, offer.start, offer.end, model.now())),
			el("span.kind", {}, offer.words, offer.cost === null ? null : el("b", {}, ` · price ${offer.cost.toFixed(2)}`), offer.held ? " · held for you" : "")), b);
	});
	return el("ul.offers", {"aria-label": "Offers"}, ...cards);
}

/* Point out one of the cards. */
export function chooseCard(name) {
	for (const card of document.querySelectorAll(".offer")) {
		card.classList.toggle("chosen", card.dataset.offer === name);
		if (card.dataset.offer === name) card.querySelector("button").focus();
	}
}
