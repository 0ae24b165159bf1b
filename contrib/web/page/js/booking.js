// SPDX-License-Identifier: GPL-2.0-or-later
// One booking: what it is, and changing and deleting it.
import {api} from "./api.js";
import {button, commandLines, copyText, el, field, icon, ICONS, isIdle, refill, setIdle} from "./dom.js";
import {answerBox, chooseCard, count, inTheWayOf, linesOf, movesOf, offerCards, plannedText, reasonsOf} from "./answer.js";
import {commands} from "./command.js";
import {confirmed, facts} from "./panel.js";
import {openGone, pastOf} from "./past.js";
import {ownerText, windowOf} from "./model.js";
import {lengthText, parseLength, stateText} from "./spans.js";
import {parseField, range, stamp} from "./zone.js";
import {speak, toast} from "./say.js";

const WAIT = 350; // milliseconds after the last key
const KINDS = {booking: "", maintenance: "maintenance", native: "reservation of Slurm's own", held: "held place"};

function chips(b, now) {
	const list = [[stateText(b, now), b.state === "active" ? "good" : ""]];
	if (b.mine) list.push(["yours", "mine"]);
	if (KINDS[b.kind]) list.push([KINDS[b.kind], b.maintenance ? "warn" : ""]);
	if (b.degraded) list.push(["lacks nodes", "bad"]);
	if (b.recurring) list.push(["recurs", ""]);
	return el("div.chips", {}, ...list.map(([text, kind]) => el(`span.chip${kind ? `.${kind}` : ""}`, {}, text)));
}

function factsOf({model, view}, b) {
	const now = model.now(), w = windowOf(b);
	const other = view.otherZone ? `\n${range(view.otherZone, b.start, b.end, now)} (${view.otherZone.label.toLowerCase()})` : "";
	const rows = [["When", range(view.zone, b.start, b.end, now) + other], ["How long", lengthText(b.duration)],
		["Nodes", `${b.node_count}${b.node_list ? `: ${b.node_list}` : ""}`],
		["Cores", b.core_count && `${b.core_count} of ${b.node_count === 1 ? "this node" : "these nodes"}`], ["GPUs", b.gpu_count], ["For", ownerText(b)],
		["May move", w && `${range(view.zone, w.start, w.end, now)}, by up to ${lengthText(b.window.delay)}`],
		["Partition", b.partition], ["Features", b.features], ["Licenses", b.licenses], ["Flags", b.flags.join(", ")], ["Comment", b.comment],
		["Next times", b.occurrences.slice(0, 4).map((s) => range(view.zone, s.start, s.end, now)).join("\n")]];
	return facts(rows);
}

/* Show a booking; `quiet` leaves the focus where it is. */
export function openBooking(app, name, quiet = false) {
	const b = app.model.bookings.get(name);
	if (!b) {
		if (app.inbox) openGone(app, name);
		else toast(`There is no reservation ${name}`, {kind: "bad"});
		return;
	}
	const content = [chips(b, app.model.now()), b.degraded ? answerBox("refused", "Some of its nodes have failed", el("p", {}, b.degraded_reason || "Others will take their place as soon as some are free.")) : null,
		factsOf(app, b), buttons(app, b), app.model.config.mode === "own" && !b.offer ? pastOf(app, b.name) : null, commandsOf(app, b)].filter(Boolean);
	app.panel.show("booking", b.name, content, {focus: !quiet, onclose: () => { app.shown = ""; app.timeline.select(""); app.linked(); }});
	app.shown = name;
	app.timeline.select(name);
	app.linked();
}

/* What a booking of parts of nodes has of them: ["cores", 8]; null: all of them. */
const unitsOf = (b) => b.gpu_count ? ["gpus", b.gpu_count] : b.core_count ? ["cores", b.core_count] : null;
const UNITS = {nodes: "nodes", cores: "cores", gpus: "GPUs"};

/* Nodes, or cores or GPUs of the only one; null: it has one of them. */
function giveButton(app, b) {
	const [key, has] = b.node_count > 1 ? ["nodes", b.node_count] : unitsOf(b) ?? ["nodes", 1];
	return has > 1 && button(`Give ${UNITS[key]} back…`, () => openChange(app, b, {[key]: has - 1}));
}

function buttons(app, b) {
	const list = [];
	if (b.offer && app.model.config.mode === "own") {
		list.push(button("Take it", () => accept(app, b.name), "primary"), button("Withdraw it", () => withdraw(app, b), "danger"));
	} else if (app.model.mayChange(b)) {
		list.push(button("Change…", () => openChange(app, b, {}), "primary"));
		if (b.state === "active" && !b.recurring) list.push(giveButton(app, b), button("End it now…", () => end(app, b), "danger"));
		list.push(button("Delete…", () => remove(app, b), "danger"));
	}
	list.push(button("Show it", () => app.reveal(b)));
	const share = button("Copy link", async () => { await copyText(location.href); toast("The link is copied"); });
	share.prepend(icon(ICONS.link));
	list.push(share);
	return el("div.buttons", {}, ...list.filter(Boolean));
}

function commandsOf(app, b) {
	if (b.offer) return commandLines(commands.accept(b.name), "Take it on the command line");
	const may = app.model.mayChange(b);
	return commandLines([...commands.show(b.name), ...(may ? commands.remove(b.name) : [])], may ? "Show, and delete, on the command line" : "On the command line");
}

async function accept(app, offer, taken = () => {}) {
	try {
		const answer = await api.accept(offer);
		taken();
		app.booked(answer);
	} catch (error) {
		failed(error);
	}
}

async function withdraw(app, b) {
	try {
		await api.withdraw(b.name);
		app.panel.close();
		toast(`${b.name} is withdrawn`);
	} catch (error) {
		failed(error);
	}
}

const failed = (error) => toast([error.lines.join("; "), error.whatToDo].filter(Boolean).join(". "), {kind: "bad"});

// --- deleting ----------------------------------------------------------------------

/* What books the same again. */
export function wishOf(b, now) {
	const wish = {name: b.name, start: Math.max(b.start, now), duration: b.end - Math.max(b.start, now), nodes: b.node_count};
	if (b.window?.delay && b.state === "pending") wish.delay = b.window.delay;
	for (const key of ["partition", "features", "licenses"]) if (b[key]) wish[key] = b[key];
	for (const key of ["users", "groups", "accounts"]) if (b[key].length) wish[key] = b[key];
	return wish;
}

/* Ask before the room of a booking is given up, with who would use it by a plan. RET true: do it */
function sureOf(app, b, verb, plan, lines) {
	const text = `${count(b.node_count, "node")}, ${range(app.view.zone, b.start, b.end, app.model.now())}. Others may take its place at once.`, moves = movesOf(app, plan);
	return confirmed(`${verb} ${b.name}?`, el("div.commands", {}, el("p", {}, text), moves && el("p", {}, "These use its room:"), moves || "", commandLines(lines)), `${verb} it`);
}

/* What has just been booked is deleted without a question. */
export async function undoBooking(app, name) {
	try {
		await api.remove(name);
		app.model.drop(name);
		if (app.shown === name) app.panel.close();
		toast(`${name} is deleted`, {about: name});
	} catch (error) {
		failed(error);
	}
}

export async function remove(app, b) {
	try {
		if (!await sureOf(app, b, "Delete", (await api.lookAtRemoving(b.name)).plan, commands.remove(b.name))) return;
		await api.remove(b.name);
		app.model.drop(b.name); // first: the focus goes to what is still there
		app.panel.close();
		toast(`${b.name} is deleted.`, {about: b.name, action: {text: "Book it again", run: () => again(app, b)}});
	} catch (error) {
		failed(error);
	}
}

const SHORTEST = 60; // seconds, as Slurm has it: one that is older ends now

/* End one that runs: it stays in what happened, and counts for what it had. */
async function end(app, b) {
	const change = {duration: SHORTEST};
	try {
		if (!await sureOf(app, b, "End", (await api.lookAtChange(b.name, change)).plan, commands.end(b.name))) return;
		await api.change(b.name, change);
		app.panel.close();
		toast(`${b.name} ends now, within a minute. The rest of its time is given back.`, {kind: "good", about: b.name});
	} catch (error) {
		failed(error);
	}
}

async function again(app, b) {
	try {
		app.booked(await api.book(wishOf(b, app.model.now())));
	} catch (error) {
		failed(error);
	}
}

// --- changing ----------------------------------------------------------------------

/* A form to change a booking; `times` {start, duration} are what it was dragged to, or {nodes} how many it shall keep. */
export function openChange(app, b, times) {
	new Change(app, b, times).open();
}

class Change {
	#plan = {words: "", token: ""}; // the change that was asked about, and its plan

	constructor(app, b, times) {
		Object.assign(this, {app, b});
		const w = {start: b.start, duration: b.duration, nodes: b.node_count, ...times};
		this.first = Object.keys(UNITS).find((key) => times[key]) ?? "name"; // the field to begin with
		this.units = unitsOf(b);
		const input = (type, value, more = {}) => el("input", {type, value, autocomplete: "off", ...more});
		this.fields = {name: input("text", b.name, {maxlength: "63"}), start: input("datetime-local", this.#stamp(w.start), {disabled: b.state === "active"}), duration: input("text", lengthText(w.duration)),
			nodes: input("number", w.nodes, {min: "1"}), delay: input("text", b.window?.delay ? lengthText(b.window.delay) : "", {placeholder: "no later", disabled: b.state === "active"}),
			switches: input("number", b.switches ?? "", {min: "1", placeholder: "any"})};
		if (this.units) this.fields[this.units[0]] = input("number", times[this.units[0]] ?? this.units[1], {min: "1", max: String(this.units[1])});
		this.status = el("div", {id: "answer", tabindex: "-1"});
		this.commands = el("div");
		this.submit = button("Change it", () => {}, "primary");
		this.submit.type = "submit";
	}

	/* What the field has for a start. */
	#stamp(t) {
		return stamp(this.app.view.zone, t).slice(0, 16);
	}

	open() {
		const {app, b, fields: f} = this;
		const form = el("form", {"aria-label": `Change ${b.name}`, novalidate: true}, field("Name", f.name), field(`Start (${app.view.zone.label.toLowerCase()})`, f.start),
			el("div.pair", {}, field("How long", f.duration), field("Nodes", f.nodes)), this.units && field(`${this.units[0] === "gpus" ? "GPUs" : "Cores"}, in all`, f[this.units[0]], "fewer: the others are given back"),
			el("div.pair", {}, field("May start later by", f.delay), field("At most leaf switches", f.switches)),
			el("div.buttons", {}, this.submit, button("Leave it", () => openBooking(app, b.name))));
		form.addEventListener("input", () => this.#preview());
		form.addEventListener("submit", (e) => { e.preventDefault(); this.#send(); });
		app.panel.show("change", `Change ${b.name}`, [form, this.status, this.commands], {onclose: () => this.#closed(), focus: false});
		app.pick = (offer) => chooseCard(offer.name);
		this.#preview();
		(isIdle(this.submit) || this.first !== "name" ? f[this.first] : this.submit).focus({preventScroll: true});
	}

	#closed() {
		this.app.changes.end();
		this.app.timeline.preview = null;
		this.app.timeline.inTheWay = new Set();
		this.#offer([]);
	}

	/* What is other than it is; times together, as a start alone would change the length; or a text that tells what is wrong with the fields. */
	#change() {
		const {b, fields: f, app} = this;
		const start = f.start.disabled ? b.start - b.start % 60 : parseField(app.view.zone, f.start.value), duration = parseLength(f.duration.value);
		const nodes = Number(f.nodes.value), switches = Number(f.switches.value), delay = f.delay.value.trim() ? parseLength(f.delay.value) : 0;
		if (start === null) return "When shall it start?";
		if (!duration) return "How long? For example 2h, 1h 30m or 1:30";
		if (!Number.isInteger(nodes) || nodes < 1) return "How many nodes?";
		if (delay === null) return "How much later may it start? For example 4h";
		if (!Number.isInteger(switches) || switches < 0 || !f.switches.validity.valid) return "Leaf switches are a whole number from 1 on";
		const change = {}, name = f.name.value.trim();
		if (name && name !== b.name) change.name = name;
		if (f.start.value !== this.#stamp(b.start)) change.start = start; // the field has no seconds
		if (change.start !== undefined || duration !== b.duration) change.duration = duration;
		const given = this.#given(nodes);
		if (typeof given === "string") return given;
		if (given) change.give = given;
		else if (nodes !== b.node_count) change.nodes = nodes;
		if (delay !== (b.window?.delay || 0) && !f.delay.disabled) change.delay = delay;
		if (switches && switches !== b.switches) change.switches = switches;
		return change;
	}

	/* What is given back of a booking of cores or GPUs; nodes take their cores with them. Undefined: nothing; or a text that tells what is wrong. */
	#given(nodes) {
		if (!this.units) return undefined;
		const [key, has] = this.units, fewer = has - Number(this.fields[key].value), gone = this.b.node_count - nodes;
		if (!this.fields[key].validity.valid || !Number.isInteger(fewer)) return `How many ${UNITS[key]} does it keep? A whole number from 1 to ${has}`;
		if (fewer && gone) return `Change its nodes or its ${UNITS[key]}, not both at once: a node takes its ${UNITS[key]} with it`;
		return fewer ? {[key]: key === "gpus" ? String(fewer) : fewer} : gone > 0 ? {nodes: gone} : undefined;
	}

	#preview() {
		const change = this.#change(), {b, app} = this;
		const wrong = typeof change === "string", none = wrong || !Object.keys(change).length;
		setIdle(this.submit, none);
		const start = change.start ?? b.start;
		app.timeline.preview = !none && (change.start !== undefined || change.duration !== undefined) ? {booking: b, start, end: start + (change.duration ?? b.duration)} : null;
		this.#mark("");
		this.commands.replaceChildren(...(none ? [] : [commandLines(commands.change(b, change, app.siteZone))]));
		this.#show("", wrong ? change : none ? "" : "Asking…");
		if (none) app.changes.stop();
		else this.#look(change, WAIT);
	}

	/* Show in the views what came of it, and who is in the way. */
	#mark(answer, names = []) {
		const {timeline} = this.app;
		if (timeline.preview) timeline.preview.answer = answer;
		timeline.inTheWay = new Set(names);
		timeline.draw();
		this.app.showCalendar();
	}

	#show(kind, headline, ...content) {
		refill(this.status, ...(headline ? [answerBox(kind, headline, ...content)] : []));
		if (kind) speak(headline);
	}

	/* What the change would do, before anybody presses the button. */
	#look(change, wait) {
		this.app.changes.about({name: this.b.name, change}, wait, ({plan, error}) => {
			if (!plan) {
				this.#refused(error);
				return;
			}
			setIdle(this.submit, false);
			this.#plan = {words: JSON.stringify(change), token: plan.token};
			this.#mark("free");
			this.#offer([]);
			this.#show("free", ...plannedText(this.app, plan));
		});
	}

	#offer(offers) {
		this.app.offered = offers;
		this.app.timeline.setOffers(offers);
		this.app.showCalendar();
	}

	async #send() {
		const change = this.#change(), {b, app} = this;
		if (isIdle(this.submit)) return;
		setIdle(this.submit, true);
		app.changes.stop();
		const plan = this.#plan.words === JSON.stringify(change) ? {plan: this.#plan.token} : {};
		try {
			const answer = await api.change(b.name, {...change, ...plan});
			const back = {name: b.name, start: b.start, duration: b.duration, nodes: b.node_count, delay: b.window?.delay || 0, ...(b.switches ? {switches: b.switches} : {})};
			const undo = Object.fromEntries(Object.keys(change).filter((key) => key in back).map((key) => [key, back[key]]));
			if (change.give && this.units[0] === "cores") Object.assign(undo, {nodes: b.node_count, cores: b.core_count});
			app.changedBooking(answer, b, Object.keys(undo).length ? undo : null);
		} catch (error) {
			toast(error.lines[0], {kind: "bad"});
			if (plan.plan && /have changed since plan/.test(error.lines[0])) {
				this.#show("", "Asking…");
				this.#look(change, 0);
			} else this.#refused(error);
		}
	}

	#refused(error) {
		const {app} = this, {offers, lines, missing} = error, not = offers.length || missing.length;
		const heading = offers.length ? "That is not free. You can have instead:" : not ? "That is not free" : lines[0];
		setIdle(this.submit, false);
		this.#mark("refused", inTheWayOf(error).names);
		this.#show("refused", heading, offers.length ? offerCards(app, offers, (offer) => accept(app, offer.name, () => app.changes.taken(offer.request))) : null,
			not ? reasonsOf(app, error) : linesOf(lines.slice(1)), error.whatToDo ? el("p", {}, error.whatToDo) : null);
		this.#offer(offers);
	}
}

/* Take a change back. */
export async function undoChange(app, name, undo) {
	try {
		app.changedBooking(await api.change(name, undo), null, null);
	} catch (error) {
		failed(error);
	}
}
