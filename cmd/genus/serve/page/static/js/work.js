// The work: what the user has said, with its past and future. Every change
// makes a new question; none is ever changed in place.
//
//   question  {source, pos, neg, asked, options, pick, meant, settled}
//   source    {kind, …}: how to open the data (sources.js), null at the start
//   pos, neg  [{iri, label}]
//   asked     IRIs of what genus has asked about, and of matches that were
//             corrected: nobody picked these as examples. On neither side: the
//             user does not know
//   options   those of learning that are not the default
//   pick      size of the concept that is shown, null for the default choice
//   meant     concept of the ranking that is shown, null for the default choice
//   settled   the concept that the user said is meant: there are no more questions

const storageKey = "genus.work";
const longest = 100; // steps that can be undone
const nothing = Object.freeze({ source: null, pos: [], neg: [], asked: [], options: {}, pick: null, meant: null, settled: null });

let question = nothing;
let past = [];
let future = [];
let name = "";
const listeners = new Set();

export const current = () => question;
export const workName = () => name;
export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

/** onChange calls f(question, before) after each change. */
export function onChange(f) {
  listeners.add(f);
}

function set(next) {
  const before = question;
  question = next;
  store();
  for (const f of listeners) f(question, before);
}

/** change sets some fields of the question, as a step that can be undone. What is meant is chosen anew after any. */
export function change(fields) {
  past = [...past, question].slice(-longest);
  future = [];
  set({ ...question, meant: null, settled: null, ...fields });
}

/** begin starts other work, with nothing to undo. */
export function begin(next, called) {
  past = [];
  future = [];
  name = called;
  set({ ...nothing, ...next });
}

export function rename(called) {
  name = called;
  set({ ...question });
}

export function undo() {
  if (!canUndo()) return false;
  future = [question, ...future];
  const before = past.at(-1);
  past = past.slice(0, -1);
  set(before);
  return true;
}

export function redo() {
  if (!canRedo()) return false;
  past = [...past, question];
  const [next, ...rest] = future;
  future = rest;
  set(next);
  return true;
}

/** sideOf is "pos", "neg" or null. */
export function sideOf(iri) {
  if (question.pos.some((e) => e.iri === iri)) return "pos";
  if (question.neg.some((e) => e.iri === iri)) return "neg";
  return null;
}

/** mark puts individuals on a side, off the other, or off both if side is null. */
export function mark(individuals, side) {
  const iris = new Set(individuals.map((e) => e.iri));
  const stays = (e) => !iris.has(e.iri);
  const fields = { pos: question.pos.filter(stays), neg: question.neg.filter(stays) };
  if (side) fields[side] = [...fields[side], ...individuals.map(({ iri, label }) => ({ iri, label }))];
  else fields.asked = question.asked.filter((iri) => !iris.has(iri));
  change(fields);
}

/** askedFor is what the result depends on: the same text, the same result. */
export function askedFor(q = question) {
  const iris = (side) => side.map((e) => e.iri).sort();
  const options = Object.entries(q.options).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([q.source, iris(q.pos), iris(q.neg), options, q.asked]);
}

function store() {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ name, question, past: past.slice(-20), future: future.slice(0, 20) }));
  } catch {
    // Full or switched off: the server keeps the work (workspaces.js), which says so if it fails.
  }
}

/** restore takes up the work of the last visit; false if there is none. */
export function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey));
    if (!kept?.question?.source) return false;
    name = kept.name;
    past = kept.past.map(step);
    future = kept.future.map(step);
    set(checked(kept.question));
    return true;
  } catch {
    return false;
  }
}

/** step is a question of the past, also of another version. */
const step = (q) => ({ ...nothing, ...q });

/** checked is a question from outside (a link, a file, another version) in the form that the page relies on. */
export function checked(q) {
  const side = (list) =>
    (Array.isArray(list) ? list : [])
      .filter((e) => typeof e?.iri === "string" && e.iri !== "")
      .map((e) => ({ iri: e.iri, label: typeof e.label === "string" ? e.label : "" }));
  if (typeof q !== "object" || q === null || typeof q.source?.kind !== "string") throw new Error("This holds no work of genus.");
  return {
    source: q.source,
    pos: side(q.pos),
    neg: side(q.neg),
    asked: (Array.isArray(q.asked) ? q.asked : []).filter((iri) => typeof iri === "string" && iri !== ""),
    options: typeof q.options === "object" && q.options !== null ? q.options : {},
    pick: Number.isInteger(q.pick) ? q.pick : null,
    meant: typeof q.meant === "string" ? q.meant : null,
    settled: typeof q.settled === "string" ? q.settled : null,
  };
}
