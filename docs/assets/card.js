/* What a term means, and what gives a number, in one box for all of them beside the word. It is there while a pointer, a finger
   or the focus is at the word or on the box; Escape takes it away. The browser would show a title as well, so there is none
   meanwhile. The theme has such boxes too, but prepares one for each word at every load. */
const REST = 250; // milliseconds that a pointer rests on a number: it passes over many
const ledgers = {}; // address -> its document, once it is there

export function begin(words, at, make, last) {
  const box = make("span", { class: "kv-card", id: "kv-card" });
  let asked = null;
  let turn = 0; // who comes back to a number asks anew; what comes for the time before is late
  const focused = document.querySelector(`:is(${words}):focus-visible`);
  let byKeys = Boolean(focused); // then a pointer that is somewhere too takes nothing away
  let coming, title, part;

  function explain(word = null, y) {
    if (word === asked) return;
    clearTimeout(coming);
    if (box.isConnected) hide(box.previousElementSibling);
    asked = word;
    part = word && [...word.getClientRects()].findIndex(({ bottom }) => y < bottom); // at the focus: none
    const mine = ++turn;
    if (word?.matches("abbr")) show(word, word.title);
    else if (word) coming = setTimeout(() => entry(word).then((found) => mine === turn && show(word, ...found)), REST);
  }
  function hide(word) {
    if (title) word.title = title;
    word.removeAttribute("aria-describedby");
    box.remove();
  }
  function show(word, ...says) {
    if (!says.length) return;
    title = word.title;
    word.removeAttribute("title");
    word.setAttribute("aria-describedby", box.id);
    box.setAttribute("role", word.matches("abbr") ? "tooltip" : "note"); // a tooltip has no links
    box.replaceChildren(...says);
    word.after(box);
    place();
  }
  /* Below the word, or above where it has no room below and more above; what does not fit there can be scrolled. A word that is
     broken over lines has it at the part where the pointer is: to reach it from there, nothing else is crossed. */
  function place() {
    if (!box.isConnected) return;
    const { clientWidth, clientHeight } = document.documentElement;
    const word = box.previousElementSibling;
    const { left, top, bottom } = word.getClientRects()[part] ?? word.getBoundingClientRect();
    box.style.maxHeight = "";
    const height = box.offsetHeight;
    const room = clientHeight - bottom;
    const above = height > room && top > room;
    box.style.maxHeight = `${Math.max(0, above ? top : room)}px`;
    box.style.left = `${Math.max(0, Math.min(left, clientWidth - box.offsetWidth))}px`;
    box.style.top = `${above ? top - box.offsetHeight : bottom}px`;
  }

  /* What the ledger that a number leads to says of it, below its source where it has one. Without a network: the source. */
  async function entry(number) {
    const [address, id] = number.href.split("#");
    ledgers[address] ??= fetch(address)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)))
      .then((text) => new DOMParser().parseFromString(text, "text/html"))
      .catch(() => void delete ledgers[address]);
    const found = number.title ? [make("p", {}, number.title)] : [];
    let next = (await ledgers[address])?.getElementById(id);
    while ((next = next?.nextElementSibling) && !/^H\d$/.test(next.tagName)) found.push(next.cloneNode(true));
    for (const part of found) {
      for (const link of part.querySelectorAll("a")) link.href = new URL(link.getAttribute("href"), address);
    }
    return found;
  }

  function listen({ type, target, clientY }) {
    const word = target.closest?.(words);
    if (type === "focusin") byKeys = target.matches(":focus-visible");
    const stays = byKeys && (asked?.matches(":focus") || box.matches(":focus-within"));
    if (!box.contains(target) && (word || type === "focusin" || !stays)) explain(word, clientY);
  }
  for (const type of at) document.addEventListener(type, listen);
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    if (box.matches(":focus-within")) asked.focus();
    explain();
  });
  addEventListener("scroll", ({ target }) => target === box || place(), { capture: true, passive: true });
  addEventListener("resize", place);
  explain(focused);
  listen(last);
}
