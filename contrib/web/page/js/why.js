// SPDX-License-Identifier: GPL-2.0-or-later
// Why there is no room: the proof, and the holders without which there would be.
import {button, el, isIdle, setIdle} from "./dom.js";
import {api} from "./api.js";
import {count, holderOf, linesOf} from "./answer.js";
import {speak} from "./say.js";
import {dateTime, range} from "./zone.js";

/* A step of the proof: what is taken whoever moves, and what is asked for. */
function barrierText({model, view}, {start, end, unit, all, held, asked, first, last}) {
	const {zone} = view, now = model.now(), hours = (n) => unit === "nodes" ? n : Math.round(n / 360) / 10;
	const begin = first === last ? dateTime(zone, first, now) : `${dateTime(zone, first, now)} to ${dateTime(zone, last, now)}`;
	return `${range(zone, start, end, now)}: ${hours(held)} of ${hours(all)} ${unit === "nodes" ? "nodes" : "node-hours"} stay taken, wherever others move, and a start at ${begin} takes ${hours(asked)}`;
}

/* Who would have to leave, in one sentence. */
function leaveText({room, smallest, hopeless}, holders) {
	if (hopeless) return "There would be no room even without all reservations.";
	if (!room) return "No small number of reservations was found without which there is room.";
	const who = holders.filter((h) => h.leaves).map((h) => h.kind === "hidden" ? "some that you may not see" : holderOf({...h, node_list: h.node}));
	return `There would be room without ${who.join(", ")}${smallest ? "; without fewer there is none" : ""}.`;
}

/* What an answer of /why says, and the names of the bookings that would have to leave. */
export function provenText(app, {proof: [proof], barriers, holders, lines}) {
	if (!proof) return {headline: "No proof was looked for", content: [linesOf(lines)], names: []};
	return {headline: proof.proven ? "Moving others makes no room: that is proven" : "It is not known whether moving others makes room",
		content: [el("p", {}, leaveText(proof, holders)), barriers.length ? el("ul.lines", {}, ...barriers.map((b) => el("li", {}, barrierText(app, b)))) : null],
		names: holders.filter((h) => h.leaves && h.name).map((h) => h.name)};
}

/* A button that asks about a wish that was refused; outline(names) is called with the bookings that would have to leave. */
export function whyButton(app, wish, outline) {
	const box = el("div.why", {tabindex: "-1"});
	const show = ({headline, content, names}) => {
		if (!box.isConnected) return;
		box.replaceChildren(el("h3", {}, headline), ...content.filter(Boolean), names.length ? el("p.hint", {}, `Outlined: ${count(names.length, "reservation")}`) : "");
		box.focus();
		outline(names);
		speak(`${headline}. ${content[0]?.textContent || ""}`);
	};
	const b = button("Who would have to leave?", async () => {
		if (isIdle(b)) return;
		setIdle(b, true);
		try {
			show(provenText(app, await api.why(wish)));
		} catch (error) {
			setIdle(b, false);
			speak(error.lines?.[0] || "That did not work");
			b.after(el("p", {}, error.lines?.[0] || "That did not work"));
		}
	});
	box.append(b);
	return box;
}
