// The work: the current question, and the questions for undo and redo. Every change makes a
// new question; none is changed in place.
//
//   question  {source, pos, neg, asked, options, pick, meant, settled, said, written, start, conditions}
//   source    {kind, …}: how to open the data (sources.js); null at the start
//   pos, neg  [{iri, label}]
//   asked     IRIs of the individuals of questions, and of matches that were
//             corrected: the user did not pick these as examples. One on neither
//             side was answered with "I don't know"
//   options   options of learning that differ from the default
//   pick      size of the concept that is shown, null for the default
//   meant     concept of the ranking that is shown, null for the default
//   settled   concept that the user has said is right: no more questions are asked
//   said      concept that the user has made of the result by changing it, null for none
//   written   said is a query that the user has written: what is known of the examples is not about it
//   text      the query that said was read of, whose columns the members have, null for none
//   columns, group  columns that the user has added to the table, and the property that it is grouped by, or null:
//             {property, inverse, aggregate}
//   conditions  [{concept, answer, clause}]: what the user has said of conditions, of which the ranking makes the best
//   start     concept to start learning from: the last one that was said, null for the last result. It goes
//             with the last of the positives that it was about

/** aggregates are what one value of several is, by the name that the server has for it. */
export const aggregates = { count: "number of ", sum: "sum of ", avg: "average of ", min: "least of ", max: "greatest of " };

/** answers are what can be said of a condition, in words. */
export const answers = { must: "Must", not: "Must not", need_not: "Need not", unknown: "Not known" };

const storageKey = "genus.work";
const longest = 100; // largest number of steps that can be undone
const nothing = Object.freeze({ source: null, pos: [], neg: [], asked: [], options: {}, pick: null, meant: null, settled: null, said: null, written: false, text: null, start: null, conditions: [], columns: [], group: null });

let question = nothing;
let past = [];
let future = [];
let name = "";
let named = false; // the user has given the name
const listeners = new Set();

export const current = () => question;
export const workName = () => name;
export const isNamed = () => named;
export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

/** onChange calls f(question, before) after each change. */
export function onChange(f) {
  listeners.add(f);
}

/** onNewSource calls f after each change of the source. */
export function onNewSource(f) {
  onChange(({ source }, before) => JSON.stringify(source) !== JSON.stringify(before.source) && f());
}

function set(next) {
  const before = question;
  question = next;
  store();
  for (const f of listeners) f(question, before);
}

/** sharesPositive reports whether a question has one of the positives. */
export const sharesPositive = ({ pos }, iris) => pos.some((e) => iris.includes(e.iri));

/** change sets fields of the question, in one step for undo. It resets meant, settled and said, from which learning then starts. */
export function change(fields) {
  const before = question.pos.map((e) => e.iri);
  const isOther = before.length > 0 && !sharesPositive({ ...question, ...fields }, before);
  past = [...past, question].slice(-longest);
  future = [];
  set({ ...question, meant: null, settled: null, said: null, written: false, text: null, start: fields.said ?? (isOther ? null : question.start), conditions: isOther ? [] : question.conditions, ...fields });
}

/** changeView sets the columns or the group of the table, in one step for undo. The definition stays what it is. */
export function changeView(fields) {
  past = [...past, question].slice(-longest);
  future = [];
  set({ ...question, ...fields });
}

/** correctView sets the columns or the group as the server has understood them, without a step. */
export const correctView = (fields) => set({ ...question, ...fields });

/** clear removes the examples and all that was said of them. The data, the settings and the columns of the table stay. */
export function clear() {
  const { words, ...options } = question.options;
  change({ pos: [], neg: [], asked: [], conditions: [], start: null, pick: null, options });
}

/** begin starts other work, without steps to undo. */
export function begin(next, called, byUser = false) {
  past = [];
  future = [];
  name = called;
  named = byUser;
  set({ ...nothing, ...next });
}

export function rename(called, byUser = named) {
  name = called;
  named = byUser;
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

/** sideOf returns "pos", "neg" or null. */
export function sideOf(iri) {
  if (question.pos.some((e) => e.iri === iri)) return "pos";
  if (question.neg.some((e) => e.iri === iri)) return "neg";
  return null;
}

/** mark moves individuals to a side, or removes them if side is null. */
export function mark(individuals, side) {
  const iris = new Set(individuals.map((e) => e.iri));
  const stays = (e) => !iris.has(e.iri);
  const fields = { pos: question.pos.filter(stays), neg: question.neg.filter(stays) };
  if (side) fields[side] = [...fields[side], ...individuals.map(({ iri, label }) => ({ iri, label }))];
  else fields.asked = question.asked.filter((iri) => !iris.has(iri));
  change(fields);
}

/** askedFor returns the parts of the question that the result depends on, as text. */
export function askedFor(q = question) {
  const iris = (side) => side.map((e) => e.iri).sort();
  const options = Object.entries(q.options).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([q.source, iris(q.pos), iris(q.neg), options, q.asked, q.conditions.map(({ concept, answer }) => [concept, answer])]);
}

function store() {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ name, named, question, past: past.slice(-20), future: future.slice(0, 20) }));
  } catch {
    // Storage is full or switched off: the server saves the work, too (workspaces.js).
  }
}

/** restore restores the work of the last visit, and returns whether there is any. */
export function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey));
    if (!kept?.question?.source) return false;
    name = kept.name;
    named = kept.named === true;
    past = kept.past.map(step);
    future = kept.future.map(step);
    set(checked(kept.question));
    return true;
  } catch {
    return false;
  }
}

/** step completes a question for undo that another version may have stored. */
const step = (q) => ({ ...nothing, ...q });

/** checked returns a valid question made from one of a link, a file or another version. */
export function checked(q) {
  const side = (list) =>
    (Array.isArray(list) ? list : [])
      .filter((e) => typeof e?.iri === "string" && e.iri !== "")
      .map((e) => ({ iri: e.iri, label: typeof e.label === "string" ? e.label : "" }));
  if (typeof q !== "object" || q === null || typeof q.source?.kind !== "string") throw new Error("This is not saved work of genus.");
  const column = (c) => (typeof c?.property === "string" ? { property: c.property, inverse: c.inverse === true, ...(Object.hasOwn(aggregates, c.aggregate) && { aggregate: c.aggregate }) } : null);
  return {
    source: q.source,
    columns: (Array.isArray(q.columns) ? q.columns : []).map(column).filter(Boolean),
    group: column(q.group),
    pos: side(q.pos),
    neg: side(q.neg),
    asked: (Array.isArray(q.asked) ? q.asked : []).filter((iri) => typeof iri === "string" && iri !== ""),
    options: typeof q.options === "object" && q.options !== null ? q.options : {},
    pick: Number.isInteger(q.pick) ? q.pick : null,
    meant: typeof q.meant === "string" ? q.meant : null,
    settled: typeof q.settled === "string" ? q.settled : null,
    said: typeof q.said === "string" ? q.said : null,
    written: q.written === true,
    text: typeof q.text === "string" ? q.text : null,
    start: typeof q.start === "string" ? q.start : null,
    conditions: (Array.isArray(q.conditions) ? q.conditions : []).filter((c) => typeof c?.concept === "string" && c.answer in answers).map(({ concept, answer, clause }) => ({ concept, answer, clause: typeof clause === "string" ? clause : concept })),
  };
}
