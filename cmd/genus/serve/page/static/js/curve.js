// Score against size: the best concept of each size, as a chart to pick from
// and as a list of buttons that says the same.
import { shown, sizes } from "./chosen.js";
import { h } from "./dom.js";
import { result } from "./learn.js";
import { colour, onTheme } from "./theme.js";
import { change, current } from "./work.js";

let chart = null; // there is one on the page
let redraw = () => {};
let library = null; // loaded for the first chart
const loadLibrary = () => (library ??= new Promise((done, fail) => document.head.append(h("script", { src: "static/vendor/uPlot.iife.min.js", onload: done, onerror: fail }))));
onTheme(() => redraw());
addEventListener("resize", () => redraw());

export function curve(r) {
  const points = sizes(r);
  if (points.length < 2) return null;
  const canvas = h("div", { class: "chart", "aria-hidden": "true" });
  const part = h(
    "section",
    { class: "card curve", "aria-labelledby": "curve-title" },
    h("h3", { id: "curve-title" }, "Simpler ones, and what they get wrong"),
    canvas,
    choices(r, points),
    h("p", { class: "hint" }, "Click one to show it instead. The size of a concept is the number of its parts."),
  );
  redraw = () => loadLibrary().then(() => canvas.isConnected && draw(canvas, r, points));
  // The width is known once the part is in the page.
  requestAnimationFrame(redraw);
  return part;
}

const total = (r) => r.examples.positive + r.examples.negative;
const right = (r, stage) => (r.weighted ? `${stage.correct} right, weighted` : `${stage.correct} of ${total(r)}`);

/** picked returns the size of the shown concept, or null if it is not on the curve. */
const picked = (r) => sizes(r).find(({ stage }) => stage.concept.dl === shown()?.dl)?.size ?? null;

/** pick shows the concept of a size. The default is stored as null. */
function pick(r, size) {
  const wanted = size === r.concept.size ? null : size;
  if (wanted !== current().pick || current().meant) change({ pick: wanted });
}

function choices(r, points) {
  return h(
    "fieldset",
    { class: "choices", disabled: !result() },
    h("legend", { class: "visually-hidden" }, "Show the concept of size"),
    points.map(({ size, stage }) =>
      h(
        "label",
        { class: `choice ${size === r.concept.size ? "default" : ""}` },
        h("input", { type: "radio", name: "size", value: size, checked: size === picked(r), "data-key": `size ${size}`, onchange: () => pick(r, size) }),
        h("span", { class: "choice-size" }, `Size ${size}`),
        h("span", { class: "hint" }, right(r, stage)),
        size === r.concept.size && h("span", { class: "tag" }, "default"),
      ),
    ),
  );
}

function draw(root, r, points) {
  chart?.destroy();
  const last = Math.max(...points.map((p) => p.size), ...r.stages.map((s) => s.k));
  const xs = Array.from({ length: last }, (_, i) => i + 1);
  const at = new Map(points.map((p) => [p.size, p.stage.correct]));
  let best = null;
  const line = xs.map((k) => (best = at.get(k) ?? best));
  const ceiling = r.ceiling?.correct;
  const top = Math.max(ceiling ?? 0, ...points.map((p) => p.stage.correct));
  const low = Math.min(...points.map((p) => p.stage.correct));
  const margin = Math.max(1, (top - low) * 0.15);
  const ink = colour("--muted");
  const grid = { stroke: colour("--line"), width: 1 };
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const whole = (u, splits) => splits.map((v) => (Number.isInteger(v) ? String(v) : ""));
  const dots = (only, fill, size) => ({
    label: "",
    stroke: "transparent",
    points: { show: true, size, fill, stroke: colour("--accent"), width: 2 },
    paths: () => null,
    data: xs.map((k) => (at.has(k) && only(k) ? at.get(k) : null)),
  });
  const series = [
    { label: "best score", stroke: colour("--accent"), width: 2, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false }, data: line },
    { label: "possible", stroke: ink, width: 1, dash: [4, 4], points: { show: false }, data: xs.map(() => ceiling ?? null) },
    dots((k) => k !== picked(r), colour("--surface"), 9),
    dots((k) => k === picked(r), colour("--accent"), 13),
  ];
  chart = new uPlot(
    {
      width: root.clientWidth,
      height: 190,
      padding: [12, 16, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false, range: [0.5, last + 0.5] }, y: { range: [Math.max(0, low - margin), top + margin] } },
      axes: [
        { label: "size", labelSize: 20, labelFont: font, font, stroke: ink, grid: { show: false }, ticks: grid, splits: () => xs, values: whole, size: 30 },
        { label: "examples right", labelSize: 20, labelFont: font, font, stroke: ink, grid, ticks: { show: false }, values: whole, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000], size: 40 },
      ],
      series: [{}, ...series.map(({ data, ...s }) => s)],
      hooks: { ready: [(u) => u.over.addEventListener("click", () => nearest(r, u, points))] },
    },
    [xs, ...series.map((s) => s.data)],
    root,
  );
}

function nearest(r, u, points) {
  if (!result()) return;
  const x = u.posToVal(u.cursor.left, "x");
  const { size } = points.reduce((a, b) => (Math.abs(b.size - x) < Math.abs(a.size - x) ? b : a));
  pick(r, size);
}
