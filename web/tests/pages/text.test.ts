import { describe, expect, it } from 'vitest';

import { referenceIndex } from '../../src/pages/text/text_reference';

describe('what a text is compared with', () => {
  const steps = [10, 20, 30];
  it('is the step before', () => {
    expect(referenceIndex(steps, 2, 'previous')).toBe(1);
    expect(referenceIndex(steps, 0, 'previous')).toBeNull();
  });
  it('is a step that was kept, or the one before it', () => {
    expect(referenceIndex(steps, 2, '20')).toBe(1);
    expect(referenceIndex(steps, 0, '29')).toBe(1);
    expect(referenceIndex(steps, 0, '9')).toBeNull();
  });
  it('is nothing by default', () => {
    expect(referenceIndex(steps, 2, '')).toBeNull();
    expect(referenceIndex(steps, 2, 'nonsense')).toBeNull();
  });
});
