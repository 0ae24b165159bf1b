// SPDX-License-Identifier: GPL-2.0-or-later
// Lengths of time as people write and read them. Seconds throughout.

const UNITS = {s: 1, m: 60, h: 3600, d: 86400, w: 604800};

/* 2h 30m, 1d, 90 (minutes), 1:30 (hours and minutes), 1-02:00:00: seconds, or null if it is no length. */
export function parseLength(text) {
	const words = text.trim().toLowerCase();
	let m = /^(?:(\d{1,4})-)?(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(words);
	if (m) return Number(m[1] || 0) * 86400 + Number(m[2]) * 3600 + Number(m[3]) * 60 + Number(m[4] || 0);
	if (/^\d{1,7}$/.test(words)) return Number(words) * 60;
	let seconds = 0;
	let rest = words;
	while (rest) {
		m = /^(\d{1,7}(?:\.\d{1,3})?)\s*(w|d|h|m|s)(?:[a-z]*)\s*,?\s*/.exec(rest);
		if (!m) return null;
		seconds += Number(m[1]) * UNITS[m[2]];
		rest = rest.slice(m[0].length);
	}
	return words ? Math.round(seconds) : null;
}

/* 1d 2h 30m, as parseLength() reads it; seconds only where there are some. */
export function lengthText(seconds) {
	const words = [];
	let rest = Math.round(seconds);
	for (const unit of ["d", "h", "m", "s"]) {
		const n = Math.floor(rest / UNITS[unit]);
		rest -= n * UNITS[unit];
		if (n) words.push(`${n}${unit}`);
	}
	return words.join(" ") || "0m";
}

/* A text with the lengths in it that Slurm writes, 02:00:00, as this page writes them: 2h. */
export function withLengths(text) {
	return text.replace(/(?<![\dT:-])(?:\d+-)?\d\d:\d\d:\d\d(?![\d:])/g, (length) => lengthText(parseLength(length)));
}

/* [days-]h:mm:ss, as Slurm reads a Duration; rounded up to minutes, as Slurm would cut it. */
export function slurmLength(seconds) {
	const minutes = Math.ceil(seconds / 60);
	const days = Math.floor(minutes / 1440), hours = Math.floor(minutes / 60) % 24;
	const two = (n) => String(n).padStart(2, "0");
	return `${days ? `${days}-${two(hours)}` : hours}:${two(minutes % 60)}:00`;
}

/* "2d 3h", "3h 5m": a length in its largest two units. */
function roughly(seconds) {
	const unit = seconds >= UNITS.d ? UNITS.h : UNITS.m;
	return lengthText(Math.floor(seconds / unit) * unit);
}

/* "in 3h", "5m ago": how far an instant is from now. */
export function fromNow(t, now) {
	const far = Math.abs(t - now);
	return far < 60 ? "now" : t > now ? `in ${roughly(far)}` : `${roughly(far)} ago`;
}

/* "in 3h", "running, 40m left": where a booking is in its time. */
export function stateText({state, start, end}, now) {
	if (state !== "active") return fromNow(start, now);
	return end - now < 60 ? "running" : `running, ${roughly(end - now)} left`;
}

/* "48.00 EUR": a cost in the unit of the site, if it names one. */
export function costText({cost, unit}) {
	return `${cost.toFixed(2)}${unit ? ` ${unit}` : ""}`;
}
