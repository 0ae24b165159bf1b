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
 * The events of one day side by side: {event, top, bottom (hours), column, columns}. Events that touch one another,
 * directly or through others, share the width.
 */
export function dayColumns(zone, events, day, next) {
	const boxes = events.filter((e) => e.start < next && e.end > day).map((event) => {
		const top = clockHours(zone, day, next, event.start);
		return {event, top, bottom: Math.max(top + 0.4, clockHours(zone, day, next, event.end)), column: 0, columns: 1};
	}).sort((a, b) => a.top - b.top || b.bottom - a.bottom);
	let cluster = [], end = -1;
	for (const box of boxes) {
		if (box.top >= end) {
			share(cluster);
			cluster = [];
		}
		cluster.push(box);
		end = Math.max(cluster.length === 1 ? -1 : end, box.bottom);
	}
	share(cluster);
	return boxes;
}

function share(cluster) {
	const ends = [];
	for (const box of cluster) {
		let column = ends.findIndex((end) => end <= box.top);
		if (column < 0) column = ends.length;
		ends[column] = box.bottom;
		box.column = column;
	}
	for (const box of cluster) box.columns = ends.length;
}
