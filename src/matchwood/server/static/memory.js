/** What this browser remembers; a browser that forbids it remembers nothing. */

export const memory = {
  read(key) {
    try { return JSON.parse(localStorage.getItem(`matchwood-${key}`)); } catch { return null; }
  },
  write(key, value) {
    try { localStorage.setItem(`matchwood-${key}`, JSON.stringify(value)); } catch { /* no matter */ }
  },
};

/** Where the site begins; this module lies in its folder static/scripts/VERSION. */
export const site = new URL("../../../", import.meta.url);

/** What the server has to know before it draws a page, so that nothing flickers. */
export function setCookie(name, value) {
  const secure = site.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; path=${site.pathname}; max-age=31536000; SameSite=Lax${secure}`;
}
