/** The browser's local storage, which may be full, forbidden or not there. */

/** What could not be kept: it holds until the page is closed. */
const held = new Map<string, string>();

export function load(key: string): unknown {
  try {
    const text = held.get(key) ?? localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

export function save(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    held.delete(key);
  } catch {
    held.set(key, text);
  }
}
