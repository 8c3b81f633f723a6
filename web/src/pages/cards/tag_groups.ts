/** Tags as cards: filtered by a regular expression, grouped by what stands before the first slash. */

export interface TagGroup {
  readonly prefix: string; // '' where a tag has none.
  readonly tags: readonly string[];
}

export interface TagFilter {
  readonly test: (tag: string) => boolean;
  readonly error: string | null; // Of a wrong expression, which filters nothing.
}

/** Lower case finds upper case, too; a capital letter finds only itself. */
export function tagFilter(pattern: string): TagFilter {
  if (pattern === '') return { test: () => true, error: null };
  try {
    const expression = new RegExp(pattern, /[A-Z]/.test(pattern) ? '' : 'i');
    return { test: (tag) => expression.test(tag), error: null };
  } catch (error) {
    return { test: () => true, error: error instanceof Error ? error.message : String(error) };
  }
}

export function prefixOf(tag: string): string {
  const slash = tag.indexOf('/');
  return slash > 0 ? tag.slice(0, slash) : '';
}

/** What a card's title says within its group. */
export function shortName(tag: string): string {
  const prefix = prefixOf(tag);
  return prefix === '' ? tag : tag.slice(prefix.length + 1) || tag;
}

/** Groups in the order of their first tags; those without a prefix come first. */
export function groupTags(tags: readonly string[]): TagGroup[] {
  const groups = new Map<string, string[]>();
  for (const tag of tags) {
    const prefix = prefixOf(tag);
    const members = groups.get(prefix);
    if (members === undefined) groups.set(prefix, [tag]);
    else members.push(tag);
  }
  const listed = [...groups].map(([prefix, members]) => ({ prefix, tags: members }));
  return [...listed.filter((group) => group.prefix === ''), ...listed.filter((group) => group.prefix !== '')];
}

export function countOf(cards: number): string {
  return `${cards.toLocaleString('en-US')} ${cards === 1 ? 'card' : 'cards'}`;
}
