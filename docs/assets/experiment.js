/* "Your own experiment": settings and a guess go to the library, and what it finds is drawn with the guess beside it.

   The settings stand in the address, so that they can be shared. What an address holds is data: whole numbers, and one of
   three words. Nothing is loaded or run before somebody presses Run. */
const ORDERS = { random: "anyone", arrival: "the oldest", "last in": "the youngest" };
const SIZES = { n_slots: "slots in the pool", block_size: "slots in a block", slab_size: "slots in a slab", first_seed: "first seed" };
const OF_LESSON = { n_slots: 131072, block_size: 16, slab_size: "", first_seed: 0 };

export function experiment(box, { python, harmless, make }) {
  const said = new URLSearchParams(location.hash.slice(1));
  const status = make("p", { role: "status", class: "kv-live-says" });
  const view = make("div", { class: "kv-live-view" });
  const row = (...parts) => make("div", { class: "kv-live-row" }, ...parts);
  const number = (label, value, attributes) => {
    const input = make("input", { type: "number", min: 0, ...attributes });
    input.value = value;
    return [make("label", {}, `${label} `, input), input];
  };

  const leave = make("select", {}, ...Object.entries(ORDERS).map(([order, who]) => make("option", { value: order }, who)));
  if (Object.hasOwn(ORDERS, said.get("leave"))) leave.value = said.get("leave");
  const sizes = Object.entries(SIZES).map(([name, label]) => {
    const given = said.get(name) ?? "";
    const [field, input] = number(label, /^\d{1,6}$/.test(given) ? given : OF_LESSON[name], {
      step: 1, max: 999999, ...(name === "slab_size" ? { placeholder: "exact" } : { required: "" }) });
    return { name, field, input };
  });
  const [guessed, guess] = number("your guess: requests in the pool, in blocks", "", { step: "any", placeholder: "guess" });
  const run = make("button", { "data-key": "Run" }, "Run ten seeds");
  const form = make("form", { class: "kv-live-controls" },
    row(make("label", {}, "who leaves ", leave)),
    row(...sizes.slice(0, 3).map(({ field }) => field)),
    row(sizes[3].field), row(guessed), row(run));

  async function again(event) {
    event.preventDefault();
    if (python.turn) return;
    const turn = python.turn = {};
    const state = new URLSearchParams([["leave", leave.value], ...sizes.map(({ name, input }) => [name, input.value && Number(input.value)])]);
    const given = sizes.filter(({ input }) => input.value !== "").map(({ name, input }) => `${name}=${Number(input.value)}`);
    const source = `from kvlesson import run_own_experiment\nfrom kvlesson.drawing import drawn_experiment\ndrawn_experiment(run_own_experiment(${
      [`leave=${JSON.stringify(leave.value)}`, ...given].join(", ")}), ${guess.value === "" ? "None" : Number(guess.value)})`;
    status.textContent = python.ready ? "Running…" : "Loading Python: about 9 MB, once.";
    try {
      await python.load();
      if (python.turn !== turn) return;
      python.here = null; // no page's cells have made what is there now
      const { error, html } = await python.run("experiment", source, true, () => {});
      if (error) return void (status.textContent = error.trim().split("\n").pop());
      view.innerHTML = harmless(html);
      document.querySelector(".kv-live-before")?.remove();
      history.replaceState(history.state, "", `#${state}`);
      status.textContent = view.querySelector(".kv-found").textContent;
    } catch (error) {
      status.textContent = `Python does not run: ${error.message}. Press again.`;
    } finally {
      if (python.turn === turn) python.turn = null;
    }
  }

  form.addEventListener("submit", again);
  status.textContent = "Run loads Python: about 9 MB, once. Nothing is sent anywhere.";
  box.append(form, status, view);
}
