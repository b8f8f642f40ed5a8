/* Runs every cell of the pages that are named, in Firefox, and what else needs Python there, and has cards shown. Says a
   line for each; ends with 1 where something is other than the page prints it.

   node run_cells.mjs FIREFOX ADDRESS PAGE... */
import puppeteer from "puppeteer-core";

const [executablePath, address, ...pages] = process.argv.slice(2);
const MINUTE = 60_000;
let failed = false;

const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
console.log(await browser.version());
const page = await browser.newPage();
await page.setViewport({ width: 1280, height: 900 });

function told(name, right, what) {
  failed ||= !right;
  console.log(`${right ? "ok" : "NOT"}  ${name || "front page"}: ${what}`);
}

/* Press a button, and wait until the status line that belongs to it says what it must; what it says last. */
async function pressed(button, status, wanted) {
  await page.$eval(button, (element) => element.click());
  try {
    await page.waitForFunction((status, wanted) => new RegExp(wanted).test(document.querySelector(status)?.textContent), { timeout: MINUTE }, status, wanted);
  } catch { /* what it says instead is told */ }
  return page.$eval(status, (element) => element.textContent);
}

for (const name of pages) {
  await page.goto(address + name);
  await page.waitForSelector(".kv-runner button", { timeout: MINUTE });
  const cells = await page.$$eval(".kv-runner", (bars) => bars.map((bar) => bar.getAttribute("aria-label")));
  let same = 0;
  for (const cell of cells) {
    const bar = `.kv-runner[aria-label="${cell}"]`;
    const said = await pressed(`${bar} button`, `${bar} [role=status]`, "^(The same as|Other than|It |Not |Python does)");
    if (/^(The same as printed|It ran)/.test(said)) same += 1;
    else told(name, false, `${cell}: ${said}`);
  }
  told(name, same === cells.length, `${same} of ${cells.length} cells as printed`);
}

await page.goto(`${address}live/`);
await page.waitForSelector(".kv-live button", { timeout: MINUTE });
let said = await pressed(".kv-live button", ".kv-live [role=status]", "An empty pool|does not");
told("live/", said.startsWith("An empty pool"), said);

await page.goto(`${address}experiment/#n_slots=20000`);
await page.waitForSelector(".kv-experiment form button", { timeout: MINUTE });
said = await pressed(".kv-experiment form button", ".kv-experiment [role=status]", "times as many|does not|Error");
told("experiment/", said.endsWith("times as many."), said);

await page.goto(`${address}lesson/4-paging/`);
await page.waitForSelector(".kv-runner button", { timeout: MINUTE });
for (const [what, word] of [["term", "abbr"], ["number", "a.kv-num"]]) {
  const title = await page.$eval(`article ${word}`, (element) => element.title);
  await page.hover("h1");
  await page.hover(`article ${word}`);
  const card = await page.waitForSelector("#kv-card", { timeout: MINUTE });
  const says = await card.evaluate((box) => box.textContent);
  const beside = await card.evaluate((box) => Math.abs(box.getBoundingClientRect().top - box.previousElementSibling.getBoundingClientRect().bottom));
  told("lesson/4-paging/", (!title || says.startsWith(title)) && beside < 1, `the card of a ${what} says ${says}`);
}
await page.keyboard.press("Escape");
told("lesson/4-paging/", !(await page.$("#kv-card")), "Escape takes a card away");

await browser.close();
process.exit(failed ? 1 : 0);
