// Comparing two definitions that are saved, or one of them with a list of names: which are in both, which only in one,
// and what tells the two apart.
import { call, fetchText } from "./api.js";
import { start } from "./bar.js";
import { download } from "./clipboard.js";
import { closeDialog, showDialog } from "./dialog.js";
import { button, count, h } from "./dom.js";
import { know, nameOf } from "./names.js";
import { failed, say, waiting } from "./say.js";
import { create } from "./sources.js";
import { begin, checked } from "./work.js";
import { freshName, isKept, load } from "./workspaces.js";

const shownFirst = 100; // of each part
const inFiles = 100_000;

/** compareChoice returns what chooses saved work to compare: {tick, row}. tick(name) makes the box of one. */
export function compareChoice() {
  const chosen = new Set(); // in the order of the ticks
  const two = button("Compare", () => compareSaved([...chosen]), { class: "primary", disabled: true, "data-key": "compare" });
  const list = button("Compare with a list …", () => askList([...chosen][0]), { disabled: true, "data-key": "compare list" });
  const toggle = (name, on) => {
    if (on) chosen.add(name);
    else chosen.delete(name);
    two.disabled = chosen.size !== 2;
    list.disabled = chosen.size !== 1;
  };
  const tick = (name) => h("label", { class: "check" }, h("input", { type: "checkbox", onchange: (event) => toggle(name, event.target.checked) }), h("span", { class: "visually-hidden" }, `Compare ${name}`));
  return { tick, row: h("div", { class: "row" }, two, list, h("span", { class: "hint" }, "Tick two, or one and give a list.")) };
}

/** savedSet returns the set of saved work: the members of its definition or, while it has none, its positives. */
async function savedSet(name) {
  const { state } = await load(name);
  const { source, pos } = checked(state);
  const is = { name, source };
  return typeof state.definition === "string" ? { ...is, set: { concept: state.definition } } : { ...is, set: { names: pos.map((e) => e.iri) }, only: count(pos.length, "example") };
}

async function compareSaved([first, second]) {
  const draw = dialog();
  try {
    const [a, b] = await Promise.all([savedSet(first), savedSet(second)]);
    if (JSON.stringify(a.source) !== JSON.stringify(b.source)) throw Object.assign(new Error("Sets of different data have no members in common: compare two of the same data."), { title: "They are about different data" });
    await compare(a, b, draw);
  } catch (error) {
    draw(failed(error, () => compareSaved([first, second])));
  }
}

const dialog = () => showDialog("Compare", waiting("Comparing …"), { wide: true });

/** askList asks for the list that is compared with saved work. */
function askList(name) {
  const field = h("textarea", { id: "compare-list", rows: 10, spellcheck: "false", autofocus: true });
  const go = async () => {
    const lines = field.value.split("\n").map((line) => line.trim().replace(/\s+#.*$/, ""));
    const names = [...new Set(lines.filter((line) => line && !line.startsWith("#")))];
    if (names.length === 0) return say("Write at least one name.");
    const draw = dialog();
    try {
      await compare(await savedSet(name), { name: "the list", set: { names } }, draw);
    } catch (error) {
      draw(failed(error));
    }
  };
  showDialog(`Compare ${name} with a list`, [h("label", { for: "compare-list" }, "One name or IRI per line. Lines that begin with # are ignored."), field, h("div", { class: "row" }, button("Compare", go, { class: "primary" }))]);
}

/** compare shows the three parts of two sets. */
async function compare(a, b, draw) {
  const s = await create(a.source);
  const request = { source: s.id, a: a.set, b: b.set };
  const found = await call("POST", "compare", { ...request, limit: shownFirst });
  const parts = [["Both", found.both], ["Only A", found.only_a], ["Only B", found.only_b]];
  know(parts.flatMap(([, part]) => part.members));
  const { pos, neg } = found.examples;
  const unknown = [...found.a.unknown, ...found.b.unknown].map((n) => n.text);
  draw([
    h("dl", { class: "fields" }, legend("A", a, found.a), legend("B", b, found.b)),
    unknown.length > 0 && h("p", { class: "notice" }, `${count(unknown.length, "name")} of the list ${unknown.length === 1 ? "means" : "mean"} nothing or may mean several, and ${unknown.length === 1 ? "is" : "are"} left out: ${unknown.slice(0, 12).join("; ")}${unknown.length > 12 ? "; …" : ""}.`),
    found.notes.map((text) => h("p", { class: "notice" }, text)),
    h("div", { class: "compared" }, parts.map(([title, part]) => partOf(title, part))),
    h(
      "div",
      { class: "row" },
      pos.length > 0 ? button("What tells A from B", () => tell(a, b, pos, neg), { class: "primary", "data-key": "tell" }) : h("span", { class: "hint" }, "Nothing tells them apart."),
      h("span", { class: "hint" }, "As a file:"),
      [["CSV", "csv"], ["Excel", "xlsx"]].map(([name, format]) => button(name, (event) => save(event.currentTarget, { ...request, format }), { icon: "down", class: "quiet", "aria-label": `Download the comparison: ${name}` })),
    ),
  ]);
}

function legend(letter, { name, only }, { english, total, scope }) {
  const said = [name, english ?? "", only && `has no definition yet: its ${only} are compared`, scope].filter(Boolean).join(" · ");
  return [h("dt", {}, letter), h("dd", {}, `${numberText(total)}: ${said}`)];
}

const numberText = (n) => (n === null ? "not counted" : n.toLocaleString("en"));

function partOf(title, { members, total, more, missing, lacks }) {
  const rest = total === null ? null : total - members.length;
  return h(
    "section",
    {},
    h("h3", {}, title),
    h("p", { class: "size" }, numberText(total)),
    missing && h("p", { class: "notice" }, missing),
    lacks.map((l) => h("p", { class: "hint" }, `${numberText(l.members)} are not ${l.english}`)),
    // A long list scrolls, also by keys.
    members.length > 0 && h("ul", { tabindex: "0", "aria-label": title }, members.map((m) => h("li", { title: m.iri }, nameOf(m)))),
    more && h("p", { class: "hint" }, rest === null ? "And others: the files have more." : `And ${rest.toLocaleString("en")} more: the files have them.`),
  );
}

/** tell begins work whose positives are only in A and whose negatives are only in B, and learns. */
async function tell(a, b, pos, neg) {
  const name = await freshName(`${a.name}, not ${b.name}`.slice(0, 60));
  isKept("");
  begin({ source: a.source, pos, neg }, name, true);
  closeDialog();
  start();
}

async function save(pressed, request) {
  pressed.disabled = true;
  try {
    const content = await fetchText("compare", { ...request, limit: inFiles }, { bytes: true });
    download(`compared.${request.format}`, content.type, content);
  } catch (error) {
    say(`Not downloaded: ${error.message}`);
  } finally {
    pressed.disabled = false;
  }
}
