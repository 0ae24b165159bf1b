// SPDX-License-Identifier: GPL-2.0-or-later
// Questions: what would a request do? The controller says its plan and does nothing; no place is held. The offers of a refusal
// are open until they are withdrawn, which is done when nobody looks at them any more.
import {api} from "./api.js";

const GAP = 600; // least milliseconds between two questions: each counts for garq_user_rate

export class Look {
	#timer = 0;
	#running = null;
	#key = ""; // what was asked last
	#found = null; // and what came of it
	#told = null;
	#last = -Infinity;
	#open = new Set(); // the requests that may have open offers

	/* ask(wish, signal) asks the controller. */
	constructor(ask) {
		this.ask = ask;
	}

	/*
	 * Ask about a wish {name, ...} after `wait` milliseconds, unless another one comes first. told() gets {plan} or {error}; where
	 * the same was asked just before, the same again.
	 */
	about(wish, wait, told) {
		const key = JSON.stringify(wish);
		if (key !== this.#key) {
			this.stop();
			this.#key = key;
			this.#timer = setTimeout(() => this.#go(wish), Math.max(wait, this.#last + GAP - performance.now()));
		}
		this.#told = told;
		if (this.#found) told(this.#found);
	}

	async #go(wish) {
		const running = this.#running = new AbortController();
		this.#last = performance.now();
		let found;
		try {
			found = {plan: (await this.ask(wish, running.signal)).plan};
		} catch (error) {
			if (!error.lines || error.offers.length) this.#open.add(wish.name); // aborted, or refused
			found = {error};
		}
		if (running.signal.aborted) return;
		this.#found = found;
		this.#told(found);
	}

	/* Nobody waits for an answer any more, and whatever comes next is asked. */
	stop() {
		clearTimeout(this.#timer);
		this.#running?.abort();
		this.#key = "";
		this.#found = null;
	}

	/* One of these offers was taken, so the others have ended. */
	taken(request) {
		this.#open.delete(request);
	}

	/* Nobody looks at the offers any more. */
	end() {
		this.stop();
		for (const request of this.#open) api.withdrawAll(request).catch(() => {}); // they have ended already
		this.#open.clear();
	}
}
