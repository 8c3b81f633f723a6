import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

// The tests of ../tests/browser: a real server, real files, a real Chromium.
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  cacheDir: fileURLToPath(new URL('node_modules/.vite', import.meta.url)),
  resolve: {
    alias: {
      'playwright-core': fileURLToPath(new URL('node_modules/playwright-core', import.meta.url)),
      vitest: fileURLToPath(new URL('node_modules/vitest', import.meta.url)),
    },
  },
  test: {
    include: ['tests/browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 15_000 } },
  },
});
