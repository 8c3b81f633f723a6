import { describe, expect, it } from 'vitest';

import { runOfPath } from '../../src/state/run_problems.svelte';

describe('runOfPath', () => {
  const roots = [{ name: '', path: '/logs' }, { name: 'other', path: '/data/more/' }];
  it('finds the run by the file’s directory', () => {
    expect(runOfPath('/logs/a/b/events.1', roots)).toBe('a/b');
    expect(runOfPath('/logs/events.1', roots)).toBe('');
    expect(runOfPath('/data/more/x/events.1', roots)).toBe('other/x');
    expect(runOfPath('/data/more/events.1', roots)).toBe('other');
  });
  it('knows no run elsewhere', () => {
    expect(runOfPath('/logsmore/a/events.1', roots)).toBe(null);
  });
});
