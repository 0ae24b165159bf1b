// SPDX-License-Identifier: GPL-2.0-or-later
// Asking for nodes: a form whose every change asks the controller at once. A question books nothing.
import {api} from "./api.js";
import {button, commandLines, el, field, refill, setIdle} from "./dom.js";
import {answerBox, chooseCard, count, inTheWayOf, lessText, linesOf, offerCards, plannedText, reasonsOf} from "./answer.js";
import {commands} from "./command.js";
import {Look} from "./look.js";
import {lengthText, parseLength} from "./spans.js";
import {parseField, stamp} from "./zone.js";
import {speak, toast} from "./say.js";
import {When} from "./when.js";
import {whyButton} from "./why.js";

const WAIT = 350; // milliseconds after the last key
const AGAIN = 5000; // milliseconds between questions that nobody typed
const HOUR = 3600;

/* The fields that a form has for a wish; each is read again for every question. */
function makeFields({model, view}, wish) {
	const input = (type, value, more = {}) => el("input", {type, value: value ?? "", autocomplete: "off", spellcheck: "false", ...more});
	const partitions = [["", "any partition"], ...model.partitions.map((p) => [p.name, `${p.name} (${p.node_count} nodes)`])];
	const partition = el("select", {}, ...partitions.map(([value, text]) => el("option", {value}, text)));
	partition.value = wish.partition || "";
	const repeat = el("select", {}, ...[["", "no"], ["DAILY", "every day"], ["WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Monday to Friday"], ["WEEKLY", "every week"]].map(([value, text]) =>
		el("option", {value}, text)));
	const prefer = el("select", {}, el("option", {value: "time"}, "the longest time"), el("option", {value: "nodes"}, "most nodes"));
	return {
		name: input("text", wish.name, {placeholder: "Slurm chooses one", maxlength: "60"}),
		start: input("datetime-local", stamp(view.zone, wish.start).slice(0, 16), {required: true, "data-zone": view.zone.name}),
		duration: input("text", lengthText(wish.duration), {required: true}),
		nodes: input("number", wish.nodes, {min: "1", max: "100000", required: true}),
		partition,
		repeat,
		until: input("date", ""),
		min_nodes: input("number", "", {min: "1", max: "100000", placeholder: "all of them"}),
		min_duration: input("text", "", {placeholder: "all of it"}),
		max_cost: input("number", "", {min: "0", step: "any", placeholder: "any"}),
		prefer,
		delay: input("text", wish.delay ? lengthText(wish.delay) : "", {placeholder: "no later"}),
		cores: input("number", "", {min: "1", placeholder: "all of them"}),
		tasks: input("number", "", {min: "1", placeholder: "any"}),
		switches: input("number", "", {min: "1", placeholder: "any"}),
		node_list: input("text", wish.node_list, {placeholder: "n[1-4,7]"}),
		features: input("text", wish.features),
		licenses: input("text", wish.licenses),
		users: input("text", wish.users, {placeholder: model.config.user || ""}),
		accounts: input("text", wish.accounts),
	};
}

/* Put into a wish what will do as well. RET a text that tells what is wrong, or "" */
function readLess(f, wish) {
	const text = (key) => f[key].value.trim();
	const least = Number(text("min_nodes")), length = parseLength(text("min_duration")), cost = Number(text("max_cost"));
	if (text("min_nodes") && !(Number.isInteger(least) && least >= 1 && least <= wish.nodes)) return `At least how many nodes? 1 to ${wish.nodes}`;
	if (text("min_duration") && !(length && length <= wish.duration)) return `At least how long? Up to ${lengthText(wish.duration)}`;
	if (text("max_cost") && !(cost >= 0)) return "What may it cost? For example 90.50";
	if (text("min_nodes")) wish.min_nodes = least;
	if (length) wish.min_duration = length;
	if (text("max_cost")) wish.max_cost = cost;
	if ((wish.min_nodes || wish.min_duration) && f.prefer.value === "nodes") wish.prefer = "nodes";
	return "";
}

/* Put into a wish the cores of its nodes, and how near the nodes are to each other. RET as readLess() */
function readParts(f, wish) {
	const given = ["cores", "tasks", "switches"].filter((key) => f[key].value.trim() || !f[key].validity.valid);
	for (const key of given) wish[key] = Number(f[key].value);
	if (given.some((key) => !Number.isInteger(wish[key]) || wish[key] < 1)) return "Cores, tasks and leaf switches are whole numbers from 1 on";
	if (wish.tasks && !(wish.cores && wish.cores % wish.tasks === 0)) return `How many cores in all for ${count(wish.tasks, "task")}? A multiple of ${wish.tasks}`;
	return "";
}

/* Put into a wish the rule by which it is repeated. RET as readLess() */
function readSeries(f, wish) {
	if (!f.repeat.value) return "";
	if (!f.until.value || f.until.value < f.start.value.slice(0, 10)) return "Until which date is it repeated?";
	wish.every = `FREQ=${f.repeat.value};UNTIL=${f.until.value.replaceAll("-", "")}T235959`;
	return "";
}

/* What the fields say, or a text that tells what is wrong with them. */
function readFields(f, zone) {
	const start = parseField(zone, f.start.value), duration = parseLength(f.duration.value), nodes = Number(f.nodes.value);
	const delay = f.delay.value.trim() ? parseLength(f.delay.value) : 0;
	if (start === null) return "When shall it start?";
	if (!duration) return "How long? For example 2h, 1h 30m or 1:30";
	if (!Number.isInteger(nodes) || nodes < 1) return "How many nodes?";
	if (delay === null) return "How much later may it start? For example 4h";
	const wish = {start, duration, nodes};
	if (delay) wish.delay = delay;
	const wrong = readLess(f, wish) || readParts(f, wish) || readSeries(f, wish);
	if (wrong) return wrong;
	for (const key of ["name", "partition", "node_list", "features", "licenses", "users", "accounts"]) {
		const value = f[key].value.trim().replace(/\s*,\s*/g, ",");
		if (value) wish[key] = value;
	}
	return wish;
}

/* The line that says that a refused request waits for room, or undefined. */
const standsBy = (lines) => lines.find((line) => / stands by: place /.test(line));

/* Begin with a wish {start, duration, nodes, partition, delay, name}. */
export function openAsk(app, wish) {
	new Ask(app, wish).open();
}

class Ask {
	#timer = 0;
	#busy = false;
	#last = 0;
	#look = new Look(api.lookAtBooking);

	constructor(app, wish) {
		this.app = app;
		this.name = `${app.model.config.user}_${app.model.now()}`; // questions have this one: the offers of a later one replace those of an earlier one
		const now = Math.ceil((app.model.now() + 60) / HOUR) * HOUR;
		this.fields = makeFields(app, {start: now, duration: HOUR, nodes: 1, ...wish});
		this.status = el("div", {id: "answer", tabindex: "-1"});
		this.commands = el("div");
		this.when = new When(app, () => readFields(this.fields, app.view.zone), (start, duration) => this.#begin(start, duration));
		this.submit = button("Book", () => {}, "primary");
		this.submit.type = "submit";
	}

	open() {
		const {app} = this;
		app.panel.show("ask", "Book nodes", [this.#form(), this.status, this.commands], {onclose: () => this.#closed(), focus: false});
		app.pick = (offer) => chooseCard(offer.name);
		app.model.addEventListener("change", this.#others);
		addEventListener("pagehide", this.#giveUp);
		this.#ask();
		this.fields.name.focus({preventScroll: true});
	}

	/*
	 * Ask again when bookings of that time have changed, but not often: each question counts for garq_user_rate. Held places
	 * do not count: a booking that was refused may have made some itself.
	 */
	#others = ({detail: {shifts, added, removed}}) => {
		const asked = this.app.asked;
		if (this.#busy || !asked) return;
		const end = asked.start + asked.duration + (asked.delay || 0);
		const touches = (b) => b.kind !== "held" && b.start < end && b.end > asked.start;
		if ([...shifts.flatMap((s) => [s.before, s.after]), ...added, ...removed].some(touches)) {
			this.#later(Math.max(3 * WAIT, this.#last + AGAIN - performance.now()));
		}
	};

	#giveUp = () => this.#look.end();

	#later(wait) {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#ask(), wait);
	}

	#form() {
		const f = this.fields, zone = this.app.view.zone;
		const form = el("form", {"aria-label": "Book nodes", novalidate: true},
			field("Name", f.name),
			field(`Start (${zone.label.toLowerCase()})`, f.start),
			el("div.pair", {}, field("How long", f.duration, "2h, 1h 30m, 3d"), field("Nodes", f.nodes)),
			el("div.pair", {}, field("Partition", f.partition), field("May start later by", f.delay, "moves if others need room")),
			el("details", {}, el("summary", {}, "Repeat it"), el("div.fields", {},
				el("div.pair", {}, field("Repeat", f.repeat), field("Until", f.until, "all dates, or none")))),
			el("details", {}, el("summary", {}, "If not all is free"), el("div.fields", {},
				el("div.pair", {}, field("Shortest time", f.min_duration), field("Fewest nodes", f.min_nodes)),
				el("div.pair", {}, field("Prefer", f.prefer), this.app.model.config.prices && field("For at most", f.max_cost, "of the site's prices")))),
			el("details", {}, el("summary", {}, "More wishes"), el("div.fields", {}, field("These nodes", f.node_list), field("Features", f.features),
				el("div.pair", {}, field("Cores, in all", f.cores), field("For this many tasks", f.tasks, "none of them on two nodes")),
				field("At most leaf switches", f.switches, "nodes near each other; as few as there can be, if there are none"),
				field("Licenses", f.licenses), field("For users", f.users), field("For accounts", f.accounts))),
			this.when.element,
			el("div.buttons", {}, this.submit, button("Cancel", () => this.app.panel.close())));
		form.addEventListener("input", () => this.when.follow());
		form.addEventListener("input", (e) => { if (e.target !== f.name) this.#later(WAIT); else this.#showCommands(); });
		form.addEventListener("submit", (e) => { e.preventDefault(); this.#book(); });
		return form;
	}

	/* Ask for another start, and a length. */
	#begin(start, duration) {
		const {fields: f, app} = this;
		f.start.value = stamp(app.view.zone, start).slice(0, 16);
		if (parseLength(f.duration.value) !== duration) f.duration.value = lengthText(duration);
		if (app.view.view === "timeline") app.timeline.reveal(start, -1);
		this.when.follow();
		this.#later(0);
	}

	#closed() {
		this.when.stop();
		clearTimeout(this.#timer);
		this.app.model.removeEventListener("change", this.#others);
		removeEventListener("pagehide", this.#giveUp);
		this.#giveUp();
		const {timeline} = this.app;
		timeline.selection = null;
		timeline.inTheWay = new Set();
		timeline.setOffers([]);
		this.app.asked = null;
		this.app.showCalendar();
		this.app.linked();
	}

	#show(kind, headline, ...content) {
		refill(this.status, answerBox(kind, headline, ...content));
		if (kind) speak(headline);
	}

	/* What the fields ask for, or null, with the reason shown. */
	#wish() {
		const wish = readFields(this.fields, this.app.view.zone);
		if (typeof wish !== "string") return wish;
		this.#show("", wish);
		this.commands.replaceChildren();
		return null;
	}

	#ask() {
		const wish = this.#wish();
		if (!wish) return;
		this.#mark(wish, "");
		this.#showCommands();
		this.#last = performance.now();
		this.#show("", "Asking…");
		const {every, ...question} = wish;
		this.#look.stop();
		this.#look.about({...question, name: this.name}, 0, ({plan, error}) => {
			if (plan) this.#free(wish, plan);
			else this.#failed(wish, error);
		});
	}

	/* Show in the views what is asked for, and what came of it; `form` {start, duration, nodes} is what there is room for. */
	#mark(wish, answer, form = wish, names = []) {
		const {timeline} = this.app, before = timeline.selection;
		const same = before && before.nodes === form.nodes && before.partition === (wish.partition || "") && before.first !== null;
		timeline.selection = {start: form.start, end: form.start + form.duration, nodes: form.nodes, partition: wish.partition || "",
			first: same ? before.first : null, last: same ? before.last : null, answer};
		timeline.inTheWay = new Set(names);
		timeline.draw();
		this.app.asked = wish;
		this.app.showCalendar();
		this.app.linked();
	}

	#free(wish, plan) {
		const {start, end, node_count: nodes} = plan.then, duration = end - start;
		this.#mark(wish, "free", {start, duration, nodes});
		this.#offers([]);
		this.#show("free", ...plannedText(this.app, plan, lessText({node_count: nodes, duration}, wish)), wish.every ? el("p", {}, "That is the first date: Book asks for all of them.") : null);
	}

	/* A button that leaves a refused request with the controller, while it can still begin. */
	#wait(wish) {
		if (wish.every || wish.start + (wish.delay || 0) <= this.app.model.now()) return null;
		return el("div.buttons", {}, button("Wait for room", () => this.#book({standby: "book"})));
	}

	#refused(wish, error) {
		const {every, name, ...question} = wish;
		const {offers, lines} = error, stands = standsBy(lines), why = reasonsOf(this.app, {...error, lines: lines.map((line) => line.replace(`${this.name}: `, ""))});
		this.#mark(wish, "refused", wish, inTheWayOf(error).names);
		this.#offers(offers);
		const heading = stands ? "It waits for room" : offers.length ? `${error.missing.length ? "Not free" : "Refused"}. You can have instead:` : "Refused, and there are no offers";
		this.#show(stands ? "maybe" : "refused", heading,
			offers.length ? offerCards(this.app, offers, (offer) => this.#take(offer)) : null,
			stands ? null : this.#wait(wish),
			why && el("h3", {}, "Why"), why,
			error.missing.length && !every ? whyButton(this.app, question, (names) => this.#mark(wish, "refused", wish, names)) : null);
	}

	#offers(offers) {
		this.offers = offers;
		this.app.offered = offers;
		this.app.timeline.setOffers(offers);
		this.app.showCalendar();
	}

	#failed(wish, error) {
		if (error.status === 409) {
			this.#refused(wish, error);
			return;
		}
		this.#offers([]);
		this.#show("refused", error.lines[0] || "That did not work", linesOf(error.lines.slice(1)), error.whatToDo ? el("p", {}, error.whatToDo) : null);
	}

	#showCommands() {
		const wish = readFields(this.fields, this.app.view.zone);
		if (typeof wish === "string") return;
		const {siteZone, model, view} = this.app;
		this.commands.replaceChildren(commandLines([commands.query(wish, siteZone)[0], ...commands.book(wish, siteZone, model.config.user)], `Ask, and book, on the command line${view.otherZone ? " (site time)" : ""}`));
	}

	/* Whatever books: one at a time, and its failure is shown with what can be had. */
	async #do(wish, deed) {
		if (this.#busy) return;
		this.#busy = true;
		setIdle(this.submit, true);
		clearTimeout(this.#timer);
		this.#look.stop();
		try {
			this.app.booked(await deed());
		} catch (error) {
			this.#failed(wish, error);
			const stands = standsBy(error.lines);
			if (stands) toast(stands);
			else toast(error.lines[0] || "That did not work", {kind: "bad"});
		}
		setIdle(this.submit, false);
		this.#busy = false;
	}

	#book(more = {}) {
		const wish = this.#wish();
		if (wish) this.#do(wish, () => api.book({...wish, ...more}));
	}

	/* An offer of a question becomes a booking of that name; where the user has given another one, its time is booked under it. */
	#take(offer) {
		const wish = this.#wish();
		if (!wish) return;
		const {delay, every, min_nodes, min_duration, max_cost, prefer, ...rest} = wish;
		this.#do(wish, async () => {
			if (wish.name && offer.request !== wish.name) return api.book({...rest, start: offer.start, duration: offer.duration, nodes: offer.node_count});
			const answer = await api.accept(offer.name);
			this.#look.taken(offer.request);
			return answer;
		});
	}
}
