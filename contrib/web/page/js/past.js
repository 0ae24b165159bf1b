// SPDX-License-Identifier: GPL-2.0-or-later
// What happened to a booking: asked for when somebody wants to see it.
import {api} from "./api.js";
import {el} from "./dom.js";
import {range, stamp} from "./zone.js";

const DONE = {create: "Booked", update: "Changed", rename: "Has this name", accept: "Taken as an offer", confirm: "Confirmed", moved: "Moved", degraded: "Lacks nodes", mended: "Complete again",
	part: "Only in part", restored: "As it was booked again", "stand-in": "Only its place is kept", changed: "Changed by the operator's hand", adopted: "Made before sched/garq",
	begins: "Told that it begins soon", unused: "Told that no job has run in it", "standby-offered": "Its place was offered", "standby-ended": "Stands by no more", "offers-end": "Told that its offers end soon",
	ended: "Over", closed: "Closed", reopened: "There again"};

const NOTHING = "Nothing is known: it is no booking of sched/garq.";

/* One event as a sentence: what, by whom, where to, why. */
export function eventText(event, zone) {
	const place = event.start && event.end && (event.start !== event.was_start || event.end !== event.was_end) ? `: ${range(zone, event.start, event.end)}` : "";
	const nodes = event.node_list && event.was_start ? `, on ${event.node_list}` : "";
	return `${DONE[event.event] || event.event}${event.user ? ` by ${event.user}` : ""}${place}${nodes}${event.why ? ` (${event.why})` : ""}`;
}

const ends = (e) => ["closed", "ended"].includes(e.event);

/* Only of the booking that has the name now, or had it last: after the end of one before. */
const ofLast = (events, isGone) => events.slice(events.slice(0, isGone ? -1 : undefined).findLastIndex(ends) + 1);

/* What happened to a booking, to unfold; of one that is gone it is unfolded. */
export function pastOf({view}, name, isGone = false) {
	const list = el("ol.past", {}, el("li", {}, "…"));
	const box = el("details", {}, el("summary", {}, "What happened"), list);
	box.addEventListener("toggle", async () => {
		if (!box.open) return;
		try {
			const rows = ofLast((await api.log(name)).events, isGone).map((event) =>
				el("li", {}, el("time", {}, stamp(view.zone, event.time).replace("T", " ")), ` ${eventText(event, view.zone)}`));
			list.replaceChildren(...(rows.length ? rows : [el("li", {}, NOTHING)]));
		} catch (error) {
			list.replaceChildren(el("li", {}, error.code === "unknown" ? NOTHING : error.lines.join("; ")));
		}
	});
	box.open = isGone;
	return box;
}

/* Show a booking that there is no more. */
export function openGone(app, name) {
	app.panel.show("gone", name, [el("div.chips", {}, el("span.chip", {}, "There is no such reservation now")), pastOf(app, name, true)]);
}
