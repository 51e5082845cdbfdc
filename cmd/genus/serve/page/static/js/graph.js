// The surroundings of an individual as a drawing. The library is loaded for the first one.
import { nameOf } from "./names.js";
import { colour, onTheme } from "./theme.js";

// Limits that keep texts apart: individuals of a drawing, individuals for one role, and the width of each in pixels.
const wide = { most: 14, perRole: 4, widest: 120 };
const narrow = { most: 8, perRole: 3, widest: 76 };
const narrowUnder = 500;
const padding = 7;
const fontSize = 12; // pixels

let cy = null;
onTheme(() => cy?.style(style()));

/** drawGraph draws the individual and its neighbours, given as lists of the edges of a role. A click on one calls go(neighbour). */
export async function drawGraph(root, individual, groups, go) {
  const { default: cytoscape } = await import("../vendor/cytoscape.esm.min.mjs");
  if (!root.isConnected) return;
  cy?.destroy();
  const targets = new Map();
  const room = root.clientWidth < narrowUnder ? narrow : wide;
  const { nodes, arcs } = elements(individual, groups, targets, room);
  (room === narrow ? rows : ellipse)(root, nodes, room);
  cy = cytoscape({
    container: root,
    elements: [...nodes, ...arcs],
    style: style(),
    layout: { name: "preset", fit: false },
    userZoomingEnabled: false,
    boxSelectionEnabled: false,
  });
  cy.on("tap", "node", (event) => {
    const target = targets.get(event.target.id());
    if (target) go(target);
  });
}

/** ellipse puts the individual in the middle and the others around it. Positions are in pixels, so that text keeps its size. */
function ellipse(root, nodes, { widest }) {
  const [x, y] = [root.clientWidth / 2, root.clientHeight / 2];
  const [centre, ...around] = nodes;
  centre.position = { x, y };
  around.forEach((node, i) => {
    const angle = ((i + 0.5) / around.length) * 2 * Math.PI - Math.PI / 2;
    node.data.widest = widest;
    node.position = { x: x + (x - widest / 2 - 2 * padding) * Math.cos(angle), y: y + (y - 30) * Math.sin(angle) };
  });
}

/** rows puts the others above and below the individual, at two heights each, so that no edge is covered by its text. */
function rows(root, nodes, { widest }) {
  const [width, height] = [root.clientWidth, root.clientHeight];
  const [centre, ...around] = nodes;
  centre.position = { x: width / 2, y: height / 2 };
  const margin = widest / 2 + 2 * padding;
  around.forEach((node, i) => {
    const below = i % 2 === 1;
    const inRow = Math.ceil((around.length - (below ? 1 : 0)) / 2);
    const at = Math.floor(i / 2);
    const y = 24 + (at % 2) * 44;
    node.data.widest = widest;
    node.position = { x: inRow === 1 ? width / 2 : margin + (at / (inRow - 1)) * (width - 2 * margin), y: below ? height - y : y };
  });
}

function elements(individual, groups, targets, { most, perRole }) {
  const nodes = [{ data: { id: "centre", label: nameOf(individual), centre: true } }];
  const arcs = [];
  const arc = (id, { role, inverse }) => arcs.push({ data: { id: `arc ${arcs.length}`, source: inverse ? id : "centre", target: inverse ? "centre" : id, label: nameOf(role) } });
  for (const group of groups) {
    for (const e of group.slice(0, group.length > perRole ? perRole - 1 : perRole)) {
      if (nodes.length > most) break;
      const id = e.target.iri === individual.iri ? "centre" : `node ${e.target.iri}`;
      if (id !== "centre" && !targets.has(id)) {
        targets.set(id, e.target);
        nodes.push({ data: { id, label: nameOf(e.target) } });
      }
      arc(id, e);
    }
    if (group.length > perRole && nodes.length <= most) {
      const id = `more ${arcs.length}`;
      nodes.push({ data: { id, label: `${group.length - perRole + 1} more`, more: true } });
      arc(id, group[0]);
    }
  }
  return { nodes, arcs };
}

const measure = document.createElement("canvas").getContext("2d");

/** widthOf returns the width of the text of a node, at most that of a node. */
function widthOf(node) {
  measure.font = `600 ${fontSize}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.min(node.data("widest") ?? wide.widest, Math.ceil(measure.measureText(node.data("label")).width));
}

function style() {
  const text = { color: colour("--text"), "font-family": getComputedStyle(document.body).fontFamily, "font-size": fontSize };
  return [
    {
      selector: "node",
      style: {
        ...text, label: "data(label)", shape: "round-rectangle", width: (n) => widthOf(n), height: 14, padding,
        "background-color": colour("--surface"), "border-width": 1, "border-color": colour("--muted"),
        "text-valign": "center", "text-max-width": (n) => n.data("widest") ?? wide.widest, "text-wrap": "ellipsis",
      },
    },
    { selector: "node[?centre]", style: { "background-color": colour("--accent"), color: colour("--on-accent"), "border-color": colour("--accent"), "font-weight": 600 } },
    { selector: "node[?more]", style: { "border-style": "dashed", color: colour("--muted") } },
    {
      selector: "edge",
      style: {
        ...text, label: "data(label)", "font-size": 10.5, color: colour("--muted"), width: 1.2, "line-color": colour("--line-strong"), "curve-style": "bezier",
        "target-arrow-shape": "triangle", "target-arrow-color": colour("--line-strong"), "arrow-scale": 0.8,
        "text-background-color": colour("--surface"), "text-background-opacity": 1, "text-background-padding": "2px",
      },
    },
  ];
}
