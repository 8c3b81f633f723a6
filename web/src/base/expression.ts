/** Regular expressions as people type them into filters. */

export interface Expression {
  readonly test: (text: string) => boolean;
  readonly error: string | null; // What is wrong, in words; then everything matches.
}

/** The engine's reason without its repetition of the pattern. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.slice(message.lastIndexOf(': ') + 1).trim();
  return `Not a regular expression: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

/** Lower case finds upper case, too; a capital letter finds only itself. */
export function compileExpression(pattern: string): Expression {
  if (pattern === '') return { test: () => true, error: null };
  try {
    const exact = /[A-Z]/.test(pattern.replace(/\\./g, ''));
    const expression = new RegExp(pattern, exact ? '' : 'i');
    return { test: (text) => expression.test(text), error: null };
  } catch (error) {
    return { test: () => true, error: reasonOf(error) };
  }
}

/** Remembers the last pattern that was right: a wrong one, as it is while one
 * types, changes nothing. */
export class LastRight {
  #pattern = '';

  of(pattern: string): string {
    if (compileExpression(pattern).error === null) this.#pattern = pattern;
    return this.#pattern;
  }
}
