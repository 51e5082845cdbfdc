// The cells of the table: names, values as text, and pictures.
import { h } from "./dom.js";
import { nameOf } from "./names.js";
import { showNeighbourhood } from "./neighbourhood.js";

const mostShown = 6; // values in a cell; its title has all

let images = []; // hosts from which pictures are shown

/** allowImages sets the hosts from which pictures are shown. */
export const allowImages = (hosts) => (images = hosts);

export const textOf = (v) => v.label || (v.datatype === "" ? nameOf({ iri: v.value }) : v.value);
export const cellText = (values) => values.map(textOf).join(", ");

/** cell shows values as text, and pictures from hosts that the server allows. */
export function cell(values) {
  const pictures = values.map(picture);
  if (pictures.some(Boolean)) return h("td", {}, values.map((v, i) => pictures[i] ?? textOf(v)));
  if (values.length <= mostShown) return h("td", {}, cellText(values));
  return h("td", { title: cellText(values) }, cellText(values.slice(0, mostShown)), h("small", { class: "hint" }, ` and ${values.length - mostShown} more`));
}

/** picture returns the picture that a value is the address of, or null. The servers of Wikimedia make it as small as it is shown. */
function picture({ value }) {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!images.includes(url?.hostname) || !/\.(avif|gif|jpe?g|png|svg|tiff?|webp)$/i.test(url.pathname)) return null;
  url.protocol = "https:";
  if (url.pathname.includes("/Special:FilePath/")) url.searchParams.set("width", "160");
  return h("img", { class: "picture", src: url.href, alt: `Picture ${decodeURIComponent(url.pathname.split("/").at(-1))}`, loading: "lazy", referrerpolicy: "no-referrer" });
}

/** rowName returns the text of the first cell of a row: the name of a member, or a value of a group. */
export const rowName = (m) => (m.value ? textOf(m.value) : nameOf(m));

const nameButton = (one) => h("button", { type: "button", class: "name", title: one.iri, onclick: () => showNeighbourhood(one) }, nameOf(one));

/** valueName returns the name of a value: of an individual with its neighbourhood behind it. */
export const valueName = (v) => (v.datatype === "" && !v.value.startsWith("_:") ? nameButton({ iri: v.value, label: v.label }) : h("span", { class: "text" }, textOf(v)));

const signs = { positive: ["pos", "+", "an example that belongs"], negative: ["neg", "−", "an example that does not belong"] };

/** memberName returns the name of a member, with the sign of an example. */
export function memberName(m) {
  const [side, sign, text] = signs[m.example] ?? [];
  return [side && h("span", { class: `sign ${side}`, title: text, role: "img", "aria-label": text }, sign), " ", nameButton(m)];
}

const collator = new Intl.Collator("en", { numeric: true });

/** sorted returns rows in the order of text(row). Those without a text come last. */
export function sorted(rows, text, down) {
  return [...rows].sort((a, b) => {
    const [x, y] = [text(a), text(b)];
    if (!x || !y) return Number(!x) - Number(!y);
    return (down ? -1 : 1) * (isFinite(x) && isFinite(y) ? x - y : collator.compare(x, y));
  });
}
