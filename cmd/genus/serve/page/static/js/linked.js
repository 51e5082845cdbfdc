// Work from a link. The built-in data opens at once; other data waits for a click, so that
// a link alone makes the server send no requests.
import { linked } from "./share.js";
import { begin } from "./work.js";
import { freshName, isKept } from "./workspaces.js";

let waiting = null;

export const linkedWork = () => waiting;

/** takeLink reads the fragment and returns "none", "opened" or "waiting". */
export async function takeLink(fragment, opened) {
  const question = await linked(fragment);
  if (!question) return "none";
  const take = async () => {
    waiting = null;
    isKept("");
    begin(question, await freshName("from a link"));
    opened();
  };
  if (question.source.kind === "builtin") {
    await take();
    return "opened";
  }
  waiting = { question, take };
  return "waiting";
}
