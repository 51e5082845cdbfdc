// The examples: whether each is in the concept, and the part of the concept that decides.
import { call } from "./api.js";
import { correct } from "./chosen.js";
import { current } from "./work.js";
import { button, count, fill, h } from "./dom.js";
import { know, nameOf } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { failed, waiting } from "./say.js";
import { withSource } from "./sources.js";
import { learn } from "./learn.js";
import { reasons } from "./why.js";

let all = false;
let asked = 0;

export function mistakes(panel, c) {
  const mine = ++asked;
  const { pos, neg } = current();
  const labels = new Map([...pos, ...neg].map((e) => [e.iri, e.label]));
  const slow = setTimeout(() => mine === asked && fill(panel, waiting("Evaluating …")), 200);
  withSource((s) => call("POST", "why", { source: s.id, concept: c.dl, pos: pos.map((e) => e.iri), neg: neg.map((e) => e.iri) }))
    .then(({ explanations: rows }) => {
      if (mine !== asked) return;
      know(rows);
      const named = rows.map((row) => ({ ...row, label: row.label || labels.get(row.iri) }));
      draw(panel, named);
    })
    .catch((error) => mine === asked && fill(panel, failed(error, () => mistakes(panel, c))))
    .finally(() => clearTimeout(slow));
}

function draw(panel, rows) {
  const wrong = rows.filter((row) => !row.correct);
  const shownRows = all ? [...wrong, ...rows.filter((row) => row.correct)] : wrong;
  const toggle = (event) => {
    all = event.target.checked;
    draw(panel, rows);
  };
  fill(
    panel,
    h(
      "div",
      { class: "row" },
      h("p", { class: wrong.length ? "" : "hint" }, wrong.length ? `${count(wrong.length, "example")} of ${rows.length} wrong.` : "Every example is right."),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: all, onchange: toggle, "data-key": "all examples" }), "Show all examples"),
    ),
    shownRows.length > 0 && h("ul", { class: "verdicts" }, shownRows.map(row)),
  );
}

function row(e) {
  const verdict = e.correct ? (e.positive ? "belongs, found" : "does not belong, not found") : e.positive ? "belongs, but is not found" : "does not belong, but is found";
  const other = e.positive ? "neg" : "pos";
  const again = (side) => () => {
    correct(e, side);
    learn();
  };
  return h(
    "li",
    { class: `${e.correct ? "right" : "wrong"} ${e.member ? "member" : ""}` },
    h(
      "div",
      { class: "verdict" },
      h("span", { class: `sign ${e.positive ? "pos" : "neg"}`, "aria-hidden": "true" }, e.positive ? "+" : "−"),
      h("button", { type: "button", class: "name", title: e.iri, onclick: () => showNeighbourhood(e) }, nameOf(e)),
      h("span", { class: "hint" }, verdict),
      !e.correct && h("span", { class: "row" }, button(e.positive ? "It does not belong" : "It does belong", again(other), { class: "quiet" }), button("Remove", again(null), { class: "quiet", "aria-label": `Remove ${nameOf(e)}` })),
    ),
    reasons(e.why),
  );
}
