// The work on the server: written a moment after each change, in its local database.
import { call } from "./api.js";
import { say } from "./say.js";
import { current, onChange, workName } from "./work.js";

let status = { state: "", text: "" };
let timer;
const listeners = new Set();

export const saved = () => status;
export const onSaved = (f) => listeners.add(f);

function set(state, text) {
  status = { state, text };
  listeners.forEach((f) => f());
}

/** startSaving keeps every change. */
export function startSaving() {
  onChange((question) => {
    if (!question.source || !workName()) return;
    clearTimeout(timer);
    timer = setTimeout(() => save(), 800);
  });
  addEventListener("pagehide", () => {
    if (timer) save({ keepalive: true });
  });
}

/** save writes the work at once, and gives whether that succeeded. */
export async function save(options) {
  clearTimeout(timer);
  timer = undefined;
  try {
    await call("PUT", `workspaces/${encodeURIComponent(workName())}`, { state: current() }, options);
    set("ok", "saved");
    return true;
  } catch (error) {
    const text = error.status === 0 ? "Not saved: the server does not answer" : `Not saved: ${error.message}`;
    if (status.state !== "bad") say(`${text}. This browser keeps the work.`);
    set("bad", "not saved");
    return false;
  }
}

/** list is [{name, updated}], newest first. */
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
