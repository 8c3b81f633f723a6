/** Tags as cards: filtered by a regular expression, grouped by a prefix. */

import type { Tag } from '../../api/types';

export interface GroupedTag {
  readonly tag: Tag;
  readonly title: string; // Without the group's prefix.
}

export interface TagGroup {
  readonly prefix: string; // Without the slash; '' for tags that have none.
  readonly tags: readonly GroupedTag[];
}

export { compileExpression as tagFilter } from '../../base/expression';

export function prefixOf(tag: string): string {
  const slash = tag.indexOf('/');
  return slash > 0 ? tag.slice(0, slash) : '';
}

/** What a card's title says within its group. */
export function shortName(tag: string): string {
  const prefix = prefixOf(tag);
  return prefix === '' ? tag : tag.slice(prefix.length + 1) || tag;
}

/** What stands before the last slash: names of layers have many. */
export function deepPrefixOf(tag: string): string {
  const slash = tag.lastIndexOf('/');
  return slash > 0 && slash < tag.length - 1 ? tag.slice(0, slash) : prefixOf(tag);
}

/** Groups in the order of their first tags; those without a prefix come first. */
export function groupTags(tags: readonly Tag[], deep: boolean): TagGroup[] {
  const groups = new Map<string, GroupedTag[]>();
  for (const tag of tags) {
    const prefix = deep ? deepPrefixOf(tag.tag) : prefixOf(tag.tag);
    const title = prefix === '' ? tag.tag : tag.tag.slice(prefix.length + 1) || tag.tag;
    const group = groups.get(prefix);
    if (group === undefined) groups.set(prefix, [{ tag, title }]);
    else group.push({ tag, title });
  }
  const bare = groups.get('');
  groups.delete('');
  const result = [...groups].map(([prefix, members]) => ({ prefix, tags: members }));
  return bare === undefined ? result : [{ prefix: '', tags: bare }, ...result];
}
