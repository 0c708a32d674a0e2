/** What this browser remembers; a browser that forbids it remembers nothing. */

export const memory = {
  read(key) {
    try { return JSON.parse(localStorage.getItem(`matchwood-${key}`)); } catch { return null; }
  },
  write(key, value) {
    try { localStorage.setItem(`matchwood-${key}`, JSON.stringify(value)); } catch { /* no matter */ }
  },
};

/** What the server has to know before it draws a page, so that nothing flickers. */
export function setCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; SameSite=Lax`;
}
