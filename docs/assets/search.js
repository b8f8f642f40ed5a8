/* The theme fetches its search, a fifth of what a page weighs, whenever a page is opened. This worker stands in for it: it is
   ready at once, and fetches the theme's own worker and the index when somebody has typed a letter.

   The kinds of message are the theme's. Without a form of the name "search" it leaves the index to this worker. */
const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3;
const address = new URL(new URLSearchParams(location.search).get("worker"), location);
let theirs = null; // a promise of their worker, from the first letter on
let asked = ""; // last

async function fetched() {
  const answer = await fetch(new URL("../search/search_index.json", location));
  const { config, docs } = await answer.json();
  const worker = new Worker(address);
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.type === READY ? resolve() : postMessage(data));
    worker.onerror = reject;
    worker.postMessage({ type: SETUP, data: { config, docs, options: { suggest: true } } });
  });
  return worker;
}

addEventListener("message", async ({ data: { type, data } }) => {
  if (type !== QUERY) return;
  asked = data;
  if (!asked) return postMessage({ type: RESULT, data: { items: [] } });
  try {
    const worker = await (theirs ??= fetched());
    if (data === asked) worker.postMessage({ type, data }); // who types on wants no answer to half a word
  } catch {
    theirs = null; // the next letter tries again
    postMessage({ type: RESULT, data: { items: [] } });
  }
});

postMessage({ type: READY });
