/* "Your own experiment": settings and a guess go to the library, and what it finds is drawn with the guess beside it.

   The settings stand in the address, so that they can be shared. What an address holds is data: whole numbers, and one of
   three words. Nothing is loaded or run before somebody presses Run. */
const ORDERS = { random: "anyone", arrival: "the oldest", "last in": "the youngest" };
const SIZES = { n_slots: "slots in the pool", block_size: "slots in a block", slab_size: "slots in a slab", first_seed: "first seed" };
const OF_LESSON = { n_slots: 131072, block_size: 16, slab_size: "", first_seed: 0 };

export function experiment(box, { python, make }) {
  let begun = 0; // how often settings came with an address
  const status = make("p", { role: "status", class: "kv-live-says" });
  const view = make("div", { class: "kv-live-view" });
  const row = (...parts) => make("div", { class: "kv-live-row" }, ...parts);
  const number = (label, attributes) => {
    const input = make("input", { type: "number", min: 0, ...attributes });
    return [make("label", {}, `${label} `, input), input];
  };

  const leave = make("select", {}, ...Object.entries(ORDERS).map(([order, who]) => make("option", { value: order }, who)));
  const sizes = Object.entries(SIZES).map(([name, label]) => {
    const [field, input] = number(label, {
      step: 1, max: 999999, ...(name === "slab_size" ? { placeholder: "exact" } : { required: "" }) });
    return { name, field, input };
  });
  const [guessed, guess] = number("your guess: requests in the pool, in blocks", { step: "any", max: 99999, placeholder: "guess" });
  const run = make("button", { "data-key": "Run" }, "Run ten seeds");
  const form = make("form", { class: "kv-live-controls" },
    row(make("label", {}, "who leaves ", leave)),
    row(...sizes.slice(0, 3).map(({ field }) => field)),
    row(sizes[3].field), row(guessed), row(run));

  async function again(event) {
    event.preventDefault();
    const asked = begun;
    const state = new URLSearchParams([["leave", leave.value], ...sizes.map(({ name, input }) => [name, input.value && Number(input.value)])]);
    const given = sizes.filter(({ input }) => input.value !== "").map(({ name, input }) => `${name}=${Number(input.value)}`);
    const source = `from kvlesson import run_own_experiment\nfrom kvlesson.drawing import drawn_experiment\ndrawn_experiment(run_own_experiment(${
      [`leave=${JSON.stringify(leave.value)}`, ...given].join(", ")}), ${guess.value === "" ? "None" : Number(guess.value)})`;
    const say = (text) => { status.textContent = text; };
    try {
      await python.during(box, say, async () => {
        say("Running…");
        const { error, picture } = await python.run("experiment", source, { fresh: true });
        if (asked !== begun) return;
        if (error) return say(error.trim().split("\n").pop());
        view.replaceChildren(picture);
        document.querySelector(".kv-live-before")?.remove();
        history.replaceState(history.state, "", `#${state}`);
        say(view.querySelector(".kv-found").textContent);
      });
    } catch (error) {
      say(`Python does not run: ${error.message}. Press again.`);
    }
  }

  /* Settings as the address says, or as in the lesson; whether it says any. */
  function read() {
    const said = new URLSearchParams(location.hash.slice(1));
    leave.value = Object.hasOwn(ORDERS, said.get("leave")) ? said.get("leave") : "random";
    for (const { name, input } of sizes) input.value = /^\d{1,6}$/.test(said.get(name) ?? "") ? said.get(name) : OF_LESSON[name];
    return ["leave", ...Object.keys(SIZES)].some((name) => said.has(name));
  }

  /* Other settings, in the tab that shows these. */
  addEventListener("hashchange", function another() {
    if (!box.isConnected) return removeEventListener("hashchange", another);
    if (!read()) return;
    begun += 1;
    view.replaceChildren();
    status.textContent = "This address holds other settings: press Run.";
  });
  form.addEventListener("submit", again);
  read();
  status.textContent = "Run loads Python: about 9 MB, once. Nothing is sent anywhere.";
  box.append(form, status, view);
}
