// SPDX-License-Identifier: GPL-2.0-or-later
// What happened to a booking: asked for when somebody wants to see it.
import {api} from "./api.js";
import {el} from "./dom.js";
import {facts} from "./panel.js";
import {fromNow} from "./spans.js";
import {dateTime, range} from "./zone.js";

const DONE = {create: "Booked", update: "Changed", rename: "Has this name", accept: "Taken as an offer", confirm: "Confirmed", moved: "Moved", degraded: "Lacks nodes", mended: "Complete again",
	part: "Only in part", restored: "Again as it was booked", "stand-in": "Only its place is kept", changed: "Changed in Slurm", adopted: "Made before sched/garq",
	begins: "Reminder: it begins soon", unused: "Reminder: no job has run in it", "standby-offered": "Its place was offered", "standby-ended": "No longer stands by", "offers-end": "Reminder: its offers end soon", asked: "Asked to give way", "ask-ended": "No longer asked to give way", "gave-way": "Gave way",
	ended: "Ended", closed: "Closed", reopened: "Back again"};

const NOTHING = "Nothing is known: sched/garq did not book it.";

/* One event as a sentence: what, by whom or for whom, where to, why. */
export function eventText(event, zone) {
	const place = event.start && event.end && (event.start !== event.was_start || event.end !== event.was_end) ? `: ${range(zone, event.start, event.end)}` : "";
	const before = place && event.was_start && event.was_end ? `, not ${range(zone, event.was_start, event.was_end)}` : "";
	const nodes = event.node_list && event.was_start ? `, on ${event.node_list}` : "";
	return `${DONE[event.event] || event.event}${event.user ? ` ${event.event === "moved" ? "for" : "by"} ${event.user}` : ""}${place}${before}${nodes}${event.why ? ` (${event.why})` : ""}`;
}

/* "2h ago · Mon 23 Nov, 07:20" */
export const timeOf = (event, view, now) => el("time", {}, `${fromNow(event.time, now)} · ${dateTime(view.zone, event.time, now)}`);

const ends = (e) => ["closed", "ended"].includes(e.event);

/* Only of the booking that has the name now, after the end of one before; or of the last one that was closed until then. */
function ofOne(events, closed) {
	const last = closed === null ? -1 : events.findLastIndex((e) => ends(e) && e.time <= closed);
	const known = last < 0 ? events : events.slice(0, last + 1);
	return known.slice(known.slice(0, last < 0 ? undefined : -1).findLastIndex(ends) + 1);
}

/* What happened to a booking, to unfold; of one that is gone it is unfolded. IN closed - when that was, or later; null: it is there */
export function pastOf({view, model}, name, closed = null) {
	const list = el("ol.past", {}, el("li", {}, "…"));
	const box = el("details", {}, el("summary", {}, "What happened"), list);
	box.addEventListener("toggle", async () => {
		if (!box.open) return;
		try {
			const rows = ofOne((await api.log(name)).events, closed).map((event) =>
				el("li", {}, timeOf(event, view, model.now()), eventText(event, view.zone)));
			list.replaceChildren(...(rows.length ? rows : [el("li", {}, NOTHING)]));
		} catch (error) {
			list.replaceChildren(el("li", {}, error.code === "unknown" ? NOTHING : error.lines.join("; ")));
		}
	});
	box.open = closed !== null;
	return box;
}

/* Show a booking that there is no more: the last one of that name, or the one that was closed then. IN rows - what else is known of it */
export function openGone(app, name, closed = Infinity, rows = []) {
	const content = rows.length ? facts(rows) : el("p", {}, "There is no reservation of this name now.");
	app.panel.show("gone", name, [content, pastOf(app, name, closed)]);
}
