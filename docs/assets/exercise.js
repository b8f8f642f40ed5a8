/* Boxes below the exercises: what somebody types is judged by the library, in the Python that runs the cells. Loaded when a box
   is first touched.

   What is typed is data: it reaches Python as a literal, and only where code is asked for is it run, after the click. Which
   exercises are solved is kept in this browser, and nothing is sent. */
const KEPT = "kvlesson.solved"; // in localStorage, {key: true}; lesson.js marks the boxes
const seeds = new WeakMap(); // box -> the seed of its numbers; none for those of the text

const text = JSON.stringify; // of strings and numbers: a literal of Python's too

/* Adds a key to those that are kept; without one, forgets them all. A private window keeps nothing. */
function keep(key) {
  try {
    let keys = {};
    try { keys = Object(JSON.parse(localStorage.getItem(KEPT))); } catch { /* what somebody else has put there */ }
    if (key) localStorage.setItem(KEPT, text({ ...keys, [key]: true }));
    else localStorage.removeItem(KEPT);
  } catch { /* nothing is kept */ }
  document.dispatchEvent(new Event("kv-solved"));
}

const says = (box) => box.querySelector(".kv-says");
const button = (box, act) => box.querySelector(`[data-act=${act}]`);

/* What the fields of a box hold: of a choice, its words. */
const typed = (box) => [...box.querySelectorAll(".kv-field")].map((field) => (field.matches("fieldset")
  ? field.querySelector(":checked")?.nextElementSibling.textContent ?? ""
  : field.querySelector("input, textarea").value));

/* What the library gives, to be shown; nothing where it could not be asked, which is then told. */
async function ask(box, source, { python }) {
  const say = (text) => { says(box).textContent = text; };
  if (python.turn) {
    say("Python is at work: wait for it, or stop it.");
    return null;
  }
  box.setAttribute("aria-busy", true);
  button(box, "stop").hidden = false;
  try {
    return await python.during(box, say, async () => {
      say("…");
      const { error, picture } = await python.run("exercise", `from kvlesson.exercises import ask, check_typed\n${source}`, { aside: true });
      if (!error) return picture;
      say(error.split("\n").pop());
      return null;
    }) ?? null;
  } catch (error) {
    say(error.message);
  } finally {
    box.removeAttribute("aria-busy");
    if (button(box, "stop").contains(document.activeElement)) button(box, "check").focus();
    button(box, "stop").hidden = true;
  }
  return null;
}

const acts = {
  async check(box, tools) {
    const key = box.dataset.exercise;
    const picture = await ask(box, `check_typed(${text(key)}, ${text(typed(box))}, ${seeds.get(box) ?? 0})`, tools);
    if (picture === null) return;
    says(box).replaceChildren(picture);
    if (says(box).querySelector("[data-right=true]")) keep(key);
  },

  /* One hint more; after the last, the answer. */
  async hint(box, tools) {
    const next = box.querySelector(".kv-hint[hidden]");
    if (next) {
      next.hidden = false;
      if (!box.querySelector(".kv-hint[hidden]")) button(box, "hint").textContent = "Answer";
      return;
    }
    const picture = await ask(box, `ask(${text(box.dataset.exercise)}, ${seeds.get(box) ?? 0}).solution`, tools);
    if (picture !== null) says(box).replaceChildren(picture);
  },

  async another(box, tools, seed = 1 + Math.floor(Math.random() * 999999)) {
    const picture = seed ? await ask(box, `ask(${text(box.dataset.exercise)}, ${seed})`, tools) : "";
    if (picture === null) return;
    seeds.set(box, seed);
    const asked = box.querySelector(".kv-asked");
    asked.replaceChildren(picture);
    asked.hidden = !seed;
    for (const rest of [...asked.children].slice(1)) rest.remove(); // how to answer at a prompt
    for (const field of box.querySelectorAll("input")) {
      field.checked = false;
      if (field.type !== "radio") field.value = "";
    }
    for (const hint of box.querySelectorAll(".kv-hint")) hint.hidden = true;
    button(box, "hint").textContent = "Hint";
    button(box, "text").hidden = !seed;
    says(box).textContent = seed ? "Other numbers: they stand above." : "The numbers of the text again.";
    if (!seed) button(box, "another").focus();
  },

  text: (box, tools) => acts.another(box, tools, 0),

  clear(box) {
    keep();
    says(box).textContent = "Cleared: no exercise is marked as solved.";
    button(box, "check").focus();
  },
};

/* A click, or a key: Enter in a field checks; in code, where it begins a new line, with Ctrl or ⌘. */
export function act(box, event, tools) {
  const { target } = event;
  const entered = event.type === "keydown" && event.key === "Enter" && !event.isComposing
    && (target.matches("input") || (target.matches("textarea") && (event.ctrlKey || event.metaKey)));
  const name = event.type === "click" ? target.closest("button")?.dataset.act : entered && "check";
  if (name === "stop") {
    if (tools.python.turn === box) tools.python.end(new Error("Stopped. The variables of the page's cells are lost with it."));
  } else if (name && tools.python.turn !== box) acts[name](box, tools);
}
