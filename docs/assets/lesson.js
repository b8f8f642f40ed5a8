/* What the page does by itself: steppers, the switch that shows where numbers come from, which exercises are solved; and when
   cards and the theme's own script come. Loaded in the head, so that html.kv-js is there before the first paint. Without this file every
   frame is shown, every number is a tab stop, and the theme does nothing. */
(() => {
  const root = document.documentElement;
  root.classList.add("kv-js");
  root.classList.toggle("kv-runs", "kvRuns" in document.currentScript.dataset); // cells.js will come: room is kept for it

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  /* The theme takes it that storage is always there, and holds nothing but what the theme has put there: else it does nothing. */
  try { localStorage.length; } catch { Object.defineProperty(window, "localStorage", { value: { getItem: () => null } }); }
  const { getItem } = Storage.prototype;
  Storage.prototype.getItem = function (key) {
    const kept = getItem.call(this, key);
    if (!/__palette$/.test(key)) return kept;
    try { return JSON.parse(kept).index >= 0 ? kept : null; } catch { return null; }
  };

  /* The theme makes each address in a page absolute by assigning to href, which <use> and <a> in a picture refuse: one of them
     would end instant navigation. Theirs are fragments and need no such thing. */
  for (const { prototype } of [SVGUseElement, SVGAElement]) {
    Object.defineProperty(prototype, "href", { ...Object.getOwnPropertyDescriptor(prototype, "href"), set() {} });
  }

  /* A style sheet's would be loaded anew and all the page be styled anew, for the address that it has. It is kept beside it
     instead, and shown to the theme, which compares the heads of two pages. */
  const absolute = new WeakMap();
  const link = HTMLLinkElement.prototype;
  const href = Object.getOwnPropertyDescriptor(link, "href");
  const html = Object.getOwnPropertyDescriptor(Element.prototype, "outerHTML");
  Object.defineProperty(link, "href", { ...href, set(to) {
    if (this.rel === "stylesheet" && to === this.href) absolute.set(this, to);
    else href.set.call(this, to);
  } });
  Object.defineProperty(link, "outerHTML", { ...html, get() {
    const said = html.get.call(this);
    return absolute.has(this) ? said.replace(this.getAttribute("href"), absolute.get(this)) : said;
  } });

  /* The theme also tells the browser the page's colour scheme by a <meta>, at which the browser styles the page twice more, even
     for the scheme that it has. lesson.css says which it is. */
  HTMLMetaElement.prototype.setAttribute = function (name, value) {
    Element.prototype.setAttribute.call(this, name, value === "color-scheme" ? "color-scheme, see lesson.css" : value);
  };

  /* The theme asks this once for each code block, and the browser would style and lay out the page anew before each answer. */
  const canCopy = document.queryCommandSupported("copy");
  document.queryCommandSupported = () => canCopy;

  /* One frame of .kv-stepper > ol at a time, .kv-now at first: stepped through, or chosen where the box says what there is to
     choose. The height of the controls is reserved in the style sheet. */
  function stepper(box) {
    const frames = [...(box.querySelector(":scope > ol")?.children ?? [])];
    if (!frames.length) return;
    const live = make("p", { class: "kv-sr", role: "status" });
    const show = (now) => frames.forEach((frame, i) => frame.classList.toggle("kv-now", i === now));
    const say = (now) => (frames[now].querySelector(".kv-event, p, figcaption")?.textContent ?? "").trim();
    const start = Math.max(0, frames.findIndex((frame) => frame.classList.contains("kv-now")));
    const bar = box.dataset.controls
      ? choices(box, start, (now) => { show(now); live.textContent = say(now); })
      : steps(frames.length, start, (now, where) => { show(now); live.textContent = `${where}: ${say(now)}`; });
    show(start);
    box.prepend(bar, live);
    box.classList.add("kv-ready");
  }

  const EACH_STEP = 1800; // milliseconds: long enough to read a caption

  function steps(length, start, show) {
    const back = make("button", { type: "button", "aria-label": "Previous step" }, "‹", make("span", {}, " Previous"));
    const next = make("button", { type: "button", "aria-label": "Next step" }, make("span", {}, "Next "), "›");
    const range = make("input", { type: "range", min: 1, max: length, value: start + 1, "aria-label": "Step" });
    const count = make("output", {});
    const play = make("button", { type: "button", class: "kv-play" }, "Play");
    let playing = 0;

    /* Whoever asked for little motion gets no button for it; who steps by hand has seen enough. */
    function pause() {
      clearInterval(playing);
      playing = 0;
      play.textContent = "Play";
    }
    function run() {
      if (at() === length) go(1);
      play.textContent = "Pause";
      playing = setInterval(() => {
        if (!bar.isConnected || at() === length) return pause();
        go(at() + 1);
      }, EACH_STEP);
    }

    function mark(now) {
      range.value = now;
      count.textContent = `${now} of ${length}`;
      range.setAttribute("aria-valuetext", count.textContent);
      back.setAttribute("aria-disabled", now === 1); // not disabled: the focus would be lost
      next.setAttribute("aria-disabled", now === length);
    }
    function go(number) {
      const now = Math.max(1, Math.min(length, number));
      mark(now);
      show(now - 1, count.textContent);
    }

    const at = () => Number(range.value);
    const keys = { ArrowLeft: () => at() - 1, ArrowRight: () => at() + 1, Home: () => 1, End: () => length };
    const bar = make("div", { class: "kv-bar", role: "group", "aria-label": "Steps" }, back, range, next, count);
    const byHand = (where) => { pause(); go(where); };
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) bar.append(play);
    play.addEventListener("click", () => (playing ? pause() : run()));
    back.addEventListener("click", () => byHand(at() - 1));
    next.addEventListener("click", () => byHand(at() + 1));
    range.addEventListener("input", () => byHand(at()));
    bar.addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      byHand(keys[event.key]());
    });
    mark(start + 1);
    return bar;
  }

  /* A row for each thing to choose, [title, options]. The frames are in counting order: the last choice turns fastest. */
  function choices(box, start, show) {
    const all = JSON.parse(box.dataset.controls);
    const chosen = [];
    all.reduceRight((rest, [, options], i) => {
      chosen[i] = rest % options.length;
      return Math.floor(rest / options.length);
    }, start);
    const frame = () => all.reduce((number, [, options], i) => number * options.length + chosen[i], 0);
    const rows = all.map(([title, options], i) => {
      const pick = (option) => { chosen[i] = option; show(frame()); };
      const kind = options.length > 4 || options.join("").length > 36 ? slider : radios;
      return kind(title, options, chosen[i], pick, `${box.id}-${i}`);
    });
    return make("div", { class: "kv-choices", role: "group", "aria-label": "What to show" }, ...rows);
  }

  function radios(title, options, first, pick, name) {
    const labels = options.map((option, i) => {
      const input = make("input", { type: "radio", name, ...(i === first && { checked: "" }) });
      input.addEventListener("change", () => pick(i));
      return make("label", {}, input, option);
    });
    const set = make("div", { class: "kv-options", role: "radiogroup", "aria-label": title }, ...labels);
    return make("div", { class: "kv-choice" }, make("span", {}, title), set);
  }

  function slider(title, options, first, pick, id) {
    const range = make("input", { type: "range", id, min: 0, max: options.length - 1, value: first });
    const widest = Math.max(...options.map((option) => option.length));
    const beside = make("span", { "aria-hidden": true, style: `min-width: ${widest}ch` });
    const mark = () => {
      beside.textContent = options[range.value];
      range.setAttribute("aria-valuetext", beside.textContent);
    };
    range.addEventListener("input", () => { mark(); pick(Number(range.value)); });
    mark();
    const set = make("div", { class: "kv-options" }, range, beside);
    return make("div", { class: "kv-choice" }, make("label", { for: id }, title), set);
  }

  /* "Predict first": a guess, drawn beside what the page says. The answer is the page's own bound number. */
  const WORDS = "none one two three four five six seven eight nine ten eleven twelve".split(" ");
  function prediction(box) {
    const answer = document.querySelector(`a.kv-num[href$="#${box.dataset.answer}"]`);
    if (!answer) return;
    const said = answer.textContent.trim();
    const is = WORDS.includes(said.toLowerCase()) ? WORDS.indexOf(said.toLowerCase()) : parseFloat(said.replace(/,/g, ""));
    const unit = said.match(/%|(?<=\d )\D+$/)?.[0] ?? "";
    const input = make("input", { type: "number", step: "any", min: 0, max: 999999999, required: "", inputmode: "decimal" });
    const shown = make("div", { class: "kv-guessed", "aria-hidden": true });
    const status = make("p", { class: "kv-sr", role: "status" });
    const row = (whose, value, text) => [make("span", {}, whose),
      make("span", {}, make("span", { class: "kv-length", style: `width: ${100 * value / Math.max(is, input.value, 1e-9)}%` })), make("span", {}, text)];
    const form = make("form", { class: "kv-guess" }, make("label", {}, "Your guess ", input, make("span", {}, unit && ` ${unit}`)), make("button", {}, "Compare"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const guess = `${Number(input.value).toLocaleString("en")}${unit === "%" ? "%" : ""}`;
      shown.replaceChildren(...row("you", input.value, guess), ...row("it is", is, said));
      status.textContent = `You said ${guess}. It is ${said}.`;
    });
    box.append(form, shown, status);
  }

  /* A page can hold a hundred numbers: they and the terms are tab stops only when asked for, and then plain to see. */
  const remembered = "kvlesson.sources";
  function sources(on) {
    root.classList.toggle("kv-show-sources", on);
    document.querySelector(".kv-sources")?.setAttribute("aria-pressed", on);
    for (const word of document.querySelectorAll("a.kv-num, abbr")) word.tabIndex = on ? 0 : -1;
  }
  const wanted = () => localStorage.getItem(remembered) === "on";

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".md-header button");
    if (button?.dataset.kvOpens) document.getElementById(button.dataset.kvOpens).click();
    if (!button?.matches(".kv-sources")) return;
    const on = button.getAttribute("aria-pressed") !== "true";
    try { localStorage.setItem(remembered, on ? "on" : "off"); } catch { /* private window: holds for this page */ }
    sources(on);
  });

  /* Exercises that were solved in this browser; exercise.js keeps their keys, and says when there are others. */
  function solved() {
    let keys = [];
    try { keys = Object(JSON.parse(localStorage.getItem("kvlesson.solved"))); } catch { /* what somebody else has put there */ }
    for (const box of document.querySelectorAll(".kv-exercise")) box.classList.toggle("kv-is-solved", box.dataset.exercise in keys);
  }
  document.addEventListener("kv-solved", solved);
  addEventListener("storage", solved); // in another tab

  /* What is wider than its place can be scrolled by keyboard in every browser. Told by an observer, once the browser has laid
     the page out anyway: to ask sooner would have it laid out for the answer. */
  const sizes = new ResizeObserver((boxes) => {
    for (const { target } of boxes) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  function scrollers() {
    sizes.disconnect();
    document.querySelectorAll(".kv-figure, .kv-stepper > ol, .md-typeset__scrollwrap, pre > code").forEach((box) => sizes.observe(box));
  }

  /* Cards: what a term means, and what gives a number. They come when a pointer, a finger or the focus is first at one. */
  const EXPLAINED = "abbr, a.kv-num";
  const AT = ["pointerover", "focusin"];
  let last, fetched;
  function cards(event) {
    last = event;
    if (event.target.closest?.(EXPLAINED)) fetched ??= import("./card.js").then(({ begin }) => {
      for (const at of AT) document.removeEventListener(at, cards);
      begin(EXPLAINED, AT, make, last); // where who asked has gone by now
    }, () => { fetched = null; });
  }
  for (const at of AT) document.addEventListener(at, cards);

  /* The theme gives a code block its buttons once it is in sight, and makes each group of them a landmark without a name. */
  const copies = new MutationObserver((changes) => {
    for (const { addedNodes: [added] } of changes) {
      if (!added?.matches?.(".md-code__nav")) continue;
      added.setAttribute("role", "none");
      for (const button of added.children) button.setAttribute("aria-label", button.title);
    }
  });

  function enhance() {
    document.querySelectorAll(".kv-stepper:not(.kv-ready)").forEach(stepper);
    document.querySelectorAll(".predict[data-answer]:not(:has(form))").forEach(prediction);
    sources(wanted());
    solved();
    scrollers();
    document.querySelectorAll("pre").forEach((block) => copies.observe(block, { childList: true }));
  }
  document.addEventListener("DOMContentLoaded", enhance);

  /* The theme's own script comes when the page is shown and the browser has nothing better to do, and begins its work when it
     has nothing better to do again: together they keep a phone busy for a good part of a second. From then on the theme says
     when another page is shown, which is passed on. */
  const idle = (what) => (window.requestIdleCallback ? requestIdleCallback(what, { timeout: 1000 }) : setTimeout(what));
  function theme() {
    const { dataset } = document.querySelector("script[data-src]");
    const script = make("script", { src: dataset.src });
    script.addEventListener("load", () => idle(() => {
      window.document$.next(document); // for DOMContentLoaded, which is long over
      window.document$.subscribe(() => {
        enhance();
        document.dispatchEvent(new Event("kv-page"));
      });
      delete dataset.src;
    }));
    document.head.append(script); // at the end of the body it would have elements before it styled anew
  }
  addEventListener("load", () => idle(theme));
})();
