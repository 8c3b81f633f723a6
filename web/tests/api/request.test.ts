import { afterEach, expect, test, vi } from 'vitest';

import { client, unzip } from '../../src/api/client';
import { address, ApiError } from '../../src/api/request';

afterEach(() => vi.unstubAllGlobals());

function answerWith(response: () => Response): { url: string; init: RequestInit }[] {
  const asked: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return Promise.resolve(response());
  });
  return asked;
}

test('addresses are relative, with names escaped and lists repeated', () => {
  expect(address('scalars', { tag: ['a/b', 'c&d'], from: 0, to: undefined })).toBe('api/scalars?tag=a%2Fb&tag=c%26d&from=0');
});

test('short questions are asked with GET, long ones with POST', async () => {
  const asked = answerWith(() => Response.json({ total: 0, rows: [] }));
  await client.rows({ runs: [1, 2, 3], tag: 'loss' });
  await client.rows({ runs: Array.from({ length: 3000 }, (_, i) => i * 2), tag: 'loss' });
  expect(asked[0]?.url).toBe('api/rows?tag=loss&runs=1-3');
  expect(asked[0]?.init.method).toBeUndefined();
  expect(asked[1]?.url).toBe('api/rows');
  expect(asked[1]?.init.method).toBe('POST');
  expect(new URLSearchParams(asked[1]?.init.body as string).get('tag')).toBe('loss');
});

test('errors say what the server said', async () => {
  answerWith(() => Response.json({ error: 'tag is missing' }, { status: 400 }));
  await expect(client.info()).rejects.toThrow('tag is missing');
  answerWith(() => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
  await expect(client.info()).rejects.toThrow('502 Bad Gateway');
});

test('no answer at all is an error of its own', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  const failure: unknown = await client.info().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect((failure as ApiError).status).toBe(0);
});

test('runs come as parallel arrays', async () => {
  answerWith(() =>
    Response.json({ cursor: 'c', id: [4], name: ['a/b'], start: [1], last: [2], first_step: [0], last_step: [9], series: [1], points: [3], damaged: [0] }));
  expect(await client.runs()).toEqual({
    cursor: 'c', runs: [{ id: 4, name: 'a/b', start: 1, last: 2, first_step: 0, last_step: 9, series: 1, points: 3, damaged: 0 }],
  });
  expect(unzip<{ a: number }>({}, ['a'])).toEqual([]);
});
