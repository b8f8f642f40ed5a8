/* What a term means, and what gives a number, in one box for all of them beside the word. It is there while a pointer, a finger
   or the focus is at the word or on the box; Escape takes it away. The browser would show a title as well, so there is none
   meanwhile. The theme has such boxes too, but prepares one for each word at every load. */
const REST = 250; // milliseconds that a pointer rests on a number: it passes over many
const ledgers = {}; // address -> its document, once it is there

export function begin(words, at, make, first) {
  const box = make("span", { class: "kv-card", id: "kv-card" });
  let asked = null;
  let coming, title;

  function explain(word = null) {
    if (word === asked) return;
    clearTimeout(coming);
    if (box.isConnected) hide(box.previousElementSibling);
    asked = word;
    if (word?.matches("abbr")) show(word, word.title);
    else if (word) coming = setTimeout(() => entry(word).then((found) => asked === word && show(word, ...found)), REST);
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
  function place() {
    if (!box.isConnected) return;
    const { clientWidth, clientHeight } = document.documentElement;
    const { left, top, bottom } = box.previousElementSibling.getBoundingClientRect();
    box.style.left = `${Math.max(0, Math.min(left, clientWidth - box.offsetWidth))}px`;
    box.style.top = `${bottom + box.offsetHeight > clientHeight ? top - box.offsetHeight : bottom}px`;
  }

  /* What the ledger that a number leads to says of it, below its source where it has one. Without a network: the source. */
  async function entry(number) {
    const [address, id] = number.href.split("#");
    ledgers[address] ??= fetch(address)
      .then((answer) => answer.text())
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

  for (const comes of at) {
    document.addEventListener(comes, ({ target }) => {
      const word = target.closest?.(words);
      const byKeys = asked?.matches(":focus-visible") || box.matches(":focus-within"); // somewhere there is a pointer too
      if (!box.contains(target) && (word || comes === "focusin" || !byKeys)) explain(word);
    });
  }
  document.addEventListener("keydown", ({ key }) => key === "Escape" && explain());
  addEventListener("scroll", place, { capture: true, passive: true });
  explain(first);
}
