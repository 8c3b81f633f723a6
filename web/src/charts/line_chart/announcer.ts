/** Says where the cursor stands to those who do not see it, at most once a second. */

const kLeastMillis = 1000;

export class Announcer {
  private last = -Infinity;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private pending: string | null = null;

  constructor(private readonly speak: (text: string) => void) {}

  /** The last of what is asked for within a second is said at its end. */
  say(text: string): void {
    this.pending = text;
    if (this.timer !== null) return;
    const wait = Math.max(0, this.last + kLeastMillis - performance.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.last = performance.now();
      if (this.pending !== null) this.speak(this.pending);
      this.pending = null;
    }, wait);
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
