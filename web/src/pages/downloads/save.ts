/** Lets the browser save something as a file. */

import { client, type DownloadFile, type DownloadQuery } from '../../api/client';
import { toasts } from '../../state/toasts.svelte';

const kKeptMillis = 10_000;

/** What the server sends as an attachment has its name from there. */
export function save(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  save(address, name);
  setTimeout(() => URL.revokeObjectURL(address), kKeptMillis);
}

/** A file's name for tags: what file systems dislike becomes a dash. */
export function fileName(parts: readonly string[], extension: string): string {
  const name = parts.join('+').replace(/[^\p{L}\p{N}._+-]+/gu, '-').slice(0, 80);
  return `${name === '' ? 'chart' : name}.${extension}`;
}

/** Of any length; why it cannot be had is told. */
export async function saveFile(file: DownloadFile, query: DownloadQuery): Promise<void> {
  try {
    save(await client.download(file, query));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    toasts.show({ title: 'No download', text, tone: 'danger' });
  }
}
