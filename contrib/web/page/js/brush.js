// SPDX-License-Identifier: GPL-2.0-or-later
// Colours, texts and shapes on a canvas: what the painters of the timeline share.
import {HUES} from "./scene.js";

const NAMES = ["bg", "panel", "line", "line-strong", "text", "muted", "accent", "accent-text", "accent-soft", "good", "good-soft", "bad",
	"bad-soft", "warn", "warn-soft", "weekend", "past", "native", "native-line", "held", "now", "gone"];
export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/* The colours of the style sheet, for the scheme that is in use; with the patterns of this canvas. */
export function readColors(context) {
	const style = getComputedStyle(document.documentElement);
	const get = (name) => style.getPropertyValue(`--${name}`).trim();
	const colors = Object.fromEntries(NAMES.map((n) => [n, get(n)]));
	colors.hues = Array.from({length: HUES}, (_, i) => get(`hue-${i}`));
	colors.maintenance = hatch(context, colors["warn-soft"], colors.warn);
	colors.degraded = hatch(context, colors["bad-soft"], colors.bad);
	return colors;
}

function hatch(context, back, front) {
	const tile = document.createElement("canvas");
	tile.width = tile.height = 8;
	const c = tile.getContext("2d");
	c.fillStyle = back;
	c.fillRect(0, 0, 8, 8);
	c.strokeStyle = front;
	c.globalAlpha = 0.55;
	c.lineWidth = 1.5;
	for (const d of [-8, 0, 8]) {
		c.beginPath();
		c.moveTo(d, 8);
		c.lineTo(d + 8, 0);
		c.stroke();
	}
	return context.createPattern(tile, "repeat");
}

const widths = new Map();

export function widthOf(c, text) {
	const key = c.font + text;
	let width = widths.get(key);
	if (width === undefined) {
		if (widths.size > 5000) widths.clear();
		width = c.measureText(text).width;
		widths.set(key, width);
	}
	return width;
}

/* The text, cut to fit; empty if next to nothing of it would. */
export function cut(c, text, room) {
	const width = widthOf(c, text);
	if (width <= room) return text;
	let some = Math.floor(text.length * room / width);
	while (some >= 2 && widthOf(c, `${text.slice(0, some)}…`) > room) some--;
	return some < 2 ? "" : `${text.slice(0, some)}…`;
}

/* The first of some texts that fits, or the last one, cut. */
export const fitting = (c, texts, room) => texts.find((text) => widthOf(c, text) <= room) ?? cut(c, texts.at(-1), room);

export function clipped(c, x, y, width, height, draw) {
	c.save();
	c.beginPath();
	c.rect(x, y, width, height);
	c.clip();
	draw();
	c.restore();
}

/* The pixel of an instant. */
export const xOf = (p, t) => p.box.gutter + p.scale.x(t);

export function dashed(c, x, y, width, height, color, dash, thick = 1.5) {
	c.save();
	c.strokeStyle = color;
	c.lineWidth = thick;
	c.setLineDash(dash);
	rounded(c, x + 0.5, y + 0.5, width - 1, height - 1, 4);
	c.stroke();
	c.restore();
}

export function rounded(c, x, y, width, height, radius) {
	const r = Math.max(0, Math.min(radius, width / 2, height / 2));
	c.beginPath();
	c.roundRect(x, y, Math.max(0, width), Math.max(0, height), r);
}

export function plate(c, x, y, width, height, color) {
	c.fillStyle = color;
	rounded(c, x, y, width, height, 3);
	c.fill();
}

