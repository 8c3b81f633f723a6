import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError, client } from '../../src/api/client';
import { catalog } from '../../src/state/catalog.svelte';
import { live } from '../../src/state/live.svelte';
import { runMetric } from '../../src/state/run_metric.svelte';

const progress = { bytes_done: 1, bytes_total: 1, files_done: 0, files_total: 0, loaded: true, runs: 1, series: 1, points: 1, damaged_records: 0 };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(client, 'info').mockResolvedValue({ version: '', title: '', roots: [], instance: 'one', started: 0, progress });
  vi.spyOn(client, 'runs').mockResolvedValue({ cursor: '1', runs: [] });
  vi.spyOn(client, 'tags').mockResolvedValue([{ kind: 'scalar', tag: 'loss', runs: 1, points: 1 }]);
  await catalog.load();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('values that could not be had are asked for again once the server is back', async () => {
  live.connected = false;
  const rows = vi.spyOn(client, 'rows').mockRejectedValue(new ApiError(0, 'the server does not answer'));
  const stop = $effect.root(() => {
    $effect(() => runMetric.follow([7]));
  });
  flushSync();
  await vi.advanceTimersByTimeAsync(1000);
  expect(rows).toHaveBeenCalled();
  expect(runMetric.row(7)).toBeUndefined();

  rows.mockResolvedValue({ total: 1, rows: [{ run: 7, value: 3 }] } as unknown as Awaited<ReturnType<typeof client.rows>>);
  live.connected = true;
  flushSync();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runMetric.row(7)?.value).toBe(3);
  stop();
});
