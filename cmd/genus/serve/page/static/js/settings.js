// The settings of learning. Only those that differ from the default are kept.
import { call } from "./api.js";
import { liveChoice } from "./bar.js";
import { closeDialog, showDialog } from "./dialog.js";
import { button, h } from "./dom.js";
import { nameOf } from "./names.js";
import { failed, waiting } from "./say.js";
import { change, current, onChange } from "./work.js";

/** changedSettings returns how many settings differ from the default. */
export const changedSettings = () => Object.keys(current().options).filter((name) => name !== "words").length;

/** wordsOf returns the options without the settings. */
const wordsOf = ({ words }) => (words ? { words } : {});

let info = null;
let redraw = () => {};
onChange(() => redraw());

/** showSettings opens the dialog. Its fields are drawn when the server has sent the defaults. */
export function showSettings() {
  const draw = showDialog("Settings", waiting("Asking the server for its defaults …"), { onclose: () => (redraw = () => {}) });
  redraw = () => info && draw(body());
  const ask = () =>
    call("GET", "info").then(
      (answer) => {
        info = answer;
        redraw();
      },
      (error) => draw(failed(error, ask)),
    );
  if (info) redraw();
  else ask();
}

let expert = false;

function body() {
  return [
    h("div", { class: "settings-body" }, fields(info)),
    h("p", {}, liveChoice()),
    h(
      "details",
      { class: "expert", open: expert, ontoggle: (event) => (expert = event.target.open) },
      h("summary", {}, "For experts"),
      h("div", { class: "settings-body" }, expertFields(info)),
    ),
    h(
      "div",
      { class: "row" },
      button("Done", closeDialog, { class: "primary" }),
      changedSettings() > 0 && button("Back to the defaults", () => change({ options: wordsOf(current().options) }), { class: "quiet" }),
    ),
  ];
}

function fields({ defaults, limits, choices }) {
  return [
    select("prefer", "Show first", choices.prefer, defaults.prefer, "Of the definitions that fit.", { meant: "the most likely one", smallest: "the simplest one, with a proof" }),
    select("mode", "Wrong examples", ["approx", "exact"], defaults.mode, undefined, { approx: "as few as possible", exact: "none" }),
    number("timeout", "Longest time, seconds", defaults.timeout, { min: 1, max: limits.timeout ?? 3600 }),
    check("nominals", "Use values by name", defaults.nominals, "Such as a gender, a country, an occupation."),
    check("strings", "Use texts", defaults.strings, "Such as a code or a colour that is written out."),
    excluded(),
  ];
}

/** excluded returns the field with the classes that a definition of a class must not name. */
function excluded() {
  const { exclude_class: classes = [] } = current().options;
  return (
    classes.length > 0 &&
    field("exclude", "Classes not to use", button("Use them again", () => set("exclude_class", undefined), { id: "set-exclude", class: "quiet" }), classes.map((iri) => nameOf({ iri })).join(", "))
  );
}

function expertFields({ defaults, languages, limits, choices }) {
  return [
    select("language", "Language", languages, defaults.language, "What concepts may be built of. auto: alcqif and values that the examples share; alc has and, or, not, some, only; q counts, i reads roles backwards, f compares numbers."),
    number("max_size", "Largest size", defaults.max_size, { min: 1, max: limits.max_size ?? 50 }, "Nodes of the syntax tree."),
    number("depth", "Role depth", defaults.depth, { min: 0, max: limits.depth ?? 5 }, "How many steps away from an individual a concept may look."),
    select("score", "Best means", ["accuracy", "f1", "balanced"], defaults.score),
    select("select", "Choice of size", choices.select, defaults.select, "The size whose best concept is shown first."),
  ];
}

function set(name, value, standard) {
  const { [name]: _, ...others } = current().options;
  change({ options: value === standard || value === undefined ? others : { ...others, [name]: value } });
}

const value = (name, standard) => current().options[name] ?? standard;

function field(name, text, control, hint) {
  return [h("label", { for: `set-${name}` }, text), h("div", {}, control, hint && h("p", { class: "hint", id: `hint-${name}` }, hint))];
}

function select(name, text, choices, standard, hint, words = {}) {
  return field(
    name,
    text,
    h(
      "select",
      { id: `set-${name}`, "data-key": `set ${name}`, "aria-describedby": hint && `hint-${name}`, onchange: (e) => set(name, e.target.value, standard) },
      choices.map((c) => h("option", { value: c, selected: c === value(name, standard) }, words[c] ?? c)),
    ),
    hint,
  );
}

function number(name, text, standard, { min, max }, hint) {
  return field(
    name,
    text,
    h("input", {
      type: "number",
      id: `set-${name}`,
      "data-key": `set ${name}`,
      min,
      max,
      value: value(name, standard) ?? "",
      placeholder: standard === undefined || standard === null ? "as the data" : String(standard),
      "aria-describedby": hint && `hint-${name}`,
      onchange: (e) => e.target.reportValidity() && set(name, e.target.value === "" ? undefined : Number(e.target.value), standard),
    }),
    hint,
  );
}

function check(name, text, standard = false, hint) {
  return field(name, text, h("input", { type: "checkbox", id: `set-${name}`, "data-key": `set ${name}`, checked: value(name, standard), onchange: (e) => set(name, e.target.checked, standard) }), hint);
}
