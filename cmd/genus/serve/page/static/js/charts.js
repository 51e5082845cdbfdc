// Small drawings of the columns of a table: a map of coordinates, a timeline of dates, a
// histogram of numbers, each with the members and the examples among them. Nothing is loaded.
import { count, h } from "./dom.js";
import { columnName, nameOf } from "./names.js";

const most = 3; // drawings
const fewest = 3; // members with a value, for a drawing
const [width, height, left, below] = [320, 120, 34, 18];

const XSD = "http://www.w3.org/2001/XMLSchema#";
const numeric = new Set(["integer", "decimal", "double", "float", "int", "long", "nonNegativeInteger", "positiveInteger"].map((name) => XSD + name));
const dated = new Set(["date", "dateTime", "gYear", "gYearMonth"].map((name) => XSD + name));

/** charts returns the drawings of the columns that have values to draw. */
export function charts(t) {
  const found = t.columns.flatMap((column, i) => {
    const points = t.members.flatMap((m) => m.values[i].slice(0, 1).map((v) => ({ v, m })));
    for (const [kind, read, draw, write] of kinds) {
      const values = points.map(({ v, m }) => ({ at: read(v), example: m.example === "positive", name: nameOf(m) })).filter(({ at }) => at !== null);
      if (values.length >= fewest && values.length >= points.length / 2) return [part(column, kind, values, draw, write)];
    }
    return [];
  });
  return found.length === 0 ? null : h("div", { class: "charts" }, found.slice(0, most));
}

function readPoint({ value, datatype }) {
  const [, x, y] = (/wktLiteral$/.test(datatype) && value.match(/point\s*\(\s*(-?[\d.]+)[\s,]+(-?[\d.]+)/i)) || [];
  return x === undefined ? null : { x: Number(x), y: Number(y) };
}

function readDate({ value, datatype }) {
  const [, year, month = "1"] = (dated.has(datatype) && value.match(/^(-?\d+)(?:-(\d\d))?/)) || [];
  return year === undefined ? null : Number(year) + (Number(month) - 1) / 12;
}

const readNumber = ({ value, datatype }) => (numeric.has(datatype) && isFinite(value) ? Number(value) : null);

function part(column, kind, values, draw, write) {
  const examples = values.filter((v) => v.example).length;
  const title = `${columnName(column)}: ${kind}`;
  const says = `${count(values.length, "member")}, ${examples} of them ${examples === 1 ? "an example" : "examples"}${write ? range(values, write) : ""}`;
  return h("figure", {}, h("figcaption", {}, title), draw(values, `${title}. ${says}`, write), h("p", { class: "hint" }, h("span", { class: "key" }), " members ", h("span", { class: "key of-examples" }), ` examples. ${says}`));
}

const yearOf = (n) => String(Math.floor(n));
const numberOf = (n) => String(Number.isInteger(n) ? n : Number(n.toPrecision(4)));

function range(values, write) {
  const list = values.map((v) => v.at);
  return `, from ${write(Math.min(...list))} to ${write(Math.max(...list))}`;
}

function svg(tag, props, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) e.setAttribute(name, value);
  e.append(...children.flat());
  return e;
}

const canvas = (label, tall, ...children) => svg("svg", { viewBox: `0 0 ${width} ${tall}`, role: "img", "aria-label": label, class: "drawing" }, ...children);
const word = (x, y, text, anchor) => svg("text", { x, y, "text-anchor": anchor }, text);

/** bars draws a histogram: for each bar the members and, before it, the examples among them. */
function bars(values, label, write) {
  const list = values.map((v) => v.at);
  const [low, high] = [Math.min(...list), Math.max(...list)];
  const n = Math.max(1, Math.min(20, Math.ceil(Math.sqrt(list.length))));
  const step = (high - low) / n || 1;
  const bins = Array.from({ length: n }, () => ({ all: 0, examples: 0 }));
  for (const { at, example } of values) {
    const bin = bins[Math.min(n - 1, Math.floor((at - low) / step))];
    bin.all++;
    if (example) bin.examples++;
  }
  const top = Math.max(...bins.map((b) => b.all));
  const w = (width - left) / n;
  const bar = (i, value, cls) => svg("rect", { x: left + i * w + 1, width: Math.max(1, w - 2), y: height - below - (value / top) * (height - below - 8), height: (value / top) * (height - below - 8), class: cls });
  return canvas(label, height, bins.map((b, i) => [bar(i, b.all, "bar-all"), bar(i, b.examples, "bar-example")]).flat(), word(left - 4, 14, top, "end"), word(left, height - 4, write(low), "start"), word(width, height - 4, write(high), "end"));
}

/** map draws points by longitude and latitude, as far as they reach, with a line every few degrees and as many names as there is room for. */
function map(values, label) {
  const tall = 200;
  const ends = (list) => [Math.min(...list), Math.max(...list)];
  const [west, east] = ends(values.map((v) => v.at.x));
  const [south, north] = ends(values.map((v) => v.at.y));
  const narrower = Math.max(0.1, Math.cos((((south + north) / 2) * Math.PI) / 180)); // a degree of longitude than one of latitude
  const scale = Math.min(width / Math.max(2, (east - west) * narrower * 1.25), tall / Math.max(2, (north - south) * 1.25));
  const x = (lon) => width / 2 + (lon - (west + east) / 2) * narrower * scale;
  const y = (lat) => tall / 2 - (lat - (south + north) / 2) * scale;
  const step = [1, 2, 5, 10, 15, 30, 45].find((s) => s * scale * narrower > 40) ?? 60;
  const lines = [];
  for (let lon = -180; lon <= 180; lon += step) if (x(lon) >= 0 && x(lon) <= width - 22) lines.push(svg("line", { x1: x(lon), x2: x(lon), y1: 0, y2: tall, class: "grid" }), word(x(lon) + 2, tall - 3, degrees(lon, "E", "W"), "start"));
  for (let lat = -90; lat <= 90; lat += step) if (y(lat) >= 8 && y(lat) <= tall - 12) lines.push(svg("line", { x1: 0, x2: width, y1: y(lat), y2: y(lat), class: "grid" }), word(2, y(lat) - 2, degrees(lat, "N", "S"), "start"));
  const dots = [...values].sort((a, b) => a.example - b.example).map((v) => svg("circle", { cx: x(v.at.x), cy: y(v.at.y), r: v.example ? 4 : 2.5, class: v.example ? "bar-example" : "bar-all" }, svg("title", {}, v.name)));
  return canvas(label, tall, lines, dots, placeNames(values.map((v) => ({ ...v, x: x(v.at.x), y: y(v.at.y) })).sort((a, b) => b.example - a.example)));
}

const degrees = (n, above, below) => `${Math.abs(n)}°${n === 0 ? "" : n < 0 ? below : above}`;

/** placeNames returns the names of points, beside those that leave room for one; earlier points come first. */
function placeNames(points) {
  const [letter, line, gap] = [4.6, 9, 6];
  const taken = points.map(({ x, y }) => ({ x0: x - 3, x1: x + 3, y0: y - 3, y1: y + 3 }));
  return points.flatMap(({ name, x, y }) => {
    const long = name.length * letter;
    for (const [x0, anchor] of [[x + gap, "start"], [x - gap - long, "end"]]) {
      const box = { x0, x1: x0 + long, y0: y - line / 2, y1: y + line / 2 };
      if (x0 < 0 || box.x1 > width || taken.some((t) => t.x0 < box.x1 && box.x0 < t.x1 && t.y0 < box.y1 && box.y0 < t.y1)) continue;
      taken.push(box);
      return [svg("text", { x: anchor === "end" ? box.x1 : x0, y: y + 3, "text-anchor": anchor, class: "place" }, name)];
    }
    return [];
  });
}

const kinds = [
  ["map", readPoint, map],
  ["timeline", readDate, bars, yearOf],
  ["histogram", readNumber, bars, numberOf],
];
