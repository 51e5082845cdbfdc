// Learning: the job on the server with its events, and the results by question, so that
// undo brings them back.
import { call, stream } from "./api.js";
import { report, withSource } from "./sources.js";
import { askedFor, current, sharesPositive } from "./work.js";

const resultKey = "genus.results";
const jobKey = "genus.job";
const keep = 8; // results that survive a reload

const noProgress = { phase: "", stage: null, best: null, correct: null, of: null, notes: [] };
let job = null; // {id, asked, state, started, abort} with progress
let failure = null; // {asked, error}
let results = new Map(); // askedFor(question) -> result
const listeners = new Set();

export const onLearning = (f) => listeners.add(f);
const tell = () => listeners.forEach((f) => f());

export const running = () => job;
/** isCurrent reports whether the running job is about the current question. */
export const isCurrent = () => job?.asked === askedFor();
/** isRunning returns whether the job of this result still works on its confirmation, question or proof. */
export const isRunning = (r, what) => Boolean(job) && job.result === r && r.running.includes(what);
/** result returns the result of the current question, or null. */
export const result = () => results.get(askedFor()) ?? null;
/** latest returns the last result for the same source and one of the positives, also of an earlier question, or null. */
export function latest() {
  const source = JSON.stringify(current().source);
  const isOfThese = ([asked]) => {
    const [of, pos] = JSON.parse(asked);
    return JSON.stringify(of) === source && sharesPositive(current(), pos);
  };
  return [...results.entries()].reverse().find(isOfThese)?.[1] ?? null;
}
export const learnError = () => (failure?.asked === askedFor() ? failure.error : null);

/** keepResult keeps a result as the last one. */
export function keepResult(asked, value) {
  results.delete(asked);
  results.set(asked, value);
  try {
    localStorage.setItem(resultKey, JSON.stringify([...results].slice(-keep)));
  } catch {
    // Too large to survive a reload: it must be learned again then.
    localStorage.removeItem(resultKey);
  }
}

/**
 * learn cancels the running job and starts one on the question. The search starts from the
 * concept that was learned before, so the result is never worse.
 */
export async function learn({ afresh = false } = {}) {
  const question = current();
  const asked = askedFor();
  const start = afresh || question.conditions.length > 0 ? null : (question.start ?? startOf(question));
  await supersede();
  failure = null;
  const mine = { ...noProgress, id: null, asked, state: "queued", started: Date.now(), abort: new AbortController() };
  job = mine;
  tell();
  try {
    const created = await withSource((s) =>
      call("POST", "jobs", {
        source: s.id,
        pos: question.pos.map((e) => e.iri),
        neg: question.neg.map((e) => e.iri),
        asked: question.asked,
        conditions: question.conditions.map(({ concept, answer }) => ({ concept, answer })),
        detail: true,
        options: { ...question.options, ...(start ? { start: [start] } : {}) },
      }),
    );
    if (job !== mine) return cancel(created.id);
    mine.id = created.id;
    mine.state = created.state;
    sessionStorage.setItem(jobKey, JSON.stringify({ id: mine.id, asked, started: mine.started }));
    tell();
    await follow(mine);
    // The concept may name a role that is not used any more.
    if (start && failure?.asked === asked && failure.error.type?.endsWith("/start")) await learn({ afresh: true });
  } catch (error) {
    over(mine, error);
  }
}

/** startOf returns the concept of the last result with the same data and settings and one of the positives, or null. */
function startOf(question) {
  const { source, options } = question;
  const same = (asked) => {
    const [of, pos, , settings] = JSON.parse(asked);
    return sharesPositive(question, pos) && JSON.stringify(of) === JSON.stringify(source) && JSON.stringify(settings) === JSON.stringify(sorted(options));
  };
  return [...results.entries()].reverse().find(([asked]) => same(asked))?.[1].concept?.dl ?? null;
}

const sorted = (options) => Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));

async function follow(mine) {
  await stream(`jobs/${mine.id}/events`, (name, data) => heard(mine, name, data), mine.abort.signal);
  if (mine.result === undefined && !mine.problem) {
    const last = await call("GET", `jobs/${mine.id}`);
    mine.result = last.result;
    mine.problem = last.error ?? last.problem;
  }
  if (mine.result && job === mine) keepResult(mine.asked, { ...mine.result, pending: false });
  over(mine, mine.problem ? Object.assign(new Error(mine.problem.detail ?? mine.problem.title), { title: mine.problem.title, iris: mine.problem.iris, type: mine.problem.type }) : null);
}

function heard(mine, name, data) {
  if (name === "progress") {
    mine.state = "running";
    Object.assign(mine, { phase: "", stage: data.stage ?? mine.stage, best: data.best ?? mine.best, correct: data.correct ?? mine.correct, of: data.of ?? mine.of });
  } else if (name === "note") mine.notes = [...mine.notes, data.text].slice(-50);
  else if (name === "state") mine.state = data.state;
  else if (name === "phase") Object.assign(mine, { phase: data.text, since: Date.now() });
  else if (name === "result") {
    // The first answer comes first; a pending result is sent again.
    mine.result = data;
    if (job === mine) keepResult(mine.asked, data);
  }
  else if (name === "error") mine.problem = data.problem ?? data;
  if (job === mine) tell();
}

function over(mine, error) {
  if (job !== mine) return;
  job = null;
  sessionStorage.removeItem(jobKey);
  failure = error && error.name !== "AbortError" ? { asked: mine.asked, error } : null;
  if (failure) report(error);
  tell();
}

/** cancel cancels a job on the server, unless the server has dropped it. */
async function cancel(id) {
  try {
    await call("DELETE", `jobs/${id}`);
  } catch (error) {
    if (error.status !== 404) throw error;
  }
}

/** supersede cancels the running job and forgets it. */
async function supersede() {
  const old = job;
  if (!old) return;
  job = null;
  old.abort.abort();
  // If this fails, the next request fails, too, and the page shows why.
  if (old.id) await cancel(old.id).catch(() => {});
}

/** stop cancels the job; its last events bring the best concept so far. */
export async function stop() {
  const mine = job;
  if (!mine) return;
  if (!mine.id) return over(mine, null); // learn cancels it when it knows the id
  mine.state = "stopping";
  tell();
  try {
    await cancel(mine.id);
  } catch (error) {
    over(mine, error);
  }
}

/** restoreResults restores the results, and follows the job of this tab if it still runs. */
export function restoreResults() {
  try {
    results = new Map(JSON.parse(localStorage.getItem(resultKey)) ?? []);
  } catch {
    results = new Map();
  }
  const kept = JSON.parse(sessionStorage.getItem(jobKey) ?? "null");
  if (!kept) return;
  const mine = { ...noProgress, ...kept, state: "running", abort: new AbortController() };
  job = mine;
  follow(mine).catch((error) => over(mine, error.status === 404 ? null : error));
}
