// SPDX-License-Identifier: GPL-2.0-or-later
// Time zones: seconds since the epoch to wall-clock time and back, on days of 23 and 25 hours as well.

export const DAY = 86400;
const BUCKET = 900; // no zone changes its offset between two quarters of an hour

/* Seconds east of Greenwich in an IANA zone at an instant, as the browser's tables have it. */
function ianaOffset(format, t) {
	const p = {};
	for (const {type, value} of format.formatToParts(t * 1000)) p[type] = Number(value);
	return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) / 1000 - t;
}

function ianaFormat(name) {
	try {
		return new Intl.DateTimeFormat("en-GB", {timeZone: name, hourCycle: "h23", year: "numeric", month: "numeric",
			day: "numeric", hour: "numeric", minute: "numeric", second: "numeric"});
	} catch {
		return null; // a name that the browser does not know
	}
}

/* A zone by its IANA name, or where that is unknown, with a fixed offset in seconds east. */
export function makeZone(name, fixed = 0) {
	const format = ianaFormat(name);
	const known = new Map();
	function offsetAt(t) {
		if (!format) return fixed;
		const key = Math.floor(t / BUCKET);
		let offset = known.get(key);
		if (offset === undefined) {
			if (known.size > 20000) known.clear();
			offset = ianaOffset(format, key * BUCKET);
			known.set(key, offset);
		}
		return offset;
	}
	return {name: name || "UTC", offsetAt};
}

/* Wall-clock time of an instant: {year, month (1..12), day, hour, minute, second, weekday (0 is Sunday)}. */
export function wall(zone, t) {
	const d = wallDate(zone, t);
	return {year: d.getUTCFullYear(), month: d.getUTCMonth() + 1, day: d.getUTCDate(), hour: d.getUTCHours(),
		minute: d.getUTCMinutes(), second: d.getUTCSeconds(), weekday: d.getUTCDay()};
}

/*
 * The instant of a wall-clock time; parts may be out of their range (day 32). A time that is skipped in spring
 * is the same distance after the change; of one that there is twice in autumn it is the first.
 */
export function instant(zone, year, month, day, hour = 0, minute = 0, second = 0) {
	const local = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
	const before = zone.offsetAt(local - DAY), after = zone.offsetAt(local + DAY);
	for (const offset of [before, after]) {
		if (zone.offsetAt(local - offset) === offset) return local - offset;
	}
	return local - before;
}

/* The wall-clock time of an instant as a Date whose UTC parts it is, and the instant of such a Date. */
export function wallDate(zone, t) {
	return new Date((t + zone.offsetAt(t)) * 1000);
}

export function dateInstant(zone, date) {
	return instant(zone, 1970, 1, 1, 0, 0, date.getTime() / 1000);
}

/* Midnight of the day of an instant, and of the day so many days later. */
export function dayStart(zone, t, days = 0) {
	const w = wall(zone, t);
	return instant(zone, w.year, w.month, w.day + days);
}

/* Monday's midnight of the week of an instant. */
export function weekStart(zone, t) {
	return dayStart(zone, t, -((wall(zone, t).weekday + 6) % 7));
}

/* Midnight of the first day of the month of an instant, and of so many months later. */
export function monthStart(zone, t, months = 0) {
	const w = wall(zone, t);
	return instant(zone, w.year, w.month + months, 1);
}

const two = (n) => String(n).padStart(2, "0");
export const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/* 14:05 */
export function clock(zone, t) {
	const w = wall(zone, t);
	return `${two(w.hour)}:${two(w.minute)}`;
}

/* Mon 23 Nov */
export function dayName(zone, t) {
	const w = wall(zone, t);
	return `${WEEKDAYS[w.weekday]} ${w.day} ${MONTHS[w.month - 1]}`;
}

/* Mon 23 Nov, 14:05; with the year if that is not the year of now. */
export function dateTime(zone, t, now = t) {
	const year = wall(zone, t).year;
	return `${dayName(zone, t)}${year === wall(zone, now).year ? "" : ` ${year}`}, ${clock(zone, t)}`;
}

/* What tells two instants of a day apart whose hours and minutes do not: the seconds, or the zones of the night in which the clock goes back. */
function apart(zone, start, end) {
	if (clock(zone, start) < clock(zone, end) || end <= start) return ["", ""];
	return end - start < 60 ? [start, end].map((t) => `:${two(wall(zone, t).second)}`) : [start, end].map((t) => ` ${offsetText(zone, t)}`);
}

/* Both ends, the second one without its day if the day is the same. */
export function range(zone, start, end, now = start) {
	const same = dayName(zone, start) === dayName(zone, end) && end - start < 2 * DAY, [first, last] = same ? apart(zone, start, end) : ["", ""];
	return `${dateTime(zone, start, now)}${first} – ${same ? clock(zone, end) : dateTime(zone, end, now)}${last}`;
}

/* Both ends below the name of a day, whose date they leave out. */
export function endsOn(zone, start, end, day, now) {
	const next = dayStart(zone, day, 1);
	return [start, end].map((t) => t >= day && t <= next ? clock(zone, t) : dateTime(zone, t, now)).join(" – ");
}

/* 2026-11-23T14:05:00, as Slurm's commands read and print times. */
export function stamp(zone, t) {
	const w = wall(zone, t);
	return `${w.year}-${two(w.month)}-${two(w.day)}T${two(w.hour)}:${two(w.minute)}:${two(w.second)}`;
}

/* 2026-11-23T14:05 of a field for a time, as an instant; null if it is none. */
export function parseField(zone, text) {
	const m = /^(\d{4,5})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?$/.exec(text.trim());
	if (!m) return null;
	const [year, month, day, hour, minute, second] = m.slice(1).map((n) => Number(n || 0));
	const there = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
	return there && hour < 24 && minute < 60 && second < 60 ? instant(zone, year, month, day, hour, minute, second) : null;
}

/* UTC+1, UTC+5:30 */
export function offsetText(zone, t) {
	const offset = zone.offsetAt(t);
	if (!offset) return "UTC";
	const minutes = Math.abs(offset) / 60;
	return `UTC${offset < 0 ? "−" : "+"}${Math.floor(minutes / 60)}${minutes % 60 ? `:${two(minutes % 60)}` : ""}`;
}
