/** What is to be seen now, as files: the shown runs, and the tags that the filter leaves. */

import type { DownloadFile, DownloadQuery } from '../../api/client';
import type { Kind } from '../../api/types';
import { catalog } from '../../state/catalog.svelte';
import { selection } from '../../state/selection.svelte';
import { toasts } from '../../state/toasts.svelte';
import { view } from '../../state/view.svelte';
import { tagFilter } from '../cards/tag_groups';
import { saveFile } from './save';

export const kSavedKinds: readonly Kind[] = ['scalar', 'histogram', 'image', 'audio', 'text'];

/** Of these kinds. */
export function shownTags(kinds: readonly Kind[]): readonly string[] {
  const filter = tagFilter(view.tagFilterInForce);
  return [...new Set(kinds.flatMap((kind) => catalog.tags(kind).map(({ tag }) => tag)))].filter(filter.test);
}

/** Without a filter no tag is named: the server knows them all. */
async function saveShown(file: DownloadFile, kinds: readonly Kind[], more: Partial<DownloadQuery>): Promise<void> {
  const tags = shownTags(kinds);
  if (tags.length === 0 || selection.shown.length === 0) {
    toasts.show({ title: 'Nothing to download', text: 'No run is shown, or the filter leaves no tag.', tone: 'warn' });
    return;
  }
  await saveFile(file, { runs: selection.shown, ...more, ...(view.tagFilterInForce === '' ? {} : { tags }) });
}

export function saveTable(kind: 'scalar' | 'histogram', format: 'csv' | 'json'): Promise<void> {
  return saveShown(`${kind}s.${format}`, [kind], {});
}

const kArchiveNames: Readonly<Partial<Record<Kind, string>>> = {
  scalar: 'scalars', histogram: 'histograms', image: 'images', audio: 'audio', text: 'text',
};

export function saveArchive(kinds: readonly Kind[] = kSavedKinds): Promise<void> {
  const [only] = kinds;
  const known = kinds.length === 1 && only !== undefined ? kArchiveNames[only] : undefined;
  return saveShown('selection.zip', kinds, { name: `${known ?? 'selection'}.zip`, kinds });
}
