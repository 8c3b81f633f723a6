/** Finding a pattern in text, and marking it. */

export interface TextPart {
  readonly text: string;
  readonly hit: boolean;
}

/** The pattern as a regular expression (letters of both cases); null where it is none, or empty. */
export function searchPattern(pattern: string): RegExp | null {
  if (pattern === '') return null;
  try {
    return new RegExp(pattern, 'giu');
  } catch {
    return null;
  }
}

/** The text in parts that match and parts that do not, at most `limit` matches. */
export function splitMatches(text: string, pattern: RegExp | null, limit = 1000): TextPart[] {
  if (pattern === null) return [{ text, hit: false }];
  const parts: TextPart[] = [];
  let end = 0;
  let hits = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '') continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), hit: false });
    parts.push({ text: match[0], hit: true });
    end = match.index + match[0].length;
    if (++hits >= limit) break;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end), hit: false });
  return parts;
}

/** Puts every match below `root` into a <mark>. */
export function markMatches(root: DocumentFragment | Element, pattern: RegExp | null): void {
  if (pattern === null) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  for (const node of nodes) {
    const parts = splitMatches(node.data, pattern);
    if (!parts.some((part) => part.hit)) continue;
    node.replaceWith(
      ...parts.map(({ text, hit }) => {
        if (!hit) return text;
        const mark = document.createElement('mark');
        mark.textContent = text;
        return mark;
      }),
    );
  }
}
