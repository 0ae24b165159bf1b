// SPDX-License-Identifier: GPL-2.0-or-later
// Tests of what is pure in contrib/web/page/js, in a browser. The results are in document.body.dataset.results, as JSON.
import {readLink, writeLink} from "/js/link.js";
import {lengthText, parseLength, slurmLength, fromNow, stateText, withLengths} from "/js/spans.js";
import * as zones from "/js/zone.js";
import {makeScale, snap, snapStep, ticks, zoomed} from "/js/scale.js";
import {HEAD, at, fittingHeight, makeRows, nodeList, packLanes, place, rowTop, segments} from "/js/rows.js";
import {freeAt, freeSteps} from "/js/capacity.js";
import {commands, quote} from "/js/command.js";
import {hourlyPeaks} from "/js/calendar.js";
import {takeToken, tokenIn} from "/js/api.js";
import {monthsWith, sumOf} from "/js/months.js";
import {usageOf} from "/js/over.js";
import {Model, matches, windowOf} from "/js/model.js";
import {barAt, makeScene} from "/js/scene.js";

const tests = [];
const test = (name, run) => tests.push({name, run});

function same(found, wanted, what = "") {
	const [a, b] = [found, wanted].map((v) => JSON.stringify(v));
	if (a !== b) throw new Error(`${what} is ${a}, not ${b}`);
}

/* Numbers that depend on the seed alone. */
function randoms(seed) {
	let state = seed >>> 0;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor(state / 2 ** 32 * below);
	};
}

const seed = Number(new URLSearchParams(location.search).get("seed")) || 1;
const berlin = zones.makeZone("Europe/Berlin"), utc = zones.makeZone("UTC");
const utcTime = (text) => Date.parse(`${text}Z`) / 1000;
const H = 3600, D = 86400;

// --- times ---------------------------------------------------------------------

test("lengths are read as people and Slurm write them", () => {
	const table = {"2h": 7200, "90": 5400, "1h 30m": 5400, "1:30": 5400, "1-02:00:00": 93600, "0:05:30": 330, "1.5h": 5400, "2 days": 172800, "1w": 604800, "45 min": 2700,
		"": null, "h": null, "-2h": null, "2x": null, "1:75": null, "two hours": null};
	for (const [text, seconds] of Object.entries(table)) same(parseLength(text), seconds, text);
});

test("a length that is printed is read as the same", () => {
	const random = randoms(seed);
	for (let i = 0; i < 2000; i++) {
		const n = random(40 * D) + 1;
		same(parseLength(lengthText(n)), n, lengthText(n));
		same(parseLength(slurmLength(n)), Math.ceil(n / 60) * 60, slurmLength(n));
	}
	same(slurmLength(26 * H), "1-02:00:00");
	same(slurmLength(61), "0:02:00");
});

test("how far an instant is from now", () => {
	same(withLengths("for 02:00:00, and 1-00:30:00 at 2026-11-23T12:00:00"), "for 2h, and 1d 30m at 2026-11-23T12:00:00");
	same(fromNow(1000 + 2 * H, 1000), "in 2h");
	same(fromNow(1000 - 300, 1000), "5m ago");
	same(fromNow(1020, 1000), "now");
	same(fromNow(1000 - 50 * H - 300, 1000), "2d 2h ago");
	same(fromNow(1000 + 26 * H + 300, 1000), "in 1d 2h");
	same(stateText({state: "pending", start: 1000 + 26 * H, end: 1000 + 30 * H}, 1000), "in 1d 2h");
	same(stateText({state: "active", start: 0, end: 1000 + 2 * H + 59}, 1000), "running, 2h left");
	same(stateText({state: "active", start: 0, end: 1030}, 1000), "running");
});

test("wall-clock time to instants, on days whose clock changes", () => {
	same(zones.instant(berlin, 2026, 3, 29, 12), utcTime("2026-03-29T10:00:00"), "summer");
	same(zones.instant(berlin, 2026, 3, 29, 2, 30), utcTime("2026-03-29T01:30:00"), "a time that is skipped");
	same(zones.instant(berlin, 2026, 10, 25, 2, 30), utcTime("2026-10-25T00:30:00"), "a time that there is twice");
	const day = zones.instant(berlin, 2026, 10, 25);
	same(zones.dayStart(berlin, day, 1) - day, 25 * H, "a day of 25 hours");
	same(zones.stamp(berlin, utcTime("2026-11-23T09:05:07")), "2026-11-23T10:05:07");
});

test("both ends of a short span, or of one in the night of two hours", () => {
	const t = utcTime("2026-11-22T23:51:10"), night = utcTime("2026-10-25T00:51:00");
	same(zones.range(berlin, t, t + 30), "Mon 23 Nov, 00:51:10 – 00:51:40");
	same(zones.range(berlin, t, t + 60), "Mon 23 Nov, 00:51 – 00:52");
	same(zones.range(berlin, night, night + H), "Sun 25 Oct, 02:51 UTC+2 – 02:51 UTC+1");
	same(zones.range(berlin, night, night + 2 * H), "Sun 25 Oct, 02:51 – 03:51");
	same(zones.range(berlin, t, t), "Mon 23 Nov, 00:51 – 00:51");
});

test("every instant is found again by its wall-clock time", () => {
	const random = randoms(seed);
	for (const name of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]) {
		const zone = zones.makeZone(name);
		for (let i = 0; i < 300; i++) {
			const t = utcTime("2026-01-01T00:00:00") + random(365 * 96) * 900;
			const w = zones.wall(zone, t), found = zones.instant(zone, w.year, w.month, w.day, w.hour, w.minute, w.second);
			const twice = zones.offsetText(zone, found) !== zones.offsetText(zone, t);
			if (found !== t && !twice) throw new Error(`${name}: ${t} became ${found}`);
		}
	}
});

test("a zone that the browser does not know has a fixed offset", () => {
	const zone = zones.makeZone("Somewhere/Else", -5400);
	same(zones.clock(zone, utcTime("2026-11-23T12:00:00")), "10:30");
	same(zones.offsetText(zone, 0), "UTC−1:30");
	same(zones.offsetText(berlin, utcTime("2026-11-23T12:00:00")), "UTC+1");
});

test("fields for times", () => {
	same(zones.parseField(berlin, "2026-11-23T10:00"), utcTime("2026-11-23T09:00:00"));
	for (const bad of ["", "2026-13-01T10:00", "2026-02-30T10:00", "2026-11-23", "2026-11-23T25:00", "now"]) same(zones.parseField(berlin, bad), null, bad);
});

// --- the scale -------------------------------------------------------------------

test("pixels to times and back", () => {
	const scale = makeScale(1000, 5000, 800);
	same(scale.x(1000), 0);
	same(scale.x(6000), 800);
	same(scale.t(scale.x(2345)), 2345);
});

test("zoom keeps what is under the pointer, within its limits", () => {
	const scale = makeScale(1_000_000, D, 1000);
	const {from, span} = zoomed(scale, 0.5, 250);
	same(span, D / 2);
	same(makeScale(from, span, 1000).t(250), scale.t(250));
	same(zoomed(scale, 1e-9, 0).span, 1800);
	same(zoomed(scale, 1e9, 0).span, 400 * D);
});

test("ticks are on whole local hours, apart, and inside the view", () => {
	const random = randoms(seed);
	for (let i = 0; i < 300; i++) {
		const scale = makeScale(utcTime("2026-01-01T00:00:00") + random(400 * D), 1800 + random(120 * D), 300 + random(1500));
		const {minor, major} = ticks(berlin, scale);
		if (!minor.length && scale.span > 35 * D) throw new Error("no ticks");
		for (let k = 0; k < minor.length; k++) {
			if (minor[k].t >= scale.to || (k > 0 && minor[k].t <= minor[k - 1].t)) throw new Error(`tick ${k} of ${scale.from}+${scale.span}`);
			if (k > 1 && scale.x(minor[k].t) - scale.x(minor[k - 1].t) < 25) throw new Error(`ticks of ${scale.from}+${scale.span} on ${scale.width} touch`);
			if (scale.span > D) same(zones.wall(berlin, minor[k].t).minute, 0, "minutes");
		}
		if (!major.length || major[0].t > scale.from) throw new Error("the first label is missing");
	}
	const winter = ticks(berlin, makeScale(zones.instant(berlin, 2026, 10, 25), 25 * H, 2500));
	same(winter.minor.map((m) => m.text).filter((text) => text === "02:00").length, 1, "the hour that there is twice");
});

test("a drag snaps to local times, no finer than the site's slot", () => {
	same(snapStep(makeScale(0, 2 * H, 1000), 300), 300);
	same(snapStep(makeScale(0, 2 * H, 1000), 1800), 1800);
	same(snapStep(makeScale(0, 7 * D, 1000), 300), 10800);
	const t = zones.instant(berlin, 2026, 11, 23, 10, 7);
	same(zones.clock(berlin, snap(berlin, t, 900)), "10:00");
	same(zones.clock(berlin, snap(berlin, t, D)), "00:00");
});

// --- rows --------------------------------------------------------------------------

const node = (index, partition, more = []) => ({name: `n${index + 1}`, index, partition, partitions: [partition, ...more], down: false, features: ""});
const parts = [{name: "gpu"}, {name: "cpu"}];

test("nodes stand in their first partition, in the order of partitions", () => {
	const rows = makeRows([node(0, "cpu"), node(1, "gpu", ["cpu"]), node(2, "cpu")], parts);
	same(rows.nodes.map((n) => n.name), ["n2", "n1", "n3"]);
	same(rows.groups.map((g) => [g.name, g.first, g.count]), [["gpu", 0, 1], ["cpu", 1, 2]]);
	same(segments(rows, [[0, 2]]).map((s) => [s.group, s.first, s.last]), [[1, 1, 1], [0, 0, 0], [1, 2, 2]]);
	same(makeRows([node(0, "cpu"), node(1, "gpu", ["cpu"])], parts, {only: "cpu"}).nodes.map((n) => n.name), ["n1", "n2"]);
	same(makeRows([node(0, "cpu"), node(1, "gpu")], parts, {folded: new Set(["gpu"])}).nodes.map((n) => n.name), ["n1"]);
});

test("segments cover exactly the rows of the nodes", () => {
	const random = randoms(seed);
	for (let i = 0; i < 200; i++) {
		const nodes = Array.from({length: 1 + random(60)}, (_, k) => node(k * (1 + random(2)) + 0, random(3) ? "cpu" : "gpu")).filter((n, k, all) => all.findIndex((m) => m.index === n.index) === k);
		const rows = makeRows(nodes, parts, {folded: random(4) ? new Set() : new Set(["gpu"])});
		const first = random(60), ranges = [[first, first + random(30)]];
		const wanted = rows.nodes.map((n, row) => n.index >= ranges[0][0] && n.index <= ranges[0][1] ? row : -1).filter((r) => r >= 0);
		const found = segments(rows, ranges).flatMap((s) => Array.from({length: s.last - s.first + 1}, (_, k) => s.first + k)).sort((a, b) => a - b);
		same(found, wanted, `round ${i}`);
	}
});

test("places of rows and back", () => {
	const rows = makeRows([0, 1, 2, 3].map((i) => node(i, i < 2 ? "gpu" : "cpu")), parts, {folded: new Set()});
	place(rows, 10);
	for (let row = 0; row < 4; row++) same(at(rows, rowTop(rows, row) + 5).row, row, `row ${row}`);
	same(at(rows, 3).row, -1, "a head");
	same(at(rows, rows.height), null, "below");
	same(rowTop(rows, 2), 2 * HEAD + 20);
	same(fittingHeight(rows, 2 * HEAD + 48, 3, 44), 12);
	same(fittingHeight(rows, 10, 3, 44), 3);
});

test("lanes: items that overlap have different ones, and no more than needed", () => {
	const random = randoms(seed);
	for (let i = 0; i < 100; i++) {
		const items = Array.from({length: 30}, () => { const start = random(100); return {start, end: start + 1 + random(20)}; });
		const lanes = packLanes(items);
		let most = 0;
		for (let t = 0; t < 130; t++) {
			const here = items.filter((item) => item.start <= t && t < item.end);
			same(new Set(here.map((item) => item.lane)).size, here.length, `at ${t}`);
			most = Math.max(most, here.length);
		}
		same(lanes, most, "lanes");
	}
});

test("names of nodes as Slurm writes them", () => {
	same(nodeList(["n1", "n2", "n3", "n7"]), "n[1-3,7]");
	same(nodeList(["a1", "b2", "login"]), "a1,b2,login");
	same(nodeList(["n10", "n9"]), "n[9-10]");
	same(nodeList(["n01", "n02"]), "n[01-02]");
});

// --- capacity ------------------------------------------------------------------------

test("free nodes, against a count of each moment", () => {
	const random = randoms(seed);
	for (let i = 0; i < 100; i++) {
		const nodes = 1 + random(12);
		const spans = Array.from({length: random(12)}, () => {
			const start = random(50), first = random(nodes);
			return {start, end: start + random(20), ranges: random(5) ? [[first, Math.min(nodes - 1, first + random(4))]] : [], extra: random(5) ? 0 : random(2)};
		});
		const counts = (n) => n % 5 === 4 ? 0 : 1;
		const {steps, total} = freeSteps(spans, nodes, counts, 5);
		for (let t = 5; t < 75; t++) {
			const here = spans.filter((s) => s.start <= t && t < s.end);
			let taken = here.reduce((sum, s) => sum + s.extra, 0);
			for (let n = 0; n < nodes; n++) if (counts(n) && here.some((s) => s.ranges.some(([a, b]) => a <= n && n <= b))) taken++;
			same(freeAt(steps, t), Math.max(0, total - taken), `round ${i} at ${t}`);
		}
	}
});

// --- words ----------------------------------------------------------------------------

test("words for a shell can't end their quotes", () => {
	same(quote("n1"), "n1");
	same(quote("n[1-4]"), "'n[1-4]'");
	same(quote("it's $(rm -rf ~)"), "'it'\\''s $(rm -rf ~)'");
	same(quote(""), "''");
});

test("command lines", () => {
	const wish = {name: "demo", start: utcTime("2026-11-23T09:00:00"), duration: 2 * H, nodes: 4, partition: "main", delay: 4 * H};
	same(commands.book(wish, berlin, "ada"), ["sresv book demo -s 2026-11-23T10:00:00 -t 2:00:00 -d 4:00:00 -N 4 -p main",
		"scontrol create reservation ReservationName=demo StartTime=2026-11-23T10:00:00 Duration=2:00:00 MaxStartDelay=4:00:00 NodeCnt=4 PartitionName=main Users=ada"]);
	same(commands.book({...wish, min_nodes: 2, min_duration: H / 2, max_cost: 90.5, prefer: "nodes"}, utc, "ada"),
		["sresv book demo -s 2026-11-23T09:00:00 -t 0:30:00-2:00:00 -d 4:00:00 -N 2-4 -p main --max-cost 90.5 --prefer nodes",
			"scontrol create reservation ReservationName=min-nodes:2:min-time:30:max-cost:90.5:prefer:nodes:demo StartTime=2026-11-23T09:00:00 Duration=2:00:00 MaxStartDelay=4:00:00 NodeCnt=4 PartitionName=main Users=ada"]);
	same(commands.book({nodes: 4, min_nodes: 2}, utc, "ada")[1], "scontrol create reservation ReservationName=min-nodes:2:NAME NodeCnt=4 Users=ada");
	const b = {name: "demo", duration: 2 * H, node_count: 4}, lines = (change, one = b) => commands.change(one, change, utc);
	same(lines({start: wish.start, duration: H}), ["sresv move demo -s 2026-11-23T09:00:00", "sresv shrink demo -t 1:00:00", "scontrol update ReservationName=demo StartTime=2026-11-23T09:00:00 Duration=1:00:00"]);
	same(lines({start: wish.start, duration: 2 * H})[0], "sresv move demo -s 2026-11-23T09:00:00");
	same(lines({delay: 0}), ["sresv move demo -d 0:00:00", "scontrol update ReservationName=demo MaxStartDelay=0:00:00"]);
	same(lines({duration: 3 * H, nodes: 6, name: "x"}), ["sresv extend demo -t 1:00:00 -N 2", "sresv rename demo x", "scontrol update ReservationName=name:x:demo Duration=3:00:00 NodeCnt=6"]);
	same(lines({nodes: 1}, {...b, name: "-d"})[0], "sresv give -N 3 -- -d");
	same(lines({give: {nodes: 1}, duration: H}), ["sresv shrink demo -t 1:00:00", "sresv give demo -N 1"]);
	same(lines({give: {cores: 2}}), ["sresv give demo --cores 2"]);
	same(lines({give: {gpus: "1"}}), ["sresv give demo --gpus 1"]);
	same(commands.show("a b"), ["sresv show 'a b'"]);
	same(commands.end("a b"), ["sresv end 'a b'"]);
	same(commands.remove("a b"), ["sresv cancel 'a b'", "scontrol delete 'ReservationName=a b'"]);
	same(commands.book({nodes: 1, accounts: ["x", "y"]}, utc, "ada")[1], "scontrol create reservation NodeCnt=1 Accounts=x,y");
});

test("links: what is written is read again, and nothing else is", () => {
	const state = {view: "week", from: 1795400000, span: 86400, zone: "site", partition: "a&b=c", find: "#1 %", mine: true, booking: "x/y", nodes: 4};
	same(readLink(writeLink(state)), state);
	same(readLink("#view=evil&from=-1&span=5&mine=yes&token=abc&constructor=1&__proto__=2"), {});
	same(writeLink({}), "");
});

test("a token is found in what somebody pastes", () => {
	same(tokenIn(" http://127.0.0.1:8080/#token=0123456789abcdef\n"), "0123456789abcdef");
	same(tokenIn("0123456789abcdef"), "0123456789abcdef");
	same(tokenIn("hello world"), "");
});

test("the token leaves the address at once, and nothing else does", () => {
	history.replaceState(null, "", "#token=0123456789abcdef&view=week");
	takeToken();
	same(location.hash, "#view=week");
	same(sessionStorage.getItem("garq-token"), "0123456789abcdef");
	sessionStorage.clear();
});

// --- the calendar -----------------------------------------------------------------------

test("wall-clock times go to the calendar and come back", () => {
	const change = utcTime("2026-10-25T01:00:00"), random = randoms(seed);
	for (let i = 0; i < 200; i++) {
		const t = change - 60 * D + random(120 * 96) * 900;
		const twice = t >= change && t < change + H; // it is the first that comes back
		same(zones.dateInstant(berlin, zones.wallDate(berlin, t)), twice ? t - H : t, zones.stamp(berlin, t));
	}
	same(zones.wallDate(berlin, change).toISOString(), "2026-10-25T02:00:00.000Z");
});

test("the most events of each hour", () => {
	const random = randoms(seed), day = zones.instant(berlin, 2026, 10, 25), next = zones.dayStart(berlin, day, 1);
	same(hourlyPeaks([], day, next), Array(25).fill(0));
	for (let i = 0; i < 50; i++) {
		const events = Array.from({length: random(20)}, () => { const start = day - 5 * H + random(120) * 900; return {start, end: start + 900 + random(40) * 900}; });
		const peaks = hourlyPeaks(events, day, next);
		for (let h = 0; h < 25; h++) {
			const quarters = [0, 1, 2, 3].map((q) => day + h * H + q * 900).map((t) => events.filter((e) => e.start <= t && t < e.end).length);
			same(peaks[h], Math.max(...quarters), `round ${i}, hour ${h}`);
		}
	}
});

// --- the model ----------------------------------------------------------------------------

const booking = (name, more = {}) => ({name, kind: "booking", state: "pending", start: 1000, end: 2000, duration: 1000, occurrences: [], node_count: 1, node_list: "n1", node_ranges: [[0, 0]],
	window: null, users: ["ada"], groups: [], accounts: [], partition: null, comment: null, mine: true, maintenance: false, degraded: false, ...more});

function modelWith(...bookings) {
	const model = new Model();
	model.setConfig({mode: "own", operator: false, hides: false, now: 500});
	model.setNodes({nodes: [node(0, "cpu"), node(1, "cpu")], partitions: [{name: "cpu"}]});
	model.take({reset: true, bookings, removed: [], offers: [], now: 500, revision: "1"});
	return model;
}

test("the model tells what moved, what is new and what is gone", () => {
	const model = modelWith(booking("a"), booking("b"), booking("c"));
	let told = null;
	model.addEventListener("change", ({detail}) => { told = detail; });
	model.take({reset: false, bookings: [booking("a", {start: 1500, end: 2500}), booking("d")], removed: ["b"], offers: null, now: 501, revision: "2"});
	same([told.shifts.map((s) => s.name), told.added.map((b) => b.name), told.removed.map((b) => b.name)], [["a"], ["d"], ["b"]]);
	model.take({reset: true, bookings: [booking("a", {start: 1500, end: 2500})], removed: [], offers: [], now: 502, revision: "3"});
	same([...model.bookings.keys()], ["a"], "after a reset");
	told = null;
	model.take({reset: false, bookings: [], removed: [], offers: null, now: 503, revision: "4"});
	same(told, null, "when nothing has changed");
});

test("who may change, and where a booking may move", () => {
	const model = modelWith(booking("a"), booking("b", {mine: false}));
	same(["a", "b"].map((n) => model.mayChange(model.bookings.get(n))), [true, false]);
	same(windowOf(booking("w", {window: {delay: 600, earliest_start: null, latest_start: 1600}})), {start: 1000, end: 2600});
	same(windowOf(booking("w", {state: "active", window: {delay: 600, earliest_start: null, latest_start: 1600}})), null);
	same([matches(booking("Course"), "cour"), matches(booking("x", {accounts: ["chem"]}), "CHEM"), matches(booking("x"), "zzz")], [true, true, false]);
});

test("the bar on top is found", () => {
	const model = modelWith(booking("a", {mine: false}), booking("m", {maintenance: true, kind: "maintenance"}));
	const scene = makeScene(model, {partition: "", find: "", mine: false, folded: new Set()});
	same(barAt(scene, 1500, 0, 0).booking.name, "m");
	same(barAt(scene, 1500, 1, 0), null);
	same(barAt(scene, 2000, 0, 0), null);
});

// --- CPU time -------------------------------------------------------------------------------

test("twelve months with now, or with the chosen one", () => {
	const month = (text) => zones.instant(berlin, ...text.split("-").map(Number), 1), now = utcTime("2026-11-30T23:30:00");
	const table = [["2026-12", "2026-01", "2026-12"], ["2026-01", "2026-01", "2026-12"], ["2025-12", "2025-01", "2025-12"], ["2027-03", "2026-04", "2027-03"]];
	for (const [chosen, first, last] of table) {
		const months = monthsWith(berlin, month(chosen), now);
		same([months.length, months[0], months[11]], [12, month(first), month(last)], chosen);
		same(months.includes(month(chosen)), true, chosen);
	}
	same(sumOf([{booked: 5, held: 4, used: 3, given_back: 1, moved: 7}, {booked: 1, held: 0, used: 0, given_back: 1}]), {booked: 6, held: 4, used: 3, given_back: 2});
});

test("the figures of a past booking are those of its own end", () => {
	const rows = [{name: "a", closed: 100, used: 1}, {name: "a", closed: 130, used: 2}, {name: "a", closed: null, used: 3}, {name: "b", closed: 128, used: 4}];
	for (const [name, closed, used] of [["a", 128, 2], ["a", 101, 1], ["b", 120, 4], ["a", 300], ["c", 100]]) same(usageOf(rows, {name, closed})?.used, used, `${name} ${closed}`);
});

// --- run ------------------------------------------------------------------------------------

const results = [];
for (const {name, run} of tests) {
	try {
		await run();
		results.push({name, error: ""});
	} catch (error) {
		results.push({name, error: `seed ${seed}: ${error.message}`});
	}
}
document.body.dataset.results = JSON.stringify(results);
