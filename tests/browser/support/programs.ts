import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const build = process.env['STEPLINE_BUILD_DIR'] ?? join(root, 'build');

/** The path of a program that the build left. */
export function program(name: 'stepline' | 'log_script'): string {
  return name === 'stepline' ? join(build, 'stepline') : join(build, 'tests/browser', name);
}
