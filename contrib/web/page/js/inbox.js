// SPDX-License-Identifier: GPL-2.0-or-later
// The inbox: what happened to the user's bookings. A button of the header counts the unread events; the server keeps which were read, for each page of the user.
import {api} from "./api.js";
import {button, el, icon, ICONS, setIdle} from "./dom.js";
import {writeLink} from "./link.js";
import {eventText, timeOf} from "./past.js";
import {lengthText} from "./spans.js";
import {DAY} from "./zone.js";

const DAYS = 14;
const MOST = 200; // events in the list
const MARKS = 500; // in a request
const PAUSE = 120, APART = 10, SOON = 2; // seconds between two looks; at least between them; after a booking of the user changed

/* What comes by mail, too: `mail` of the config. */
function mailText(mail) {
	if (!mail) return "This site sends no mail about reservations.";
	return ["You get mail about what others or the scheduler change"].concat(
		mail.begins ? `${lengthText(mail.begins)} before a start` : [],
		mail.unused ? `about a reservation unused ${lengthText(mail.unused)} after its start` : [],
		mail.offers_end ? `${lengthText(mail.offers_end)} before offers end` : []).join(", ") + `; in at most one mail each ${lengthText(mail.change)}.`;
}

export class Inbox {
	#events = []; // the newest one first
	#marks = new Set(); // of the read ones
	#text = "";
	#looked = -Infinity;
	#asking = false;
	#timer = 0;
	#due = 0;

	constructor(app) {
		const {cluster, user} = app.model.config;
		Object.assign(this, {app, user, cluster});
		this.badge = el("span.badge", {hidden: true});
		this.button = el("button.inbox", {type: "button", id: "inbox", onclick: () => this.toggle()}, icon(ICONS.inbox), this.badge);
		document.getElementById("actions").prepend(this.button);
		document.addEventListener("visibilitychange", () => this.#plan(0));
		app.model.addEventListener("change", ({detail}) => this.#follow(detail));
		this.#show();
		this.#plan(0);
	}

	toggle() {
		if (this.app.panel.kind === "inbox") this.app.panel.close();
		else this.#open();
	}

	// --- asking ---------------------------------------------------------------------

	#follow({shifts, added, removed}) {
		if ([...shifts.map((s) => s.after), ...added, ...removed].some((b) => b.mine)) this.#plan(SOON);
	}

	/* Look in that many seconds, or later if the last look was a moment ago, or earlier if that is planned. */
	#plan(seconds) {
		const now = performance.now(), due = Math.max(now + seconds * 1000, this.#looked + APART * 1000);
		if (this.#timer && this.#due <= due) return;
		clearTimeout(this.#timer);
		this.#due = due;
		this.#timer = setTimeout(() => { this.#timer = 0; this.#look(); }, due - now);
	}

	/* Without an answer the events stay that are known. */
	async #look() {
		if (document.visibilityState !== "visible") return;
		if (this.#asking) {
			this.#plan(SOON);
			return;
		}
		this.#asking = true;
		this.#looked = performance.now();
		try {
			const [{events}, {marks}] = await Promise.all([api.events(this.app.model.now() - DAYS * DAY), api.read()]);
			for (const mark of marks) this.#marks.add(mark);
			this.#take(events.filter((e) => this.#concerns(e)).reverse());
		} catch (error) {
			if (!error.lines) throw error;
		} finally {
			this.#asking = false;
			this.#plan(PAUSE);
		}
	}

	/* An operator gets the events of all bookings. */
	#concerns(e) {
		return !this.app.model.config.operator || (e.users || "").split(",").includes(this.user);
	}

	#take(events) {
		const text = JSON.stringify([events, this.#marks.size]);
		if (text === this.#text) return;
		[this.#events, this.#text] = [events, text];
		this.#show();
	}

	// --- what was read --------------------------------------------------------------

	/* What marks an event as read: the file of the marks may be on several clusters. */
	#keyOf(e) {
		return `${this.cluster} ${e.time} ${e.event} ${e.name}`;
	}

	/* What the user did is no news. */
	#unread() {
		return this.#events.filter((e) => e.user !== this.user && !this.#marks.has(this.#keyOf(e)));
	}

	/* Where they cannot be kept they are read as long as the page is open. */
	async #read(events) {
		const keys = events.map((e) => this.#keyOf(e)).filter((key) => !this.#marks.has(key));
		for (const key of keys) this.#marks.add(key);
		this.#show();
		try {
			for (let i = 0; i < keys.length; i += MARKS) await api.markRead(keys.slice(i, i + MARKS));
		} catch (error) {
			if (!error.lines) throw error;
		}
	}

	// --- showing --------------------------------------------------------------------

	#show() {
		const n = this.#unread().length, text = n ? `Inbox: ${n} unread` : "Inbox";
		this.badge.textContent = n > 99 ? "99+" : n;
		this.badge.hidden = !n;
		this.button.title = text;
		this.button.setAttribute("aria-label", text);
		if (this.app.panel.kind === "inbox") this.#open(true);
	}

	/* `quiet` leaves the focus where it is. */
	#open(quiet = false) {
		const unread = new Set(this.#unread()), events = this.#events.slice(0, MOST);
		const all = button("Mark all as read", () => this.#read(this.#unread()));
		setIdle(all, !unread.size);
		const told = this.#events.length > MOST ? `The newest ${MOST} of ${this.#events.length} events` : "What happened to your reservations";
		const body = document.getElementById("panel-body"), at = quiet ? body.scrollTop : 0;
		this.app.panel.show("inbox", "Inbox", [el("p.hint", {}, `${told} in the last ${DAYS} days, the newest first. ${mailText(this.app.model.config.mail)}`), events.length ? el("div.buttons", {}, all) : "",
			events.length ? el("ol.inbox-list", {}, ...events.map((e) => this.#item(e, unread.has(e)))) : el("p.empty", {}, "Nothing happened to your reservations.")], {focus: !quiet});
		body.scrollTop = at;
	}

	#item(e, isNew) {
		const {view, model} = this.app;
		const link = el("a", {href: writeLink({booking: e.name}), onclick: (click) => this.#follows(click, e)},
			el("strong", {}, e.name), ` ${eventText(e, view.zone)}`, timeOf(e, view, model.now()));
		return el(`li${isNew ? ".unread" : ""}`, {}, isNew ? el("span.chip.mine", {}, "new") : null, link);
	}

	/* The link works as any other in a tab of its own. */
	#follows(click, e) {
		if (click.ctrlKey || click.metaKey || click.shiftKey) {
			setTimeout(() => this.#read([e]));
			return;
		}
		click.preventDefault();
		this.#read([e]);
		this.app.open(e.name);
	}
}
