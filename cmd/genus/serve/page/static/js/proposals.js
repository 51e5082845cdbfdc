// The review of proposals for the classes of the data: one at a time, with keys.
import { call } from "./api.js";
import { download } from "./clipboard.js";
import * as decisions from "./decisions.js";
import { showDialog } from "./dialog.js";
import { button, count, fill, h } from "./dom.js";
import { fetchLabels, nameOf } from "./names.js";
import { announce, failed, waiting } from "./say.js";
import { live, withSource } from "./sources.js";

const mostNamed = 8; // classes in a list

let found = null; // {source, list, labels, prefixes} of the last look
let sitting = null; // {queue, at, edited, unread}: what is asked, and the proposals that were accepted as edited, by identifier
let drawBody = null;
let adding = new AbortController();

/** offersProposals reports whether the data has classes to propose axioms for. */
export const offersProposals = () => live()?.classes > 0 && !live().url;

/** showProposals opens the review. */
export async function showProposals() {
  const looking = new AbortController();
  drawBody = showDialog("Proposals", waiting("Looking for definitions and other axioms …"), {
    wide: true,
    onclose: () => {
      looking.abort();
      adding.abort();
      sitting = null;
    },
  });
  try {
    if (found?.source !== live()?.id) found = await look(looking.signal);
    await begin(looking.signal);
  } catch (error) {
    if (error.name !== "AbortError") drawBody(failed(error, showProposals));
  }
}

async function look(signal) {
  const answer = await withSource((s) => call("POST", "enrich", { source: s.id }, { signal }));
  const list = answer.results.flatMap((result) => result.candidates.map((proposal) => ({ proposal, result, text: answer.texts[proposal.id] })));
  return { source: live().id, list, labels: Object.assign({}, ...answer.results.map((r) => r.labels ?? {})), prefixes: answer.prefixes };
}

/** review asks the server what follows from a proposal, and reads it as it was edited. */
const review = (body, signal) => withSource((s) => call("POST", "review", { source: s.id, ...body }, { signal }));

/** readEdited returns the proposal with the axiom that the text states. */
const readEdited = (proposal, edited, signal) => review({ proposal, edited, labels: found.labels, prefixes: found.prefixes, accepted: [] }, signal);

/** begin asks for a decision about each proposal that has none. */
async function begin(signal) {
  const known = decisions.byID();
  const next = { queue: found.list.filter(({ proposal }) => !decisions.isDecided(known.get(proposal.id))), at: 0, edited: new Map(), unread: 0 };
  for (const { proposal } of found.list) {
    const d = known.get(proposal.id);
    if (d?.decision !== "accept" || !d.edited) continue;
    try {
      next.edited.set(proposal.id, (await readEdited(proposal, d.edited, signal)).proposal);
    } catch (error) {
      if (error.status !== 422) throw error;
      next.unread++;
    }
  }
  sitting = next;
  draw();
}

function draw() {
  adding.abort();
  adding = new AbortController();
  const { queue, at, unread } = sitting;
  const one = queue[at];
  drawBody(
    h(
      "div",
      { class: "review" },
      unread > 0 && h("p", { class: "notice" }, `${count(unread, "axiom")} that you edited cannot be read here: what follows is shown without.`),
      one ? [h("p", { class: "hint" }, `${at + 1} of ${queue.length}`), card(one)] : over(),
      files(),
    ),
  );
  document.querySelector(".review .axiom")?.focus();
  announce(one ? `${at + 1} of ${queue.length}: ${one.text.axiom}` : "All are reviewed");
}

function over() {
  const number = (what) => [...decisions.byID().values()].filter((d) => d.decision === what).length;
  return [
    h("h3", { class: "axiom", tabindex: "-1" }, found.list.length === 0 ? "Nothing to propose" : "Nothing more to review"),
    h("p", {}, `${number("accept")} accepted, ${number("reject")} rejected, ${number("later")} for later.`),
    h("p", { class: "hint" }, "Save the decisions; this command writes what they accept into the ontology: ", h("code", {}, `genus enrich --data FILE --accept ${decisions.fileName} --format patch --into FILE`)),
    sitting.at > 0 && h("div", { class: "row" }, key("Undo", back)),
  ];
}

/** card shows a proposal with what a reviewer needs to know. */
function card(one) {
  const { proposal, result, text } = one;
  const names = (iris = []) => [...iris.slice(0, mostNamed).map((iri) => nameOf({ iri, label: result.labels?.[iri] })), ...(iris.length > mostNamed ? ["…"] : [])].join(", ");
  const adds = h("dd", { "data-part": "adds" }, "…");
  const rows = [["Says", text.english], ["Text", result.definition], ["Evidence", text.evidence], ["Supporting", names(proposal.supporting)], ["Excluded", names(proposal.excluded)], ["But", text.but]];
  const place = h("div", {}, actions(one));
  showAdds(one, adds);
  return h(
    "section",
    { class: "proposal", "aria-label": "Proposal" },
    h("h3", { class: "axiom", tabindex: "-1" }, text.axiom),
    h("dl", {}, rows.filter(([, value]) => value).map(([name, value]) => [h("dt", {}, name), h("dd", { "data-part": name.toLowerCase() }, value)]), h("dt", {}, "Adds"), adds),
    place,
  );
}

/** showAdds shows what a reasoner derives after what was accepted before. */
async function showAdds({ proposal }, place) {
  const { signal } = adding;
  try {
    const { adds } = await review({ proposal, accepted: accepted() }, signal);
    const shown = adds.slice(0, mostNamed);
    const labels = await fetchLabels(shown.flat());
    if (signal.aborted) return;
    const pair = (iris) => iris.map((iri) => nameOf({ iri, label: labels.get(iri) })).join(" ⊑ ");
    fill(place, shown.length === 0 ? "nothing between named classes, by the rules of EL" : [...shown.map(pair), ...(adds.length > mostNamed ? ["…"] : [])].join(", "));
  } catch (error) {
    if (error.name !== "AbortError") fill(place, failed(error));
  }
}

function accepted() {
  const known = decisions.byID();
  return found.list.filter(({ proposal }) => known.get(proposal.id)?.decision === "accept").map(({ proposal }) => sitting.edited.get(proposal.id) ?? proposal);
}

const actions = (one) =>
  h("div", { class: "row" }, key("Accept", () => decide(one, "accept"), "primary"), key("Reject", () => decide(one, "reject")), key("Edit", () => edit(one)), key("Later", () => decide(one, "later")), sitting.at > 0 && key("Undo", back, "quiet"));

/** key returns a button that its first letter presses, too. */
const key = (name, run, cls = "") => button([h("kbd", {}, name[0]), name.slice(1)], run, { class: cls, "aria-label": name, "aria-keyshortcuts": name[0].toLowerCase(), "data-review": name[0].toLowerCase() });

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.target.matches?.("input, textarea")) return;
  const pressed = document.querySelector(`dialog[open] .review [data-review="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
});

function decide({ proposal, text }, decision, change = {}) {
  decisions.add({ id: proposal.id, decision, axiom: text.axiom, ...change });
  sitting.at++;
  draw();
}

function back() {
  sitting.at--;
  sitting.edited.delete(sitting.queue[sitting.at].proposal.id);
  decisions.removeLast();
  draw();
}

/** edit lets the reviewer write another axiom in place of the proposed one. */
function edit(one) {
  const place = document.querySelector(".review .proposal > div");
  const problem = h("div", {});
  const input = h("textarea", { id: "edited", rows: 3, maxlength: 10000, value: one.text.axiom });
  const cancel = () => {
    fill(place, actions(one));
    place.querySelector("[data-review=e]").focus();
  };
  const save = async (event) => {
    event.preventDefault();
    try {
      const { proposal, unknown } = await readEdited(one.proposal, input.value.trim());
      if (!input.isConnected) return;
      const isChanged = Boolean(proposal.was);
      if (isChanged) sitting.edited.set(one.proposal.id, proposal);
      decide(one, "accept", isChanged ? { edited: input.value.trim() } : {});
      if (unknown.length > 0) document.querySelector(".review").prepend(h("p", { class: "notice" }, `Nothing proposed names ${unknown.join(", ")}: look whether it is right. U takes it back.`));
    } catch (error) {
      fill(problem, failed(error));
    }
  };
  const keys = (event) => {
    if (event.key === "Enter") save(event);
    else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      cancel();
    }
  };
  fill(place, h("form", { class: "fields", onsubmit: save, onkeydown: keys }, h("label", { for: "edited" }, "The axiom that you accept"), input, problem, h("div", { class: "row" }, h("button", { class: "button primary" }, "Accept this"), button("Cancel", cancel))));
  input.focus();
}

/** files opens and saves the decisions, which this browser keeps. */
function files() {
  const problem = h("div", {});
  const open = async (event) => {
    const [file] = event.target.files;
    try {
      decisions.add(...decisions.parse(await file.text()));
      await begin();
    } catch (error) {
      fill(problem, failed(error));
    }
  };
  return h(
    "div",
    { class: "review-files" },
    h(
      "div",
      { class: "row" },
      h("label", { class: "button quiet" }, "Open decisions …", h("input", { type: "file", id: "decisions-file", class: "visually-hidden", accept: ".jsonl,.json,.txt", onchange: open })),
      button("Save decisions", () => download(decisions.fileName, "application/jsonl", decisions.toText()), { icon: "down", class: "quiet", disabled: decisions.all().length === 0 }),
    ),
    h("p", { class: "hint" }, "This browser keeps them. The file is that of genus enrich --decisions."),
    problem,
  );
}
