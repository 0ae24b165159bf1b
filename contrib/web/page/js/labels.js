// SPDX-License-Identifier: GPL-2.0-or-later
// The names of bars: in the bar, upright in a tall and narrow one, or beside it, where nothing else is.
import {count} from "./answer.js";
import {FONT, clipped, cut, fitting, plate, widthOf, xOf} from "./brush.js";
import {clock} from "./zone.js";

const NAME = `600 11.5px ${FONT}`, SECOND = `11px ${FONT}`, LINE = 15, STRIP = 16;

/* What lies on the canvas, in strips of its height: rectangles in pixels. */
export class Taken {
	#strips;

	constructor(height) {
		this.#strips = Array.from({length: Math.ceil(height / STRIP) + 1}, () => []);
	}

	#of(y, height) {
		return this.#strips.slice(Math.max(0, Math.floor(y / STRIP)), Math.max(0, Math.floor((y + height) / STRIP) + 1));
	}

	add(r) {
		for (const strip of this.#of(r.y, r.height)) strip.push(r);
	}

	/* How many of these pixels are free from x on. */
	room(x, y, height, most) {
		let end = x + most;
		for (const strip of this.#of(y, height)) {
			for (const r of strip) if (r.x < end && r.x + r.width > x && r.y < y + height && r.y + r.height > y) end = Math.max(x, r.x);
		}
		return end - x;
	}
}

/* The name of a bar that is drawn as the rectangle r; `taken` has all bars, and gets the names that stand beside them. */
export function labelBar(p, bar, time, r, look, taken) {
	const {c, box} = p, b = bar.booking, edge = Math.max(r.y, box.body), seen = Math.min(r.y + r.height, box.bottom) - edge;
	if (seen < 12) return;
	const name = `${b.degraded ? "⚠ " : b.maintenance ? "⚒ " : b.recurring ? "↻ " : ""}${b.name}`;
	const right = r.x + r.width, begin = Math.max(r.x + 8, box.gutter + 6), now = xOf(p, p.now) + 6;
	c.font = NAME;
	const width = widthOf(c, name), left = now > begin && now + width + 4 <= right ? now : begin, room = right - left - 4;
	const top = edge + 6, long = seen - 12;
	const two = seen >= 34, y = two ? edge + LINE : edge + seen / 2 + 4;
	const tall = right - Math.max(r.x, box.gutter) >= LINE;
	const upright = () => inks(p, r, look, (ink) => paintUpright(p, name, r, top, long, ink, look.plate));
	if (width <= room) inks(p, r, look, (ink) => paintInside(p, name, bar, time, {left, y, room, two}, ink, look.plate));
	else if (tall && width <= long) upright();
	else if (right >= box.gutter && taken.room(right + 4, y - 11, LINE, width) >= width && right + 4 + width < box.width) {
		taken.add({x: right + 4, y: y - 11, width, height: LINE});
		c.fillStyle = p.colors.text;
		c.fillText(name, right + 4, y);
	} else if (tall && long > room && long >= 40) upright();
	else if (room >= 14) inks(p, r, look, (ink) => paintInside(p, name, bar, time, {left, y, room, two}, ink, look.plate));
}

/* Letters are readable on the bar, and on the part of it that is past. */
function inks(p, r, look, draw) {
	const {c, colors} = p, x = xOf(p, p.now);
	if (look.text === colors.text || x <= r.x) return draw(look.text);
	clipped(c, r.x, r.y, x - r.x, r.height, () => draw(colors.text));
	return clipped(c, x, r.y, Math.max(0, r.x + r.width - x), r.height, () => draw(look.text));
}

/* The name, and where there is room how many nodes and when; at the left edge of what is seen. */
function paintInside(p, name, {booking: b}, time, {left, y, room, two}, ink, back) {
	const {c} = p;
	c.font = NAME;
	const text = cut(c, name, room);
	if (!text) return;
	const width = widthOf(c, text), nodes = count(b.node_count, "node");
	c.font = SECOND;
	const more = two ? fitting(c, [`${nodes} · ${clock(p.zone, time.start)}–${clock(p.zone, time.end)}`, nodes, ""], room) : "";
	if (back) plate(c, left - 3, y - 11, Math.max(width, widthOf(c, more)) + 6, more ? 28 : LINE, back);
	c.fillStyle = ink;
	if (more) c.fillText(more, left, y + 14);
	c.font = NAME;
	c.fillText(text, left, y);
}

function paintUpright(p, name, r, top, long, ink, back) {
	const {c, box} = p, end = Math.min(r.x + r.width, box.width), begin = Math.max(r.x, box.gutter), now = xOf(p, p.now);
	const left = now > begin && end - now >= LINE ? now : begin, middle = (left + end) / 2;
	const text = cut(c, name, long);
	c.save();
	c.translate(middle, top);
	c.rotate(Math.PI / 2);
	if (back) plate(c, -3, -8, widthOf(c, text) + 6, LINE, back);
	c.fillStyle = ink;
	c.fillText(text, 0, 4);
	c.restore();
}
