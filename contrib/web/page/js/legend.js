// SPDX-License-Identifier: GPL-2.0-or-later
// The legend: which signs and colours there are, and the owners that are seen. An owner is a button that finds its reservations.
import {shownSpan} from "./bar.js";
import {el} from "./dom.js";
import {spansOf} from "./model.js";
import {HUES, hueOf, nameOwners, ownerOf, seeOwners} from "./scene.js";

const get = (id) => document.getElementById(id);

/* Is it drawn in the colour of its owner? */
const coloured = (b) => !b.mine && !b.maintenance && b.kind !== "native" && ownerOf(b);

/* Does a booking lie on nodes of a partition? Of one without nodes it is said. */
function isIn(booking, partition) {
	if (!booking.node_ranges.length) return booking.partition === partition.name;
	return booking.node_ranges.some(([first, last]) => partition.node_ranges.some(([from, to]) => first <= to && from <= last));
}

/* The owners in a span, of a partition or of all, with one booking of each: most bookings first. */
export function ownersIn(bookings, [from, to], partition) {
	const found = new Map();
	for (const b of bookings) {
		if (!coloured(b) || (partition && !isIn(b, partition)) || !spansOf(b).some((s) => s.start < to && s.end > from)) continue;
		const owner = ownerOf(b), known = found.get(owner);
		if (known) known.count++;
		else found.set(owner, {owner, booking: b, count: 1});
	}
	return [...found.values()].sort((a, b) => b.count - a.count || (a.owner < b.owner ? -1 : 1));
}

export class Legend {
	#shown = "";

	constructor(app) {
		this.app = app;
		app.model.addEventListener("change", ({detail}) => {
			if (!detail.nodes) document.body.classList.toggle("nothing", !app.model.bookings.size); // the nodes come first
			this.refresh();
		});
	}

	/* What is seen, or the filter, has changed. */
	refresh() {
		const {view, model} = this.app, span = shownSpan(view);
		nameOwners([...model.bookings.values()].filter(coloured).map(ownerOf));
		const owners = span ? ownersIn(model.bookings.values(), span, model.partitions.find((p) => p.name === view.partition)) : [];
		seeOwners(owners.map((o) => o.owner));
		const first = owners.slice(0, HUES).sort((a, b) => (a.owner < b.owner ? -1 : 1)).map(({owner, booking}) => ({owner, hue: hueOf(booking)}));
		const shown = JSON.stringify([first, owners.length, view.find]);
		if (shown === this.#shown) return;
		this.#shown = shown;
		this.#fill(first, owners.length - first.length);
	}

	#fill(owners, more) {
		const focused = document.activeElement?.dataset.owner;
		get("owners").replaceChildren(...owners.map((o) => this.#button(o)), more ? `and ${more} more` : "");
		if (focused !== undefined) [...get("owners").children].find((b) => b.dataset.owner === focused)?.focus({preventScroll: true});
	}

	#button({owner, hue}) {
		return el("button.owner", {type: "button", "data-owner": owner, "aria-pressed": String(this.app.view.find === owner), title: owner,
			onclick: () => this.app.find(owner)}, el(`i.hue-${hue}`), el("bdi", {}, owner));
	}
}
