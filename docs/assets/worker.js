/* Python in a thread of its own, so that an endless loop leaves the page alive. Lies in one folder with all that it loads.

   In: {name, source, fresh, aside}. Out: {ready} once, then for each cell any number of {out} and one {done: {error, html}};
   {failed} where Python could not be loaded, or is beyond use. */
import { loadPyodide } from "./pyodide.mjs";

const here = new URL("./", import.meta.url);

async function file(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

async function load() {
  const [driver, lock] = await Promise.all([
    file("run_cell.py").then((answer) => answer.text()),
    file("pyodide-lock.json").then((answer) => answer.json()),
  ]);
  const python = await loadPyodide({
    indexURL: here.href,
    lockFileContents: lock,
    packageBaseUrl: here.href,
    packages: Object.keys(lock.packages), // all of them: the list names only what cells need
  });
  const missing = Object.keys(lock.packages).filter((name) => !(name in python.loadedPackages));
  if (missing.length) throw new Error(`${missing.join(", ")} could not be fetched`);
  python.FS.writeFile("/home/pyodide/run_cell.py", driver);
  python.setStdin({ stdin: () => null }); // nobody can answer input(): the end of the file is there at once
  return [python, python.pyimport("run_cell")];
}

/* Where its own code does not arrive, or is not what it should be, Pyodide says so on the console only, and would load for ever. */
const unusable = new Promise((_, reject) => {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (...given) => {
    const made = instantiateStreaming(...given);
    made.catch(reject);
    return made;
  };
});
const loaded = Promise.race([load(), unusable]);
loaded.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error.message ?? error) }),
);

let namespace;
addEventListener("message", async ({ data: { name, source, fresh, aside } }) => {
  const [python, driver] = await loaded;
  try {
    if (fresh || !namespace) {
      namespace?.destroy();
      namespace = python.toPy({ __name__: "__main__" });
    }
    const result = driver.run(name, source, namespace, (out) => postMessage({ out }), aside);
    const done = result.toJs({ dict_converter: Object.fromEntries });
    result.destroy();
    postMessage({ done });
  } catch (error) { // not the cell's: those are told in `done`
    const deep = /call stack|too much recursion/.test(error.message); // a __repr__ that calls itself: the browser ends it before Python does
    postMessage({ failed: deep ? "a cell called itself deeper than this browser allows" : String(error.message ?? error) });
  }
});
