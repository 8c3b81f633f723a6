/** How the images are looked at: what all cards of the page share. */

import type { ImageView } from '../../widgets/image_view';
import { PageOptions } from '../media/page_options.svelte';
import { formatPlace, parsePlace } from './image_place';
import { contrastOf, formatAgainst, parseAgainst, type Against } from './image_reference';

export type Comparison = 'side' | 'difference' | 'wipe';
export type Zoom = 'fit' | '1' | '2' | '4' | 'free';

export class ImagesView {
  readonly #options = new PageOptions('images');

  get comparison(): Comparison {
    return this.#options.choice<Comparison>('mode', ['side', 'difference', 'wipe']);
  }
  set comparison(to: Comparison) {
    this.#options.set('mode', to, 'side');
  }

  get against(): Against {
    return parseAgainst(this.#options.text('against'));
  }
  set against(to: Against) {
    this.#options.set('against', formatAgainst(to), 'previous');
  }

  /** Pixels of the screen for one of the image; null: the whole image in its frame. */
  get view(): ImageView {
    return parsePlace(this.#options.text('zoom'));
  }
  set view(to: ImageView) {
    this.#options.set('zoom', formatPlace(to));
  }

  /** Where the two images of a wipe meet, 0 to 1. */
  get wipe(): number {
    return Math.min(1, Math.max(0, this.#options.number('wipe', 0.5)));
  }
  set wipe(to: number) {
    this.#options.set('wipe', Number(to.toFixed(4)), 0.5);
  }

  get zoom(): Zoom {
    const { scale } = this.view;
    if (scale === null) return 'fit';
    return scale === 1 ? '1' : scale === 2 ? '2' : scale === 4 ? '4' : 'free';
  }

  get same(): boolean {
    return this.#options.choice('same', ['yes', 'no']) === 'yes';
  }
  set same(to: boolean) {
    this.#options.set('same', to ? 'yes' : 'no', 'yes');
  }

  /** Of the slider, 0 to 2. */
  get brightness(): number {
    return this.#options.number('brightness', 1);
  }
  set brightness(to: number) {
    this.#options.set('brightness', to, 1);
  }

  get contrast(): number {
    return this.#options.number('contrast', 1);
  }
  set contrast(to: number) {
    this.#options.set('contrast', to, 1);
  }

  get contrastFactor(): number {
    return contrastOf(this.contrast);
  }
}
