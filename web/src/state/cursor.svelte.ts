/** The cursor that cards share: where it is on the x axis, and which card the
 * pointer is over. */

class SharedCursor {
  x = $state<number | null>(null);
  card = $state<string | null>(null);

  leave(card: string): void {
    if (this.card !== card) return;
    this.x = null;
    this.card = null;
  }
}

export const cursor = new SharedCursor();
