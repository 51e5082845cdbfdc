// Decisions about proposals: a line of JSON each, as in the file of genus enrich --decisions. The last line about an
// identifier counts, so files are joined by writing one after the other.
import { live } from "./sources.js";

const storageKey = "genus.decisions";
export const fileName = "genus-decisions.jsonl";

/** all returns the decisions {id, decision, axiom, edited} about the data, in their order. */
export function all() {
  return stored()[live()?.name] ?? [];
}

/** byID returns the decision that counts for each identifier. */
export const byID = () => new Map(all().map((d) => [d.id, d]));

/** isDecided reports whether it was accepted or rejected. */
export const isDecided = (d) => d?.decision === "accept" || d?.decision === "reject";

export const add = (...decisions) => keep([...all(), ...decisions]);
export const removeLast = () => keep(all().slice(0, -1));

/** toText returns the lines of the file. */
export const toText = () => all().map((d) => `${JSON.stringify(d)}\n`).join("");

/** parse reads the lines of a file. */
export function parse(text) {
  return text.split("\n").flatMap((line, i) => {
    if (!line.trim()) return [];
    const d = readLine(line);
    if (!d) throw new Error(`Line ${i + 1} is no decision: it wants "id" and "decision": accept, reject or later.`);
    return [d];
  });
}

function readLine(line) {
  let d;
  try {
    d = JSON.parse(line);
  } catch {
    return null;
  }
  const isText = (x) => typeof x === "string";
  if (!isText(d?.id) || d.id === "" || !["accept", "reject", "later"].includes(d.decision)) return null;
  return { id: d.id, decision: d.decision, axiom: isText(d.axiom) ? d.axiom : "", ...(isText(d.edited) && d.edited && { edited: d.edited }) };
}

let unsaved = null; // what the browser did not store: its storage is full or switched off

function stored() {
  try {
    return unsaved ?? JSON.parse(localStorage.getItem(storageKey)) ?? {};
  } catch {
    return {};
  }
}

function keep(decisions) {
  const next = { ...stored(), [live().name]: decisions };
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
    unsaved = null;
  } catch {
    unsaved = next;
  }
}
