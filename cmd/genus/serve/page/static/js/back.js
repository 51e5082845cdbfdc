// The Back button of the browser: it closes the dialog, or goes from the work to the choice
// of the data. Only from there it leaves the page.

const inside = "inside"; // the state of the entry above the first one of this page
const isInside = () => history.state?.genus === inside;

/** enter must be called when a dialog or the work is shown, which Back leaves. */
export function enter() {
  if (!isInside()) history.pushState({ genus: inside }, "");
}

/** startBack calls showStart when Back leaves the work, and showWork when Forward returns to it. */
export function startBack(showStart, showWork) {
  const isWork = () => !document.getElementById("work").hidden;
  addEventListener("popstate", () => {
    if (isInside()) return showWork();
    const dialog = document.querySelector("dialog[open]");
    if (dialog) dialog.close();
    else if (isWork()) return showStart();
    if (isWork()) enter();
  });
}
