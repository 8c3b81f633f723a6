/** What the page says in passing: one at a time, the next when it goes. */

export interface Toast {
  readonly title: string;
  readonly text?: string;
  readonly tone?: 'plain' | 'warn' | 'danger'; // Errors stay until closed.
  readonly action?: { readonly label: string; readonly run: () => void };
}

class Toasts {
  #waiting = $state.raw<readonly Toast[]>([]);

  get current(): Toast | null {
    return this.#waiting[0] ?? null;
  }

  show(toast: Toast): void {
    if (this.#waiting.some((other) => other.title === toast.title)) return;
    this.#waiting = [...this.#waiting, toast];
  }

  close(): void {
    this.#waiting = this.#waiting.slice(1);
  }
}

export const toasts = new Toasts();
