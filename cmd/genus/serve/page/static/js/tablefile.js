// The whole table as a file or in the clipboard.
import { fetchText } from "./api.js";
import { copyText, download } from "./clipboard.js";
import { button, h } from "./dom.js";
import { say } from "./say.js";
import { withSource } from "./sources.js";
import { current } from "./work.js";

// What is written after the name of a format: extension, type, and what the server is asked for.
const formats = {
  CSV: ["csv", "text/csv", { format: "csv" }],
  "CSV for Excel": ["csv", "text/csv", { format: "csv", bom: true }],
  "CSV, long": ["csv", "text/csv", { format: "csv", long: true }],
  TSV: ["tsv", "text/tab-separated-values", { format: "tsv" }],
  Excel: ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", { format: "xlsx" }],
  Markdown: ["md", "text/markdown", { format: "md" }],
  JSON: ["json", "application/json", {}],
};

/**
 * downloads returns the menu of files, and the button that copies. input(session, more) is the request for the table;
 * read(text, ask) shows what is going on and returns null if it was stopped.
 */
export function downloads(isGroups, input, read) {
  const whole = (more) => read("Reading all members", (signal) => withSource((s) => fetchText("members", input(s, { limit: 0, ...more }), { signal, bytes: more.format === "xlsx" })));
  const save = (form) => async (event) => {
    event.target.closest("details").open = false;
    const [end, type, more] = formats[form];
    try {
      const text = await whole(more);
      if (text !== null) download(`${current().group ? "groups" : "members"}.${end}`, type, more.format ? text : JSON.stringify(JSON.parse(text), null, 1));
    } catch (error) {
      say(`Not downloaded: ${error.message}`);
    }
  };
  const copy = async () => {
    try {
      const text = await whole({ format: "tsv" });
      if (text !== null) copyText(text, "Table copied.");
    } catch (error) {
      say(`Not copied: ${error.message}`);
    }
  };
  const forms = Object.keys(formats).filter((form) => !(isGroups && formats[form][2].long));
  return [
    h("details", { class: "menu" }, h("summary", { class: "button quiet", "data-key": "table files" }, "Download"), h("div", { class: "menu-list" }, forms.map((form) => button(form, save(form), { class: "quiet", "aria-label": `Download ${form}` })))),
    button("Copy", copy, { icon: "copy", class: "quiet", "aria-label": "Copy the table" }),
  ];
}
