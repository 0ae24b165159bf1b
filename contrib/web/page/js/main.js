// SPDX-License-Identifier: GPL-2.0-or-later
// Puts the page together: who is told what by whom.
import {api, saveToken, takeToken, tokenIn} from "./api.js";
import {Agenda} from "./agenda.js";
import {openAsk} from "./ask.js";
import {openBooking, openChange, undoBooking, undoChange} from "./booking.js";
import {Calendar} from "./calendar.js";
import {button, el} from "./dom.js";
import {Inbox} from "./inbox.js";
import {readLink, writeLink} from "./link.js";
import {Jobs} from "./jobs.js";
import {Legend} from "./legend.js";
import {List} from "./list.js";
import {follow} from "./live.js";
import {Look} from "./look.js";
import {Model} from "./model.js";
import {Panel} from "./panel.js";
import {speak, toast} from "./say.js";
import {Timeline} from "./timeline.js";
import {Usage} from "./usage.js";
import {Bar, fromToday} from "./bar.js";
import {DAY, dateTime, makeZone, range} from "./zone.js";

const get = (id) => document.getElementById(id);
const SMALL = matchMedia("(max-width: 600px)"); // a phone, as style.css has it
const TICK = 30_000; // how often the line of now moves

class App {
	model = new Model();
	panel = new Panel();
	changes = new Look(({name, change}, signal) => api.lookAtChange(name, change, signal));
	offered = [];
	asked = null;
	shown = "";
	#linking = 0;

	constructor(config) {
		this.model.setConfig(config);
		const zones = this.#zones(config);
		this.siteZone = zones.site;
		this.view = {view: "timeline", from: 0, span: 2 * DAY, zoneName: "mine", partition: "", find: "", mine: false, folded: new Set(), rowZoom: 1, zones, days: 7, fewDays: 3, day: 0};
		this.fitDays();
		SMALL.addEventListener("change", () => { this.fitDays(); this.setView(this.view.view); });
		this.#readLink();
		this.legend = new Legend(this);
		this.timeline = new Timeline(get("timeline"), this.model, this.view, this);
		this.calendar = new Calendar(get("calendar"), this.model, this.view, this);
		this.agenda = new Agenda(get("agenda"), this.model, this.view, this);
		this.list = new List(get("list"), this.model, this.view, this);
		this.jobs = new Jobs(get("jobs"), this.model, this.view, this);
		this.usage = new Usage(get("usage"), this.model, this.view, this);
		this.bar = new Bar(this);
		this.inbox = config.mode === "own" && config.garq ? new Inbox(this) : null;
		this.model.addEventListener("change", ({detail}) => this.#follow(detail));
		addEventListener("hashchange", () => { if (location.hash !== writeLink(this.#state())) this.#relink(); });
		addEventListener("pagehide", () => this.changes.end());
		setInterval(() => {
			this.timeline.draw();
			this.calendar.fitPast();
		}, TICK);
	}

	/* The user's zone, as the browser has it, and the site's. */
	#zones(config) {
		const mine = makeZone(Intl.DateTimeFormat().resolvedOptions().timeZone, -new Date().getTimezoneOffset() * 60);
		const site = makeZone(config.time_zone, config.utc_offset);
		return {mine: {...mine, label: "Your time"}, site: {...site, label: "Site time"}};
	}

	/* Show times in "mine" or "site" zone; the other one is shown beside it if it has other hours now. */
	setZone(name) {
		const {view} = this, {mine, site} = view.zones, now = this.model.now();
		const differ = mine.offsetAt(now) !== site.offsetAt(now) || mine.offsetAt(now + 180 * DAY) !== site.offsetAt(now + 180 * DAY);
		view.zoneName = name;
		view.zone = name === "site" ? site : mine;
		view.otherZone = differ ? (name === "site" ? mine : site) : null;
	}

	/* How many days Week shows. */
	fitDays() {
		this.view.days = SMALL.matches ? this.view.fewDays : 7;
	}

	// --- what the views call ----------------------------------------------------------

	mayAsk() {
		return this.model.config.mode === "own" && this.model.config.garq && this.model.config.may_book !== false;
	}

	/* Higher or lower rows. */
	zoomRows(factor) {
		this.view.rowZoom = Math.min(16, Math.max(0.05, this.view.rowZoom * factor));
		this.timeline.draw();
	}

	/* Ask for nodes, of the partition that is shown. */
	book(wish = {}) {
		openAsk(this, {partition: this.view.partition, ...wish});
	}

	ask({start, end, nodes, partition, ...more}) {
		openAsk(this, {start, duration: end - start, nodes, partition, ...more});
	}

	open(name, quiet = false) {
		if (!quiet) this.tip("");
		openBooking(this, name, quiet);
	}

	close() {
		this.panel.close();
		this.timeline.selection = null;
		this.timeline.draw();
	}

	pick() {}

	move(booking, times) {
		openChange(this, booking, times);
	}

	/* A booking that was dragged stays where it was. A form for a change asks on its own, and has offers to show. */
	dropTrial() {
		if (this.panel.kind === "change") this.changes.stop();
		else this.changes.end();
	}

	reveal(booking) {
		if (this.view.view !== "timeline") this.setView("timeline");
		this.timeline.revealBooking(booking);
		this.timeline.draw();
	}

	showDay(day) {
		this.setView("timeline", {from: day, span: DAY});
	}

	showCalendar() {
		if (!get("calendar").hidden) this.calendar.refresh();
	}

	/* Leave what a text finds; the same text again brings all back. */
	find(text) {
		this.view.find = this.view.find === text ? "" : text;
		this.bar.find.value = this.view.find;
		this.refresh();
	}

	/* The span that is seen has changed. */
	changed() {
		this.bar.refresh();
		this.legend.refresh();
		this.linked();
	}

	tip(text, x = 0, y = 0) {
		const tip = get("tip");
		tip.hidden = !text;
		if (!text) return;
		if (tip.textContent !== text) tip.textContent = text;
		const {width, height} = tip.getBoundingClientRect();
		tip.style.transform = `translate(${Math.min(x + 14, innerWidth - width - 8)}px, ${y + 18 + height > innerHeight ? y - height - 12 : y + 18}px)`;
	}

	/* Another view, of the time {from, span}; without one it begins where that view shows today, if today was seen. */
	setView(name, time = null) {
		const {view} = this, now = this.model.now(), seen = view.from <= now && now < view.from + view.span;
		const turned = name !== view.view && [name, view.view].some((one) => ["week", "month", "usage"].includes(one));
		view.view = document.body.dataset.view = name;
		if (time) Object.assign(view, time);
		else if (turned && seen) view.from = fromToday(view, now);
		get("timeline").hidden = name !== "timeline";
		get("agenda").hidden = name !== "month" || !SMALL.matches;
		get("calendar").hidden = name !== "week" && (name !== "month" || SMALL.matches);
		get("list").hidden = name !== "list";
		get("jobs").hidden = name !== "jobs";
		get("usage").hidden = name !== "usage";
		this.tip("");
		this.refresh();
	}

	/* What is shown has changed, other than by moving it. */
	refresh() {
		this.changed();
		this.timeline.refresh();
		this.calendar.refresh();
		this.agenda.refresh();
		this.list.refresh();
		this.jobs.refresh();
		this.usage.refresh();
	}

	// --- what came of a request -----------------------------------------------------------

	booked({booking, name, names = [name], lines}) {
		this.panel.close();
		this.model.put(booking);
		const {zone} = this.view;
		const when = booking ? `: ${booking.node_list || `${booking.node_count} nodes`}, ${range(zone, booking.start, booking.end, this.model.now())}` : "";
		toast(`Booked ${name}${when}${names.length > 1 ? `, and on ${names.length - 1} other dates` : ""}${lines.length ? `. ${lines.join("; ")}` : ""}`, {kind: "good", about: name, action: booking ? names.length === 1 && {text: "Undo", run: () => undoBooking(this, name)} : {text: "Show it", run: () => this.open(name)}});
		if (booking) {
			this.open(name);
			if (this.view.view === "timeline") this.timeline.revealBooking(booking);
		}
	}

	changedBooking({booking, name}, before, undo) {
		this.panel.close();
		if (before && before.name !== name) this.model.drop(before.name);
		this.model.put(booking);
		const when = booking ? `: ${range(this.view.zone, booking.start, booking.end, this.model.now())}, ${booking.node_list}` : "";
		toast(`Changed ${name}${when}`, {kind: "good", about: name, action: undo && {text: "Undo", run: () => undoChange(this, name, undo)}});
		if (booking) this.open(name);
	}

	/* Others have changed something. */
	#follow({shifts, added, removed}) {
		this.calendar.refresh();
		this.agenda.refresh();
		this.list.refresh();
		this.bar.count();
		for (const {before, after} of shifts) if (after.mine && this.shown !== after.name && before.start !== after.start) this.#tellShift(after);
		// A place that is held for an offer is no news: a refused booking itself made it, and what it says would hide the answer.
		const news = (list, words) => list.filter((b) => b.kind !== "held").map((b) => `${b.name} ${words}`);
		const words = [...shifts.map((s) => `${s.name} moved to ${dateTime(this.view.zone, s.after.start)}`), ...news(added, "is new"), ...news(removed, "is gone")];
		if (words.length && words.length <= 3) speak(words.join(", "));
		const b = this.model.bookings.get(this.shown);
		if (this.shown && this.panel.kind === "booking") b ? this.open(this.shown, true) : this.panel.close();
	}

	#tellShift(b) {
		toast(`${b.name} moved to ${range(this.view.zone, b.start, b.end, this.model.now())}`, {about: b.name, action: {text: "Show it", run: () => this.open(b.name)}});
	}

	// --- links ------------------------------------------------------------------------------

	#state() {
		const {view, asked} = this;
		return {view: view.view, from: view.from, span: view.span, zone: view.zoneName === "site" ? "site" : "", partition: view.partition, find: view.find, mine: view.mine,
			booking: this.shown, ...(asked ? {start: asked.start, duration: asked.duration, nodes: asked.nodes, delay: asked.delay} : {})};
	}

	/* Put what is shown into the address, soon: dragging changes it with each frame. */
	linked() {
		this.#linking ||= setTimeout(() => {
			this.#linking = 0;
			history.replaceState(null, "", `${location.pathname}${location.search}${writeLink(this.#state())}`);
		}, 250);
	}

	#readLink() {
		const link = readLink(location.hash), {view} = this;
		const known = !["jobs", "usage"].includes(link.view) || this.model.config.mode === "own";
		Object.assign(view, {view: known && link.view || (SMALL.matches ? "list" : "timeline"), partition: link.partition || "", find: link.find || "", mine: !!link.mine, span: link.span || 2 * DAY});
		this.setZone(link.zone || "mine");
		view.from = link.from ?? fromToday(view, this.model.now());
		this.link = link;
	}

	#relink() {
		this.#readLink();
		this.bar.fill();
		this.setView(this.view.view);
		this.openLink();
	}

	/* The booking, or the question, of the link. */
	openLink() {
		const {booking, start, duration, nodes, delay} = this.link;
		if (booking) this.open(booking, true);
		else if (start && duration && this.mayAsk()) openAsk(this, {start, duration, nodes: nodes || 1, delay, partition: this.view.partition});
	}

	async start() {
		this.model.setNodes(await api.nodes());
		get("loading").remove();
		document.body.classList.remove("bare");
		this.setView(this.view.view);
		let first = true;
		const ended = await follow(async (answer) => {
			if (answer.nodes && !first) this.model.setNodes(await api.nodes());
			this.model.take(answer);
			if (first) this.openLink();
			first = false;
		}, (error) => this.bar.notice(error.code === "network" || error.code === "silent" ? "No answer: what is shown may be old. Trying again…" : error.message, true),
		() => this.bar.notice(""));
		needToken(ended.message);
	}
}

/* Nothing can be read without the token: say how to get one. */
function needToken(message) {
	const input = el("input", {type: "text", id: "token", autocomplete: "off", "aria-label": "Address or token"});
	const form = el("form", {}, input, button("Open", () => form.requestSubmit(), "primary"));
	form.addEventListener("submit", (e) => {
		e.preventDefault();
		saveToken(tokenIn(input.value));
		location.reload();
	});
	document.body.classList.add("bare");
	document.querySelector(".columns").replaceChildren(el("div.loading", {}, el("h2", {}, "This page is for who started it"), el("p", {}, message || ""),
		el("p", {}, "Start ", el("code", {}, "sresv web"), " on the cluster and open the address that it prints, or paste that here:"), form));
}

async function main() {
	takeToken();
	get("skip").addEventListener("click", (e) => { e.preventDefault(); get("main").focus(); });
	for (;;) {
		try {
			const app = new App(await api.config());
			await app.start();
			return;
		} catch (error) {
			if (error.code === "token") return needToken(error.message);
			if (!error.lines) throw error;
			get("loading").textContent = `${error.lines[0]}. Trying again…`;
			await new Promise((done) => setTimeout(done, 2000));
		}
	}
}

main();
