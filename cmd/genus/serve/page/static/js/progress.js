// The progress of the running job.
import { count, fill, h, unpressed } from "./dom.js";
import { onLearning, running } from "./learn.js";
import { announce } from "./say.js";

const flash = 250; // milliseconds; a faster job is not shown

/** progress returns a part that is visible while a job runs. */
export function progress() {
  const root = h("div", { class: "progress", hidden: true });
  let timer = null;
  let spoken = "";
  const draw = () => unpressed(drawNow);
  const drawNow = () => {
    const job = running();
    if (!job) {
      clearInterval(timer);
      timer = null;
      root.hidden = true;
      fill(root);
      return;
    }
    timer ??= setInterval(draw, 200);
    if (Date.now() - job.started < flash) return;
    root.hidden = false;
    fill(root, ...parts(job));
    const text = sentence(job);
    if (text !== spoken && job.best) announce(text);
    spoken = text;
  };
  onLearning(draw);
  return root;
}

/** sentence describes what the job does now. */
export function sentence(job) {
  if (job.state === "queued") return "Waiting for other jobs";
  if (job.state === "stopping") return "Stopping";
  if (job.phase) return job.phase.replace(/^waiting: (?:(\d+)m)?(\d+)s/, (_, minutes, seconds) => `waiting: ${left(job, 60 * Number(minutes ?? 0) + Number(seconds))} s`);
  if (job.stage === null) return "Reading the surroundings of the examples";
  if (job.stage === 0) return "Looking for a first concept";
  return `Looking for a concept of size ${job.stage}`;
}

/** left counts down the seconds of a wait that began with the phase. */
const left = (job, seconds) => Math.max(0, Math.round(seconds - (Date.now() - job.since) / 1000));

function parts(job) {
  const seconds = Math.round((Date.now() - job.started) / 1000);
  return [
    h("div", { class: "progress-line" }, h("span", { class: "spinner", "aria-hidden": "true" }), h("strong", {}, `${sentence(job)} …`), h("span", { class: "hint" }, `${seconds} s`)),
    h("progress", { "aria-label": "Learning" }),
    job.best && job.of > 0 && h("p", { class: "hint", title: job.best.dl }, `The best so far has ${job.correct} of ${count(job.of, "example")} right.`),
    job.notes.length > 0 && h("details", { class: "notes" }, h("summary", {}, job.notes.at(-1)), h("ul", {}, job.notes.slice(0, -1).reverse().map((n) => h("li", {}, n)))),
  ];
}
