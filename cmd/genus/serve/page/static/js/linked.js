// Work from a link. Its answer is shown at once. Data that is not built in waits for a click,
// so that a link alone makes the server send no requests.
import { button, h } from "./dom.js";
import { keepResult } from "./learn.js";
import { linked } from "./share.js";
import { bar, describeSource, isBarred, open } from "./sources.js";
import { askedFor, begin, current } from "./work.js";
import { freshName, isKept } from "./workspaces.js";

let waiting = null;

export const linkedWork = () => waiting;

/** takeLink reads the fragment and returns "none", "opened" or "waiting". given is the data that the server was started with, or null. */
export async function takeLink(fragment, given, opened) {
  const found = await linked(fragment);
  if (!found) return "none";
  const { question, answer } = found;
  if (given && question.source.url === given.name) question.source = { kind: "given", name: given.name };
  const take = async (bars) => {
    waiting = null;
    isKept("");
    if (answer) keepResult(askedFor(question), answer);
    begin(question, await freshName("from a link"));
    if (bars) bar();
    opened();
  };
  const { kind, name } = question.source;
  const safe = kind === "builtin" || (kind === "given" && name === given?.name);
  if (!safe && !answer) {
    waiting = { question, take };
    return "waiting";
  }
  await take(!safe);
  return "opened";
}

/** linkedNotice says that the answer is that of the link. compute learns again. */
export function linkedNotice(r, compute) {
  if (!r?.linked) return null;
  const name = describeSource(current().source);
  return h(
    "div",
    { class: "notice linked-notice" },
    h("p", {}, isBarred() ? `This answer came with the link. genus has not asked ${name} yet.` : "This answer came with the link."),
    h("div", { class: "row" }, isBarred() && button("Open the data", () => open({ asked: true }), { class: "primary", "data-key": "unbar" }), button("Compute it again", compute, { "data-key": "compute" })),
  );
}
