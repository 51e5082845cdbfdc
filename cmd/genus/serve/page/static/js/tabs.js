// Tabs as in the ARIA Authoring Practices: arrow keys move between tabs, and Tab reaches the selected one.
import { fill, h } from "./dom.js";

const selected = new Map();
const listeners = new Set();

/** selectedTab returns the open tab of the named list; undefined if none was opened. */
export const selectedTab = (name) => selected.get(name);

/** onTab calls f after a tab was opened. */
export const onTab = (f) => listeners.add(f);

/** openTab opens a tab of the named list when it is drawn again, or now if it is there. */
export function openTab(name, id) {
  selected.set(name, id);
  document.getElementById(`${name}-${id}`)?.click();
}

/** tabs returns a list of tabs {id, title, number, draw(panel)}. The open one is remembered by name. */
export function tabs(name, label, list) {
  const panel = h("div", { role: "tabpanel", class: "panel", id: `${name}-panel`, tabindex: 0 });
  const strip = h("div", { role: "tablist", class: "tablist", "aria-label": label });
  const open = (id, focus) => {
    const tab = list.find((t) => t.id === id) ?? list[0];
    fill(strip, list.map((t) => one(name, t, t === tab, choose, list)));
    panel.setAttribute("aria-labelledby", `${name}-${tab.id}`);
    // Each tab draws into its own element, so that a late answer for an earlier tab is not shown.
    const place = h("div", { class: "panel-body" });
    fill(panel, place);
    tab.draw(place);
    if (focus) strip.querySelector('[aria-selected="true"]').focus();
  };
  const choose = (id, focus) => {
    selected.set(name, id);
    open(id, focus);
    listeners.forEach((f) => f());
  };
  open(selected.get(name) ?? list[0].id, false);
  return [strip, panel];
}


function one(name, tab, isOpen, open, list) {
  const keys = (event) => {
    const at = list.indexOf(tab);
    const next = { ArrowRight: list[(at + 1) % list.length], ArrowLeft: list.at(at - 1), Home: list[0], End: list.at(-1) }[event.key];
    if (!next) return;
    event.preventDefault();
    open(next.id, true);
  };
  return h(
    "button",
    {
      type: "button",
      role: "tab",
      id: `${name}-${tab.id}`,
      "data-key": `${name} ${tab.id}`,
      "aria-selected": String(isOpen),
      "aria-controls": `${name}-panel`,
      tabindex: isOpen ? 0 : -1,
      onclick: () => open(tab.id, true),
      onkeydown: keys,
    },
    tab.title,
    tab.number !== undefined && h("span", { class: "number" }, tab.number),
  );
}
