/** What a page's cards have in common, in the address: texts by name, none where as by default. */

import { view, type CardView } from '../../state/view.svelte';

export const parseOptions = (text: string | null): Map<string, string> => new Map(new URLSearchParams(text ?? ''));

export function formatOptions(options: ReadonlyMap<string, string>): string | null {
  const text = new URLSearchParams([...options]).toString();
  return text === '' ? null : text;
}

/** Kept as the mode of a card that is the page itself. */
export class PageOptions {
  // Not asked for in what is derived from it: a card that is made there is not watched.
  readonly #card: CardView;

  constructor(page: string) {
    this.#card = view.card(page);
  }

  #all = $derived.by(() => parseOptions(this.#card.mode));

  /** One of `choices`; the first is the default. */
  choice<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
    const text = this.#all.get(name);
    return choices.find((choice) => choice === text) ?? choices[0];
  }

  number(name: string, usual: number): number {
    const text = this.#all.get(name);
    const value = text === undefined || text === '' ? Number.NaN : Number(text);
    return Number.isFinite(value) ? value : usual;
  }

  text(name: string): string {
    return this.#all.get(name) ?? '';
  }

  /** `usual` is left out of the address. */
  set(name: string, value: string | number, usual: string | number = ''): void {
    const options = new Map(this.#all);
    if (value === usual) options.delete(name);
    else options.set(name, String(value));
    this.#card.mode = formatOptions(options);
  }
}
