// Why somebody is among the members or not: for any name that the user types, in plain sentences.
import { call } from "./api.js";
import { fill, h } from "./dom.js";
import { know, nameOf } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { asked } from "./parts.js";
import { resolve } from "./paste.js";
import { failed, waiting } from "./say.js";
import { withSource } from "./sources.js";

const mostOffered = 8;

/** whyPart returns the form that asks about a name, for the members of the definition. */
export function whyPart(c) {
  const place = h("div", { class: "why-answer" });
  const name = h("input", { type: "text", id: "why-name", placeholder: "name or IRI", spellcheck: "false", autocomplete: "off", "data-key": "why name" });
  const ask = (event) => {
    event.preventDefault();
    if (name.value.trim()) find(c, name.value.trim(), place);
  };
  return h("section", { class: "why-part", "aria-label": "Why is one here, or not?" }, h("form", { class: "row table-tools", onsubmit: ask }, h("label", { for: "why-name" }, "Why is"), name, h("span", {}, "here, or not?"), h("button", { type: "submit", class: "button" }, "Ask why")), place);
}

/** find finds who has the name, and explains it. If that may mean several, it offers them. */
async function find(c, text, place) {
  fill(place, waiting(`Looking for ${text} …`));
  try {
    const [{ accepted, candidates }] = (await resolve([text])).names;
    if (accepted) return explain(c, accepted, place);
    if (candidates.length === 0) return fill(place, failed(Object.assign(new Error("Correct the spelling, or write its IRI."), { title: `Nothing is called ${text}` })));
    const offer = (e) => h("li", {}, h("button", { type: "button", class: "condition", title: e.iri, onclick: () => explain(c, e, place) }, nameOf(e), " ", h("small", { class: "hint" }, [...e.classes.map(nameOf), e.about].filter(Boolean).slice(0, 2).join(", "))));
    fill(place, h("p", {}, "Which one?"), h("ul", { class: "facts-list" }, candidates.slice(0, mostOffered).map(offer)));
  } catch (error) {
    fill(place, failed(error, () => find(c, text, place)));
  }
}

async function explain(c, individual, place) {
  fill(place, waiting(`Looking at ${nameOf(individual)} …`));
  try {
    const { explanations } = await withSource((s) => call("POST", "why", { source: s.id, concept: asked(c.dl), individuals: [individual.iri] }));
    const one = explanations.find(({ iri }) => iri === individual.iri) ?? explanations[0];
    know([one]);
    const name = h("button", { type: "button", class: "name", title: one.iri, onclick: () => showNeighbourhood(one) }, nameOf(one));
    fill(place, h("p", { role: "status" }, h("strong", {}, name, one.member ? " is one of them." : " is not one of them.")), reasons(one.why));
  } catch (error) {
    fill(place, failed(error, () => explain(c, individual, place)));
  }
}

/** reasons returns the parts of the definition that decide, in words, each with what the data say. */
export function reasons(why) {
  if (!why?.length) return null;
  return h("ul", { class: "why", "aria-label": "What decides" }, why.map(({ concept, english, holds, text }) => h("li", {}, h("span", { class: holds ? "holds" : "fails" }, holds ? "yes" : "no"), h("span", { title: concept }, english), text && h("span", { class: "hint" }, text))));
}
