// The colours of SPARQL, for queries to read and in the editor.
import { h } from "./dom.js";

const kinds = [
  ["comment", /#[^\n]*/y],
  ["iri", /<[^<>"{}|^`\\\s]*>/y],
  ["string", /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y],
  ["variable", /[?$]\w+/y],
  ["name", /[\p{L}][\p{L}\w.-]*:[\p{L}\w.%-]*|:[\p{L}\w.%-]+/uy],
  ["keyword", /\b(?:SELECT|ASK|CONSTRUCT|DESCRIBE|WHERE|PREFIX|BASE|DISTINCT|REDUCED|FROM|NAMED|OPTIONAL|UNION|MINUS|FILTER|BIND|VALUES|SERVICE|GRAPH|GROUP|ORDER|BY|HAVING|LIMIT|OFFSET|ASC|DESC|AS|IN|NOT|EXISTS|COUNT|SUM|MIN|MAX|AVG|SAMPLE|a)\b/iy],
  ["", /[\p{L}\w]+|\s+|[\s\S]/uy],
];

/** coloured returns the parts of a query with their colours. */
export function coloured(text) {
  const parts = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const [kind, token] = next(text, at);
    at += token.length;
    if (!kind) {
      plain += token;
      continue;
    }
    if (plain) parts.push(plain);
    plain = "";
    parts.push(h("span", { class: `sparql-${kind}` }, token));
  }
  return plain ? [...parts, plain] : parts;
}

function next(text, at) {
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return [kind, found[0]];
  }
  return ["", text[at]];
}

/** placeIn returns the place that an error of the server names: {line, column}, from 1; column is 0 if it names a line only; or null. */
export function placeIn(message) {
  const [, line, column = "0"] = message.match(/line (\d+)(?:, column (\d+))?/) ?? [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}

/** offsetOf returns where a place is in the text. */
export function offsetOf(text, { line, column }) {
  const before = text.split("\n").slice(0, line - 1);
  return Math.min(text.length, before.reduce((sum, one) => sum + one.length + 1, 0) + Math.max(0, column - 1));
}
