/** How many cards RunCards makes of a tag, as far as one can know before its runs are asked for. */

import type { Tag } from '../../api/types';
import { selection } from '../../state/selection.svelte';

export const kFirstRuns = 12; // Runs of a tag before one has to ask for more.

export const cardsOf = (tag: Tag): number => Math.min(tag.runs, selection.shown.length, kFirstRuns);
