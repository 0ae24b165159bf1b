// SPDX-License-Identifier: GPL-2.0-or-later
// Reads a calendar from standard input with ical.js, the parser of Thunderbird, and prints its events as JSON, times as
// seconds since the epoch by the calendar's own VTIMEZONE.
import {readFileSync} from "node:fs";
import ICAL from "ical.js";

const calendar = new ICAL.Component(ICAL.parse(readFileSync(0, "utf8")));
for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
const events = calendar.getAllSubcomponents("vevent").map((c) => new ICAL.Event(c, {strictExceptions: true}));
console.log(JSON.stringify(events.map((e) => ({name: e.summary, uid: e.uid, sequence: e.sequence, start: e.startDate.toUnixTime(), end: e.endDate.toUnixTime(),
	zone: e.startDate.zone.tzid, recurs: e.isRecurring()}))));
