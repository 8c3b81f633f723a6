/** Brings a card into sight and gives it the focus, wherever it is: in a
 * folded group, far below, or not made yet. */

import { nextFrame } from '../../base/chunks';
import { parseCardKey } from './card_key';

export interface WantedCard {
  readonly page: string;
  readonly kind: string;
  readonly tag: string;
}

class RevealCard {
  /** Whoever shows that page takes it. */
  wanted = $state.raw<WantedCard | null>(null);
}

export const revealCard = new RevealCard();

const kMostFrames = 180;
const kSettled = 3; // Frames in a row that it stays where it is: cards above it may grow.

/** The place of the tag's first card, but for those that are pinned. */
function slotOf(root: Element, { kind, tag }: WantedCard): Element | undefined {
  return [...root.querySelectorAll('section:not([data-group="pinned"]) [data-key]')].find((slot) => {
    const place = parseCardKey(slot.getAttribute('data-key') ?? '');
    return place !== null && place.kind === kind && place.tag === tag;
  });
}

/** Until the focus is there; whoever scrolls or types meanwhile is let be. */
export async function bringIntoSight(root: Element, wanted: WantedCard, prefix: string): Promise<void> {
  const left = new AbortController();
  for (const type of ['wheel', 'pointerdown', 'keydown'] as const) {
    window.addEventListener(type, () => left.abort(), { signal: left.signal, capture: true });
  }
  let settled = 0;
  let before = NaN;
  for (let i = 0; i < kMostFrames && settled < kSettled && !left.signal.aborted && root.isConnected; ++i) {
    const slot = slotOf(root, wanted);
    const target = slot ?? root.querySelector(`section[data-group="${CSS.escape(`/${prefix}`)}"]`);
    target?.scrollIntoView({ block: slot === undefined ? 'start' : 'center' });
    slot?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
    await nextFrame();
    const top = slot?.getBoundingClientRect().top ?? NaN;
    settled = top === before && slot?.contains(document.activeElement) === true ? settled + 1 : 0;
    before = top;
  }
  left.abort();
}
