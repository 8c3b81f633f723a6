/** The kinds of an overview's group, each in the grid that suits its cards. */

import type { GroupedTag, TagGroup } from '../cards/tag_groups';

export type OverviewKind = 'scalar' | 'image' | 'histogram' | 'text' | 'audio';

export const kOverviewKinds: readonly OverviewKind[] = ['scalar', 'image', 'histogram', 'text', 'audio'];

export interface OverviewParts {
  readonly curves: readonly GroupedTag[]; // Scalars, then histograms: of one height.
  readonly images: readonly GroupedTag[];
  readonly media: readonly GroupedTag[]; // Text, then audio: wide, as high as they are.
}

/** Only those of `kind`, unless that is `all`. */
export function partsOf({ tags }: TagGroup, kind: OverviewKind | 'all'): OverviewParts {
  const of = (wanted: OverviewKind) =>
    kind === 'all' || kind === wanted ? tags.filter(({ tag }) => tag.kind === wanted) : [];
  return { curves: [...of('scalar'), ...of('histogram')], images: of('image'), media: [...of('text'), ...of('audio')] };
}
