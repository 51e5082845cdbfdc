// Saved work, files of it, and links to it.
import { copyText, download } from "./clipboard.js";
import { closeDialog, showDialog } from "./dialog.js";
import { button, h } from "./dom.js";
import { keepResult, result } from "./learn.js";
import { failed, say, waiting } from "./say.js";
import { link } from "./share.js";
import { askedFor, begin, checked, current, rename, workName } from "./work.js";
import { freshName, isKept, list, load, remove, save, saveNow } from "./workspaces.js";

export async function showShare() {
  const url = await link(current());
  const field = h("textarea", { class: "mono", rows: 5, readonly: true, "aria-label": "Link", autofocus: true, onfocus: (e) => e.target.select(), onselect: (e) => (e.target.scrollTop = 0) });
  field.value = url;
  showDialog("Share a link", [
    h("p", {}, "The link holds the data's address, the examples, the settings and the size you picked. It works on any genus that can open the same data; nothing is sent until it is opened."),
    current().source.kind === "upload" &&
      h("p", { class: "notice" }, "The data is a file that you opened here. The link works with this server only, until it restarts."),
    field,
    h("div", { class: "row" }, button("Copy the link", () => copyText(url, "Link copied."), { icon: "copy", class: "primary" })),
  ]);
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
  return [
    source && naming(),
    works.length === 0
      ? h("p", { class: "empty" }, "Nothing is saved yet. Work is saved as soon as it has an example.")
      : h(
          "ul",
          { class: "kept" },
          works.map((w) => keptRow(w, refresh)),
        ),
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
        const before = workName();
        const wanted = input.value.trim();
        if (!wanted || wanted === before) return;
        const name = await freshName(wanted);
        rename(name);
        closeDialog();
        if (!(await save())) return; // save shows the error; the work stays under the old name
        say(`This work is called ${name} now.`);
        try {
          if ((await list()).some((w) => w.name === before)) await remove(before);
        } catch (error) {
          say(`${before} is still among the saved work: ${error.message}`);
        }
      },
    },
    h("label", { for: "work-name" }, "This work is called"),
    input,
    h("button", { class: "button" }, "Rename"),
  );
}

function keptRow(w, refresh) {
  const open = async () => {
    try {
      const { state } = await load(w.name);
      isKept(w.name);
      begin(checked(state), w.name);
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
    h("div", { class: "kept-name" }, h("button", { type: "button", class: "link", onclick: open, disabled: isCurrent }, w.name), h("span", { class: "hint" }, w.about)),
    h("span", { class: "hint" }, isCurrent ? "open now" : new Date(w.updated).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
    !isCurrent && button(`Delete ${w.name}`, drop, { icon: "close", iconOnly: true, class: "quiet" }),
  );
}

function downloadWork() {
  const whole = { genus: 1, name: workName(), question: current(), result: result() };
  download(`${workName() || "genus"}.genus.json`, "application/json", JSON.stringify(whole, null, 1));
}

async function openWork(file) {
  if (!file) return;
  try {
    const whole = JSON.parse(await file.text());
    const question = checked(whole.question);
    if (whole.result?.concept) keepResult(askedFor(question), whole.result);
    const name = await freshName(whole.name || file.name.replace(/(\.genus)?\.json$/, ""));
    isKept("");
    begin(question, name);
    closeDialog();
  } catch (error) {
    const text = error instanceof SyntaxError ? `${file.name} is not a file of genus: it is not JSON.` : error.message;
    document.getElementById("keep-error").replaceChildren(failed(new Error(text)));
  }
}
