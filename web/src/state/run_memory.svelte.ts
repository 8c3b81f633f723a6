/** Notes on runs, runs hidden for good and closed directories: kept in this
 * browser, for each log on its own. */

import { catalog } from './catalog.svelte';
import { load, save } from './storage';

interface Memory {
  readonly notes: Readonly<Record<string, string>>;
  readonly hidden: readonly string[];
}

const kNothing: Memory = { notes: {}, hidden: [] };

function names(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

function saneMemory(stored: unknown): Memory {
  if (stored === null || typeof stored !== 'object') return kNothing;
  const { notes, hidden } = stored as Partial<Memory>;
  return {
    notes: notes !== null && typeof notes === 'object' ? notes : {},
    hidden: names(hidden),
  };
}

class RunMemory {
  #log = $derived((catalog.info?.roots ?? []).map((root) => root.path).join('|'));
  #key = $derived(`stepline.log:${this.#log}`);
  #changed = $state(0);
  #memory = $derived.by(() => {
    void this.#changed;
    return saneMemory(load(this.#key));
  });
  #hidden = $derived(new Set(this.#memory.hidden));

  // Apart, as all runs are gone through when those hidden change.
  #closedKey = $derived(`stepline.closed:${this.#log}`);
  #closedChanged = $state(0);
  #closed = $derived.by(() => {
    void this.#closedChanged;
    return new Set(names(load(this.#closedKey)));
  });

  note(name: string): string {
    const note = this.#memory.notes[name];
    return typeof note === 'string' ? note : '';
  }

  setNote(name: string, note: string): void {
    const notes: Record<string, string> = { ...this.#memory.notes };
    if (note.trim() === '') delete notes[name];
    else notes[name] = note;
    this.#write({ ...this.#memory, notes });
  }

  get hidden(): ReadonlySet<string> {
    return this.#hidden;
  }

  hide(name: string): void {
    this.#write({ ...this.#memory, hidden: [...this.#hidden, name] });
  }

  /** Without a name: all of them. */
  unhide(name?: string): void {
    const hidden = name === undefined ? [] : this.#memory.hidden.filter((other) => other !== name);
    this.#write({ ...this.#memory, hidden });
  }

  /** Directories, by paths that end with a slash. */
  get closed(): ReadonlySet<string> {
    return this.#closed;
  }

  setClosed(path: string, closed: boolean): void {
    const paths = new Set(this.#closed);
    if (closed) paths.add(path);
    else paths.delete(path);
    save(this.#closedKey, [...paths]);
    ++this.#closedChanged;
  }

  #write(memory: Memory): void {
    save(this.#key, memory);
    ++this.#changed;
  }
}

export const runMemory = new RunMemory();
