/** Node, with the modules that browsers get: their state is the one that
 * counts, and the server's has no effects. */
import type { Environment } from 'vitest/runtime';

export default {
  name: 'client',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment;
