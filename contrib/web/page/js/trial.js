// SPDX-License-Identifier: GPL-2.0-or-later
// A booking is being dragged: is there room for it where it is now, or who is in the way?
import {count, inTheWayOf} from "./answer.js";
import {speak} from "./say.js";

const REST = 150; // milliseconds for which it rests there

/* The change that would put it there, with its keys in the order of the form. */
export function changeOf(b, {start, end}) {
	return start === b.start ? {duration: end - start} : {start, duration: end - start};
}

/* {answer, text, names}: "free" or "refused", in a few words, and the bookings in the way. */
function shortly({plan, error}) {
	if (plan) {
		const others = plan.moves.length + plan.others;
		return {answer: "free", text: others ? `free: ${count(others, "other")} would make room` : "free", names: []};
	}
	if (error.status !== 409) return {answer: "", text: error.lines?.[0] || "", names: []};
	const {words, names} = inTheWayOf(error);
	return {answer: "refused", text: words.length ? `not free: ${words.join(", ")}` : "not free", names};
}

/* Ask, once it rests there, and have told() say it. */
export function tryPlace(app, b, place, told) {
	if (place.start === b.start && place.end === b.end) {
		app.changes.stop();
		return;
	}
	app.changes.about({name: b.name, change: changeOf(b, place)}, REST, (found) => {
		const said = shortly(found);
		speak(said.text);
		told(said);
	});
}
