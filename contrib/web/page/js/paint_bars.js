// SPDX-License-Identifier: GPL-2.0-or-later
// Draws what lies on the rows: bookings, their windows, what is asked for; and the lanes above them.
import {FONT, clipped, cut, dashed, fitting, plate, rounded, widthOf, xOf} from "./brush.js";
import {Taken, labelBar} from "./labels.js";
import {range} from "./zone.js";
import {costText, lengthText} from "./spans.js";
import {HEAD, rowTop} from "./rows.js";
import {HELD_HEIGHT, OFFER_HEIGHT, eachSegment, hueOf} from "./scene.js";

const TAG = `600 12px ${FONT}`;

/* All that lies on the rows that are seen, without words. OUT what paintWords() needs */
export function paintBody(p) {
	const {box, scene, scale} = p;
	const top = p.scroll, bottom = p.scroll + box.bottom - box.body;
	paintRowLines(p, top, bottom);
	const seen = scene.bars.filter((bar) => !bar.unplaced && p.timeOf(bar).start < scale.to && (bar.window?.end ?? bar.end) > scale.from);
	for (const bar of seen) if (bar.window) paintWindow(p, bar, top, bottom);
	const drawn = seen.flatMap((bar) => placeBar(p, bar, top, bottom)), taken = new Taken(box.bottom);
	for (const {r} of drawn) taken.add(r);
	const selection = p.selection && placeSelection(p, taken);
	for (const one of drawn) paintBar(p, one);
	if (selection) paintArea(p, selection.area);
	if (p.cursor) paintCursor(p);
	return {drawn, taken, selection};
}

/* Names of bars, and what is said of what is asked for: above the line of now, and above what is asked for. */
export function paintWords(p, {drawn, taken, selection}) {
	const {c, box} = p, above = new Taken(box.bottom);
	for (const {bar, time, r} of [...drawn].reverse()) {
		const width = above.room(r.x, Math.max(r.y, box.body), 14, r.width);
		c.globalAlpha = alphaOf(p, bar);
		labelBar(p, bar, time, {...r, width}, lookOf(p, bar.booking), taken);
		above.add(r);
	}
	c.globalAlpha = 1;
	if (selection) paintTag(p, selection.tag);
}

function paintRowLines(p, top, bottom) {
	const {c, box, colors, scene: {rows}} = p;
	for (const group of rows.groups) {
		if (group.top > bottom || group.top + HEAD + group.count * rows.rowHeight < top) continue;
		c.fillStyle = colors.panel;
		c.fillRect(box.gutter, box.body + group.top - p.scroll, box.width, HEAD);
		paintDown(p, group, top, bottom);
		if (rows.rowHeight < 9) continue;
		c.fillStyle = colors.line;
		const first = Math.max(0, Math.floor((top - group.top - HEAD) / rows.rowHeight));
		for (let i = first; i <= group.count; i++) {
			const y = group.top + HEAD + i * rows.rowHeight;
			if (y > bottom) break;
			c.fillRect(box.gutter, Math.round(box.body + y - p.scroll), box.width, 1);
		}
	}
}

/* Nodes that have failed are not free from now on. */
function paintDown(p, group, top, bottom) {
	const {c, box, colors, scene: {rows}} = p;
	const x = Math.max(box.gutter, xOf(p, p.now));
	c.fillStyle = colors["bad-soft"];
	for (let i = Math.max(0, Math.floor((top - group.top - HEAD) / rows.rowHeight)); i < group.count; i++) {
		const y = group.top + HEAD + i * rows.rowHeight;
		if (y > bottom) break;
		if (rows.nodes[group.first + i].down) c.fillRect(x, box.body + y - p.scroll, box.width - x, rows.rowHeight);
	}
}

/* The span in which a booking may still be moved: a light band with a dotted line round it. */
function paintWindow(p, bar, top, bottom) {
	const {c, box, colors} = p;
	const x0 = xOf(p, bar.window.start), x1 = xOf(p, bar.window.end);
	eachSegment(p.scene, bar, top, bottom, (y, height) => {
		const gap = gapOf(p, height);
		const top0 = box.body + y - p.scroll + gap;
		c.globalAlpha = bar.dim ? 0.12 : 0.3;
		c.fillStyle = bar.booking.mine ? colors["accent-soft"] : colors.hues[hueOf(bar.booking)];
		c.fillRect(x0, top0, x1 - x0, height - 2 * gap);
		c.globalAlpha = bar.dim ? 0.3 : 1;
		if (height >= 8) dashed(c, x0, top0, x1 - x0, height - 2 * gap, bar.booking.mine ? colors.accent : colors.hues[hueOf(bar.booking)], [2, 3], 1);
	});
	c.globalAlpha = 1;
}

const gapOf = (p, height) => p.scene.rows.rowHeight >= 6 || height >= 8 ? 1 : 0;

function lookOf({colors}, booking) {
	if (booking.maintenance) return {fill: colors.maintenance, line: colors.warn, text: colors.text, plate: colors["warn-soft"]};
	if (booking.degraded) return {fill: colors.degraded, line: colors.bad, text: colors.text, plate: colors["bad-soft"]};
	if (booking.mine) return {fill: colors.accent, line: colors.accent, text: colors["accent-text"]};
	if (booking.kind === "native") return {fill: colors.native, line: colors["native-line"], text: colors.text};
	return {fill: colors.hues[hueOf(booking)], line: colors.hues[hueOf(booking)], text: colors.text};
}

/* The rectangles of a bar: {bar, time, r} of each. */
function placeBar(p, bar, top, bottom) {
	const time = p.timeOf(bar), placed = [];
	const x0 = xOf(p, time.start), x1 = Math.max(x0 + 2, xOf(p, time.end));
	eachSegment(p.scene, bar, top, bottom, (y, height) => {
		const gap = gapOf(p, height);
		placed.push({bar, time, r: {x: x0 + 0.5, y: p.box.body + y - p.scroll + gap, width: x1 - x0 - 1, height: Math.max(1, height - 2 * gap)}});
	});
	return placed;
}

const alphaOf = (p, {dim, booking: {name, maintenance}}) => dim ? 0.22 : maintenance ? 0.88 : p.dragged === name ? 0.35 : 1;

function paintBar(p, {bar, r}) {
	const {c} = p, {name} = bar.booking;
	c.globalAlpha = alphaOf(p, bar);
	fillBar(c, r, lookOf(p, bar.booking), xOf(p, p.now) - r.x, p.colors.gone);
	if (p.inTheWay.has(name)) outline(p, r, p.colors.bad);
	else if (p.selected === name) outline(p, r, p.colors.text);
	else if (p.flash(bar)) outline(p, r, p.colors.now);
	c.globalAlpha = 1;
}

/* A bar, its first `gone` pixels grey: they are past. Its border keeps its colour, and a pattern shines through. */
function fillBar(c, r, look, gone, grey) {
	const past = Math.max(0, Math.min(gone, r.width));
	if (r.width < 8 || r.height < 6) { // no room for a border: its colour alone stands out from the ground; halves of pixels would be half as strong
		const x = Math.round(r.x), y = Math.round(r.y), width = Math.max(2, Math.round(r.x + r.width) - x);
		const height = Math.max(1, Math.round(r.y + r.height) - y);
		c.fillStyle = look.line;
		c.fillRect(x, y, width, height);
		c.fillStyle = grey;
		c.fillRect(x, y, past === r.width ? width : Math.round(past), height);
		return;
	}
	rounded(c, r.x, r.y, r.width, r.height, 4);
	c.fillStyle = look.fill;
	c.fill();
	if (past) clipped(c, r.x, r.y, past, r.height, () => {
		rounded(c, r.x, r.y, r.width, r.height, 4);
		c.fillStyle = grey;
		if (look.plate) c.globalAlpha *= 0.5;
		c.fill();
	});
	rounded(c, r.x, r.y, r.width, r.height, 4);
	c.strokeStyle = look.line;
	c.lineWidth = 1;
	c.stroke();
	c.fillStyle = look.line;
	c.fillRect(r.x, r.y + 2, 3, r.height - 4);
}

function outline(p, r, color) {
	p.c.strokeStyle = color;
	p.c.lineWidth = 2;
	rounded(p.c, r.x - 0.5, r.y - 0.5, r.width + 1, r.height + 1, 5);
	p.c.stroke();
}

// --- what is asked for, offers, held places ----------------------------------

/* What is asked for, and its label: below, above or in it, rather where no bar is. */
function placeSelection(p, taken) {
	const {c, box, selection: s, scene: {rows}} = p;
	const x = xOf(p, s.start), width = xOf(p, s.end) - x;
	const y = s.first === null ? box.body : box.body + rowTop(rows, s.first) - p.scroll;
	const end = s.first === null ? box.bottom : box.body + rowTop(rows, s.last) + rows.rowHeight - p.scroll;
	c.font = TAG;
	const text = fitting(c, selectionTexts(p, s), box.width - box.gutter - 20), wide = widthOf(c, text) + 14, least = box.body + 2, most = box.bottom - 26;
	const left = Math.max(box.gutter + 2, Math.min(Math.max(x, box.gutter) + 4, box.width - wide - 4));
	const heights = [end + 4, y - 26, y + 4].map((h) => Math.max(least, Math.min(h, most)));
	const tag = {x: left, y: heights.find((h) => taken.room(left, h, 22, wide) >= wide) ?? heights[0], width: wide, height: 22, text};
	const area = {x, y, width, height: end - y};
	if (s.first !== null) taken.add(area);
	taken.add(tag);
	return {area, tag};
}

const kindOf = (answer) => ({free: "good", refused: "bad"})[answer] || "accent";

function paintArea({c, colors, selection: s}, {x, y, width, height}) {
	const kind = kindOf(s.answer);
	c.fillStyle = colors[`${kind}-soft`];
	c.globalAlpha = s.first === null ? 0.35 : 0.6;
	c.fillRect(x, y, width, height);
	c.globalAlpha = 1;
	dashed(c, x, y, width, height, colors[kind], s.answer === "free" ? [] : [6, 4], 2);
}

function paintTag({c, colors, selection}, tag) {
	plate(c, tag.x, tag.y, tag.width, tag.height, colors[kindOf(selection.answer)]);
	c.font = TAG;
	c.fillStyle = colors.bg;
	c.fillText(tag.text, tag.x + 7, tag.y + 15);
}

/* All of it, and less for where it has no room. */
function selectionTexts(p, s) {
	const answer = s.text || {free: "free", refused: "not free"}[s.answer], when = range(p.zone, s.start, s.end);
	const what = `${answer ? `${answer} · ` : ""}${s.nodes} ${s.nodes === 1 ? "node" : "nodes"} · `;
	return [`${what}${when} · ${lengthText(s.end - s.start)}`, what + when, what + when.slice(when.indexOf(", ") + 2)];
}

function paintCursor(p) {
	const {c, box, colors, cursor, scene: {rows}} = p;
	if (cursor.row < 0 || cursor.row >= rows.nodes.length) return;
	const x0 = xOf(p, cursor.t), x1 = xOf(p, cursor.t + cursor.step);
	const y = box.body + rowTop(rows, cursor.row) - p.scroll;
	c.strokeStyle = colors.text;
	c.lineWidth = 2;
	c.strokeRect(x0, y, Math.max(6, x1 - x0), Math.max(4, rows.rowHeight));
}

/* Offers, and places that are held on no nodes yet. */
export function paintLanes(p) {
	const {c, box, colors} = p;
	c.fillStyle = colors.panel;
	if (box.lanes) c.fillRect(0, box.axis, box.gutter, box.lanes);
	clipped(c, box.gutter, box.axis, box.width - box.gutter, box.lanes, () => {
		p.offers.forEach((offer) => paintOffer(p, offer));
		p.scene.held.forEach((bar) => paintHeld(p, bar));
	});
	c.font = `600 11.5px ${FONT}`;
	c.fillStyle = colors.text;
	if (box.offers) c.fillText(fitting(c, ["You can have", "Offers"], box.gutter - 16), 10, box.axis + 20);
	if (box.held) c.fillText(fitting(c, ["Held, no nodes yet", "Held"], box.gutter - 16), 10, box.axis + box.offers + 15);
}

function paintOffer(p, {offer, lane}) {
	const {c, box, colors, scale} = p;
	const x = xOf(p, offer.start), width = Math.max(6, xOf(p, offer.end) - x);
	const y = box.axis + 3 + lane * OFFER_HEIGHT, height = OFFER_HEIGHT - 5;
	const way = offer.end <= scale.from ? "← " : offer.start >= scale.to ? "→ " : "";
	c.fillStyle = colors["good-soft"];
	c.globalAlpha = p.hovered === offer.name ? 1 : 0.65;
	rounded(c, x, y, width, height, 5);
	c.fill();
	c.globalAlpha = 1;
	dashed(c, x, y, width, height, colors.good, [6, 4], p.hovered === offer.name ? 2.5 : 1.5);
	c.fillStyle = colors.text;
	c.font = `600 11.5px ${FONT}`;
	const text = way + offerText(offer), [left, right] = besideBar(p, x, width, widthOf(c, text)), said = cut(c, text, right - left);
	c.fillText(said, right <= x ? right - widthOf(c, said) : left, y + 17);
}

/* From where to where a text has room: inside the bar, else behind it, else before it, else where there is more of it. */
function besideBar({box}, x, width, textWidth) {
	const all = [box.gutter + 6, box.width - 8], begin = Math.max(x, all[0]), end = Math.min(x + width, all[1]);
	const inside = [begin + 7, end - 7], behind = [Math.max(end, all[0]) + 7, all[1]], before = [all[0], Math.min(begin, all[1]) - 7], room = ([from, to]) => to - from;
	return [inside, behind, before].find((place) => room(place) >= textWidth) || (room(behind) >= room(before) ? behind : before);
}

/* 4 nodes, 2h · 48.00 · later */
export function offerText(offer) {
	const cost = offer.cost === null ? "" : ` · ${costText(offer)}`;
	return `${offer.node_count} ${offer.node_count === 1 ? "node" : "nodes"}, ${lengthText(offer.duration)}${cost} · ${offer.words}`;
}

function paintHeld(p, bar) {
	const {c, box, colors, scene} = p;
	const x = xOf(p, bar.start), width = Math.max(4, xOf(p, bar.end) - x);
	const y = box.axis + box.offers + 2 + bar.lane * HELD_HEIGHT, height = HELD_HEIGHT - 4;
	dashed(c, x, y, width, height, colors.held, [3, 3]);
	c.fillStyle = colors.text;
	c.font = `11px ${FONT}`;
	const text = `${bar.booking.name} · ${bar.booking.node_count}`, left = Math.max(x + 6, box.gutter + 6), end = x + width;
	const next = Math.min(box.width, ...scene.held.filter((one) => one.lane === bar.lane && one.start >= bar.end).map((one) => xOf(p, one.start)));
	const beside = widthOf(c, text) > end - left - 3 && end >= box.gutter && widthOf(c, text) + 9 <= next - end;
	c.fillText(beside ? text : cut(c, text, end - left - 3), beside ? end + 5 : left, y + 13);
}

