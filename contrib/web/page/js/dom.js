// SPDX-License-Identifier: GPL-2.0-or-later
// Elements made of text and elements, never of HTML: names and comments of others are shown as they are.

/*
 * An element. "button.primary.small" gives it classes; of the properties on…: listeners, class, text, and all that is
 * an attribute: true sets it empty, false, null and undefined leave it out. Children are elements or texts.
 */
export function el(what, properties = {}, ...children) {
	const [tag, ...classes] = what.split(".");
	const node = document.createElement(tag);
	if (classes.length) node.className = classes.join(" ");
	for (const [key, value] of Object.entries(properties)) {
		if (value === false || value === null || value === undefined) continue;
		if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
		else if (key === "text") node.textContent = value;
		else if (key === "value") node.value = value;
		else node.setAttribute(key, value === true ? "" : value);
	}
	node.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
	return node;
}

/* Fill a box anew. Where what had the focus goes, the box itself has it. */
export function refill(box, ...content) {
	const had = box.contains(document.activeElement) && document.activeElement !== box;
	box.replaceChildren(...content);
	if (had) box.focus({preventScroll: true});
}

/* A button that can't be pressed now keeps the focus, which one that is disabled would lose. */
export function setIdle(b, idle) {
	b.setAttribute("aria-disabled", idle);
}

export const isIdle = (b) => b.getAttribute("aria-disabled") === "true";

export const button = (text, onclick, kind = "") => el(`button${kind ? `.${kind}` : ""}`, {type: "button", onclick}, text);

/* A drawing of our own: paths of an icon of 16 x 16, for eyes only. */
export function icon(d) {
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	svg.setAttribute("viewBox", "0 0 16 16");
	svg.setAttribute("aria-hidden", "true");
	svg.classList.add("icon");
	const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
	path.setAttribute("d", d);
	svg.append(path);
	return svg;
}

export const ICONS = {
	copy: "M5 5V2h9v9h-3M2 5h9v9H2z",
	close: "M3 3l10 10M13 3L3 13",
	check: "M2 8.5l4 4 8-9",
	warn: "M8 2l7 12H1zM8 6.5v3.5M8 12v.5",
	left: "M10 3L5 8l5 5",
	right: "M6 3l5 5-5 5",
	plus: "M8 2v12M2 8h12",
	minus: "M2 8h12",
	inbox: "M2 9l2.5-6h7L14 9v4H2zM2 9h3.5l1 2h3l1-2H14",
	menu: "M2 4h12M2 8h12M2 12h12",
	link: "M6.5 9.5l3-3M7 4.5l2-2a3 3 0 014.5 4.5l-2 2M9 11.5l-2 2A3 3 0 012.5 9l2-2",
	lower: "M2 6h12M2 10h12M8 1v2.5M8 12.5V15",
	higher: "M2 3h12M2 13h12M8 5.5v5M6.5 7L8 5.5 9.5 7M6.5 9L8 10.5 9.5 9",
	calendar: "M2 4h12v10H2zM2 7h12M5 2v3M11 2v3",
	theme: "M8 2a6 6 0 100 12zM8 2a6 6 0 010 12",
};

let lastId = 0;

/* A field with its label, and a line below that explains it. */
export function field(text, input, hint = "") {
	input.id ||= `field-${++lastId}`;
	const below = hint && el("span.hint", {id: `${input.id}-hint`}, hint);
	if (below) input.setAttribute("aria-describedby", below.id);
	return el("div.field", {}, el("label", {for: input.id}, text), input, below || null);
}

/* The command lines of an action, each with a button that copies it. */
export function commandLines(lines, title = "On the command line") {
	const rows = lines.map((line) => el("div.command", {}, el("code", {tabindex: "0", role: "group", "aria-label": `command: ${line}`}, line), copyButton(line)));
	return el("div.commands", {}, el("p.label", {}, title), ...rows);
}

function copyButton(line) {
	const b = el("button.ghost.copy", {type: "button", "aria-label": `Copy: ${line}`, title: "Copy"}, icon(ICONS.copy));
	b.addEventListener("click", async () => {
		await copyText(line);
		b.replaceChildren(icon(ICONS.check));
		setTimeout(() => b.replaceChildren(icon(ICONS.copy)), 1500);
	});
	return b;
}

/* To the clipboard, also where the browser gives pages none of their own (plain http behind a name). */
export async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		const area = el("textarea.offscreen", {}, text);
		document.body.append(area);
		area.select();
		document.execCommand("copy");
		area.remove();
	}
}
