/* Cells that a reader opens beside the text: what draws a picture, and what computes a number. Loaded when one is asked for.

   They see what all of the page's cells have made, and what they bind themselves no other cell sees. Nothing runs before Run. */
const LIBRARY = "from kvlesson import *\nfrom kvlesson import drawing\n\n";
const COPY = "Copy to clipboard"; // as the theme names it
let opened = 0;
const cells = new WeakMap(); // box -> its cell
const chapters = new Map(); // address -> the cells of a chapter, for the numbers that it computes

export async function open(asked, { Cell, make, page, together }) {
  const box = (source) => make("div", { class: "highlight language-python kv-aside" }, make("pre", {}, make("code", {}, source)));

  const source = () => {
    const frames = [...(asked.querySelector(":scope > ol")?.children ?? [])];
    const now = frames.findIndex((frame) => frame.classList.contains("kv-now"));
    return `${LIBRARY}${asked.dataset.drawnBy}${frames.length ? `.frames[${now}].picture` : ""}\n`;
  };

  /* A page of the lesson, its cells as they are printed. The formatters are the lesson's own and not the library's. */
  async function chapter(address) {
    const texts = await Promise.all([new URL("names.py", import.meta.url), address].map(async (place) => {
      const answer = await fetch(place);
      if (!answer.ok) throw new Error(`${place}: ${answer.status}`);
      return answer.text();
    }));
    const cells = new DOMParser().parseFromString(texts[1], "text/html").querySelectorAll("article .highlight.language-python pre > code");
    const here = together();
    [texts[0], ...[...cells].map((code) => code.textContent)].forEach((text, i) => {
      here.cells.push(new Cell(box(text), i ? i : "names", here, here.cells.slice()));
    });
    return here;
  }

  const drawing = asked.dataset.drawnBy !== undefined;
  const place = drawing ? asked : asked.closest("p");
  let here = page;
  if (!drawing) {
    const address = place.querySelector("a[href]").href; // of the page that computes it
    if (!chapters.has(address)) chapters.set(address, await chapter(address));
    here = chapters.get(address);
  }
  const next = place.nextElementSibling;
  if (next?.matches(".kv-yours")) next.remove();
  const before = place.nextElementSibling;
  if (before?.matches(".kv-aside")) {
    cells.get(before).stop(); // there will be no button for it
    before.remove();
  }
  const made = box(drawing ? source() : `${place.querySelector("code").textContent}\n`);
  made.firstChild.id = `kv-aside-${++opened}`;
  made.firstChild.append(make("nav", { class: "md-code__nav", role: "none" }, make("button", { class: "md-code__button", "data-md-type": "copy",
    title: COPY, "aria-label": COPY, "data-clipboard-target": `#${made.firstChild.id} > code` }))); // the theme does the rest
  place.after(made);
  const cell = new Cell(made, drawing ? "of the drawing" : "of the number", here, here.cells);
  cell.aside = true;
  cells.set(made, cell);
  cell.say("Change what you like, then run it.");
  cell.runs.focus();
}
