/* A picture that a cell gives may hold anything that a cell can write: what would run, or load, is left out. As nodes: text
   would be read a second time, and may then be other elements. */
export function harmless(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  body.querySelectorAll("script, iframe, object, embed, link, meta, base, form, style, template, set, animate").forEach((element) => element.remove());
  for (const element of body.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      const loads = /^(on|srcset$|ping$)/i.test(name) || /url\(\s*["']?(?!#|data:image\/)/i.test(value);
      const points = /^(.*:)?(href|src|action|formaction|poster|background)$/i.test(name);
      if (loads || (points && !/^(#|data:image\/)/i.test(value))) element.removeAttribute(name);
    }
  }
  const given = new DocumentFragment();
  given.append(...body.childNodes);
  return given;
}
