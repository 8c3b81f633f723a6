/** The present theme and its series' colours. */

import { kSeriesColors } from '../base/color';
import { forgetTokens, token } from '../base/tokens';

export type ThemeChoice = 'system' | 'light' | 'dark';

export interface Palette {
  readonly series: readonly string[]; // By slot, 0 to 19.
  readonly muted: string;
  readonly text1: string;
}

const kEmpty: Palette = { series: [], muted: '#888888', text1: '#888888' };

class Theme {
  dark = $state(false);
  palette = $state.raw<Palette>(kEmpty);

  /** Follows `choice`, and the system where that is the choice. */
  follow(choice: ThemeChoice): () => void {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const apply = (): void => this.apply(choice);
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }

  apply(choice: ThemeChoice): void {
    const dark = choice === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark';
    const name = dark ? 'dark' : 'light';
    const root = document.documentElement;
    if (root.dataset['theme'] === name && this.palette !== kEmpty) return;
    root.dataset['theme'] = name;
    forgetTokens();
    const series = Array.from({ length: kSeriesColors }, (_, slot) => token(`--s${slot + 1}`));
    this.palette = { series, muted: token('--s-muted'), text1: token('--text-1') };
    this.dark = dark;
  }
}

export const theme = new Theme();
