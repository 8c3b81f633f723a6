/** Tags in groups by what stands before their last slash, filtered. */

import type { Tag } from '../../api/types';

export interface GroupedTag {
  readonly tag: Tag;
  readonly title: string; // Without the group's prefix.
}

export interface TagGroup {
  readonly prefix: string; // Without the slash; empty for tags that have none.
  readonly tags: readonly GroupedTag[];
}

export interface TagFilter {
  readonly matches: (tag: string) => boolean;
  readonly error: string | null;
}

/** A regular expression over whole tags, both cases alike; what is none is taken as plain text. */
export function tagFilter(pattern: string): TagFilter {
  if (pattern === '') return { matches: () => true, error: null };
  try {
    const expression = new RegExp(pattern, 'iu');
    return { matches: (tag) => expression.test(tag), error: null };
  } catch {
    const plain = pattern.toLowerCase();
    return { matches: (tag) => tag.toLowerCase().includes(plain), error: 'Not a regular expression' };
  }
}

export function splitTag(tag: string): { prefix: string; title: string } {
  const slash = tag.lastIndexOf('/');
  // A tag that ends with a slash keeps it: a title is never empty.
  if (slash <= 0 || slash === tag.length - 1) return { prefix: '', title: tag };
  return { prefix: tag.slice(0, slash), title: tag.slice(slash + 1) };
}

/** Groups in the order of their first tags; those without a prefix come last. */
export function groupTags(tags: readonly Tag[], matches: (tag: string) => boolean): TagGroup[] {
  const groups = new Map<string, GroupedTag[]>();
  for (const tag of tags) {
    if (!matches(tag.tag)) continue;
    const { prefix, title } = splitTag(tag.tag);
    const group = groups.get(prefix);
    if (group === undefined) groups.set(prefix, [{ tag, title }]);
    else group.push({ tag, title });
  }
  const bare = groups.get('');
  groups.delete('');
  const result = [...groups].map(([prefix, members]) => ({ prefix, tags: members }));
  return bare === undefined ? result : [...result, { prefix: '', tags: bare }];
}
