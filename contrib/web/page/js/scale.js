// SPDX-License-Identifier: GPL-2.0-or-later
// The time scale of the timeline: instants to pixels and back, ticks, and where a drag snaps to.
import {DAY, WEEKDAYS, MONTHS, clock, dayName, dayStart, instant, monthStart, wall, weekStart} from "./zone.js";

export const MIN_SPAN = 1800;
export const MAX_SPAN = 400 * DAY;

/* A view of [from, from + span) on so many pixels. */
export function makeScale(from, span, width) {
	return {from, span, width, to: from + span, x: (t) => (t - from) / span * width, t: (x) => from + x / width * span};
}

/* The view with another span, in which the instant at the pixel x stays where it is. */
export function zoomed(scale, factor, x) {
	const span = Math.min(MAX_SPAN, Math.max(MIN_SPAN, scale.span * factor));
	return {from: Math.round(scale.t(x) - x / scale.width * span), span: Math.round(span)};
}

const STEPS = [300, 900, 1800, 3600, 7200, 10800, 21600, 43200];

/* Times of day of each local day in [from, to), so many seconds apart. */
function timesOfDay(zone, from, to, step) {
	const found = [];
	for (let day = dayStart(zone, from); day < to; day = dayStart(zone, day + DAY / 2, 1)) {
		const w = wall(zone, day);
		for (let s = 0; s < DAY; s += step) {
			const t = instant(zone, w.year, w.month, w.day, 0, 0, s);
			if (t >= from && t < to && t !== found[found.length - 1]) found.push(t);
		}
	}
	return found;
}

function days(zone, from, to) {
	const found = [];
	for (let day = dayStart(zone, from); day < to; day = dayStart(zone, day, 1)) found.push(day);
	return found;
}

function months(zone, from, to) {
	const found = [];
	for (let t = monthStart(zone, from); t < to; t = monthStart(zone, t, 1)) found.push(t);
	return found;
}

function weeks(zone, from, to) {
	const found = [];
	for (let t = weekStart(zone, from); t < to; t = dayStart(zone, t, 7)) found.push(t);
	return found;
}

const label = (times, text) => times.map((t) => ({t, text: text(t)}));

/*
 * The two lines of the axis: {major: [{t, text}], minor: [{t, text}]}, the minor ones at least so many pixels apart.
 * Major ones may begin before the view, as their label is shown at its edge then.
 */
export function ticks(zone, scale, apart = 58) {
	const {from, to, span, width} = scale;
	const least = apart / width * span;
	const monthText = (t) => `${MONTHS[wall(zone, t).month - 1]} ${wall(zone, t).year}`;
	const step = STEPS.find((s) => s >= least);
	if (step) {
		return {major: label(days(zone, from, to), (t) => dayName(zone, t)),
			minor: label(timesOfDay(zone, from, to, step), (t) => clock(zone, t))};
	}
	const major = label(months(zone, from, to), monthText);
	if (least <= DAY) {
		return {major, minor: label(days(zone, from, to), (t) => {
			const w = wall(zone, t);
			return `${WEEKDAYS[w.weekday]} ${w.day}`;
		})};
	}
	if (least <= 7 * DAY) return {major, minor: label(weeks(zone, from, to), (t) => String(wall(zone, t).day))};
	return {major: label([from], (t) => String(wall(zone, t).year)), minor: label(months(zone, from, to), (t) => `${MONTHS[wall(zone, t).month - 1]} ${wall(zone, t).year}`)};
}

const SNAPS = [60, 300, 900, 1800, 3600, 10800, 21600, 43200, DAY];

/* How coarse a drag is: the least step that is at least so many pixels, and no finer than the slot of the site. */
export function snapStep(scale, slot, apart = 7) {
	const least = Math.max(slot || 60, apart / scale.width * scale.span);
	return SNAPS.find((s) => s >= least) || DAY;
}

/* The nearest local time of day that is a multiple of the step. */
export function snap(zone, t, step) {
	const local = t + zone.offsetAt(t);
	const rounded = Math.round(local / step) * step;
	const found = rounded - zone.offsetAt(t);
	return rounded - zone.offsetAt(found);
}
