// SPDX-License-Identifier: GPL-2.0-or-later
// The panel beside the view, and the dialog that asks before something is deleted.
import {button, el, icon, ICONS} from "./dom.js";

const get = (id) => document.getElementById(id);

export class Panel {
	#onclose = null;
	#before = null;

	constructor() {
		this.root = get("panel");
		get("panel").firstElementChild.append(el("button.ghost", {type: "button", id: "panel-close", "aria-label": "Close", onclick: () => this.close()}, icon(ICONS.close)));
		this.root.addEventListener("keydown", (e) => { if (e.key === "Escape") this.close(); });
	}

	/* Show something; whoever was shown before is told that it is closed. `kind` says what it is, for who looks. */
	show(kind, title, content, {onclose = null, focus = true} = {}) {
		const told = this.#onclose;
		this.#onclose = null;
		told?.();
		if (this.root.hidden) this.#before = document.activeElement;
		this.kind = kind;
		this.#onclose = onclose;
		get("panel-title").textContent = title;
		const focused = get("panel-body").contains(document.activeElement) && document.activeElement.textContent;
		get("panel-body").replaceChildren(...[content].flat());
		if (focused !== false) this.#again(focused);
		get("panel-body").scrollTop = 0;
		this.root.hidden = false;
		if (focus) get("panel-title").focus({preventScroll: true});
	}

	close() {
		if (this.root.hidden) return;
		const had = this.root.contains(document.activeElement);
		this.root.hidden = true;
		this.kind = "";
		const told = this.#onclose;
		this.#onclose = null;
		told?.();
		if (had) this.#leave();
	}

	/* What had the focus is shown anew: so it has it again, or the title. */
	#again(text) {
		const same = [...get("panel-body").querySelectorAll("button, a, summary, [tabindex]")].find((e) => e.textContent === text);
		(same || get("panel-title")).focus({preventScroll: true});
	}

	/* The focus goes to where it was before, or if that is gone, to the view. */
	#leave() {
		const before = this.#before;
		const there = before?.isConnected && before !== document.body && before.checkVisibility();
		(there ? before : get("main")).focus({preventScroll: true});
	}
}

/* Pairs of a name and a value, without the pairs that have none. */
export function facts(rows) {
	return el("dl", {}, ...rows.filter(([, value]) => value).flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, value)]));
}

/* Ask; the button that does it has the focus; resolves to true if the button that does it was pressed. */
export function confirmed(title, content, deed, kind = "danger") {
	const dialog = get("dialog");
	const yes = button(deed, () => dialog.close("yes"), kind);
	yes.autofocus = true;
	dialog.replaceChildren(el("form", {method: "dialog", onsubmit: (e) => e.preventDefault()}, el("h2", {id: "dialog-title"}, title), content,
		el("div.buttons", {}, yes, button("Keep it", () => dialog.close("")))));
	return ask(dialog);
}

/* Show something with a button that closes it. */
export function tell(title, content) {
	const dialog = get("dialog");
	dialog.replaceChildren(el("form", {method: "dialog"}, el("h2", {id: "dialog-title"}, title), content, el("div.buttons", {}, button("Close", () => dialog.close("")))));
	return ask(dialog);
}

function ask(dialog) {
	dialog.returnValue = "";
	dialog.showModal();
	return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), {once: true}));
}
