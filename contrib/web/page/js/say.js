// SPDX-License-Identifier: GPL-2.0-or-later
// Messages: spoken by screen readers, shown for some seconds, with a button where there is something to do.
import {button, el, icon, ICONS} from "./dom.js";

const SECONDS = 12;

/* Speak only; the text is put there anew, so that the same text twice is spoken twice. */
export function speak(text) {
	const live = document.getElementById("live");
	live.textContent = "";
	requestAnimationFrame(() => { live.textContent = text; });
}

/*
 * Show and speak. `action` is {text, run}; kind "good" or "bad" is what came of a deed; `about` names a booking. A message
 * stays while the pointer or focus is on it, and until there is a newer one about that booking, or of that sort.
 */
export function toast(text, {kind = "", action = null, about = ""} = {}) {
	const box = el(`div.toast${kind ? `.${kind}` : ""}`, {"data-about": about}, el("span", {}, text));
	for (const old of document.querySelectorAll(".toast")) {
		if ((about && old.dataset.about === about) || (kind && old.matches(".good, .bad"))) old.remove();
	}
	const close = () => box.remove();
	if (action) box.append(button(action.text, () => { close(); action.run(); }, "link"));
	box.append(el("button.ghost", {type: "button", "aria-label": "Close this message", onclick: close}, icon(ICONS.close)));
	const timer = setInterval(() => {
		if (box.matches(":hover, :focus-within")) return;
		clearInterval(timer);
		close();
	}, SECONDS * 1000);
	document.getElementById("toasts").append(box);
	speak(text);
}
