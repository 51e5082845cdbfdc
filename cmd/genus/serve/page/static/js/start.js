// The choice of the data: built in, an endpoint, a file, a local database.
import { call, upload } from "./api.js";
import { enter } from "./back.js";
import { start } from "./bar.js";
import { endpointForm, publicCards } from "./connect.js";
import { button, count, fill, h } from "./dom.js";
import { know } from "./names.js";
import { failed, waiting } from "./say.js";
import { adopt, create, describeSource, openError } from "./sources.js";
import { begin, change, current } from "./work.js";
import { isKept } from "./workspaces.js";
import { showKept } from "./keep.js";
import { linkedWork } from "./linked.js";
import { intentions, pizzas, questions } from "./readymade.js";

let info = null;
let keepExamples = false;

/** serverInfo fetches the description of the server once. */
export const serverInfo = async () => (info ??= await call("GET", "info"));

const givenKey = "genus.given"; // the data that the server had at the last visit

/** openGiven opens the data that the server was started with, and returns true, unless this browser already works on it or has chosen other data since. */
export function openGiven() {
  const name = info?.source?.name ?? "";
  const isNew = name !== (localStorage.getItem(givenKey) ?? "");
  localStorage.setItem(givenKey, name);
  if (!name || (current().source && !isNew)) return false;
  isKept("");
  begin({ source: { kind: "given", name } }, shortName(name));
  showWork();
  return true;
}

export async function showStart() {
  const root = document.getElementById("start");
  document.getElementById("work").hidden = true;
  document.getElementById("bar").hidden = true;
  root.hidden = false;
  keepExamples = Boolean(openError());
  try {
    if (!info) fill(root, waiting("Asking the server what it has …"));
    await serverInfo();
    fill(root, ...parts());
  } catch (error) {
    fill(root, failed(error, showStart));
  }
}

/** showWork shows the examples and the result in place of the choice. */
export function showWork() {
  document.getElementById("start").hidden = true;
  document.getElementById("work").hidden = false;
  document.getElementById("bar").hidden = false;
  enter();
}

function parts() {
  const { source, pos, neg } = current();
  const examples = pos.length + neg.length;
  const waitingLink = linkedWork();
  return [
    h(
      "div",
      { class: "start-head" },
      h("h2", {}, source ? "Choose other data" : "Say what you mean by examples"),
      h("p", {}, "Two or three things that belong are enough. genus shows what you most likely mean, asks whether a few others belong, and writes the query for it."),
      source &&
        h(
          "div",
          { class: "row" },
          button("Back to the examples", showWork),
          examples > 0 &&
            h(
              "label",
              { class: "check" },
              h("input", { type: "checkbox", checked: keepExamples, onchange: (e) => (keepExamples = e.target.checked) }),
              `Keep the ${count(examples, "example")}`,
            ),
        ),
    ),
    waitingLink && linkCard(waitingLink),
    h("div", { class: "cards" }, gallery(), info.source && givenCard(), wikidataCard(), builtinCard(), pizzaCard(), ...(info.demo ? [] : [publicCards(info, card, openingEndpoint), endpointCard(), fileCard(), databaseCard()])),
    info.demo && h("p", { class: "start-foot" }, "This is a public demonstration: it has these data only, and your work stays in this browser. genus on your own machine opens endpoints, files and databases."),
    !source && !info.demo && h("p", { class: "start-foot" }, h("button", { type: "button", class: "link", onclick: showKept }, "Go on with saved work, or open a file of it")),
  ];
}

/**
 * openingIn opens data, with progress and errors in a card. With examples it learns at
 * once.
 */
async function openingIn(card, name, describe, { pos = [], neg = [] } = {}) {
  const place = card.querySelector(".card-state");
  fill(place, waiting(`Opening ${name} …`));
  try {
    const { description, opened } = await describe();
    know([...pos, ...neg]);
    if (keepExamples && current().source && pos.length === 0) change({ source: description });
    else {
      isKept("");
      begin({ source: description, pos, neg }, shortName(opened.name));
    }
    adopt(opened);
    fill(place);
    showWork();
    if (pos.length > 0) start();
    else document.getElementById("search-input")?.focus({ preventScroll: true });
  } catch (error) {
    fill(place, failed(error));
  }
}

/** shortName returns the first name of work on the data. */
const shortName = (name) => name.replace(/^https?:\/\//, "").replace(/\/.*$| \(.*$/, "").slice(0, 40) || "work";
const plainly = (description) => async () => ({ description, opened: await create(description) });

function card(title, text, ...children) {
  const id = `card-${title.replace(/\W+/g, "-").toLowerCase()}`;
  return h("section", { class: "card", "aria-labelledby": id }, h("h3", { id }, title), h("p", {}, text), ...children, h("div", { class: "card-state" }));
}

const ofCard = (event) => event.target.closest(".card");

const openingEndpoint = (event, name, description, examples) => openingIn(ofCard(event), name, plainly(description), examples);

function givenCard() {
  const { name } = info.source;
  return openCard("This server's data", `${name}, as genus serve was started.`, name, { kind: "given", name });
}

function builtinCard() {
  const open = (examples) => (e) => openingIn(ofCard(e), "the elephants", plainly({ kind: "builtin" }), examples);
  return card(
    "Elephants",
    "A small knowledge graph of five zoos: elephants, their parents, keepers and weights. Good for a first try.",
    h("div", { class: "row" }, button("Try with examples", open(intentions[0]), { class: "primary" }), button("Start empty", open({}))),
  );
}

const pieceOfWikidata = { kind: "builtin", name: "wikidata" };
const pizzaOntology = { kind: "builtin", name: "pizza" };

/** gallery returns questions about the built-in data that run at a click. */
function gallery() {
  const offers = (name, source, list) => {
    const one = ({ title, pos, neg }) => {
      const names = pos.map(({ label }) => label).join(", ");
      const from = pos.length > 3 ? `from ${pos.length} that belong${neg.length > 0 ? `, and ${neg.length} that do not` : ""}` : `from ${names}`;
      const run = (event) => openingIn(ofCard(event), name, plainly(source), { pos, neg });
      return h("li", {}, h("button", { type: "button", class: "offer", onclick: run }, h("span", {}, title), h("span", { class: "hint" }, from)));
    };
    return h("ul", { class: "gallery", "aria-label": `Questions about ${name}` }, list.map(one));
  };
  return card(
    "See what it finds",
    "Each question shows genus only some that belong; it finds out what they have in common. First people, films and places of a piece of Wikidata, then elephants of five zoos, then classes of an ontology.",
    offers("a piece of Wikidata", pieceOfWikidata, questions),
    offers("the elephants", { kind: "builtin" }, intentions),
    offers("the pizza ontology", pizzaOntology, pizzas),
  );
}

function openCard(title, text, name, description) {
  const open = (e) => openingIn(ofCard(e), name, plainly(description));
  return card(title, text, button("Open", open, { class: "primary" }));
}

const wikidataCard = () =>
  openCard("A piece of Wikidata", "8,700 people, films, cities, countries, universities and what is said of them. It needs no network.", "a piece of Wikidata", pieceOfWikidata);

const pizzaCard = () =>
  openCard("The pizza ontology", "The ontology of the OWL tutorials (CC BY 3.0, University of Manchester). The individuals are its 99 classes, with what their axioms say.", "the pizza ontology", pizzaOntology);

const endpointCard = () =>
  card("SPARQL endpoint", "One of your own, or any other. genus asks only about the surroundings of your examples.", endpointForm(info, openingEndpoint));

function fileCard() {
  const key = h("input", { type: "text", id: "key", placeholder: "none: rows have numbers", autocomplete: "off" });
  const input = h("input", {
    type: "file",
    class: "visually-hidden",
    id: "upload",
    accept: ".ttl,.trig,.nt,.nq,.jsonld,.owl,.owx,.ofn,.owf,.fss,.omn,.obo,.json,.rdf,.xml,.csv,.tsv,.gz,.bz2,.xz,.zst,.zip",
    onchange: (event) => {
      const [file] = event.target.files;
      if (!file) return;
      openingIn(ofCard(event), file.name, async () => {
        const opened = await upload(`sources/upload?name=${encodeURIComponent(file.name)}&key=${encodeURIComponent(key.value.trim())}`, file);
        return { description: { kind: "upload", id: opened.id, name: file.name }, opened };
      });
    },
  });
  return card(
    "File",
    "RDF, OWL, or a table (CSV or TSV), also compressed. It stays on the machine that genus runs on.",
    h("label", { for: "key" }, "Column that names the rows of a table"),
    key,
    h("label", { class: "button" }, "Choose a file …", input),
    pathForm("file", "Or a file of the server", info.allow?.files),
  );
}

/** databaseCard returns null if the server was given no databases. */
function databaseCard() {
  const form = pathForm("database", "Path on the server", info.allow?.databases);
  return form && card("Local database", "A database made by genus extract. It needs no network.", form);
}

function pathForm(kind, text, paths) {
  if (!paths?.length) return null;
  const id = `path-${kind}`;
  const input = h("input", { type: "text", id, list: `${id}-list`, required: true, placeholder: paths[0] });
  return h(
    "form",
    {
      class: "fields",
      onsubmit: (event) => {
        event.preventDefault();
        openingIn(ofCard(event), input.value, plainly({ kind, path: input.value.trim() }));
      },
    },
    h("label", { for: id }, text),
    input,
    h("datalist", { id: `${id}-list` }, paths.map((p) => h("option", { value: p }))),
    h("button", { class: "button" }, "Open"),
  );
}

function linkCard({ question, take }) {
  return h(
    "section",
    { class: "card linked", "aria-label": "Work of the link" },
    h("h3", {}, "A link with work in it"),
    h("p", {}, `${count(question.pos.length + question.neg.length, "example")} on ${describeSource(question.source)}. Opening it lets genus read that data.`),
    h("div", { class: "row" }, button("Open it", () => take(false), { class: "primary" })),
  );
}
