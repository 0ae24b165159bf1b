// SPDX-License-Identifier: GPL-2.0-or-later
// Pointer and keyboard on the timeline: asking by dragging a span, moving bookings, panning, zooming.
import {snap, snapStep} from "./scale.js";
import {range} from "./zone.js";
import {barAt} from "./scene.js";
import {ownerText} from "./model.js";
import {offerText} from "./paint_bars.js";
import {speak} from "./say.js";
import {tryPlace} from "./trial.js";

const MOVED = 4; // pixels from which on it is a drag
const LONG_PRESS = 450;

/* Attach all listeners to a timeline. */
export function listen(line) {
	const {canvas} = line;
	let drag = null;
	canvas.addEventListener("pointerdown", (e) => {
		if (e.button !== 0) return;
		drag = begin(line, e);
		canvas.setPointerCapture(e.pointerId);
	});
	canvas.addEventListener("pointermove", (e) => {
		if (drag) advance(line, drag, e);
		else hover(line, e);
	});
	canvas.addEventListener("pointerup", (e) => {
		if (drag) finish(line, drag, e);
		drag = null;
	});
	canvas.addEventListener("pointercancel", () => {
		if (drag) cancel(line, drag);
		drag = null;
	});
	canvas.addEventListener("pointerleave", () => {
		line.pointerTime = null;
		line.app.tip("");
		line.draw();
	});
	canvas.addEventListener("touchmove", (e) => { if (drag && drag.mode !== "pan" && drag.mode) e.preventDefault(); }, {passive: false});
	canvas.addEventListener("wheel", (e) => wheel(line, e), {passive: false});
	canvas.addEventListener("keydown", (e) => {
		if (drag && e.key === "Escape") {
			cancel(line, drag);
			drag = null;
		} else keydown(line, e);
	});
	canvas.addEventListener("focus", () => { line.draw(); });
	canvas.addEventListener("blur", () => { line.draw(); });
}

// --- dragging -------------------------------------------------------------------

const place = (e) => ({x: e.offsetX, y: e.offsetY});
const step = (line) => snapStep(line.scale, line.model.config.slot);
const snapped = (line, t) => snap(line.view.zone, t, step(line));

function begin(line, e) {
	const from = place(e), hit = line.hit(from.x, from.y);
	const drag = {from, hit, mode: "", touch: e.pointerType === "touch", first: line.view.from, shift: e.shiftKey, timer: 0};
	if (drag.touch) drag.timer = setTimeout(() => longPress(line, drag), LONG_PRESS);
	return drag;
}

/* A finger that rests before it moves asks or moves a booking; one that moves at once pans. */
function longPress(line, drag) {
	if (drag.mode) return;
	drag.mode = start(line, drag, false);
	line.canvas.dataset.drag = drag.mode;
	if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(15); // browsers complain of a page that shakes before
}

/* What a drag that began there does: "ask", "move", "start", "end" or "pan". */
function start(line, drag, panning) {
	const {hit} = drag;
	if (panning || hit.part !== "body") return "pan";
	const b = hit.bar?.booking;
	if (b && !drag.shift && b.state === "pending" && !b.recurring && line.model.mayChange(b)) return hit.edge || "move";
	return line.app.mayAsk() ? "ask" : "pan";
}

function advance(line, drag, e) {
	const to = place(e);
	if (!drag.mode) {
		if (Math.abs(to.x - drag.from.x) < MOVED && Math.abs(to.y - drag.from.y) < MOVED) return;
		clearTimeout(drag.timer);
		drag.mode = start(line, drag, drag.touch);
	}
	line.app.tip("");
	if (drag.mode === "pan") panTo(line, drag, to);
	else if (drag.mode === "ask") askTo(line, drag, to);
	else moveTo(line, drag, to);
	line.draw();
}

function panTo(line, drag, to) {
	line.view.from = Math.max(0, Math.round(drag.first - (to.x - drag.from.x) / line.scale.width * line.view.span));
	if (!drag.touch) line.scroller.scrollTop -= wentDown(drag, to);
	line.app.changed();
}

/* How far the pointer went down since the last look. */
function wentDown(drag, to) {
	const far = to.y - (drag.last ?? drag.from.y);
	drag.last = to.y;
	return drag.hit.part === "axis" ? 0 : far;
}

function askTo(line, drag, to) {
	const here = line.hit(Math.max(line.box.gutter, to.x), Math.max(line.box.body, Math.min(to.y, line.box.bottom - 1)));
	const [a, b] = [drag.hit.t, here.t].sort((p, q) => p - q);
	const start = snapped(line, a), end = Math.max(snapped(line, b), start + step(line));
	line.selection = {start, end, answer: "", ...rowsBetween(drag.hit, here)};
}

/* The rows of one partition between two places: {first, last, nodes, partition}. */
function rowsBetween(a, b) {
	const {group} = a;
	if (!group.count) return {first: null, last: null, nodes: 1, partition: group.name};
	const inGroup = (hit) => {
		if (!hit.group) return group.first + group.count - 1;
		if (hit.group === group) return Math.max(group.first, hit.row);
		return hit.group.top < group.top ? group.first : group.first + group.count - 1;
	};
	const [first, last] = [inGroup(a), inGroup(b)].sort((p, q) => p - q);
	return {first, last, nodes: last - first + 1, partition: group.name};
}

function moveTo(line, drag, to) {
	const {booking} = drag.hit.bar, far = (to.x - drag.from.x) / line.scale.width * line.scale.span;
	let {start, end} = booking;
	if (drag.mode === "move") {
		start = Math.max(snapped(line, start + far), line.model.now());
		end = start + booking.duration;
	} else if (drag.mode === "start") start = Math.max(line.model.now(), Math.min(snapped(line, start + far), end - step(line)));
	else end = Math.max(snapped(line, end + far), start + step(line));
	if (line.preview?.booking === booking && line.preview.start === start && line.preview.end === end) return;
	line.preview = {booking, start, end};
	line.inTheWay = new Set();
	tryPlace(line.app, booking, {start, end}, (said) => showSaid(line, said));
}

/* What the controller says of the place to which a booking is dragged. */
function showSaid(line, {answer, text, names}) {
	Object.assign(line.preview, {answer, text});
	line.inTheWay = new Set(names);
	line.draw();
}

function finish(line, drag, e) {
	clearTimeout(drag.timer);
	delete line.canvas.dataset.drag;
	if (!drag.mode) click(line, drag.hit, e);
	else if (drag.mode === "ask" && line.selection) line.app.ask(line.selection);
	else if (line.preview) {
		const {booking, start, end} = line.preview;
		if (start !== booking.start || end !== booking.end) line.app.move(booking, {start, duration: end - start});
		else dropMove(line);
	}
	line.draw();
}

function cancel(line, drag) {
	clearTimeout(drag.timer);
	delete line.canvas.dataset.drag;
	if (drag.mode === "ask") line.selection = null;
	else dropMove(line);
	line.draw();
}

/* It stays where it was. */
function dropMove(line) {
	line.preview = null;
	line.inTheWay = new Set();
	line.app.dropTrial();
}

function click(line, hit) {
	if (hit.part === "head") line.fold(hit.group);
	else if (hit.part === "offer" && hit.offer) line.app.pick(hit.offer);
	else if (hit.bar) line.app.open(hit.bar.booking.name);
	else if (hit.part === "body" && hit.row >= 0) {
		line.cursor = {t: Math.floor(hit.t / step(line)) * step(line), row: hit.row, step: step(line)};
		line.app.close();
	}
}

// --- pointing ------------------------------------------------------------------

const CURSORS = {start: "ew-resize", end: "ew-resize"};

function hover(line, e) {
	if (e.pointerType === "touch" || !line.scale) return;
	const {x, y} = place(e), hit = line.hit(x, y);
	line.pointerTime = x >= line.box.gutter ? hit.t : null;
	line.hovered = hit.offer?.name || "";
	const b = hit.bar?.booking, mine = b && b.state === "pending" && line.model.mayChange(b) && !b.recurring;
	line.canvas.style.cursor = mine ? CURSORS[hit.edge] || "grab" : b || hit.offer || hit.part === "head" ? "pointer" :
		hit.part === "axis" ? "ew-resize" : hit.part === "body" && line.app.mayAsk() ? "crosshair" : "default";
	line.app.tip(tipText(line, hit), e.clientX, e.clientY);
	line.draw();
}

function tipText(line, hit) {
	if (hit.bar) return bookingTip(hit.bar, line);
	if (hit.offer) return `${offerText(hit.offer)}\n${range(line.view.zone, hit.offer.start, hit.offer.end)}\nClick to take it`;
	if (hit.node) return [hit.node.name, `${hit.node.state}${hit.node.reason ? `: ${hit.node.reason}` : ""}`,
		`${hit.node.cpus} CPUs, ${Math.round(hit.node.memory / 1024)} GiB`, hit.node.features, hit.node.gres].filter(Boolean).join("\n");
	return "";
}

export function bookingTip({booking: b, start, end}, {view}) {
	return [b.name, range(view.zone, start, end), `${b.node_count} ${b.node_count === 1 ? "node" : "nodes"}${b.node_list ? `: ${b.node_list}` : ""}`,
		b.core_count && `${b.gpu_count ? `${b.gpu_count} ${b.gpu_count === 1 ? "GPU" : "GPUs"}, ` : ""}${b.core_count} ${b.core_count === 1 ? "core" : "cores"} of ${b.node_count === 1 ? "it" : "them"}`, ownerText(b), b.window && "may still move in its window", b.degraded && (b.degraded_reason || "lacks failed nodes"), b.comment]
		.filter(Boolean).map((text) => text.length > 120 ? `${text.slice(0, 118)}…` : text).join("\n");
}

function wheel(line, e) {
	const unit = e.deltaMode === 1 ? 18 : 1;
	const sideways = e.shiftKey ? e.deltaY || e.deltaX : e.deltaX;
	if (e.ctrlKey || e.metaKey) {
		e.preventDefault();
		line.zoom(1.0025 ** (e.deltaY * unit), Math.max(0, e.offsetX - line.box.gutter));
	} else if (Math.abs(sideways) > Math.abs(e.shiftKey ? 0 : e.deltaY)) {
		e.preventDefault();
		line.pan(sideways * unit / line.scale.width * line.scale.span);
	}
}

// --- keys ------------------------------------------------------------------------

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], PageUp: [0, -20], PageDown: [0, 20]};

function keydown(line, e) {
	if (e.ctrlKey || e.metaKey || e.altKey) return;
	const arrow = ARROWS[e.key];
	if (arrow) arrowKey(line, arrow, e.shiftKey);
	else if (e.key === "+" || e.key === "=") line.zoom(1 / 1.5);
	else if (e.key === "-") line.zoom(1.5);
	else if (e.key === "<" || e.key === ">") line.app.zoomRows(e.key === ">" ? 1.5 : 1 / 1.5);
	else if (e.key === "Home") { line.pan(line.model.now() - line.view.span / 8 - line.view.from); }
	else if (e.key === "[" || e.key === "]") nextBooking(line, e.key === "]" ? 1 : -1);
	else if (e.key === "Enter" || e.key === " ") enter(line);
	else if (e.key === "Escape") line.app.close();
	else return;
	e.preventDefault();
}

/* Move the cursor; with shift, the far corner of what is asked for. */
function arrowKey(line, [dx, dy], shift) {
	const {rows} = line.scene;
	if (!rows.nodes.length) return;
	const width = Math.max(step(line), line.model.config.slot);
	if (!line.cursor) line.cursor = {t: snap(line.view.zone, Math.max(line.model.now(), line.view.from), width), row: 0};
	else {
		if (shift && !line.selection) line.anchor = {...line.cursor};
		line.cursor.t += dx * width;
		line.cursor.row = Math.max(0, Math.min(rows.nodes.length - 1, line.cursor.row + dy));
	}
	line.cursor.step = width;
	if (shift && line.anchor && line.app.mayAsk()) extend(line, width);
	else line.selection = null;
	line.reveal(line.cursor.t, line.cursor.row);
	line.draw();
	tellCursor(line);
}

function extend(line, width) {
	const {anchor, cursor, scene: {rows}} = line;
	const group = rows.groups[rows.groupOf[rows.nodes[anchor.row].index]];
	const row = Math.max(group.first, Math.min(group.first + group.count - 1, cursor.row));
	const [first, last] = [anchor.row, row].sort((a, b) => a - b);
	const [start, end] = [Math.min(anchor.t, cursor.t), Math.max(anchor.t, cursor.t) + width];
	line.selection = {start, end, first, last, nodes: last - first + 1, partition: group.name, answer: ""};
}

function tellCursor(line) {
	const {cursor, selection: s, view, scene} = line;
	if (s) {
		speak(`${s.nodes} nodes, ${range(view.zone, s.start, s.end)}. Enter asks for it.`);
		return;
	}
	const bar = barAt(scene, cursor.t, cursor.row, 0);
	speak(`${scene.rows.nodes[cursor.row].name}, ${range(view.zone, cursor.t, cursor.t + cursor.step)}: ` +
		(bar ? `${bar.booking.name}, ${ownerText(bar.booking)}. Enter opens it.` : "free."));
}

/* Ask for what is selected, open the booking at the cursor, or ask for the cell. */
function enter(line) {
	const {cursor} = line;
	if (line.selection && !line.selection.answer) line.app.ask(line.selection);
	else if (cursor) {
		const bar = barAt(line.scene, cursor.t, cursor.row, 0);
		if (bar) line.app.open(bar.booking.name);
		else if (line.app.mayAsk()) {
			const {rows} = line.scene, group = rows.groups[rows.groupOf[rows.nodes[cursor.row].index]];
			line.selection = {start: cursor.t, end: cursor.t + Math.max(cursor.step, 3600), first: cursor.row, last: cursor.row, nodes: 1,
				partition: group.name, answer: ""};
			line.app.ask(line.selection);
		}
	}
}

/* Go to the next booking in time, or the one before, and open it. */
function nextBooking(line, way) {
	const bars = line.scene.bars.filter((b) => !b.dim && b.end > line.model.now()).sort((a, b) => a.start - b.start || (a.booking.name < b.booking.name ? -1 : 1));
	if (!bars.length) return;
	const here = bars.findIndex((b) => b.booking.name === line.selected);
	const bar = bars[(here + way + bars.length) % bars.length] || bars[0];
	line.reveal(bar.start, bar.segs[0]?.first ?? -1);
	line.app.open(bar.booking.name, true);
}

