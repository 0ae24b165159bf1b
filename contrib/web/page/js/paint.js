// SPDX-License-Identifier: GPL-2.0-or-later
// Draws a scene on a canvas: the ground, the axis, the names of nodes and the curve of free nodes. Only what is seen is drawn.
import {FONT, clipped, cut, fitting, xOf} from "./brush.js";
import {paintBody, paintLanes, paintWords} from "./paint_bars.js";
import {DAY, clock, wall} from "./zone.js";
import {ticks} from "./scale.js";
import {freeAt} from "./capacity.js";
import {HEAD} from "./rows.js";

/*
 * p: what is painted: {c, colors, scene, scale, box, zone, otherZone, now, scroll, ...}; box: the parts of the canvas in
 * pixels {width, height, gutter, axis, lanes, body, bottom, offers, held}; x of the scale counts from the gutter.
 */
export function paint(p) {
	const {c, box, colors} = p;
	c.fillStyle = colors.bg;
	c.fillRect(0, 0, box.width, box.height);
	const marks = ticks(p.zone, p.scale);
	clipped(c, box.gutter, box.axis, box.width - box.gutter, box.height - box.axis, () => paintGround(p, marks));
	const body = (draw) => clipped(c, box.gutter, box.body, box.width - box.gutter, box.bottom - box.body, draw);
	let placed = null;
	body(() => {
		placed = paintBody(p);
	});
	paintCapacity(p);
	paintAxis(p, marks);
	paintNow(p);
	body(() => paintWords(p, placed));
	clipped(c, 0, box.body, box.width, box.bottom - box.body, () => paintGutter(p));
	paintLanes(p);
	paintFrame(p);
}

/* Weekends, the past, and the lines of the ticks. */
function paintGround(p, marks) {
	const {c, box, colors, scale} = p;
	c.fillStyle = colors.weekend;
	if (scale.span < 100 * DAY) {
		const days = scale.span < 20 * DAY ? marks.major : marks.minor;
		days.forEach(({t}, i) => {
			const {weekday} = wall(p.zone, t);
			if (weekday !== 0 && weekday !== 6) return;
			if (scale.span >= 20 * DAY && days.length > 1 && days[1].t - days[0].t > 2 * DAY) return;
			const next = days[i + 1]?.t ?? t + DAY;
			c.fillRect(xOf(p, t), box.axis, xOf(p, next) - xOf(p, t), box.height - box.axis);
		});
	}
	if (p.now > scale.from) {
		c.fillStyle = colors.past;
		c.fillRect(box.gutter, box.axis, xOf(p, p.now) - box.gutter, box.height - box.axis);
	}
	lines(p, marks.minor, colors.line);
	lines(p, marks.major, colors["line-strong"]);
}

function lines(p, marks, color) {
	const {c, box} = p;
	c.strokeStyle = color;
	c.lineWidth = 1;
	c.beginPath();
	for (const {t} of marks) {
		const x = Math.round(xOf(p, t)) + 0.5;
		c.moveTo(x, box.axis);
		c.lineTo(x, box.height);
	}
	c.stroke();
}

// --- the frame -----------------------------------------------------------------

function paintGutter(p) {
	const {c, box, colors, scene: {rows}} = p;
	c.fillStyle = colors.panel;
	c.fillRect(0, box.body, box.gutter, box.bottom - box.body);
	const top = p.scroll, bottom = p.scroll + box.bottom - box.body;
	for (const group of rows.groups) {
		const end = group.top + HEAD + group.count * rows.rowHeight;
		if (group.top > bottom || end < top) continue;
		gutterNames(p, group, top, bottom);
		groupHead(p, group, box.body + Math.min(Math.max(0, group.top - p.scroll), end - p.scroll - HEAD));
	}
}

function groupHead(p, group, y) {
	const {c, box, colors} = p;
	c.fillStyle = colors.panel;
	c.fillRect(0, y, box.gutter, HEAD);
	c.fillStyle = colors.muted;
	c.font = `10px ${FONT}`;
	c.fillText(group.folded ? "▶" : "▼", 8, y + 16);
	c.fillStyle = colors.text;
	c.font = `600 12px ${FONT}`;
	const count = String(group.size);
	c.fillText(cut(c, group.name || "no partition", box.gutter - 34 - count.length * 7), 22, y + 16);
	c.fillStyle = colors.muted;
	c.font = `11px ${FONT}`;
	c.textAlign = "right";
	c.fillText(count, box.gutter - 8, y + 16);
	c.textAlign = "left";
}

/* Names of nodes: each, or where rows are low, as many as can be read. */
function gutterNames(p, group, top, bottom) {
	const {c, box, colors, scene: {rows}} = p;
	const each = Math.max(1, Math.ceil(13 / rows.rowHeight));
	const first = Math.max(0, Math.floor((top - group.top - HEAD) / rows.rowHeight));
	c.font = `11px ${FONT}`;
	for (let i = Math.floor(first / each) * each; i < group.count; i += each) {
		const y = group.top + HEAD + i * rows.rowHeight;
		if (y > bottom) break;
		const node = rows.nodes[group.first + i];
		c.fillStyle = node.down && each === 1 ? colors.bad : colors.muted;
		const text = node.down && each === 1 ? `✕ ${node.name}` : node.name;
		c.fillText(cut(c, text, box.gutter - 30), 22, box.body + y - p.scroll + Math.max(10, rows.rowHeight / 2 + 4));
	}
}

function paintAxis(p, marks) {
	const {c, box, colors} = p;
	c.fillStyle = colors.panel;
	c.fillRect(0, 0, box.width, box.axis);
	clipped(c, box.gutter, 0, box.width - box.gutter, box.axis, () => {
		c.fillStyle = colors.text;
		c.font = `600 12px ${FONT}`;
		marks.major.forEach(({t, text}, i) => {
			const next = marks.major[i + 1] ? xOf(p, marks.major[i + 1].t) : box.width;
			const x = Math.max(xOf(p, t), box.gutter) + 6;
			c.fillText(cut(c, text, next - x - 6), x, 17);
		});
		axisLine(p, marks.minor, 36, colors.muted);
		if (p.otherZone) axisLine(p, marks.minor.map(({t}) => ({t, text: clock(p.otherZone, t)})), 52, colors.muted, "italic ");
	});
	c.fillStyle = colors.muted;
	c.font = `11px ${FONT}`;
	p.zoneNames.filter(Boolean).forEach((names, i) => c.fillText(fitting(c, names, box.gutter - 14), 10, 36 + 16 * i));
}

function axisLine(p, marks, y, color, style = "") {
	const {c} = p;
	c.fillStyle = color;
	c.font = `${style}11px ${FONT}`;
	for (const {t, text} of marks) c.fillText(text, xOf(p, t) + 4, y);
}

/* The curve of free nodes, for the partition that is shown. */
function paintCapacity(p) {
	const {c, box, colors, scale, free} = p;
	if (box.bottom === box.height) return;
	const top = box.bottom + 16, height = box.height - top - 3;
	c.fillStyle = colors.panel;
	c.fillRect(0, box.bottom, box.gutter, box.height - box.bottom);
	const y = (n) => top + height * (1 - n / Math.max(1, free.total));
	clipped(c, box.gutter, box.bottom, box.width - box.gutter, box.height - box.bottom, () => {
		c.beginPath();
		c.moveTo(box.gutter, box.height);
		let n = freeAt(free.steps, scale.from);
		c.lineTo(box.gutter, y(n));
		for (const step of free.steps) {
			if (step.t <= scale.from) continue;
			const x = xOf(p, Math.min(step.t, scale.to));
			c.lineTo(x, y(n));
			if (step.t >= scale.to) break;
			n = step.free;
			c.lineTo(x, y(n));
		}
		c.lineTo(box.width, y(n));
		c.lineTo(box.width, box.height);
		c.fillStyle = colors["good-soft"];
		c.fill();
		c.strokeStyle = colors.good;
		c.lineWidth = 1.5;
		c.stroke();
	});
	capacityLabel(p, top);
}

function capacityLabel(p, top) {
	const {c, box, colors, free} = p;
	c.fillStyle = colors.text;
	c.font = `600 11.5px ${FONT}`;
	c.fillText(fitting(c, ["Free nodes", "Free"], box.gutter - 16), 10, top + 8);
	c.fillStyle = colors.muted;
	c.font = `11px ${FONT}`;
	const at = p.pointerTime ?? p.now, count = `${freeAt(free.steps, at)} of ${free.total}`;
	c.fillText(fitting(c, [`${count} ${p.pointerTime === null ? "now" : `at ${clock(p.zone, at)}`}`, count], box.gutter - 14), 10, top + 24);
}

function paintNow(p) {
	const {c, box, colors} = p;
	const x = Math.round(xOf(p, p.now));
	if (x < box.gutter || x > box.width) return;
	c.fillStyle = colors.now;
	c.fillRect(x - 1, box.axis, 2, box.height - box.axis);
	c.beginPath();
	c.arc(x, box.axis, 4, 0, 7);
	c.fill();
}

function paintFrame(p) {
	const {c, box, colors} = p;
	c.fillStyle = colors["line-strong"];
	c.fillRect(0, box.axis - 1, box.width, 1);
	c.fillRect(0, box.bottom, box.width, 1);
	c.fillRect(box.gutter - 1, 0, 1, box.height);
	if (box.lanes) c.fillRect(0, box.body - 1, box.width, 1);
}
