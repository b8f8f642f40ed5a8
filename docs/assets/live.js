/* "The pool, live": each button adds an action to a story, and the library plays the story again, in slabs and in blocks.

   The story stands in the address, so that it can be shared. What an address holds is data: the library reads it by its own
   small grammar and refuses the rest, and nothing is loaded or run before somebody presses Start. */
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const LONGEST = 600; // characters of a story

function situation() {
  const said = new URLSearchParams(location.hash.slice(1));
  const sizes = said.get("pool") ?? "";
  return { story: (said.get("do") ?? "").slice(0, LONGEST), sizes: /^\d{1,2}x\d{1,2}x\d{1,2}$/.test(sizes) ? sizes.split("x") : [],
    given: said.has("do") || said.has("pool") };
}

export function live(box, { python, make }) {
  let story, sizes, given;
  let begun = 0; // how often there was an address to begin with
  const status = make("p", { role: "status", class: "kv-live-says" });
  const view = make("div", { class: "kv-live-view" });
  const controls = make("div", { class: "kv-live-controls" });

  const button = (text, what, key = text) => {
    const element = make("button", { type: "button", "data-key": key }, text);
    element.addEventListener("click", what);
    return element;
  };
  const number = (label, value, most) => {
    const input = make("input", { type: "number", min: 1, max: most, value, required: "" });
    return [make("label", {}, `${label} `, input), input];
  };

  /* Whether the library could play it; nothing where it was not asked. What it refuses as a whole, an address for instance,
     changes nothing here. */
  async function play(wanted, pool, said = "") {
    const source = `from kvlesson.drawing import live_pool\nlive_pool(${JSON.stringify(wanted)}, [${pool.map(Number).join(", ")}])`;
    const asked = begun;
    try {
      return await python.during(box, (text) => { status.textContent = text; }, async () => {
        const { error, picture } = await python.run("live", source, { fresh: true });
        if (asked !== begun) return;
        if (error) {
          status.textContent = error.trim().split("\n").pop();
          return false;
        }
        const focused = document.activeElement?.dataset?.key;
        view.replaceChildren(picture);
        document.querySelector(".kv-live-before")?.remove();
        const made = view.querySelector(".kv-situation").dataset;
        story = made.story;
        sizes = made.sizes.split(" ");
        history.replaceState(history.state, "", `#pool=${sizes.join("x")}&do=${encodeURIComponent(story).replace(/%20/g, "+").replace(/%3B/g, ";")}`);
        draw(view.querySelector(".kv-ways").dataset.requests.split(" ").filter(Boolean));
        (controls.querySelector(`[data-key="${focused}"]`) ?? controls.querySelector("[data-key=Add]")).focus();
        const ways = [...view.querySelectorAll(".kv-way")].map((way) => `${way.querySelector("h2").textContent}: ${way.querySelector("p").textContent}`);
        status.textContent = `${said}${story.split("; ").pop() || "An empty pool"}. ${ways.join(" ")}`;
        return true;
      });
    } catch (error) {
      status.textContent = `Python does not run: ${error.message}. Press Start again.`;
      controls.replaceChildren(start);
    }
  }

  const act = (action) => play(story ? `${story}; ${action}` : action, sizes);

  function draw(requests) {
    const free = LETTERS.find((letter) => !requests.includes(letter));
    const [tokens, count] = number("tokens", controls.querySelector("input")?.value ?? 6, 64);
    const valid = (inputs, then) => () => inputs.every((input) => input.reportValidity()) && then();
    const group = (name, ...parts) => make("div", { role: "group", "aria-label": name, class: "kv-live-row" }, ...parts);
    const rows = requests.map((rid) => group(`Request ${rid}`, make("strong", {}, rid),
      button("Append", () => act(`append ${rid}`), `append ${rid}`),
      ...(free ? [button(`Fork as ${free}`, () => act(`fork ${rid} ${free}`), `fork ${rid}`)] : []),
      button("Free", () => act(`free ${rid}`), `free ${rid}`)));
    const fields = [["blocks", 16], ["slots each", 16], ["slab", 64]].map(([name, most], i) => number(name, sizes[i], most));
    const resize = () => play("", fields.map(([, input]) => input.value));
    controls.replaceChildren(
      ...(free ? [group("New request", make("strong", {}, free), tokens, button("Add", valid([count], () => act(`add ${free} ${Number(count.value)}`))))] : []),
      ...rows,
      group("Story", button("Undo", () => play(story.split("; ").slice(0, -1).join("; "), sizes)), button("Start again", () => play("", sizes))),
      group("Pool", ...fields.map(([label]) => label), button("New pool", valid(fields.map(([, input]) => input), resize))));
  }

  const start = button("Start", async () => {
    if (await play(story, sizes) !== false || !given) return;
    given = false;
    await play("", [], `The address holds no situation (${status.textContent}), so this is a clean pool. `);
  });

  function begin() {
    begun += 1;
    ({ story, sizes, given } = situation());
    status.textContent = given ? "This address holds a situation: Start shows it. Python is loaded then, about 9 MB, once."
      : "Start loads Python: about 9 MB, once. Nothing is sent anywhere.";
    controls.replaceChildren(start);
    view.replaceChildren();
  }

  /* Another situation, in the tab that shows this one; a heading's address holds none. */
  addEventListener("hashchange", function another() {
    if (!box.isConnected) removeEventListener("hashchange", another);
    else if (situation().given) begin();
  });
  begin();
  box.append(controls, status, view);
}
