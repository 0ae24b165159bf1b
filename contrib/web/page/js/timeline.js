// SPDX-License-Identifier: GPL-2.0-or-later
// The timeline: a canvas as large as what is seen, inside a box that scrolls over all rows.
import {el} from "./dom.js";
import {makeScale, zoomed} from "./scale.js";
import {at, rowTop} from "./rows.js";
import {HELD_HEIGHT, OFFER_HEIGHT, barAt, heldAt, makeScene, placeScene} from "./scene.js";
import {paint} from "./paint.js";
import {readColors} from "./brush.js";
import {listen} from "./gestures.js";
import {offsetText} from "./zone.js";

const CAPACITY = 76, LOW = 240; // the curve of free nodes; a lower canvas has none
const SHIFT_MS = 450, FLASH_MS = 3000;

/* The pixels that a panel takes from the height of the view: style.css. */
function panelBelow() {
	const panel = document.getElementById("panel");
	return getComputedStyle(panel.parentElement).flexDirection === "column" ? panel.offsetHeight : 0;
}

/*
 * model, view: what is shown; app has what is done: ask(selection), open(name), pick(offer), move(booking, times),
 * changed() when the view has moved, tip(text, x, y) to show a note beside the pointer.
 */
export class Timeline {
	frames = 0;
	selection = null;
	cursor = null;
	selected = "";
	inTheWay = new Set();
	offers = [];
	hovered = "";
	preview = null; // {booking, start, end} of a booking that is dragged; with {answer, text} once the controller has said them
	pointerTime = null;
	#pending = 0;
	#shifts = new Map();
	#stale = true;

	constructor(root, model, view, app) {
		Object.assign(this, {root, model, view, app});
		this.canvas = el("canvas", {tabindex: "0", role: "application", "aria-label": "Timeline of nodes", "aria-describedby": "timeline-help"});
		this.spacer = el("div.spacer");
		this.scroller = el("div.scroller", {tabindex: "-1"}, this.canvas, this.spacer);
		root.append(this.scroller);
		root.timeline = this;
		this.context = this.canvas.getContext("2d", {alpha: false});
		this.still = matchMedia("(prefers-reduced-motion: reduce)");
		this.scroller.addEventListener("scroll", () => this.draw());
		new ResizeObserver(() => this.resize()).observe(this.scroller);
		model.addEventListener("change", ({detail}) => this.#follow(detail));
		this.recolor();
		listen(this);
	}

	/* The scheme of colours has changed. */
	recolor() {
		this.colors = readColors(this.context);
		this.draw();
	}

	/* What is shown has changed, other than by moving it. */
	refresh() {
		this.#stale = true;
		this.draw();
	}

	draw() {
		this.#pending ||= requestAnimationFrame(() => {
			this.#pending = 0;
			if (this.root.hidden || !this.scroller.clientWidth) return;
			this.paint();
		});
	}

	resize() {
		const ratio = devicePixelRatio || 1;
		const width = this.scroller.clientWidth, height = this.scroller.clientHeight;
		const {lower} = this;
		this.lower = document.getElementById("toasts").offsetHeight + panelBelow(); // rows keep their height while some are shown
		if (!width || !height) return;
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		this.canvas.style.width = `${width}px`;
		this.canvas.style.height = `${height}px`;
		this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
		this.size = {width, height};
		this.paint(); // at once: a canvas that was resized is black
		if (lower < this.lower) this.#keepInView();
	}

	/* What is shown, or asked for, stays in view over a panel. */
	#keepInView() {
		const row = this.scene.bars.find((bar) => bar.booking.name === (this.preview?.booking.name || this.selected))?.segs[0]?.first ?? this.selection?.first ?? -1;
		this.reveal(this.view.from, row);
	}

	/* The parts of the canvas, in pixels. */
	#box() {
		const {width, height} = this.size;
		const gutter = width < 640 ? 84 : 150;
		const axis = this.view.otherZone ? 60 : 44;
		const offers = this.offers.length * OFFER_HEIGHT, held = this.scene.heldLanes * HELD_HEIGHT;
		const lanes = offers + held;
		return {width, height, gutter, axis, offers, held, lanes, body: axis + lanes, bottom: height < LOW ? height : height - CAPACITY};
	}

	#layout() {
		if (this.#stale) this.scene = makeScene(this.model, this.view);
		this.#stale = false;
		this.box = this.#box();
		placeScene(this.scene, this.box.height - CAPACITY - this.box.body + this.lower, this.view.rowZoom);
		const spacer = Math.max(0, this.scene.rows.height - (this.box.bottom - this.box.body));
		if (spacer !== this.spacerHeight) this.spacer.style.height = `${this.spacerHeight = spacer}px`;
		this.scale = makeScale(this.view.from, this.view.span, this.box.width - this.box.gutter);
	}

	get scroll() {
		return Math.min(this.scroller.scrollTop, this.spacerHeight || 0);
	}

	paint() {
		if (!this.model.config || !this.size) return;
		this.#layout();
		const {view} = this, now = this.model.now();
		paint({c: this.context, colors: this.colors, scene: this.scene, scale: this.scale, box: this.box, zone: view.zone,
			otherZone: view.otherZone, zoneNames: [view.zone, view.otherZone].map((z) => z && [`${z.label} ${offsetText(z, now)}`, offsetText(z, now)]),
			now, scroll: this.scroll, selection: this.#shownSelection(), cursor: document.activeElement === this.canvas ? this.cursor : null,
			selected: this.selected, inTheWay: this.inTheWay, offers: this.offers, hovered: this.hovered,
			dragged: this.preview?.booking.name, pointerTime: this.pointerTime, free: this.model.free(view.partition),
			timeOf: (bar) => this.#timeOf(bar), flash: (bar) => this.#shifts.has(bar.booking.name)});
		if (!this.drawn && this.model.bookings.size) this.drawn = performance.mark("garq-drawn"); // for measurements
		this.frames++;
		if (this.#shifts.size) this.#age();
	}

	/* Where a booking would be that is dragged, on its own rows. */
	#shownSelection() {
		if (!this.preview) return this.selection;
		const {booking, start, end, answer, text} = this.preview;
		const segs = this.scene.bars.find((bar) => bar.booking.name === booking.name)?.segs || [];
		return {start, end, nodes: booking.node_count, first: segs[0]?.first ?? null, last: segs[0]?.last ?? null, answer, text};
	}

	// --- bookings that move by themselves -------------------------------------

	#follow({shifts}) {
		const at = performance.now();
		for (const {name, before} of shifts) this.#shifts.set(name, {before, at});
		this.refresh();
	}

	#timeOf(bar) {
		const shift = this.#shifts.get(bar.booking.name);
		if (!shift || this.still.matches || bar.booking.occurrences.length) return bar;
		const part = Math.min(1, (performance.now() - shift.at) / SHIFT_MS);
		const eased = 1 - (1 - part) ** 3;
		return {start: shift.before.start + (bar.start - shift.before.start) * eased, end: shift.before.end + (bar.end - shift.before.end) * eased};
	}

	#age() {
		const now = performance.now();
		for (const [name, {at}] of this.#shifts) if (now - at > FLASH_MS) this.#shifts.delete(name);
		this.draw();
	}

	// --- what is where ----------------------------------------------------------

	/*
	 * What is at a point of the canvas: {part, t, ...}; part is "axis", "offer" (offer), "held" (bar), "head" (group),
	 * "gutter" (node), "body" (group, row, bar, edge: "start" or "end" of the bar, or empty), "free" or "below".
	 */
	hit(x, y) {
		const {box, scale} = this;
		const t = scale.t(x - box.gutter), inside = x >= box.gutter;
		if (y < box.axis) return {part: "axis", t};
		if (y < box.axis + box.offers) return {part: "offer", t, offer: this.offers[Math.floor((y - box.axis) / OFFER_HEIGHT)]?.offer};
		if (y < box.body) return {part: "held", t, bar: heldAt(this.scene, t, Math.floor((y - box.axis - box.offers) / HELD_HEIGHT))};
		if (y >= box.bottom) return {part: "free", t};
		const found = at(this.scene.rows, y - box.body + this.scroll);
		if (!found) return {part: "below", t};
		if (!inside) return found.row < 0 ? {part: "head", t, group: found.group} : {part: "gutter", t, node: this.scene.rows.nodes[found.row]};
		const slack = 3 / scale.width * scale.span;
		const bar = found.row < 0 ? null : barAt(this.scene, t, found.row, slack);
		return {part: "body", t, ...found, bar, edge: bar ? this.#edge(bar, x - box.gutter) : ""};
	}

	#edge(bar, x) {
		const x0 = this.scale.x(bar.start), x1 = this.scale.x(bar.end);
		if (x1 - x0 < 24) return "";
		return x - x0 < 7 ? "start" : x1 - x < 7 ? "end" : "";
	}

	/* The middle of a row at an instant, in pixels of the window. */
	pointOf(t, row) {
		const r = this.canvas.getBoundingClientRect();
		return {x: r.left + this.box.gutter + this.scale.x(t),
			y: r.top + this.box.body + rowTop(this.scene.rows, row) - this.scroll + this.scene.rows.rowHeight / 2};
	}

	// --- moving what is seen ------------------------------------------------------

	pan(seconds) {
		this.view.from = Math.max(0, Math.round(this.view.from + seconds));
		this.app.changed();
		this.draw();
	}

	zoom(factor, x = this.scale.width / 2) {
		Object.assign(this.view, zoomed(this.scale, factor, x));
		this.app.changed();
		this.draw();
	}

	/* Scroll and pan until a row and an instant are seen. */
	reveal(t, row) {
		const {view, box} = this;
		if (t < view.from || t >= view.from + view.span) this.pan(t - view.from - view.span / 4);
		if (row < 0) return;
		const top = rowTop(this.scene.rows, row), room = box.bottom - box.body;
		if (top < this.scroll) this.scroller.scrollTop = top - 30;
		else if (top + this.scene.rows.rowHeight > this.scroll + room) this.scroller.scrollTop = top - room + this.scene.rows.rowHeight + 10;
	}

	/* Show a booking: its bar is outlined. */
	select(name) {
		this.selected = name;
		this.draw();
	}

	revealBooking(booking) {
		this.paint();
		const bar = this.scene.bars.find((b) => b.booking.name === booking.name);
		this.reveal(booking.start, bar?.segs[0]?.first ?? -1);
	}

	setOffers(offers) {
		this.offers = offers.slice(0, 6).map((offer, lane) => ({offer, lane}));
		this.draw();
	}

	fold(group) {
		if (!this.view.folded.delete(group.name)) this.view.folded.add(group.name);
		this.selection = null;
		this.cursor = null;
		this.refresh();
	}
}
