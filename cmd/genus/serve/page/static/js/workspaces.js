// The work on the server: written a moment after each change, in its local database.
import { call } from "./api.js";
import { onLearning, result, running } from "./learn.js";
import { nameOf } from "./names.js";
import { say } from "./say.js";
import { current, onChange, rename, workName } from "./work.js";

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

/** isKept says that the server has the work under that name: it was opened from there. */
export function isKept(name) {
  kept = name;
  try {
    localStorage.setItem(keptKey, name);
  } catch {
    // It is saved under another name after a reload.
  }
}

/** startSaving keeps every change of work that has examples. */
export function startSaving() {
  onChange((question) => {
    if (!question.source || !workName()) return;
    clearTimeout(timer);
    timer = setTimeout(() => save(), 800);
  });
  // What it is about is known better when it has been learned.
  onLearning(() => {
    if (result() && !running() && workName()) timer ??= setTimeout(() => save(), 800);
  });
  addEventListener("pagehide", () => {
    if (timer) save({ keepalive: true });
  });
}

/** saveNow writes at once what would be written in a moment. */
export const saveNow = () => (timer ? save() : Promise.resolve(true));

const isEmpty = ({ pos, neg }) => pos.length + neg.length === 0;

/** save writes the work at once, and gives whether that succeeded. Empty work is taken away. */
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
    if (kept !== workName()) {
      const name = await freshName(workName());
      isKept(name);
      if (name !== workName()) rename(name);
    }
    await call("PUT", `workspaces/${encodeURIComponent(workName())}`, { state: { ...current(), about: about() } }, options);
    set("ok", "saved");
    return true;
  } catch (error) {
    const text = error.status === 0 ? "Not saved: the server does not answer" : `Not saved: ${error.message}`;
    if (status.state !== "bad") say(`${text}. This browser keeps the work.`);
    set("bad", "not saved");
    return false;
  }
}

/** about is what the work is about: the definition or, before there is one, the first examples. */
function about() {
  const names = current().pos.slice(0, 3).map(nameOf).join(", ");
  return result()?.english || (current().pos.length > 3 ? `${names} …` : names);
}

/** list is [{name, updated, about}], newest first. */
export async function list() {
  const { workspaces } = await call("GET", "workspaces");
  return [...workspaces].sort((a, b) => (a.updated < b.updated ? 1 : -1));
}

export const load = (name) => call("GET", `workspaces/${encodeURIComponent(name)}`);
export const remove = (name) => call("DELETE", `workspaces/${encodeURIComponent(name)}`);

/** freshName is the name with a number if it is taken. */
export async function freshName(wanted) {
  let taken;
  try {
    taken = new Set((await list()).map((w) => w.name));
  } catch {
    return wanted; // saving will say what is wrong
  }
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} ${n}`;
  return name;
}
