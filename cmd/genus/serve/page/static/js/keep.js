// Saved work, files of it, and links to it.
import { copyText, download } from "./clipboard.js";
import { compareChoice } from "./compare.js";
import { closeDialog, showDialog } from "./dialog.js";
import { complete, shown } from "./chosen.js";
import { button, h, icon } from "./dom.js";
import { keepResult, result } from "./learn.js";
import { failed, say, waiting } from "./say.js";
import { editorOf } from "./query.js";
import { answerOf, link } from "./share.js";
import { live } from "./sources.js";
import { askedFor, begin, checked, current, rename, workName } from "./work.js";
import { freshName, isKept, list, load, remove, save, saveNow } from "./workspaces.js";

export async function showShare() {
  const [r, c] = [result(), shown()];
  const answer = r && c ? answerOf(r, await complete(c).catch(() => c)) : null;
  const url = await link(current(), answer);
  const { kind } = current().source;
  const remote = live()?.url ?? current().source.url;
  showDialog("Share a link", [
    h("p", {}, answer ? "The link holds the answer with its query, the examples and the settings." : "The link holds the examples and the settings; learn first, and it holds the answer, too."),
    kind === "upload" && h("p", { class: "notice" }, "The data is a file that you opened here. The link works with this server only, until it restarts."),
    h("p", { class: "hint" }, `It leads to genus at ${location.host}.`),
    isLocal(location.href) && h("p", { class: "notice" }, "That is this machine. For others, replace its beginning by the address of their genus: it works on any that can open the same data."),
    field("Link", url),
    h("div", { class: "row" }, button("Copy the link", () => copyText(url, "Link copied."), { icon: "copy", class: "primary" })),
    h("p", { class: "hint" }, `Nobody gets anything until it is opened; then its part after # stays in the browser. ${remote ? `${remote} is asked only when the reader wants to.` : ""}`),
    answer && editorOf(answer.sparql) && editorPart(editorOf(answer.sparql)),
  ]);
}

/** editorPart offers the link to the query in an editor, and says whom it leads to. */
const editorPart = ({ url, host, own }) => [
  h("h3", {}, "The query in an editor"),
  h("p", {}, isLocal(url) ? `This link leads to ${host}, on this machine.` : `This link leaves this machine: ${host}${own ? "" : ", not the endpoint itself,"} gets the query.`),
  field("Link to the query", url),
  h("div", { class: "row" }, button("Copy the link to the query", () => copyText(url, "Link to the query copied."), { icon: "copy" }), h("a", { class: "button quiet", href: url, target: "_blank", rel: "noopener noreferrer" }, icon("open"), "Open it")),
];

const isLocal = (url) => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);

function field(name, url) {
  const f = h("textarea", { class: "mono", rows: 4, readonly: true, "aria-label": name, onfocus: (e) => e.target.select(), onselect: (e) => (e.target.scrollTop = 0) });
  f.value = url;
  return f;
}

export function showKept() {
  const draw = showDialog("Saved work", waiting("Looking for saved work …"));
  const refresh = () =>
    saveNow().then(list).then(
      (works) => draw(body(works, refresh)),
      (error) => draw(failed(error, refresh)),
    );
  refresh();
}

function body(works, refresh) {
  const { source } = current();
  const choice = compareChoice();
  return [
    source && naming(),
    works.length === 0
      ? h("p", { class: "empty" }, "Nothing is saved yet. Work is saved as soon as it has an example.")
      : h(
          "ul",
          { class: "kept" },
          works.map((w) => keptRow(w, choice.tick(w.name), refresh)),
        ),
    works.length > 0 && choice.row,
    h("h3", {}, "As a file"),
    h("p", { class: "hint" }, "A file holds everything, the result too, and can be opened here again."),
    h(
      "div",
      { class: "row" },
      source && button("Download", downloadWork, { icon: "down" }),
      h(
        "label",
        { class: "button" },
        "Open a file …",
        h("input", { type: "file", class: "visually-hidden", accept: ".json,application/json", onchange: (e) => openWork(e.target.files[0]) }),
      ),
    ),
    h("div", { id: "keep-error" }),
  ];
}

function naming() {
  const input = h("input", { type: "text", id: "work-name", value: workName(), maxlength: 60 });
  return h(
    "form",
    {
      class: "row",
      onsubmit: async (event) => {
        event.preventDefault();
        const wanted = input.value.trim();
        if (!wanted || wanted === workName()) return;
        rename(await freshName(wanted), true);
        closeDialog();
        if (await save()) say(`This work is called ${workName()} now.`); // or save shows the error
      },
    },
    h("label", { for: "work-name" }, "This work is called"),
    input,
    h("button", { class: "button" }, "Rename"),
  );
}

function keptRow(w, tick, refresh) {
  const open = async () => {
    try {
      const { state } = await load(w.name);
      isKept(w.name);
      begin(checked(state), w.name, true);
      closeDialog();
    } catch (error) {
      document.getElementById("keep-error").replaceChildren(failed(error));
    }
  };
  const drop = async () => {
    await remove(w.name).catch((error) => say(error.message));
    refresh();
  };
  const isCurrent = w.name === workName() && current().source;
  return h(
    "li",
    {},
    tick,
    h("div", { class: "kept-name" }, h("button", { type: "button", class: "link", onclick: open, disabled: isCurrent }, w.name), h("span", { class: "hint" }, w.about)),
    h("span", { class: "hint" }, isCurrent ? "open now" : new Date(w.updated).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
    !isCurrent && button(`Delete ${w.name}`, drop, { icon: "close", iconOnly: true, class: "quiet" }),
  );
}

function downloadWork() {
  const whole = { genus: 1, name: workName(), question: current(), result: result() };
  download(`${(workName() || "genus").replace(/[\\/:*?"<>|]/g, "")}.genus.json`, "application/json", JSON.stringify(whole, null, 1));
}

async function openWork(file) {
  if (!file) return;
  try {
    const whole = JSON.parse(await file.text());
    const question = checked(whole.question);
    if (whole.result?.concept) keepResult(askedFor(question), whole.result);
    const name = await freshName(whole.name || file.name.replace(/(\.genus)?\.json$/, ""));
    isKept("");
    begin(question, name, true);
    closeDialog();
  } catch (error) {
    const text = error instanceof SyntaxError ? `${file.name} is not a file of genus: it is not JSON.` : error.message;
    document.getElementById("keep-error").replaceChildren(failed(new Error(text)));
  }
}
