// The data: opened on the server from its description, and opened again after the server
// was restarted.
import { call } from "./api.js";
import { current, onNewSource } from "./work.js";

let opened = null; // the server's description of the source
let opening = null; // its promise
let failure = null;
let silence = null;
const credentials = new Map(); // by address; they are nowhere else in the browser
const barredKey = "genus.barred";
let barred = localStorage.getItem(barredKey) === "yes"; // the data of a link, until the user opens it
const listeners = new Set();

export const live = () => opened;
export const openError = () => failure;
/** silent returns the error of the last request if the source did not answer it, or null. */
export const silent = () => silence;
export const onSource = (f) => listeners.add(f);
export const isBarred = () => barred;
const tell = () => listeners.forEach((f) => f());

/** bar keeps the data closed until the user asks for it. */
export const bar = (is = true) => {
  barred = is;
  localStorage.setItem(barredKey, is ? "yes" : "no");
  if (is) tell();
};

/** describeSource returns a name for data that is not open. */
export function describeSource(source) {
  switch (source.kind) {
    case "builtin":
      return `${{ wikidata: "A piece of Wikidata", pizza: "The pizza ontology" }[source.name] ?? "Elephants"} (built in)`;
    case "endpoint":
      return source.url || source.preset;
    case "file":
    case "database":
      return source.path;
    default:
      return source.name ?? "the server's data";
  }
}

/** useCredentials sends {user, password, digest} or {token} to the endpoint from now on, until the page is loaded again. */
export const useCredentials = (url, given) => credentials.set(url, given);

/** create opens data on the server and returns the server's description. It fails if an endpoint does not answer. */
export async function create(description) {
  const s = await known(description);
  return s.url ? { ...s, tried: await call("POST", `sources/${s.id}/try`) } : s;
}

async function known(description) {
  if (description.kind === "given") {
    const { source } = await call("GET", "info");
    if (!source) throw new Error("This server was started without data of its own. Choose other data.");
    if (description.name && description.name !== source.name) throw new Error(`This server was started with ${source.name} now, not with ${description.name}.`);
    return call("GET", `sources/${source.id}`);
  }
  if (description.kind === "upload") {
    const kept = await call("GET", `sources/${description.id}`).catch((error) => error);
    if (!(kept instanceof Error)) return kept;
    if (kept.status !== 404) throw kept;
    throw new Error(`The server no longer has the file ${description.name}. Open it again: your examples stay.`);
  }
  const given = credentials.get(description.url);
  return call("POST", "sources", given ? { ...description, credentials: given } : description);
}

/** open makes the source of the question live, a barred one only if the user has asked for it. */
export function open({ asked = false } = {}) {
  const { source } = current();
  failure = null;
  if (barred && !asked) return Promise.reject(Object.assign(new Error("It came with a link: open it first."), { title: "The data is not open" }));
  bar(false);
  if (!source) {
    opened = opening = null;
    tell();
    return Promise.resolve(null);
  }
  const mine = create(source).then(
    (s) => {
      if (opening === mine) opened = s;
      return s;
    },
    (error) => {
      if (opening === mine) {
        failure = error;
        opening = null;
      }
      throw error;
    },
  );
  opening = mine;
  mine.catch(() => {}).finally(tell);
  tell();
  return mine;
}

/** adopt makes a source live that is already open on the server. */
export function adopt(s) {
  opened = s;
  opening = Promise.resolve(s);
  failure = null;
  tell();
}

/** report notes whether the source answers, for the head of the page. */
export function report(error) {
  const next = error && (error.status === 0 || error.type?.endsWith("/endpoint")) ? error : null;
  if (Boolean(next) === Boolean(silence)) return;
  silence = next;
  tell();
}

/** withSource runs f on the live source. If the server has dropped it, it opens it and runs f again. */
export async function withSource(f) {
  const s = await (opening ?? open());
  if (!s) throw new Error("Choose the data first.");
  try {
    const answer = await f(s);
    report(null);
    return answer;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    report(error);
    if (error.status !== 404 || !error.type.endsWith("unknown-source")) throw error;
    return f(await open());
  }
}

onNewSource(() => {
  bar(false);
  opened = opening = null;
  failure = silence = null;
  tell();
});
