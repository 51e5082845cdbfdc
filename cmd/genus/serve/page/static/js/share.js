// Links to work: the question and its answer in the fragment of a URL, as deflated JSON in
// base64. Browsers do not send a fragment to servers.
import { live } from "./sources.js";
import { checked } from "./work.js";

const key = "q";
const rivals = 3; // largest number of other concepts in a link

async function through(bytes, transform) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());
}

/** link returns the address of this page with the question and, if it is not null, the answer. */
export async function link(question, answer = null) {
  const whole = { ...question, source: portable(question.source), ...(answer ? { answer } : {}) };
  const bytes = await through(new TextEncoder().encode(JSON.stringify(whole)), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
  const url = new URL(location.href);
  url.hash = `${key}=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  return url.href;
}

/** portable names the endpoint that this server was started with by its address, so that other servers can open it. */
function portable(source) {
  const { url, preset, graph } = live() ?? {};
  if (source.kind !== "given" || !url) return source;
  return { kind: "endpoint", url, ...(preset ? { preset } : {}), ...(graph?.length > 0 ? { graph } : {}) };
}

/** answerOf returns what a link holds of the result r with the shown concept c. */
export function answerOf(r, c) {
  const { dl, size, english, sparql, labelled, score, members, confidence, proved } = c;
  const own = (r.ranking ?? []).filter((one) => one.concept.dl === dl);
  const others = (r.ranking ?? []).filter((one) => one.concept.dl !== dl).slice(0, rivals);
  const ranking = [...own, ...others].map((one) => ({ ...one, concept: { dl: one.concept.dl, size: one.concept.size } }));
  const { examples, endpoint, smallest } = r;
  return checkedAnswer({ concept: { dl, size }, english, sparql, labelled, score, members, confidence, ranking, examples, endpoint, smallest, optimal: proved, scope: scopeOf(r, c) });
}

/** scopeOf names the concepts that the proof of a shown concept is about. */
export function scopeOf(r, c) {
  return r.linked ? r.scope : r.stages.find(({ k }) => k === (c.isDefault ? r.bounds?.size : c.k))?.scope;
}

const text = (v) => (typeof v === "string" ? v : undefined);
const number = (v) => (typeof v === "number" ? v : 0);
const bounds = (v) => (v ? { lower: number(v.lower), upper: v.upper === null ? null : number(v.upper) } : undefined);
const concept = (v) => ({ dl: String(v.dl), size: number(v.size) });

/** checkedAnswer returns a valid result made from one of a link, or null. */
function checkedAnswer(a) {
  if (typeof a?.concept?.dl !== "string" || typeof a.sparql !== "string") return null;
  const { tp, fp, tn, fn } = a.score ?? {};
  return {
    concept: concept(a.concept),
    english: text(a.english),
    sparql: a.sparql,
    labelled: { sparql: text(a.labelled?.sparql), dl: text(a.labelled?.dl) },
    score: a.score ? { tp: number(tp), fp: number(fp), tn: number(tn), fn: number(fn) } : undefined,
    members: bounds(a.members),
    confidence: typeof a.confidence === "number" ? a.confidence : undefined,
    ranking: (Array.isArray(a.ranking) ? a.ranking : []).map((one) => ({
      concept: concept(one.concept),
      english: String(one.english),
      members: bounds(one.members ?? { lower: 0, upper: null }),
      probability: number(one.probability),
      looks_wrong: (Array.isArray(one.looks_wrong) ? one.looks_wrong : []).map(String),
    })),
    examples: { positive: number(a.examples?.positive), negative: number(a.examples?.negative) },
    endpoint: a.endpoint?.confirmed === true ? { confirmed: true, mismatches: [] } : null,
    smallest: a.smallest ? {} : null,
    optimal: a.optimal === true,
    scope: text(a.scope),
    stages: [],
    removed: [],
    running: [],
    linked: true,
  };
}

/** linked returns {question, answer} of a fragment, or null if there is none; answer may be null. It throws an error if it is damaged. */
export async function linked(fragment) {
  const packed = new URLSearchParams(fragment).get(key);
  if (!packed) return null;
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const whole = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
    return { question: checked(whole), answer: checkedAnswer(whole.answer) };
  } catch {
    throw new Error("The link is damaged: it may have been cut off where it was copied. Ask for it again.");
  }
}
