import { describe, expect, it } from 'vitest';

import { partsOf } from '../../src/pages/overview/overview_kinds';

const of = (kind: string, name: string) => ({ tag: { kind, tag: name, runs: 1, points: 1 }, title: name });
const group = {
  prefix: 'a',
  tags: [of('audio', 'au'), of('histogram', 'h'), of('image', 'i'), of('scalar', 's'), of('text', 't')],
};
const titles = (tags: readonly { title: string }[]) => tags.map(({ title }) => title).join();

describe('a group of the overview', () => {
  it('has all kinds, scalars before histograms and text before audio', () => {
    const { curves, images, media } = partsOf(group, 'all');
    expect([titles(curves), titles(images), titles(media)]).toEqual(['s,h', 'i', 't,au']);
  });
  it('has one kind, where one was chosen', () => {
    const { curves, images, media } = partsOf(group, 'histogram');
    expect([titles(curves), titles(images), titles(media)]).toEqual(['h', '', '']);
  });
});
