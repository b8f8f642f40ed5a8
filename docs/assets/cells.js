/* Every Python cell of a page can be run and changed where it stands. Python is loaded at the first Run, not before.

   What a cell sees is what the cells above it, as they now stand, have made: Run goes on from the last cell that ran where
   it can, and starts again from the top where a cell above was changed, or this one has run before. So an unchanged cell
   prints what is printed below it, however often and in whatever order cells are run. */
const made = new URL(import.meta.url).searchParams;
const runtime = new URL(`runtime/${made.get("runtime")}/`, import.meta.url);

const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/* One Python for all pages: it stays warm from page to page. */
const python = {
  worker: null,
  loading: null, // a promise, once something asked for it
  ready: false,
  here: null, // the cells that have made what is there
  waiting: null, // who waits for the cell that runs: {resolve, reject, print}
  turn: null, // whose it is, from before it is loaded: one at a time, and nobody's whose page is gone

  /* What `work` gives, which has Python to itself as long as it takes; nothing where another has it, or the page is gone that
     it was begun for. */
  async during(who, say, work) {
    if (this.turn) return;
    this.turn = who;
    try {
      if (!this.ready) say("Loading Python: about 9 MB, once. Nothing that you type is sent anywhere.");
      await this.load();
      if (this.turn === who) return await work();
    } finally {
      if (this.turn === who) this.turn = null;
    }
  },

  load() {
    this.loading ??= Promise.all([import(new URL("harmless.js", runtime)), new Promise((resolve, reject) => {
      this.worker = new Worker(new URL("worker.js", runtime), { type: "module" });
      this.worker.onmessage = ({ data }) => {
        if (data.ready) resolve(this.ready = true);
        else if (data.out) this.waiting?.print(data.out);
        else if (data.done) this.settle("resolve", data.done);
        else this.end(new Error(data.failed));
      };
      this.worker.onerror = (event) => {
        event.preventDefault();
        this.end(new Error(event.message || "its files could not be fetched"));
      };
      this.unload = reject;
    })]).then(([{ harmless }]) => { this.harmless = harmless; }, (error) => {
      this.end(error);
      throw error;
    });
    return this.loading;
  },
  /* What it gives: {error, picture}, each empty where there is none. */
  run(name, source, { fresh = false, here = null, print = () => {}, aside = false }) {
    if (fresh) this.here = here;
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject, print };
      this.worker.postMessage({ name, source, fresh, aside });
    }).then(({ error, html }) => ({ error, picture: html && this.harmless(html) }));
  },
  settle(how, what) {
    const { waiting } = this;
    this.waiting = null;
    waiting?.[how](what);
  },
  /* The only way to stop what does not stop by itself, and what is left to do with a Python that is beyond use. */
  end(error) {
    this.worker?.terminate();
    this.worker = this.loading = this.here = null;
    this.ready = false;
    this.unload?.(error);
    this.settle("reject", error);
  },
};

class Stopped extends Error {}

/* What opens an editor: CodeMirror, fetched at the first Edit. Where the site has none, or it does not come, or not within
   five seconds, a plain text field; the next Edit asks again. Both give {box, text, focus(), close()}. */
async function opener() {
  const late = new Promise((resolve) => setTimeout(resolve, 5000));
  const fetched = made.has("editor") && import(`./editor/${made.get("editor")}/editor.js`);
  const editor = fetched && await Promise.race([fetched, late]).catch(() => null);
  return editor?.open ?? plain;
}

function plain({ text, label, changed, run }) {
  const box = make("textarea", { class: "kv-editor", "aria-label": label, spellcheck: false, autocapitalize: "off",
    autocomplete: "off", wrap: "off" });
  const grow = () => { box.rows = box.value.split("\n").length; };
  /* How far a new line is indented: as the one before, and further after a colon. */
  const indent = () => {
    const line = box.value.slice(box.value.lastIndexOf("\n", box.selectionStart - 1) + 1, box.selectionStart);
    return line.match(/^ */)[0] + (/:\s*$/.test(line) ? "    " : "");
  };
  box.addEventListener("input", () => {
    grow();
    changed(box.value);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    const runs = event.ctrlKey || event.metaKey;
    const space = runs ? "" : indent();
    if (runs || space) event.preventDefault();
    if (runs) run();
    else if (space) document.execCommand("insertText", false, `\n${space}`); // old, but the only one that can be undone
  });
  const editor = {
    box,
    set text(value) {
      box.value = value;
      grow();
    },
    focus() {
      box.focus();
      box.setSelectionRange(0, 0);
    },
    close: () => box.remove(),
  };
  editor.text = text;
  return editor;
}

/* Cells that share a namespace, and the sources of those that have run in it. Those of the page that is shown are as old as
   it is: another visit begins anew. */
const together = () => ({ cells: [], ran: [] });
let page = together();
let shown = null; // the article that it is of

class Cell {
  constructor(box, name, here, above) {
    Object.assign(this, { box, name, here, above, code: box.querySelector("pre > code"), shows: "" });
    this.original = this.source;
    this.asPrinted = [...this.code.childNodes].map((node) => node.cloneNode(true));
    this.output = box.nextElementSibling?.matches(".kv-output") ? box.nextElementSibling : null;
    this.printed = this.output?.querySelector("code").textContent ?? null;

    const button = (text, what) => {
      const element = make("button", { type: "button" }, text);
      element.addEventListener("click", what);
      return element;
    };
    this.runs = button("Run", () => this.run());
    this.stops = button("Stop", () => this.stop());
    this.edits = button("Edit", () => this.edit());
    this.resets = button("Reset", () => this.reset());
    this.edits.setAttribute("aria-expanded", false);
    this.stops.hidden = this.resets.hidden = true;
    this.status = make("p", { role: "status" });
    box.append(make("div", { class: "kv-runner", role: "group", "aria-label": `Cell ${name}` },
      this.runs, this.edits, this.resets, this.stops, this.status)); // Stop last: no button comes to its place when it goes
    box.classList.add("kv-runnable");

    this.text = make("pre", {});
    this.value = make("div", { class: "kv-gives" });
    this.yours = make("div", { class: "kv-yours" }, make("span", { class: "kv-whose" }, this.output ? "yours" : "prints"),
      make("div", { role: "region", tabindex: 0, "aria-label": `Yours: what cell ${name} printed` }, this.text, this.value));
  }

  get source() { return this.code.textContent; }

  say(text) { this.status.textContent = text; }

  /* Cells above that have to run before it run first, each showing its own output where it stands: whoever presses Run in
     the middle of a page wants what is printed there, not to be told that a name is not defined. */
  async run() {
    if (python.turn === this) return; // a second click
    if (python.turn) return this.say("Another cell is running: wait for it, or stop it.");
    this.runs.setAttribute("aria-disabled", true); // not disabled: the focus would be lost
    this.stops.hidden = false;
    this.box.setAttribute("aria-busy", true);
    try {
      await python.during(this, (text) => this.say(text), () => this.inTurn());
    } catch (error) {
      this.say(error instanceof Stopped
        ? "Stopped. Its variables are lost: the next Run starts from the top of the page."
        : `Python does not run: ${error.message}. Run tries again.`);
    } finally {
      this.runs.removeAttribute("aria-disabled");
      if (this.stops.contains(document.activeElement)) this.runs.focus();
      this.stops.hidden = true;
      this.box.removeAttribute("aria-busy");
    }
  }

  async inTurn() {
    const { here, above } = this;
    const goesOn = python.here === here && here.ran.length <= above.length && here.ran.every((source, i) => source === above[i].source);
    if (!goesOn) here.ran = [];
    for (const cell of [...above.slice(here.ran.length), this]) {
      if (python.turn !== this) return;
      this.now = cell;
      this.say(cell === this ? "Running…" : `Running cell ${cell.name} first…`);
      const failed = await cell.once();
      if (failed && cell !== this) return this.say(`Not run: cell ${cell.name} stopped with an error.`);
    }
  }

  /* Run this cell alone; whether it failed. */
  async once() {
    const { source, here, aside } = this;
    this.show("");
    const { error, picture } = await python.run(this.name, source, { fresh: !here.ran.length, here, print: (out) => this.show(this.shows + out), aside });
    if (error || (this.aside && source !== this.original)) here.ran = []; // who knows what it changed: the next Run starts from the top
    else if (!this.aside) here.ran.push(source);
    this.show(this.shows, error, picture, true);
    this.say(source === this.source ? this.outcome(error, picture) : "This is what it did before you changed it.");
    return Boolean(error);
  }

  outcome(error, picture) {
    if (error) return "It stopped with an error.";
    if (picture || this.output === null) return "It ran.";
    return this.same ? "The same as printed." : "Other than printed: both are shown.";
  }

  get same() { return this.shows.trimEnd() === this.printed?.trimEnd(); }

  /* What is printed already is not shown twice, nor is it while it can still become the same. */
  show(text, error = "", picture = "", done = false) {
    this.shows = text;
    const same = done ? this.same : this.printed?.startsWith(text);
    const needed = error || picture || (!same && (text || (done && this.output))); // no cell has to print
    this.output?.classList.toggle("kv-printed", Boolean(needed && !(picture && same)));
    if (!needed) return this.yours.remove();
    const said = error ? [make("span", { class: "kv-error" }, error)] : [];
    const before = picture && same ? "" : text || (error || picture ? "" : "nothing");
    this.text.replaceChildren(before, ...said);
    this.text.hidden = !this.text.textContent;
    this.value.replaceChildren(picture);
    if (!this.yours.isConnected) (this.output ?? this.box).after(this.yours);
  }

  stop() {
    if (python.turn !== this) return;
    python.end(new Stopped());
    this.runs.focus();
  }

  async edit() {
    if (this.editor) {
      this.editor.close();
      this.editor = null;
    } else {
      if (this.opening) return; // a second click
      this.opening = true;
      this.say("Loading the editor…");
      const open = await opener();
      this.opening = false;
      this.editor = open({
        text: this.source.trimEnd(),
        label: `Python code of cell ${this.name}`,
        changed: (text) => {
          this.code.textContent = `${text}\n`; // what is copied, printed on paper, and run
          this.mark();
        },
        run: () => this.run(),
      });
      this.box.querySelector("pre").after(this.editor.box);
      if ([this.edits, document.body].includes(document.activeElement)) this.editor.focus(); // unless the reader went on
      this.say(`${/Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl"}+Enter runs it.`);
    }
    this.mark();
  }

  mark() {
    this.resets.hidden = this.source === this.original;
    this.box.classList.toggle("kv-editing", Boolean(this.editor));
    this.edits.textContent = this.editor ? "Close" : "Edit";
    this.edits.setAttribute("aria-expanded", Boolean(this.editor));
  }

  reset() {
    if (python.turn?.now === this) python.turn.stop(); // what it still does is not of what is printed
    if (this.editor) this.editor.text = this.original.trimEnd();
    this.code.replaceChildren(...this.asPrinted.map((node) => node.cloneNode(true)));
    this.shows = "";
    this.yours.remove();
    this.output?.classList.remove("kv-printed");
    this.mark();
    this.say("As it was.");
    this.runs.focus();
  }
}

const UNFETCHED = "Could not be fetched: try again";

/* What draws a picture, or computes a number, as a cell: for whoever asks. */
function offer(asked, page) {
  const drawing = asked.dataset.drawnBy !== undefined;
  const name = drawing ? "Open in a cell" : "Try it";
  const button = make("button", { type: "button", class: "kv-open" }, name);
  const says = (text) => { button.textContent = text; };
  button.addEventListener("click", () => import("./aside.js").then(({ open }) => open(asked, { Cell, make, page, together }))
    .then(() => says(name), () => says(UNFETCHED)));
  (drawing ? asked : asked.closest("p")).append(button);
}

function enhance() {
  const article = document.querySelector("article");
  if (article === shown) return; // the same page, announced again
  shown = article;
  python.turn = null;
  if (python.waiting) python.end(new Stopped()); // the page that it ran for is gone
  for (const name of ["live", "experiment"]) {
    const box = document.querySelector(`.kv-${name}:empty`);
    if (box) import(`./${name}.js`).then((module) => box.childElementCount || module[name](box, { python, make }),
      () => { box.textContent = "Could not be fetched: load this page again."; });
  }
  for (const cell of page.cells) cell.editor?.close();
  page = together();
  const boxes = [...document.querySelectorAll("article .highlight.language-python")];
  boxes.forEach((box, i) => page.cells.push(new Cell(box, i + 1, page, page.cells.slice())));
  for (const asked of document.querySelectorAll("[data-drawn-by], .kv-computed")) offer(asked, page);
}

/* What judges an answer is fetched when its box is first touched. */
function touched(event) {
  const box = event.target.closest(".kv-exercise");
  if (box) import("./exercise.js").then(({ act }) => {
    if (box.lastChild.textContent === UNFETCHED) box.lastChild.textContent = "";
    act(box, event, { python });
  }, () => { box.lastChild.textContent = UNFETCHED; });
}

if (window.Worker && window.WebAssembly) {
  addEventListener("click", touched);
  addEventListener("keydown", touched);
  setTimeout(enhance); // the page is ready first: its room is kept
  document.addEventListener("kv-page", enhance);
}
