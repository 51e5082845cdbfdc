// The concept that is shown: the result of learning, or a concept of another size or of
// the ranking that the user picked. Its other forms are fetched when needed.
import { call } from "./api.js";
import { latest, result } from "./learn.js";
import { asked, partsOf } from "./parts.js";
import { isBarred, live, withSource } from "./sources.js";
import { change, current } from "./work.js";

const translations = new Map();

/** sizes returns the best concept of each size, smallest first; of its own size, the result. */
export function sizes(r) {
  const found = new Map();
  for (const stage of r?.stages ?? []) {
    if (stage.concept && !found.has(stage.concept.size)) found.set(stage.concept.size, stage);
  }
  if (r?.concept) {
    const correct = r.score.tp + r.score.tn;
    found.set(r.concept.size, { k: r.concept.size, correct, concept: r.concept, optimal: r.optimal });
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([size, stage]) => ({ size, stage }));
}

/**
 * correct puts an individual on a side, or on none if side is null, in one step. An
 * individual that was not an example counts as asked.
 */
export function correct({ iri, label }, side) {
  const { pos, neg } = current();
  const lists = { pos, neg };
  const isNew = [...pos, ...neg].every((e) => e.iri !== iri);
  for (const name of ["pos", "neg"]) lists[name] = lists[name].filter((e) => e.iri !== iri);
  if (side) lists[side].push({ iri, label: label ?? "" });
  const asked = current().asked.filter((other) => other !== iri || side);
  change({ ...lists, asked: isNew && side && !asked.includes(iri) ? [...asked, iri] : asked });
}

/** shown returns the concept with its known forms, or null. It is stale if examples or settings have changed since. */
export function shown() {
  const r = result() ?? latest();
  if (!r?.concept) return null;
  const stale = !result();
  const { pick, meant } = current();
  if (!stale && current().said) return saidConcept(current().said);
  const other = !stale && meant !== r.concept.dl && r.ranking?.find(({ concept }) => concept.dl === meant);
  if (other) return likely(r, other);
  const stage = stale || pick === r.concept.size ? null : sizes(r).find(({ size }) => size === pick)?.stage;
  if (!stage) {
    const { concept, sparql, english, labelled, score, members, confidence } = r;
    const known = translations.get(key(concept.dl)) ?? {};
    return { ...known, ...concept, sparql, english: english ?? known.english, labelled: labelled ?? known.labelled, score, members, confidence, looksWrong: wrongIn(r, concept), isDefault: true, stale, proved: r.optimal };
  }
  return { ...stage, ...(translations.get(key(stage.concept.dl)) ?? {}), ...stage.concept, isDefault: false, stale, proved: stage.optimal };
}

/** saidConcept returns the concept that the user has said. Its other forms are fetched as for any concept. */
function saidConcept(dl) {
  const { concept, english, members } = partsOf(dl) ?? { concept: { dl } };
  return { ...(translations.get(key(dl)) ?? {}), ...concept, english: english ?? translations.get(key(dl))?.english, members, looksWrong: [], said: true, written: current().written, isDefault: false, stale: false, proved: false };
}

/** likely returns a concept of the ranking that is not the result. */
function likely(r, { concept, english, members, probability, looks_wrong: looksWrong }) {
  const { pos, neg } = current();
  const wrong = (side) => side.filter((e) => looksWrong.includes(e.iri)).length;
  const [fn, fp] = [wrong(pos), wrong(neg)];
  const score = { tp: pos.length - fn, fn, fp, tn: neg.length - fp };
  return { ...(translations.get(key(concept.dl)) ?? {}), ...concept, english, members, confidence: probability, looksWrong, score, isDefault: false, stale: false, proved: false };
}

const wrongIn = (r, { dl }) => r.ranking?.find((one) => one.concept.dl === dl)?.looks_wrong ?? [];

const positives = () => current().pos.map((e) => e.iri);
const key = (dl) => `${live()?.id ?? ""} ${positives().join(" ")} ${asked(dl)}`;

/** complete fetches the forms that a concept lacks. */
export async function complete(c) {
  if (isBarred()) return c;
  if (c.sparql && c.manchester && c.labelled?.sparql && c.english) return c;
  const known = translations.get(key(c.dl));
  if (known) return { ...known, ...definite(c) };
  const { concept, ...written } = await withSource((s) =>
    call("POST", "query", { concept: asked(c.dl), source: s.id, pos: positives(), to: ["english", "sparql"], labels: true, check_names: false }),
  );
  const forms = { ...concept, ...written };
  translations.set(key(c.dl), forms);
  return { ...forms, ...definite(c) };
}

function definite(c) {
  return Object.fromEntries(Object.entries(c).filter(([, value]) => value !== undefined && value !== null));
}
