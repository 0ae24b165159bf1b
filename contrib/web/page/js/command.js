// SPDX-License-Identifier: GPL-2.0-or-later
// What does the same on the command line. Times are those of the site, as a shell on its login node reads them.
import {stamp} from "./zone.js";
import {slurmLength} from "./spans.js";

/* A word for a POSIX shell. */
export function quote(word) {
	const text = String(word);
	return /^[A-Za-z0-9_.,:=@%+\/[\]-]+$/.test(text) && !/[[\]]/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const list = (value) => Array.isArray(value) ? value.join(",") : value;

/* Pairs of an option and what it is made of. */
const SRESV = [["-N", "nodes"], ["-w", "node_list"], ["-p", "partition"], ["-C", "features"], ["-L", "licenses"],
	["-u", "users"], ["-A", "accounts"], ["--groups", "groups"], ["--switches", "switches"]];
const SCONTROL = [["NodeCnt", "nodes"], ["Nodes", "node_list"], ["PartitionName", "partition"], ["Features", "features"],
	["CoreCnt", "cores"], ["Licenses", "licenses"], ["Users", "users"], ["Accounts", "accounts"], ["Groups", "groups"]];

const given = (value) => value !== undefined && value !== null && value !== "" && list(value) !== "";

function sresvWords(wish, zone) {
	const words = [];
	if (given(wish.start)) words.push("-s", stamp(zone, wish.start));
	if (given(wish.end)) words.push("-e", stamp(zone, wish.end));
	if (given(wish.duration)) words.push("-t", `${given(wish.min_duration) ? `${slurmLength(wish.min_duration)}-` : ""}${slurmLength(wish.duration)}`);
	if (wish.delay) words.push("-d", slurmLength(wish.delay));
	const nodes = given(wish.min_nodes) ? `${wish.min_nodes}-${wish.nodes}` : wish.nodes;
	for (const [option, key] of SRESV) if (given(wish[key])) words.push(option, key === "nodes" ? nodes : list(wish[key]));
	if (given(wish.tasks)) words.push("--tasks", wish.tasks, "--cpus-per-task", wish.cores / wish.tasks);
	else if (given(wish.cores)) words.push("--cores", wish.cores);
	for (const [option, key] of [["--max-cost", "max_cost"], ["--prefer", "prefer"], ["--every", "every"]]) if (given(wish[key])) words.push(option, wish[key]);
	return words;
}

/* What scontrol has no field for stands in front of the name. */
function inFront(wish) {
	const words = [["min-nodes", wish.min_nodes], ["min-time", given(wish.min_duration) ? Math.ceil(wish.min_duration / 60) : null], ["max-cost", wish.max_cost],
		["prefer", wish.prefer], ["switches", wish.switches], ["tasks", wish.tasks]];
	return words.filter(([, value]) => given(value)).map(([word, value]) => `${word}:${value}:`).join("");
}

function scontrolWords(wish, zone) {
	const words = [];
	if (given(wish.start)) words.push(`StartTime=${stamp(zone, wish.start)}`);
	if (given(wish.end)) words.push(`EndTime=${stamp(zone, wish.end)}`);
	if (given(wish.duration)) words.push(`Duration=${slurmLength(wish.duration)}`);
	if (given(wish.delay)) words.push(`MaxStartDelay=${slurmLength(wish.delay)}`);
	for (const [option, key] of SCONTROL) if (given(wish[key])) words.push(`${option}=${list(wish[key])}`);
	return words;
}

const line = (words) => words.map(quote).join(" ");

/* A name that looks like an option stands behind all options. */
function sresvLine(verb, name, options = []) {
	const [first, last] = name.startsWith("-") ? [[], ["--", name]] : [name ? [name] : [], []];
	return line(["sresv", verb, ...first, ...options, ...last]);
}

/* A change of a booking {name, duration, node_count}, verb by verb. */
function changeLines(b, change, zone) {
	const longer = (change.duration ?? b.duration) - b.duration, more = (change.nodes ?? b.node_count) - b.node_count;
	const by = (sign) => [...(sign * longer > 0 ? ["-t", slurmLength(sign * longer)] : []), ...(sign * more > 0 ? ["-N", sign * more] : [])];
	const place = [...(given(change.start) ? ["-s", stamp(zone, change.start)] : []), ...(given(change.delay) ? ["-d", slurmLength(change.delay)] : []),
		...(given(change.switches) ? ["--switches", change.switches] : [])];
	const back = Object.entries(change.give ?? {}).flatMap(([unit, n]) => [unit === "nodes" ? "-N" : `--${unit}`, n]);
	const verbs = [["move", place], ["extend", by(1)], [longer < 0 ? "shrink" : "give", by(-1)], ["give", back]];
	const lines = verbs.filter(([, options]) => options.length).map(([verb, options]) => sresvLine(verb, b.name, options));
	return change.name ? [...lines, line(["sresv", "rename", ...([b.name, change.name].some((word) => word.startsWith("-")) ? ["--"] : []), b.name, change.name])] : lines;
}

/* The lines for each action: an array, the first one is what we would type. `user` is who asks. */
export const commands = {
	query: (wish, zone) => [line(["sresv", "query", ...sresvWords({...wish, name: "", every: ""}, zone)])],
	book: (wish, zone, user) => {
		const whose = given(wish.users) || given(wish.accounts) || given(wish.groups) ? {} : {users: user};
		const front = inFront(wish), name = wish.name || front ? [`ReservationName=${front}${wish.name || "NAME"}`] : [];
		const sresv = sresvLine("book", wish.name || "", sresvWords(wish, zone));
		return wish.every ? [sresv] : [sresv, line(["scontrol", "create", "reservation", ...name, ...scontrolWords({...wish, ...whose}, zone)])];
	},
	accept: (offer) => [sresvLine("accept", offer), line(["scontrol", "update", `ReservationName=${offer}`])],
	show: (name) => [sresvLine("show", name)],
	/* One line for each verb of sresv, and one that does all at once; scontrol gives nothing back. */
	change: (b, change, zone) => change.give ? changeLines(b, change, zone) : [...changeLines(b, change, zone),
		line(["scontrol", "update", `ReservationName=${inFront({switches: change.switches})}${change.name ? `name:${change.name}:` : ""}${b.name}`, ...scontrolWords(change, zone)])],
	end: (name) => [sresvLine("end", name)],
	job: (id, seconds) => [line(["scontrol", "show", "job", id]), ...(seconds ? [line(["scontrol", "update", `JobId=${id}`, `TimeLimit=${slurmLength(seconds)}`])] : [])],
	jobInside: (id) => [`scontrol update JobId=${id} ReservationName=NAME`],
	remove: (name) => [sresvLine("cancel", name), line(["scontrol", "delete", `ReservationName=${name}`])],
};
