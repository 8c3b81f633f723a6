/** How one card departs from the others; part of the address. Everything is
 * null, false or empty by default. Assign fields; arrays are replaced. */

export interface Interval {
  readonly from: number;
  readonly to: number;
}

export type CardGroup = 'directory' | `regex:${string}` | `hparam:${string}`;

export interface CardValues {
  zoom: Interval | null; // Of the x axis.
  yRange: Interval | null;
  xScale: 'linear' | 'log' | null; // Null: as the page.
  yScale: 'linear' | 'log' | null;
  table: boolean;
  wide: boolean;
  tags: readonly string[]; // Further tags on the same card.
  group: CardGroup | null; // Mean and band of groups of runs.
  compare: 'difference' | 'ratio' | null; // To the baseline run.
  mode: string | null; // What else a page's cards can be switched to.
  step: number | null; // Of a card that is not linked.
}

export const kCardDefaults: Readonly<CardValues> = {
  zoom: null,
  yRange: null,
  xScale: null,
  yScale: null,
  table: false,
  wide: false,
  tags: [],
  group: null,
  compare: null,
  mode: null,
  step: null,
};

export class CardView implements CardValues {
  zoom = $state.raw<Interval | null>(null);
  yRange = $state.raw<Interval | null>(null);
  xScale = $state<'linear' | 'log' | null>(null);
  yScale = $state<'linear' | 'log' | null>(null);
  table = $state(false);
  wide = $state(false);
  tags = $state.raw<readonly string[]>([]);
  group = $state<CardGroup | null>(null);
  compare = $state<'difference' | 'ratio' | null>(null);
  mode = $state<string | null>(null);
  step = $state<number | null>(null);

  set(values: Partial<CardValues>): void {
    Object.assign(this, kCardDefaults, values);
  }

  /** What is not as by default; null for most cards. */
  departures: Partial<CardValues> | null = $derived.by(() => this.#departures());

  #departures(): Partial<CardValues> | null {
    const result: Record<string, unknown> = {};
    for (const [name, usual] of Object.entries(kCardDefaults)) {
      const value = this[name as keyof CardValues];
      const same = Array.isArray(value) ? value.length === 0 : value === usual;
      if (!same) result[name] = value;
    }
    return Object.keys(result).length === 0 ? null : (result as Partial<CardValues>);
  }
}
