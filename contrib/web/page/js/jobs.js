// SPDX-License-Identifier: GPL-2.0-or-later
// The user's jobs, and why those wait that do: what Slurm says, and which reservations are in their way.
import {api} from "./api.js";
import {button, commandLines, el} from "./dom.js";
import {answerBox} from "./answer.js";
import {openAsk} from "./ask.js";
import {commands} from "./command.js";
import {facts} from "./panel.js";
import {lengthText, withLengths} from "./spans.js";
import {dateTime} from "./zone.js";

const PAUSE = 5000; // between two looks, while it is shown
const HOUR = 3600;

/* "17, long name": what a job is called. */
const title = (job) => `Job ${job.id}`;

export class Jobs {
	#timer = 0;
	#jobs = null;
	#text = "";
	#asking = false;

	constructor(root, model, view, app) {
		Object.assign(this, {root, model, view, app});
		document.addEventListener("visibilitychange", () => this.refresh());
	}

	/* Look at once, and again from time to time for as long as this view is seen. */
	refresh() {
		clearTimeout(this.#timer);
		if (this.root.hidden || document.visibilityState !== "visible") return;
		if (!this.#jobs) this.root.replaceChildren(el("p.empty", {}, "Looking for your jobs…"));
		else this.#fill();
		this.#look();
	}

	async #look() {
		if (this.#asking) return;
		this.#asking = true;
		try {
			const {jobs} = await api.jobs();
			const text = JSON.stringify(jobs);
			if (text !== this.#text) {
				[this.#jobs, this.#text] = [jobs, text];
				this.#fill();
				this.#follow();
			}
		} catch (error) {
			if (!error.lines) throw error;
			if (!this.#jobs) this.root.replaceChildren(el("p.empty", {}, error.lines.join("; ")));
		} finally {
			this.#asking = false;
		}
		clearTimeout(this.#timer);
		if (!this.root.hidden) this.#timer = setTimeout(() => this.refresh(), PAUSE);
	}

	/* The job that is open beside the table stays open, and is as it is now. */
	#follow() {
		const {panel} = this.app;
		if (panel.kind !== "job") return;
		const job = this.#jobs.find((j) => j.id === this.open);
		if (job) this.show(job, true);
		else panel.close();
	}

	#fill() {
		const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.job : null;
		if (!this.#jobs.length) {
			this.root.replaceChildren(el("p.empty", {}, "You have no waiting or running jobs. Jobs that you submit with sbatch appear here, with the reasons why they wait."));
			return;
		}
		const head = el("tr", {}, ...[["Job"], ["Name"], ["State"], ["Nodes", "number.wide"], ["Time limit", "optional"], ["Why it waits"]]
			.map(([text, kind]) => el(`th${kind ? `.${kind}` : ""}`, {scope: "col"}, text)));
		this.root.replaceChildren(el("table", {}, el("caption.offscreen", {}, `${this.#jobs.length} jobs of yours`), el("thead", {}, head),
			el("tbody", {}, ...this.#jobs.map((job) => this.#row(job)))));
		if (focused) [...this.root.querySelectorAll("button")].find((b) => b.dataset.job === focused)?.focus();
	}

	#row(job) {
		const open = el("button", {type: "button", "data-job": job.id, onclick: () => this.show(job)}, job.id);
		return el("tr", {}, el("td", {}, open), el("td", {}, job.name), el("td.state", {}, this.#state(job)), el("td.number.wide", {}, String(job.node_count)),
			el("td.optional", {}, job.time_limit ? lengthText(job.time_limit) : "none"), el("td", {}, this.#why(job).slice(0, 2).join("; ")));
	}

	#state(job) {
		if (job.state !== "pending") return job.state;
		return job.start ? `waits, until ${this.#time(job.start)} perhaps` : "waits";
	}

	#time(t) {
		return dateTime(this.view.zone, t, this.model.now());
	}

	/* The reasons as sentences; those that say what would help are behind the others. */
	#why(job) {
		return job.why.map((w) => `${withLengths(w.text)}${w.at === null ? "" : `: ${this.#time(w.at)}`}`);
	}

	// --- one job --------------------------------------------------------------------

	show(job, quiet = false) {
		const {app} = this;
		this.open = job.id;
		app.panel.show("job", title(job), [this.#facts(job), this.#reasons(job), this.#buttons(job), this.#commands(job)].filter(Boolean), {focus: !quiet});
	}

	#facts(job) {
		const rows = [["Name", job.name], ["State", job.state === "pending" ? "waits" : job.state],
			[job.state === "pending" ? "Slurm expects" : "Began", job.start && this.#time(job.start)],
			["Nodes", `${job.node_count}${job.node_list ? `: ${job.node_list}` : ""}`], ["Time limit", job.time_limit ? lengthText(job.time_limit) : "none"],
			["Partition", job.partition], ["Submitted", job.submitted && this.#time(job.submitted)], ["Deadline", job.deadline && this.#time(job.deadline)],
			["Reservation", job.reservation]];
		return facts(rows);
	}

	#reasons(job) {
		if (!job.why.length) return null;
		const names = [...new Set(job.why.flatMap((w) => w.bookings))];
		const links = names.map((name) => this.model.bookings.has(name) ? button(name, () => this.app.open(name)) : el("span.chip", {}, name));
		return answerBox("maybe", "Why it waits", el("ul.lines", {}, ...this.#why(job).map((text) => el("li", {}, text))),
			links.length ? el("p.label", {}, "Reservations concerned") : null, links.length ? el("div.chips", {}, ...links) : null);
	}

	/* A reservation of one's own is the surest way to nodes at a time. */
	#buttons(job) {
		if (job.state !== "pending" || job.reservation || !this.app.mayAsk()) return null;
		const wish = {nodes: job.node_count || 1, duration: job.time_limit || HOUR, partition: (job.partition || "").split(",")[0]};
		return el("div.buttons", {}, button("Ask for nodes for it…", () => openAsk(this.app, wish), "primary"));
	}

	#commands(job) {
		const shorter = job.why.find((w) => w.kind === "shorter"), mine = job.state === "pending" && !job.reservation && this.app.mayAsk();
		return commandLines([...commands.job(job.job, shorter?.seconds), ...(mine ? commands.jobInside(job.job) : [])]);
	}
}
