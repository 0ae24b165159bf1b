// SPDX-License-Identifier: GPL-2.0-or-later
// Where events stand in a calendar of days. Seconds since the epoch; a day may have 23 or 25 hours.
import {DAY, dayStart, monthStart, wall, weekStart} from "./zone.js";

/* The seven midnights of a week, and the one after it. */
export function weekDays(zone, t) {
	const first = weekStart(zone, t);
	return Array.from({length: 8}, (_, i) => dayStart(zone, first + DAY / 2, i));
}

/* The midnights of the weeks that a month touches, and the one after them. */
export function monthDays(zone, t) {
	const first = weekStart(zone, monthStart(zone, t)), end = monthStart(zone, t, 1);
	const days = [];
	for (let day = first; day < end || days.length % 7; day = dayStart(zone, day + DAY / 2, 1)) days.push(day);
	return [...days, dayStart(zone, days[days.length - 1] + DAY / 2, 1)];
}

/* Hours by the clock since midnight, as a day is drawn: 24 also on days whose clock changes. */
export function clockHours(zone, day, next, t) {
	if (t <= day) return 0;
	if (t >= next) return 24;
	const w = wall(zone, t);
	return w.hour + w.minute / 60 + w.second / 3600;
}

/*
 * The events of one day side by side, in no more columns than `most`: {boxes, rests}. A box is {event, top, bottom
 * (hours), column, span, columns}. Events that touch one another, directly or through others, share the width; one
 * with free columns to its right has these, too. Own ones get a place first. For those that have none there is a rest
 * in the last column, {top, bottom, cnt, column, columns}, where they are.
 */
export function dayColumns(zone, events, day, next, most = Infinity) {
	const boxes = events.filter((e) => e.start < next && e.end > day).map((event) => {
		const top = clockHours(zone, day, next, event.start);
		return {event, top, bottom: Math.max(top + 0.4, clockHours(zone, day, next, event.end)), column: 0, span: 1, columns: 1};
	}).sort((a, b) => a.top - b.top || b.bottom - a.bottom);
	const shown = new Set(), rests = [];
	let cluster = [], end = -1;
	const share = () => {
		let {columns, left} = place(cluster, most);
		if (left.length) ({columns, left} = place(cluster, most - 1));
		const width = columns.length + (left.length ? 1 : 0);
		columns.forEach((column, i) => column.forEach((box) => {
			Object.assign(box, {column: i, columns: width, span: 1});
			while (columns[i + box.span]?.every((other) => apart(box, other))) box.span++;
			shown.add(box);
		}));
		for (const box of left) {
			const last = rests[rests.length - 1];
			if (last && last.bottom > box.top) Object.assign(last, {cnt: last.cnt + 1, bottom: Math.max(last.bottom, box.bottom)});
			else rests.push({top: box.top, bottom: box.bottom, cnt: 1, column: width - 1, columns: width});
		}
	};
	for (const box of boxes) {
		if (box.top >= end) {
			share();
			cluster = [];
		}
		cluster.push(box);
		end = Math.max(cluster.length === 1 ? -1 : end, box.bottom);
	}
	share();
	return {boxes: boxes.filter((box) => shown.has(box)), rests};
}

function apart(a, b) {
	return a.bottom <= b.top || b.bottom <= a.top;
}

/* Boxes by column, own ones first; and those that find no column, in order of time. */
function place(boxes, most) {
	const columns = [], left = [];
	for (const box of [...boxes].sort((a, b) => Boolean(b.event.booking?.mine) - Boolean(a.event.booking?.mine))) {
		const column = columns.find((others) => others.every((other) => apart(box, other)));
		if (column) column.push(box);
		else if (columns.length < most) columns.push([box]);
		else left.push(box);
	}
	return {columns, left: left.sort((a, b) => a.top - b.top)};
}
