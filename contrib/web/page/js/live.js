// SPDX-License-Identifier: GPL-2.0-or-later
// Follows the changes by long polling, and goes on by itself when the server was away.
import {api} from "./api.js";

const WAIT = 25; // seconds that the server may keep a request

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/*
 * Tell `take` of each answer, `lost(error)` when there is none, and `found()` when there is one again. Ends, and
 * returns the error, if the token is not the right one.
 */
export async function follow(take, lost, found) {
	let since = "", failures = 0;
	for (;;) {
		try {
			const answer = await api.changes(since, WAIT);
			if (failures) found();
			failures = 0;
			since = answer.revision;
			await take(answer);
		} catch (error) {
			if (error.code === "token") return error;
			failures++;
			lost(error);
			await pause(error.retryAfter || Math.min(15, 0.5 * 2 ** failures));
		}
	}
}
