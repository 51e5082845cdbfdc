// Concepts that the user says or may say, in words and with their numbers of members and parts.
import { call } from "./api.js";
import { live, withSource } from "./sources.js";
import { current } from "./work.js";

const known = new Map(); // source and concept -> what the server says of it

const key = (dl) => `${live()?.id ?? ""} ${dl}`;

/** asked returns the text of a concept to ask the server about: the user's query with its columns, or the concept. */
export const asked = (dl) => (current().said === dl && current().text) || dl;

/** partsOf returns what is known of a concept, {concept, english, members, parts}, or null. An edit that was offered has no parts. */
export const partsOf = (dl) => known.get(key(dl)) ?? null;

/** keepParts keeps what is known of a concept. */
export const keepParts = (whole) => known.set(key(whole.concept.dl), whole);

/** fetchParts fetches what is known of a concept to which conditions, {must, must_not}, are added. */
export async function fetchParts(dl, conditions = {}) {
  const whole = await withSource((s) => call("POST", "parts", { source: s.id, concept: dl, ...conditions }));
  keepParts(whole);
  return whole;
}
