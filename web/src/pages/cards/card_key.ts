/** Keys of cards in the address: the kind, the run where the card is one run's, and the tag. */

export interface CardPlace {
  readonly kind: string;
  readonly run: string | null; // Its name: numbers change when the server starts anew.
  readonly tag: string;
}

export const cardKey = ({ kind, run, tag }: CardPlace): string =>
  `${kind}:${run === null ? '' : `@${run.replace(/[%:]/g, encodeURIComponent)}`}:${tag}`;

/** Null for keys of other cards. */
export function parseCardKey(key: string): CardPlace | null {
  const parts = /^([^:]+):(@?[^:]*):([^]*)$/.exec(key);
  if (parts === null) return null;
  const [, kind = '', run = '', tag = ''] = parts;
  try {
    return { kind, run: run === '' ? null : decodeURIComponent(run.slice(1)), tag };
  } catch {
    return null;
  }
}
