// The settings of learning. Only what differs from the default is kept.
import { call } from "./api.js";
import { fill, h } from "./dom.js";
import { failed } from "./say.js";
import { change, current, onChange } from "./work.js";

/** settings is a part that opens; it is drawn when the server has said its defaults. */
export function settings() {
  const body = h("div", { class: "settings-body" });
  const summary = h("summary", {}, "Settings");
  const details = h("details", { class: "settings" }, summary, body);
  let info = null;
  const draw = () => {
    const changed = Object.keys(current().options).length;
    fill(summary, "Settings", changed > 0 && h("span", { class: "number" }, `${changed} changed`));
    if (info) fill(body, ...fields(info));
  };
  const ask = () =>
    call("GET", "info").then(
      (answer) => {
        info = answer;
        draw();
      },
      (error) => fill(body, failed(error, ask)),
    );
  details.addEventListener("toggle", () => details.open && !info && ask());
  onChange(draw);
  draw();
  return details;
}

function fields({ defaults, languages, limits, choices }) {
  return [
    select("prefer", "Show first", choices.prefer, defaults.prefer, "Of the definitions that fit: meant, the most likely one; smallest, the simplest one, with a proof."),
    select("language", "Language", languages, defaults.language, "What concepts may be built of: alc has and, or, not, some, only; q counts, i reads roles backwards, f compares numbers."),
    number("max_size", "Largest size", defaults.max_size, { min: 1, max: limits.max_size ?? 50 }, "Nodes of the syntax tree."),
    number("depth", "Role depth", defaults.depth, { min: 0, max: limits.depth ?? 5 }, "How many steps away from an individual a concept may look."),
    number("timeout", "Longest time, seconds", defaults.timeout, { min: 1, max: limits.timeout ?? 3600 }),
    select("mode", "Fit", ["approx", "exact"], defaults.mode, "approx: the best score; exact: no example may be wrong."),
    select("score", "Best means", ["accuracy", "f1", "balanced"], defaults.score),
    select("select", "Choice of size", choices.select, defaults.select, "Which size's best concept is the default choice."),
    number("solutions", "Alternatives", defaults.solutions ?? 1, { min: 1, max: limits.solutions ?? 20 }, "How many concepts to find, best first."),
    check("nominals", "Individuals by name", defaults.nominals, "Such as a gender, a country, an occupation."),
    check("strings", "Strings by value", defaults.strings),
    negatives(defaults.negatives),
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

function select(name, text, choices, standard, hint) {
  return field(
    name,
    text,
    h(
      "select",
      { id: `set-${name}`, "data-key": `set ${name}`, "aria-describedby": hint && `hint-${name}`, onchange: (e) => set(name, e.target.value, standard) },
      choices.map((c) => h("option", { value: c, selected: c === value(name, standard) }, c)),
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

function negatives(standard) {
  const on = value("negatives", standard ?? "") === "auto";
  return field(
    "negatives",
    "Find negatives",
    h("input", { type: "checkbox", id: "set-negatives", "data-key": "set negatives", checked: on, onchange: (e) => set("negatives", e.target.checked ? "auto" : undefined, standard) }),
    "For positives only: takes their most similar siblings as negatives.",
  );
}
