// Saving the work on the server, a moment after each change.
import { call } from "./api.js";
import { shown } from "./chosen.js";
import { onLearning, result, running } from "./learn.js";
import { nameOf } from "./names.js";
import { say } from "./say.js";
import { current, isNamed, onChange, rename, workName } from "./work.js";

let status = { state: "", text: "" };
let timer;
const listeners = new Set();

export const saved = () => status;
export const onSaved = (f) => listeners.add(f);

function set(state, text) {
  status = { state, text };
  listeners.forEach((f) => f());
}

const keptKey = "genus.kept";
let kept = localStorage.getItem(keptKey) ?? ""; // the name under which the server has this work

/** isKept notes that the server has the work under that name. */
export function isKept(name) {
  kept = name;
  try {
    localStorage.setItem(keptKey, name);
  } catch {
    // After a reload the work is saved under another name.
  }
}

/** startSaving saves the work after every change, unless the server keeps none. */
export async function startSaving() {
  const { demo } = await call("GET", "info").catch(() => ({}));
  if (demo) return;
  onChange((question) => {
    if (!question.source || !workName()) return;
    clearTimeout(timer);
    timer = setTimeout(() => save(), 800);
  });
  // The result gives the work a better description.
  onLearning(() => {
    if (result() && !running() && workName()) timer ??= setTimeout(() => save(), 800);
  });
  addEventListener("pagehide", () => {
    if (timer) save({ keepalive: true });
  });
}

/** saveNow saves changes that are not saved yet. */
export const saveNow = () => (timer ? save() : Promise.resolve(true));

const isEmpty = ({ pos, neg }) => pos.length + neg.length === 0;

/** save saves the work, or deletes it if it has no examples. It returns whether that succeeded. */
export async function save(options) {
  clearTimeout(timer);
  timer = undefined;
  try {
    if (isEmpty(current())) {
      if (kept === workName()) await remove(kept);
      isKept("");
      set("", "");
      return true;
    }
    const before = kept;
    const wanted = nameWanted();
    if (kept !== wanted) {
      const name = await freshName(wanted);
      isKept(name);
      if (name !== workName()) rename(name);
    }
    await call("PUT", `workspaces/${encodeURIComponent(workName())}`, { state: { ...current(), about: about(), definition: definition() } }, options);
    if (before && before !== kept) await remove(before); // it was renamed
    set("ok", "saved");
    return true;
  } catch (error) {
    const text = error.status === 0 ? "Not saved: the server does not answer" : `Not saved: ${error.message}`;
    if (status.state !== "bad") say(`${text}. This browser keeps the work.`);
    set("bad", "not saved");
    return false;
  }
}

const longestName = 60;

/** nameWanted returns the name of the work: that of the user, or its definition with the number that tells it from other work. */
function nameWanted() {
  const english = result() && shown()?.english;
  if (isNamed() || !english || running()) return workName();
  const name = english[0].toUpperCase() + english.slice(1);
  const short = name.length > longestName ? `${name.slice(0, longestName).replace(/\s+\S*$/, "")} …` : name;
  return workName().replace(/ \d+$/, "") === short ? workName() : short;
}

/** about describes the work: by its definition or, without one, by its first examples. */
function about() {
  const names = current().pos.slice(0, 3).map(nameOf).join(", ");
  return (result() && shown()?.english) || (current().pos.length > 3 ? `${names} …` : names);
}

/** definition returns the concept that is shown and follows from the examples, or null. */
function definition() {
  const c = shown();
  return c && !c.stale ? c.dl : null;
}

/** list returns [{name, updated, about}], newest first. */
export async function list() {
  const { workspaces } = await call("GET", "workspaces");
  return [...workspaces].sort((a, b) => (a.updated < b.updated ? 1 : -1));
}

export const load = (name) => call("GET", `workspaces/${encodeURIComponent(name)}`);
export const remove = (name) => call("DELETE", `workspaces/${encodeURIComponent(name)}`);

/** freshName returns the name, with a number if it is taken. */
export async function freshName(wanted) {
  let taken;
  try {
    taken = new Set((await list()).map((w) => w.name));
  } catch {
    return wanted; // saving will show the error
  }
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} ${n}`;
  return name;
}
