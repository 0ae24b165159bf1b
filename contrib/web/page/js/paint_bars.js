// SPDX-License-Identifier: GPL-2.0-or-later
// Draws what lies on the rows: bookings, their windows, what is asked for; and the lanes above them.
import {FONT, clipped, cut, dashed, plate, rounded, xOf} from "./brush.js";
import {clock, range} from "./zone.js";
import {lengthText} from "./spans.js";
import {HEAD, rowTop} from "./rows.js";
import {HELD_HEIGHT, OFFER_HEIGHT, eachSegment, hueOf} from "./scene.js";

/* All that lies on the rows that are seen. */
export function paintBody(p) {
	const {box, scene, scale} = p;
	const top = p.scroll, bottom = p.scroll + box.bottom - box.body;
	paintRowLines(p, top, bottom);
	const seen = scene.bars.filter((bar) => !bar.unplaced && p.timeOf(bar).start < scale.to && (bar.window?.end ?? bar.end) > scale.from);
	for (const bar of seen) if (bar.window) paintWindow(p, bar, top, bottom);
	for (const bar of seen) paintBar(p, bar, top, bottom);
	if (p.selection) paintSelection(p);
	if (p.cursor) paintCursor(p);
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

function paintBar(p, bar, top, bottom) {
	const {c, box} = p;
	const time = p.timeOf(bar);
	const x0 = xOf(p, time.start), x1 = Math.max(x0 + 2, xOf(p, time.end));
	const look = lookOf(p, bar.booking);
	const marked = p.selected === bar.booking.name || p.inTheWay.has(bar.booking.name);
	c.globalAlpha = bar.dim ? 0.22 : bar.booking.maintenance ? 0.88 : p.dragged === bar.booking.name ? 0.35 : 1;
	eachSegment(p.scene, bar, top, bottom, (y, height) => {
		const gap = gapOf(p, height);
		const r = {x: x0 + 0.5, y: box.body + y - p.scroll + gap, width: x1 - x0 - 1, height: Math.max(1, height - 2 * gap)};
		fillBar(c, r, look);
		if (marked) outline(p, r, p.inTheWay.has(bar.booking.name) ? p.colors.bad : p.colors.text);
		else if (p.flash(bar)) outline(p, r, p.colors.now);
		if (r.height >= 12) labelBar(p, bar, time, r, look);
	});
	c.globalAlpha = 1;
}

function fillBar(c, r, look) {
	const small = r.width < 8 || r.height < 6; // no room for a border: its colour alone stands out from the ground
	c.fillStyle = small ? look.line : look.fill;
	if (small) {
		const x = Math.round(r.x), y = Math.round(r.y); // halves of pixels would be half as strong
		c.fillRect(x, y, Math.max(2, Math.round(r.x + r.width) - x), Math.max(1, Math.round(r.y + r.height) - y));
		return;
	}
	rounded(c, r.x, r.y, r.width, r.height, 4);
	c.fill();
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

/* The name, and where there is room whose it is and when; at the left edge of what is seen. */
function labelBar(p, bar, time, r, look) {
	const {c, box} = p;
	const left = Math.max(r.x + 8, box.gutter + 6);
	const room = r.x + r.width - left - 4;
	if (room < 14) return;
	const b = bar.booking;
	c.font = `600 11.5px ${FONT}`;
	const sign = b.degraded ? "⚠ " : b.maintenance ? "⚒ " : b.recurring ? "↻ " : "";
	const text = cut(c, sign + b.name, room);
	if (!text) return;
	const two = r.height >= 34;
	const y = two ? Math.max(r.y, box.body) + 15 : r.y + r.height / 2 + 4;
	if (look.plate) plate(c, left - 3, y - 11, c.measureText(text).width + 6, two ? 28 : 15, look.plate);
	c.fillStyle = look.text;
	c.fillText(text, left, y);
	if (!two) return;
	c.font = `11px ${FONT}`;
	const more = cut(c, `${b.node_count} ${b.node_count === 1 ? "node" : "nodes"} · ${clock(p.zone, time.start)}–${clock(p.zone, time.end)}`, room);
	if (more) c.fillText(more, left, y + 14);
}

// --- what is asked for, offers, held places ----------------------------------

function paintSelection(p) {
	const {c, box, colors, selection: s, scene: {rows}} = p;
	const kind = {free: "good", refused: "bad", maybe: "warn"}[s.answer] || "accent";
	const x0 = xOf(p, s.start), x1 = xOf(p, s.end);
	const y0 = s.first === null ? box.body : box.body + rowTop(rows, s.first) - p.scroll;
	const y1 = s.first === null ? box.bottom : box.body + rowTop(rows, s.last) + rows.rowHeight - p.scroll;
	c.fillStyle = colors[`${kind}-soft`];
	c.globalAlpha = s.first === null ? 0.35 : 0.6;
	c.fillRect(x0, y0, x1 - x0, y1 - y0);
	c.globalAlpha = 1;
	dashed(c, x0, y0, x1 - x0, y1 - y0, colors[kind], s.answer === "free" ? [] : [6, 4], 2);
	tag(p, Math.max(x0, box.gutter) + 4, Math.max(box.body + 2, Math.min(y1 + 4, box.bottom - 26)), selectionText(p, s), colors[kind]);
}

function selectionText(p, s) {
	const answer = {free: "free · ", refused: "not free · ", maybe: "taken · "}[s.answer] || "";
	return `${answer}${s.nodes} ${s.nodes === 1 ? "node" : "nodes"} · ${range(p.zone, s.start, s.end)} · ${lengthText(s.end - s.start)}`;
}

function tag(p, x, y, text, color) {
	const {c, colors, box} = p;
	c.font = `600 12px ${FONT}`;
	const width = c.measureText(text).width + 14;
	const left = Math.max(box.gutter + 2, Math.min(x, box.width - width - 4));
	plate(c, left, y, width, 22, color);
	c.fillStyle = colors.bg;
	c.fillText(text, left + 7, y + 15);
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
	if (box.offers) c.fillText(cut(c, "You can have", box.gutter - 16), 10, box.axis + 20);
	if (box.held) c.fillText(cut(c, "Held, no nodes yet", box.gutter - 16), 10, box.axis + box.offers + 15);
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
	const text = way + offerText(offer);
	const textWidth = c.measureText(text).width;
	const left = Math.max(box.gutter + 6, Math.min(besideBar(p, x, width, textWidth), box.width - textWidth - 8));
	c.fillText(cut(c, text, box.width - left - 4), left, y + 17);
}

/* Where a text begins: inside the bar if there is room, else behind it, else before it. */
function besideBar({box}, x, width, textWidth) {
	if (textWidth + 14 <= width) return x + 7;
	if (x + width + textWidth + 14 < box.width) return x + width + 7;
	return x - textWidth - 7 > box.gutter ? x - textWidth - 7 : x + 7;
}

/* 4 nodes, 2h · 48.00 · later */
export function offerText(offer) {
	const cost = offer.cost === null ? "" : ` · ${offer.cost.toFixed(2)}`;
	return `${offer.node_count} ${offer.node_count === 1 ? "node" : "nodes"}, ${lengthText(offer.duration)}${cost} · ${offer.words}`;
}

function paintHeld(p, bar) {
	const {c, box, colors} = p;
	const x = xOf(p, bar.start), width = Math.max(4, xOf(p, bar.end) - x);
	const y = box.axis + box.offers + 2 + bar.lane * HELD_HEIGHT, height = HELD_HEIGHT - 4;
	dashed(c, x, y, width, height, colors.held, [3, 3]);
	c.fillStyle = colors.text;
	c.font = `11px ${FONT}`;
	const left = Math.max(x + 6, box.gutter + 6);
	c.fillText(cut(c, `${bar.booking.name} · ${bar.booking.node_count}`, x + width - left - 3), left, y + 13);
}

