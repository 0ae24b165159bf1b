// SPDX-License-Identifier: GPL-2.0-or-later
// How many nodes are free, as a step function of time.

/*
 * The steps [{t, free}] from `from` on: step i holds until step i + 1 begins. `spans` are {start, end, ranges, extra}:
 * ranges of node indexes, and extra nodes that are taken though nobody says which. `counts(index)` is 1 for a node
 * that counts, 0 for others. A node that several spans take is taken once.
 */
export function freeSteps(spans, nodes, counts, from) {
	const takers = new Int32Array(nodes);
	let total = 0;
	for (let i = 0; i < nodes; i++) total += counts(i);
	const events = [];
	for (const span of spans) {
		if (span.end <= from || span.end <= span.start) continue;
		events.push({t: Math.max(from, span.start), add: 1, span}, {t: span.end, add: -1, span});
	}
	events.sort((a, b) => a.t - b.t);
	const steps = [{t: from, free: total}];
	let taken = 0, extra = 0;
	for (const {t, add, span} of events) {
		taken += take(takers, span.ranges, add, counts);
		extra += add * (span.extra || 0);
		const free = Math.max(0, total - taken - extra);
		const last = steps[steps.length - 1];
		if (last.t === t) last.free = free;
		else if (last.free !== free) steps.push({t, free});
	}
	return {steps, total};
}

/* How many nodes become taken, or free (negative). */
function take(takers, ranges, add, counts) {
	let changed = 0;
	for (const [first, last] of ranges) {
		for (let i = Math.max(0, first); i <= last && i < takers.length; i++) {
			const before = takers[i];
			takers[i] += add;
			if ((before === 0) !== (takers[i] === 0)) changed += add * counts(i);
		}
	}
	return changed;
}

/* The index of the step that holds at an instant. */
function stepAt(steps, t) {
	let low = 0, high = steps.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (steps[middle].t <= t) low = middle;
		else high = middle - 1;
	}
	return low;
}

/* How many nodes are free at an instant. */
export const freeAt = (steps, t) => steps[stepAt(steps, t)].free;
