// SPDX-License-Identifier: GPL-2.0-or-later
// The rows of the timeline: nodes by partition, and which rows a booking lies on. All sizes are pixels.

export const HEAD = 24; // of a partition

/*
 * Rows for these nodes: each node stands in the first partition that has it, as `partition` says, in the order of
 * `partitions`. `only` is a partition, or empty; `shows(node)` may leave out nodes; `folded` has names of partitions
 * without rows. The result is laid out by place().
 */
export function makeRows(nodes, partitions, {only = "", shows = () => true, folded = new Set()} = {}) {
	const order = new Map(partitions.map((p, i) => [p.name, i]));
	const members = new Map();
	for (const node of nodes) {
		const name = only && node.partitions.includes(only) ? only : node.partition;
		if ((only && name !== only) || !shows(node)) continue;
		if (!members.has(name)) members.set(name, []);
		members.get(name).push(node);
	}
	const names = [...members.keys()].sort((a, b) => (order.get(a) ?? 1e9) - (order.get(b) ?? 1e9));
	const last = nodes.reduce((most, n) => Math.max(most, n.index), -1);
	const rows = {groups: [], nodes: [], rowOf: new Int32Array(last + 1).fill(-1), runEnd: new Int32Array(last + 1),
		groupOf: new Int32Array(last + 1).fill(-1), height: 0, rowHeight: 0};
	for (const name of names) addGroup(rows, name, members.get(name), folded.has(name));
	findRuns(rows);
	return rows;
}

function addGroup(rows, name, nodes, folded) {
	nodes.sort((a, b) => a.index - b.index);
	const group = {name, folded, first: rows.nodes.length, count: folded ? 0 : nodes.length, size: nodes.length, top: 0};
	for (const node of nodes) {
		rows.groupOf[node.index] = rows.groups.length;
		if (folded) continue;
		rows.rowOf[node.index] = rows.nodes.length;
		rows.nodes.push(node);
	}
	rows.groups.push(group);
}

/* runEnd[i]: the last index up to which rows follow one another in the same group. */
function findRuns(rows) {
	const {rowOf, groupOf, runEnd} = rows;
	for (let i = rowOf.length - 1; i >= 0; i--) {
		const joined = i + 1 < rowOf.length && groupOf[i] === groupOf[i + 1] &&
			(rowOf[i] < 0 ? rowOf[i + 1] < 0 : rowOf[i + 1] === rowOf[i] + 1);
		runEnd[i] = joined ? runEnd[i + 1] : i;
	}
}

/* Give each group its place, with rows of this height. */
export function place(rows, rowHeight) {
	let top = 0;
	for (const group of rows.groups) {
		group.top = top;
		top += HEAD + group.count * rowHeight;
	}
	rows.rowHeight = rowHeight;
	rows.height = top;
}

/* The height of rows with which all of them are seen, within limits that can be read and pointed at. */
export function fittingHeight(rows, room, least, most) {
	const left = room - rows.groups.length * HEAD;
	return Math.min(most, Math.max(least, Math.floor(left / Math.max(1, rows.nodes.length) * 2) / 2));
}

/* [first, last] of node indexes as rows that follow one another: [{group, first, last}]; last >= first are rows. */
export function segments(rows, ranges) {
	const found = [];
	for (const [from, to] of ranges) {
		for (let i = Math.max(0, from); i <= to && i < rows.rowOf.length;) {
			const end = Math.min(to, rows.runEnd[i]);
			if (rows.rowOf[i] >= 0) addSegment(found, rows.groupOf[i], rows.rowOf[i], rows.rowOf[end]);
			i = end + 1;
		}
	}
	return found;
}

function addSegment(found, group, first, last) {
	const before = found[found.length - 1];
	if (before && before.group === group && before.last + 1 === first) before.last = last;
	else found.push({group, first, last});
}

/* Where a row begins. */
export function rowTop(rows, row) {
	const group = groupAt(rows, row);
	return group.top + HEAD + (row - group.first) * rows.rowHeight;
}

/* The group that has a row: the last one that begins at it or before, and is not empty. */
function groupAt(rows, row) {
	let low = 0, high = rows.groups.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (rows.groups[middle].first <= row) low = middle;
		else high = middle - 1;
	}
	while (low > 0 && !rows.groups[low].count) low--;
	return rows.groups[low];
}

/* What is at a height: {group, row}; row is -1 on the head of the group; null below all. */
export function at(rows, y) {
	if (y < 0 || y >= rows.height) return null;
	let low = 0, high = rows.groups.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (rows.groups[middle].top <= y) low = middle;
		else high = middle - 1;
	}
	const group = rows.groups[low];
	const row = Math.floor((y - group.top - HEAD) / rows.rowHeight);
	return {group, row: row < 0 || row >= group.count ? -1 : group.first + row};
}

/*
 * The lanes of items that may overlap: each item {start, end} gets the first lane that is free at its start. Sets
 * item.lane; returns how many lanes there are. Items are sorted by start, then the longer one first.
 */
export function packLanes(items) {
	const ends = [];
	items.sort((a, b) => a.start - b.start || b.end - a.end);
	for (const item of items) {
		let lane = ends.findIndex((end) => end <= item.start);
		if (lane < 0) lane = ends.length;
		ends[lane] = item.end;
		item.lane = lane;
	}
	return ends.length;
}

/* Slurm's way to write the names of nodes: n[1-4,7]; names without a number stay as they are. */
export function nodeList(names) {
	const heads = new Map();
	for (const name of names) {
		const m = /^(.*?)(\d+)$/.exec(name);
		const key = m ? `${m[1]}\0${m[2].length > 1 && m[2][0] === "0" ? m[2].length : ""}` : name;
		if (!heads.has(key)) heads.set(key, {head: m ? m[1] : name, numbers: []});
		if (m) heads.get(key).numbers.push(m[2]);
	}
	return [...heads.values()].map(({head, numbers}) => head + bracket(numbers)).join(",");
}

function bracket(numbers) {
	if (numbers.length < 2) return numbers.join("");
	numbers.sort((a, b) => a - b);
	const parts = [];
	for (let i = 0; i < numbers.length;) {
		let j = i;
		while (j + 1 < numbers.length && Number(numbers[j + 1]) === Number(numbers[j]) + 1) j++;
		parts.push(i === j ? numbers[i] : `${numbers[i]}-${numbers[j]}`);
		i = j + 1;
	}
	return `[${parts.join(",")}]`;
}
