// Members of the concept that are not examples, page by page. A tick or a cross makes one
// an example and learns again; the list stays as it is until the pointer has left it.
import { call } from "./api.js";
import { correct } from "./chosen.js";
import { button, fill, h } from "./dom.js";
import { evidence, rowFacts } from "./evidence.js";
import { know, nameOf } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";
import { announce, failed, waiting } from "./say.js";
import { live, withSource } from "./sources.js";
import { isRunning, learn, onLearning, result, running } from "./learn.js";
import { current, mark, onChange, sideOf } from "./work.js";

const page = 12;
let asked = 0;
let corrected = null; // {at, side}: the button that made a match an example
let awaited = null; // draws the matches that come with the confirmation
let kept = {}; // {key, answer}: the last page. The list is drawn again when more is known about the result

onLearning(() => {
  if (running()?.state === "queued") kept = {};
  const draw = result() && !isRunning(result(), "confirmation") && awaited;
  if (!draw) return;
  awaited = null;
  draw();
});

// Rows that are held show their new side.
onChange(() => document.querySelectorAll(".matches > li").forEach((li) => li.isConnected && show(li)));

/** matches lists the matches of the concept after the first offset. Those of the result r itself come with its confirmation. */
export function matches(panel, c, r, offset = 0) {
  const mine = ++asked;
  const own = offset === 0 && c.isDefault && !c.stale && Boolean(live()?.url);
  awaited = null;
  if (own && isRunning(r, "confirmation")) {
    awaited = () => panel.isConnected && matches(panel, c, result());
    return fill(panel, waiting("Asking for matches …"));
  }
  // The page before stays until the new one comes. Without one, a note appears if that takes long enough not to flicker.
  const slow = setTimeout(() => mine === asked && !panel.firstChild && fill(panel, waiting("Asking for matches …")), 200);
  panel.setAttribute("aria-busy", "true");
  const { pos, neg } = current();
  const about = { concept: c.dl, pos: pos.map((e) => e.iri), neg: neg.map((e) => e.iri), limit: page, offset };
  const key = JSON.stringify([live()?.id, about]);
  const there = own && !r.linked && r.matches && r.endpoint && !r.endpoint.error && !r.matches_error ? { matches: r.matches, more: Boolean(r.more_matches) } : kept.key === key && kept.answer;
  const asking = there ? Promise.resolve(there) : withSource((s) => call("POST", "matches", { source: s.id, ...about }));
  asking
    .then((answer) => {
      if (mine !== asked) return;
      kept = { key, answer };
      know(answer.matches);
      fill(panel, ...parts(panel, c, r, offset, answer));
      refocus(panel);
    })
    .catch((error) => mine === asked && fill(panel, failed(error, () => matches(panel, c, r, offset))))
    .finally(() => {
      clearTimeout(slow);
      if (mine === asked) panel.removeAttribute("aria-busy");
    });
}

function parts(panel, c, r, offset, { matches: found, more, total }) {
  if (found.length === 0 && offset === 0) return [h("p", { class: "empty" }, "Nothing beyond your examples. That may be all there is, or the definition is too narrow: add more that belong.")];
  const to = (at) => () => matches(panel, c, r, at);
  return [
    h("p", { class: "hint" }, "Also found. Does it belong? ✓ and ✗ make it an example and learn again."),
    h("ul", { class: "matches", "aria-label": "Matches beyond the examples" }, found.map((m, at) => row(m, at, c.dl))),
    h(
      "div",
      { class: "row pages" },
      (offset > 0 || more) && [
        button("Previous", to(Math.max(0, offset - page)), { disabled: offset === 0, "data-key": "matches previous" }),
        button("Next", to(offset + found.length), { disabled: !more, "data-key": "matches next" }),
      ],
      h("span", { class: "hint" }, `${offset + 1} to ${offset + found.length}${total ? ` of ${total}` : more ? ", and more" : ""}`),
    ),
  ];
}

/**
 * refocus restores the focus after a correction, so that keyboard users can go on down the list. The list
 * is drawn with the first answer and again with the result: the place is kept until the focus is elsewhere.
 */
function refocus(panel) {
  if (document.activeElement !== document.body) {
    if (!panel.contains(document.activeElement)) corrected = null;
    return;
  }
  if (!corrected) return;
  const rows = panel.querySelectorAll(".matches > li");
  rows[Math.min(corrected.at, rows.length - 1)]?.querySelector(`.side-${corrected.side}`)?.focus({ preventScroll: true });
}

function row(match, at, concept) {
  const name = nameOf(match);
  const sign = (side, text, icon) => button(`${name} ${text}`, () => example(match, side, at), { icon, iconOnly: true, class: `side-${side}`, "aria-pressed": "false" });
  const [open, list] = isBlank(match.iri) ? [] : rowFacts(match, concept);
  const li = h(
    "li",
    { "data-iri": match.iri },
    h(
      "div",
      { class: "match" },
      h("button", { type: "button", class: "name", title: match.iri, onclick: () => showNeighbourhood(match), "data-key": `match ${match.iri}` }, name),
      !isBlank(match.iri) && evidence(match, concept),
    ),
    !isBlank(match.iri) && [open, sign("pos", "belongs", "check"), sign("neg", "does not belong", "close"), list],
  );
  return li;
}

// No query can ask about a blank node, so it cannot be an example.
const isBlank = (iri) => iri.startsWith("_:");

function show(li) {
  if (isBlank(li.dataset.iri)) return;
  const side = sideOf(li.dataset.iri);
  for (const name of ["pos", "neg"]) {
    const sign = li.querySelector(`.side-${name}`);
    sign.classList.toggle("on", side === name);
    sign.setAttribute("aria-pressed", String(side === name));
  }
}

/** example puts a match on a side, or removes it from there, and learns again. */
function example(individual, side, at) {
  corrected = { at, side };
  if (sideOf(individual.iri) === side) mark([individual], null);
  else correct(individual, side);
  learn();
  announce(`${nameOf(individual)} ${side === "pos" ? "belongs" : "does not belong"}`);
}
