// The start of the page, and its keys.
import { onTokenWanted, takeToken } from "./api.js";
import { startBack } from "./back.js";
import { start, startBar } from "./bar.js";
import { startDrop } from "./bring.js";
import { showDialog } from "./dialog.js";
import { h } from "./dom.js";
import { startExamples } from "./examples.js";
import { startHeader } from "./header.js";
import { restoreResults } from "./learn.js";
import { takeLink } from "./linked.js";
import { forgetEvidence } from "./evidence.js";
import { forget } from "./names.js";
import { startResult } from "./result.js";
import { announce, failed } from "./say.js";
import { bar, isBarred, live, open } from "./sources.js";
import { openGiven, serverInfo, showStart, showWork } from "./start.js";
import { startView, takeAddress } from "./view.js";
import { current, onNewSource, redo, restore, undo } from "./work.js";
import { startTwins } from "./twins.js";
import { startSaving } from "./workspaces.js";

onTokenWanted(
  () =>
    new Promise((resolve) => {
      const input = h("input", { type: "password", id: "token", autocomplete: "off", autofocus: true });
      let token = null;
      const dialog = document.getElementById("dialog");
      showDialog(
        "Token",
        h(
          "form",
          {
            class: "fields",
            onsubmit: (event) => {
              event.preventDefault();
              token = input.value.trim();
              dialog.close();
            },
          },
          h("label", { for: "token" }, "genus serve printed a token when it was started:"),
          input,
          h("button", { class: "button primary" }, "Go on"),
        ),
        { onclose: () => resolve(token || null) },
      );
    }),
);

/** openSource opens the data of the question; the parts of the page show an error. */
const openSource = () => open().catch(() => {});

async function begin() {
  const fragment = location.hash.slice(1);
  if (takeToken(fragment) || fragment) history.replaceState(null, "", location.pathname + location.search);
  const barred = isBarred(); // a reload must not open the data of a link
  const restored = restore();
  takeAddress();
  startView();
  if (barred) bar();
  restoreResults();
  startHeader();
  startBar();
  startExamples();
  startResult();
  startSaving();
  startTwins();
  startDrop();
  onNewSource(() => {
    forget();
    forgetEvidence();
    // A source that was just opened is adopted before this runs.
    queueMicrotask(() => {
      if (current().source && !live()) openSource();
      if (current().source) showWork();
      else showStart();
    });
  });
  startBack(showStart, () => current().source && showWork());
  let link = "none";
  const { source: given = null } = (await serverInfo().catch(() => null)) ?? {}; // without an answer, opening data says why
  try {
    link = await takeLink(fragment, given, showWork);
  } catch (error) {
    document.getElementById("banner").prepend(failed(error));
  }
  if (link === "opened") return;
  if (link === "none" && openGiven()) return;
  if (restored) openSource();
  if (restored && link === "none") showWork();
  else showStart();
}

const answers = { y: "answer yes", n: "answer no", "?": "answer unknown" };

addEventListener("keydown", (event) => {
  if (event.altKey || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  const withControl = event.ctrlKey || event.metaKey;
  if (withControl && key === "enter") {
    event.preventDefault();
    start();
    // Y, N and ? answer the question, unless a text field has the focus.
    if (event.target.matches("#search-input")) document.getElementById("result").focus({ preventScroll: true });
    return;
  }
  // In a text field the other keys are for its text.
  if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  if (!withControl) {
    if (!event.repeat && answers[key]) document.querySelector(`[data-key="${answers[key]}"]:not([aria-disabled])`)?.click();
    return;
  }
  if (key === "z" || key === "y") {
    event.preventDefault();
    const back = key === "z" && !event.shiftKey;
    if ((back ? undo : redo)()) announce(back ? "Undone" : "Redone");
  }
});

// A link may be pasted into the address bar of this page.
addEventListener("hashchange", () => {
  const fragment = location.hash.slice(1);
  if (new URLSearchParams(fragment).get("q")) location.reload();
});

begin();
