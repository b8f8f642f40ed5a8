/* What the page does by itself: steppers, and the switch that shows where numbers come from. Loaded in the head, so that
   html.kv-js is there before the first paint. Without this file every frame is shown and every number is a tab stop. */
(() => {
  const root = document.documentElement;
  root.classList.add("kv-js");

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  /* The theme makes each address in a page absolute by assigning to href, which <use> and <a> in a picture refuse: one of them
     would end instant navigation. Theirs are fragments and need no such thing. */
  for (const { prototype } of [SVGUseElement, SVGAElement]) {
    Object.defineProperty(prototype, "href", { ...Object.getOwnPropertyDescriptor(prototype, "href"), set() {} });
  }

  /* One frame of .kv-stepper > ol at a time. The bar's height is reserved in the style sheet. */
  function stepper(box) {
    const list = box.querySelector(":scope > ol");
    const frames = [...(list?.children ?? [])];
    if (!frames.length) return;
    const said = frames.map((frame) => (frame.querySelector(".kv-event, p, figcaption")?.textContent ?? "").trim());
    const back = make("button", { type: "button", "aria-label": "Previous step" }, "‹", make("span", {}, " Previous"));
    const next = make("button", { type: "button", "aria-label": "Next step" }, make("span", {}, "Next "), "›");
    const range = make("input", { type: "range", min: 1, max: frames.length, value: 1, "aria-label": "Step" });
    const count = make("output", {});
    const live = make("p", { class: "kv-sr", role: "status" });

    function show(number, speak = true) {
      const now = Math.max(1, Math.min(frames.length, number));
      frames.forEach((frame, i) => frame.classList.toggle("kv-now", i === now - 1));
      range.value = now;
      count.textContent = `${now} of ${frames.length}`;
      range.setAttribute("aria-valuetext", count.textContent);
      back.setAttribute("aria-disabled", now === 1); // not disabled: the focus would be lost
      next.setAttribute("aria-disabled", now === frames.length);
      if (speak) live.textContent = `${count.textContent}: ${said[now - 1]}`;
    }

    const at = () => Number(range.value);
    const keys = { ArrowLeft: () => at() - 1, ArrowRight: () => at() + 1, Home: () => 1, End: () => frames.length };
    const bar = make("div", { class: "kv-bar", role: "group", "aria-label": "Steps" }, back, range, next, count);
    back.addEventListener("click", () => show(at() - 1));
    next.addEventListener("click", () => show(at() + 1));
    range.addEventListener("input", () => show(at()));
    bar.addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      show(keys[event.key]());
    });
    show(1, false);
    box.prepend(bar, live);
    box.classList.add("kv-ready");
  }

  /* A page can hold a hundred numbers: they are tab stops only when asked for, and then plain to see. */
  const remembered = "kvlesson.sources";
  function sources(on) {
    root.classList.toggle("kv-show-sources", on);
    document.querySelector(".kv-sources")?.setAttribute("aria-pressed", on);
    for (const link of document.querySelectorAll("a.kv-num")) link.tabIndex = on ? 0 : -1;
  }
  const wanted = () => { try { return localStorage.getItem(remembered) === "on"; } catch { return false; } };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".md-header button");
    if (button?.dataset.kvOpens) document.getElementById(button.dataset.kvOpens).click();
    if (!button?.matches(".kv-sources")) return;
    const on = button.getAttribute("aria-pressed") !== "true";
    try { localStorage.setItem(remembered, on ? "on" : "off"); } catch { /* private window: holds for this page */ }
    sources(on);
  });

  /* What is wider than its place can be scrolled by keyboard in every browser. */
  function scrollers() {
    for (const box of document.querySelectorAll(".kv-figure, .kv-stepper > ol, .md-typeset__scrollwrap")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }
  addEventListener("resize", scrollers);

  function enhance() {
    document.querySelectorAll(".kv-stepper:not(.kv-ready)").forEach(stepper);
    sources(wanted());
    scrollers();
    for (const copy of document.querySelectorAll(".md-code__nav")) { // the theme makes each a landmark without a name
      copy.setAttribute("role", "none");
      for (const button of copy.children) button.setAttribute("aria-label", button.title);
    }
  }
  document.addEventListener("DOMContentLoaded", () => (window.document$ ? window.document$.subscribe(enhance) : enhance()));
})();
