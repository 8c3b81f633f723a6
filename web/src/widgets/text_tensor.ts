/** Tensors of strings as tables: what TensorBoard's text summaries hold. */

export type TextBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[]; readonly left_out: number };

/** A scalar is text, one of rank 1 a column, one of rank 2 a table; of higher ranks the
    first slice of rank 2 is shown, and how many values are left out is told. */
export function textBody(shape: readonly number[], values: readonly string[]): TextBody {
  if (shape.length === 0 || (values.length === 1 && shape.length < 2)) {
    return { kind: 'text', text: values[0] ?? '' };
  }
  const width = shape.length === 1 ? 1 : (shape[shape.length - 1] ?? 1);
  const height = shape.length === 1 ? (shape[0] ?? 0) : (shape[shape.length - 2] ?? 0);
  const rows: string[][] = [];
  for (let row = 0; row < height && row * width < values.length; row++) {
    rows.push(values.slice(row * width, (row + 1) * width));
  }
  return { kind: 'table', rows, left_out: Math.max(0, values.length - width * height) };
}

/** One text of all of it, for differences and downloads: cells by tabs, rows by lines. */
export function plainText(body: TextBody): string {
  if (body.kind === 'text') return body.text;
  return body.rows.map((row) => row.join('\t')).join('\n');
}
