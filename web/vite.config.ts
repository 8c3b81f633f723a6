import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `base` is relative, so that the page works behind any --path-prefix.
// `npm run dev` asks a server that runs beside it.
export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: false, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: 'http://localhost:6006', ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: './tests/support/client_environment.ts' },
});
