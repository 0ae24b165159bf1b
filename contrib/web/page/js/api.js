// SPDX-License-Identifier: GPL-2.0-or-later
// The REST interface, as contrib/web/openapi.json describes it. Addresses are relative: a proxy may put a path before them.

const KEY = "garq-token";

/* An answer that is no success; `code` as the interface has it, "network" where there was no answer. */
export class ApiError extends Error {
	constructor(status, error, retryAfter = 0) {
		super(error.message || "");
		this.status = status;
		this.code = error.code || "failed";
		this.lines = error.lines?.length ? error.lines : [this.message];
		this.whatToDo = error.what_to_do || "";
		this.offers = error.offers || [];
		this.missing = error.missing || [];
		this.in_the_way = error.in_the_way || [];
		this.earliest = error.earliest || [];
		this.command = error.command || "";
		this.retryAfter = retryAfter;
	}
}

/* The token in a text that somebody pasted: the token itself, or an address that has it. */
export function tokenIn(text) {
	return /(?:^|token=)([A-Za-z0-9_-]{8,256})\s*$/.exec(text.trim())?.[1] || "";
}

/* Take the token out of the address, so that it is neither shown, shared nor kept in the history. */
export function takeToken() {
	const words = new URLSearchParams(location.hash.replace(/^#/, ""));
	const token = words.get("token");
	if (token) {
		words.delete("token");
		history.replaceState(null, "", `${location.pathname}${location.search}${String(words) ? `#${words}` : ""}`);
		saveToken(token);
	}
}

export const saveToken = (token) => sessionStorage.setItem(KEY, token);

async function errorOf(response) {
	let error = {};
	try {
		error = (await response.json()).error || {};
	} catch {
		error = {message: `The server answers ${response.status}`};
	}
	return new ApiError(response.status, error, Number(response.headers.get("Retry-After")) || 0);
}

/* One request; its answer as an object, or the text of a CSV. Throws ApiError; an aborted one throws what fetch() throws. */
async function ask(method, path, body, signal) {
	const headers = {Accept: "application/json"};
	const token = sessionStorage.getItem(KEY);
	if (token) headers.Authorization = `Bearer ${token}`;
	if (body !== undefined) headers["Content-Type"] = "application/json";
	let response;
	try {
		response = await fetch(`api/v1/${path}`, {method, headers, signal, cache: "no-store", credentials: "omit", keepalive: method === "DELETE",
			body: body === undefined ? undefined : JSON.stringify(body)});
	} catch (e) {
		if (e.name === "AbortError") throw e;
		throw new ApiError(0, {code: "network", message: "The server does not answer"});
	}
	if (!response.ok) throw await errorOf(response);
	return response.headers.get("Content-Type")?.startsWith("text/csv") ? response.text() : response.json();
}

const named = (kind, name) => `${kind}/${encodeURIComponent(name)}`;

const usageOf = ({since, until, each}) => `usage?since=${since}&until=${until}${each ? "&each=1" : ""}`;

export const api = {
	config: () => ask("GET", "config"),
	nodes: () => ask("GET", "nodes"),
	jobs: () => ask("GET", "jobs"),
	log: (name) => ask("GET", `log?booking=${encodeURIComponent(name)}`),
	events: (since) => ask("GET", `log?since=${since}`),
	read: () => ask("GET", "read"),
	markRead: (marks) => ask("POST", "read", {marks}),
	past: (since) => ask("GET", `bookings?past=1&since=${since}`),
	usage: (span) => ask("GET", usageOf(span)),
	usageCsv: (span) => ask("GET", `${usageOf(span)}&format=csv`),
	changes: (since, wait, signal) =>
		ask("GET", since ? `changes?since=${encodeURIComponent(since)}&wait=${wait}` : "changes", undefined, signal),
	starts: (wish, signal) => ask("POST", "starts", wish, signal),
	why: (wish) => ask("POST", "why", wish),
	book: (wish) => ask("POST", "bookings", wish),
	lookAtBooking: (wish, signal) => ask("POST", "bookings", {...wish, plan: "show"}, signal),
	change: (name, change) => ask("PATCH", named("bookings", name), change),
	lookAtChange: (name, change, signal) => ask("PATCH", named("bookings", name), {...change, plan: "show"}, signal),
	remove: (name) => ask("DELETE", named("bookings", name)),
	lookAtRemoving: (name) => ask("DELETE", `${named("bookings", name)}?plan=show`),
	accept: (offer) => ask("POST", `${named("offers", offer)}/accept`, {}),
	withdraw: (offer) => ask("DELETE", named("offers", offer)),
	withdrawAll: (request) => ask("DELETE", `offers?request=${encodeURIComponent(request)}`),
};
