// Making elements, and replacing them without losing the focus.

/** h makes an element. Properties: class, on<event> (a function), value, checked and other booleans, attributes. */
export function h(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "class") e.className = value;
    else if (name === "value" || name === "checked" || name === "indeterminate") e[name] = value;
    else e.setAttribute(name, value === true ? "" : String(value));
  }
  e.append(...flat(children));
  return e;
}

function flat(children) {
  return children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false && c !== "");
}

/**
 * fill replaces the children of root. Those that stay are not moved, because a click on a button
 * that leaves the page between press and release is lost. If a child with the same data-key as
 * the focused element follows, it gets the focus.
 */
export function fill(root, ...children) {
  const active = document.activeElement;
  const key = active && root.contains(active) ? active.closest("[data-key]")?.dataset.key : undefined;
  const next = flat(children).map((c) => (c instanceof Node ? c : document.createTextNode(c)));
  const stays = new Set(next);
  for (const child of [...root.childNodes]) if (!stays.has(child)) child.remove();
  let at = root.firstChild;
  for (const child of next) {
    if (child === at) at = at.nextSibling;
    else root.insertBefore(child, at);
  }
  if (key !== undefined && !root.contains(document.activeElement)) root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

let pressed = false;
const released = new Set(); // what waits for the release
addEventListener("pointerdown", () => (pressed = true), true);
// The click comes after the release, and before the timeout.
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () =>
    setTimeout(() => {
      pressed = false;
      const all = [...released];
      released.clear();
      all.forEach((f) => f());
    }), true);
}

/** unpressed runs f, or waits until no button of the mouse is pressed: a click on what f draws anew or moves meanwhile is lost. */
export function unpressed(f) {
  if (pressed) released.add(f);
  else f();
}

const made = new Map(); // name -> {key, element}

/** keep returns the element that make made the last time for the name, if it was made of the same inputs, or else makes it. */
export function keep(name, inputs, make) {
  const key = JSON.stringify(inputs);
  if (made.get(name)?.key !== key) made.set(name, { key, element: make() });
  return made.get(name).element;
}

const paths = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  swap: "M7 8h12l-4-4M17 16H5l4 4",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 0 12h-2",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0 0 12h2",
  check: "M4 12.5l5 5L20 6.5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  down: "M12 4v12M6 11l6 6 6-6M5 20h14",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  share: "M12 15V3M7 8l5-5 5 5M5 13v8h14v-8",
  folder: "M3 6h7l2 3h9v11H3z",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  stop: "M7 7h10v10H7z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M14 4.5v5M10 14.5v5M14 7h4M6 17h4",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M15.5 15.5L21 21",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
};

/** icon returns a drawing that screen readers skip: its button has a name. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", name === "undo" || name === "redo" ? "0 3 24 24" : "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

/** button returns a button with a visible text, or with iconOnly an icon whose name is a tooltip. */
export function button(text, onclick, props = {}) {
  const { icon: drawing, iconOnly, class: cls = "", ...rest } = props;
  return h(
    "button",
    {
      type: "button",
      class: `button ${iconOnly ? "icon-only" : ""} ${cls}`,
      onclick,
      ...(iconOnly ? { "aria-label": text, title: text } : {}),
      ...rest,
    },
    drawing && icon(drawing),
    !iconOnly && h("span", {}, text),
  );
}

/** count returns a number with its noun: "1 match", "3 matches". */
export function count(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}
