/** How the histograms are looked at: what all cards share, in the address. */

import type { CountScale } from '../../charts/histogram_counts';
import type { HistogramAxis, HistogramMode } from '../../charts/histogram_surface';
import { view } from '../../state/view.svelte';
import { PageOptions } from '../media/page_options.svelte';

export class HistogramsView {
  readonly #options = new PageOptions('histograms');

  get mode(): HistogramMode {
    return this.#options.choice<HistogramMode>('mode', ['offset', 'overlay', 'heat', 'bands']);
  }
  set mode(to: HistogramMode) {
    this.#options.set('mode', to, 'offset');
  }

  get axis(): HistogramAxis {
    return view.axis === 'relative_step' ? 'step' : view.axis;
  }
  set axis(to: HistogramAxis) {
    view.axis = to;
  }

  get counts(): CountScale {
    return this.#options.choice<CountScale>('counts', ['linear', 'log']);
  }
  set counts(to: CountScale) {
    this.#options.set('counts', to, 'linear');
  }

  /** One range of values for all runs of a tag. */
  get sameRange(): boolean {
    return this.#options.choice('range', ['tag', 'run']) === 'tag';
  }
  set sameRange(to: boolean) {
    this.#options.set('range', to ? 'tag' : 'run', 'tag');
  }

  /** One step for all cards. */
  get linked(): boolean {
    return this.#options.choice('link', ['yes', 'no']) === 'yes';
  }
  set linked(to: boolean) {
    this.#options.set('link', to ? 'yes' : 'no', 'yes');
  }
}
