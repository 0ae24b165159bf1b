// SPDX-License-Identifier: GPL-2.0-or-later
// What the timeline shows at this moment, as a value: places of bars, rows and lanes. Nothing here draws.
import {makeRows, packLanes, place, fittingHeight, segments, HEAD} from "./rows.js";
import {matches, spansOf, windowOf} from "./model.js";

export const HUES = 12; // colours of owners, --hue-0 and on
export const OFFER_HEIGHT = 30;
export const HELD_HEIGHT = 22;
const ROW_LEAST = 3, ROW_MOST = 52;

const hues = new Map(); // owner: its colour, as long as the page is open
let near = new Set(); // the owners that are seen

/* Whose bookings a colour stands for. */
export const ownerOf = (booking) => booking.accounts[0] || booking.users[0] || booking.groups[0] || "";

/* The colour of an owner hangs on the name alone, so that it is the same tomorrow, unless that colour is another's already. */
function giveHue(owner) {
	let hash = 7;
	for (let i = 0; i < owner.length; i++) hash = (hash * 31 + owner.charCodeAt(i)) >>> 0;
	const order = Array.from({length: HUES}, (_, i) => (hash + i) % HUES);
	const given = new Set(hues.values()), seen = new Set([...near].map((o) => hues.get(o)));
	hues.set(owner, order.find((h) => !given.has(h)) ?? order.find((h) => !seen.has(h)) ?? order[0]);
}

export function hueOf(booking) {
	const owner = ownerOf(booking);
	if (!hues.has(owner)) giveHue(owner);
	return hues.get(owner);
}

/* All owners: while there are no more than colours, the order in which they are seen makes no difference. */
export function nameOwners(owners) {
	const all = new Set([...hues.keys(), ...owners]);
	if (all.size > hues.size && all.size <= HUES) for (const owner of [...all].sort()) if (!hues.has(owner)) giveHue(owner);
}

/* These owners are seen now: no new one gets a colour of theirs while there are others. */
export function seeOwners(owners) {
	near = new Set(owners);
}

/* Bars of one booking: one for each time it occurs, with the rows that it lies on. */
function barsOf(booking, rows, view) {
	const segs = segments(rows, booking.node_ranges);
	const dim = !matches(booking, view.find) || (view.mine && !booking.mine);
	return spansOf(booking).map(({start, end}) => ({booking, start, end, segs, dim,
		window: windowOf(booking), unplaced: booking.node_ranges.length === 0}));
}

function nodeFilter(view, bookings) {
	const words = view.find.trim().toLowerCase();
	if (!words || bookings.some((b) => matches(b, words))) return () => true;
	return (node) => node.name.toLowerCase().includes(words) || node.features.toLowerCase().split(",").includes(words);
}

/*
 * Rows and bars for a view {partition, find, mine, folded}. Maintenance comes last, as it is drawn over the others.
 * A text that names no booking but nodes leaves only these nodes.
 */
export function makeScene(model, view) {
	const bookings = [...model.bookings.values()];
	const rows = makeRows(model.nodes, model.partitions, {only: view.partition, folded: view.folded, shows: nodeFilter(view, bookings)});
	const bars = bookings.flatMap((b) => barsOf(b, rows, view));
	bars.sort((a, b) => rank(a.booking) - rank(b.booking) || a.start - b.start);
	const held = bars.filter((bar) => bar.unplaced && (!view.partition || bar.booking.partition === view.partition));
	const heldLanes = packLanes(held);
	return {rows, bars, held, heldLanes};
}

const rank = (b) => (b.maintenance ? 2 : 0) + (b.mine ? 1 : 0);

/* Give the rows a height: as many as possible are seen, or what the user chose; `zoom` multiplies it. */
export function placeScene(scene, room, zoom) {
	const fit = fittingHeight(scene.rows, room, ROW_LEAST, ROW_MOST);
	place(scene.rows, Math.min(60, Math.max(1, fit * zoom)));
}

/* The rectangles of a bar on the rows that are seen: calls draw(y, height, first, last) for each. */
export function eachSegment(scene, bar, top, bottom, draw) {
	const {groups, rowHeight} = scene.rows;
	for (const {group, first, last} of bar.segs) {
		const begin = groups[group].top + HEAD + (first - groups[group].first) * rowHeight;
		const height = (last - first + 1) * rowHeight;
		if (begin < bottom && begin + height > top) draw(begin, height, first, last);
	}
}

/* The bar at a time and a row, the one that is drawn on top; null if there is none. */
export function barAt(scene, t, row, slack) {
	for (let i = scene.bars.length - 1; i >= 0; i--) {
		const bar = scene.bars[i];
		if (t < bar.start - slack || t >= bar.end + slack) continue;
		if (bar.segs.some((s) => s.first <= row && row <= s.last)) return bar;
	}
	return null;
}

/* The bar of a held place without nodes in a lane; null if there is none. */
export function heldAt(scene, t, lane) {
	return scene.held.find((bar) => bar.lane === lane && bar.start <= t && t < bar.end) || null;
}
