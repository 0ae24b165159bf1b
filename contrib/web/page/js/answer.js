// SPDX-License-Identifier: GPL-2.0-or-later
// What came of a question: free, or why not and what can be had instead.
import {button, el, icon, ICONS} from "./dom.js";
import {dateTime, range} from "./zone.js";
import {costText, lengthText} from "./spans.js";

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

const HOLDERS = {node: (w) => `${w.node_list || "nodes"}, which can't be used`, job: (w) => `job ${w.job}`, others: () => "others", unknown: () => "what is not known"};

export const holderOf = (w) => HOLDERS[w.kind]?.(w) || w.name || `a ${w.kind} that you may not see`;

/* Who is in the way of what was refused: in words, and the names of the bookings. */
export function inTheWayOf({in_the_way: way}) {
	const words = way.map(holderOf), names = way.filter((w) => w.name).map((w) => w.name);
	return {words: [...new Set(words)], names: [...new Set(names)]};
}

/* A line of the controller that says what an error has as values, too. */
const SAID = /\d+ of \d+ .*missing from |^in the way: |^earliest start for /;

/* Why it was refused, or null: as the controller has found out, with times of the zone that is shown. */
export function reasonsOf({model, view}, {lines, missing, in_the_way: way, earliest}) {
	const {zone} = view, now = model.now();
	const lacks = missing.map((m) => `${m.count} of ${m.of} ${m.license ? `licenses ${m.license}` : "nodes"} missing${m.from === null ? "" : ` from ${dateTime(zone, m.from, now)} on`}`);
	const when = (w) => w.start === null ? "" : w.end === null ? `from ${dateTime(zone, w.start, now)} on` : range(zone, w.start, w.end, now);
	const holders = way.map((w) => [w, [when(w), w.kind === "node" ? "" : w.node_list].filter(Boolean).join(", ")]).map(([w, more]) => `in the way: ${holderOf(w)}${more ? ` (${more})` : ""}`);
	const first = earliest.filter((e) => e.start !== null).map((e) => `earliest start: ${dateTime(zone, e.start, now)}`);
	return linesOf([...lacks, ...holders, ...first, ...lines.filter((line) => !(lacks.length && SAID.test(line)))]);
}

/* What would be done by a plan: a headline, and the rest; `less` is how it is less than what was asked for. */
export function plannedText(app, plan, less = "") {
	const {start, end, node_count: nodes, node_list: list, cost, switches} = plan.then, moves = movesOf(app, plan);
	return [`${less ? `Free: ${less}` : moves ? "Others make room for it" : "Free"}${cost === null ? "" : `, for ${costText(plan.then)}`}`,
		el("p", {}, `${count(nodes, "node")}${list ? ` (${list})` : ""}${switches ? ` at ${count(switches, "leaf switch").replace(/hs$/, "hes")}` : ""}, ${range(app.view.zone, start, end, app.model.now())}`), moves];
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
			el("span.kind", {}, offer.words, offer.cost === null ? null : el("b", {}, ` · price ${costText(offer)}`), offer.held ? " · held for you" : "")), b);
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
