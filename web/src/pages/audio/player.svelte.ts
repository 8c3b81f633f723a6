/** Plays one clip; at most one of the page's players is heard at a time. */

let heard: Player | null = null;

/** How loud all players are. */
class Loudness {
  volume = $state(1); // 0 to 1.
  muted = $state(false);

  set(volume: number): void {
    this.volume = Math.min(1, Math.max(0, volume));
    this.muted = this.volume === 0;
    heard?.adjust();
  }

  toggleMute(): void {
    this.muted = !this.muted;
    if (this.volume === 0) this.volume = 1;
    heard?.adjust();
  }
}

export const loudness = new Loudness();

export class Player {
  playing = $state(false);
  at = $state(0); // Seconds.

  readonly #audio = new Audio();
  #frame = 0;

  constructor() {
    this.#audio.preload = 'none';
    this.#audio.onended = () => this.#halt();
    this.#audio.onpause = () => this.#halt();
  }

  /** Another clip: silent, at its beginning. */
  load(address: string): void {
    this.#audio.pause();
    this.#audio.src = address;
    this.at = 0;
  }

  async toggle(): Promise<void> {
    if (this.playing) {
      this.#audio.pause();
      return;
    }
    if (heard !== null && heard !== this) heard.#audio.pause();
    heard = this;
    this.adjust();
    if (this.#audio.ended) this.at = 0;
    this.#audio.currentTime = this.at;
    this.playing = true;
    this.#follow();
    try {
      await this.#audio.play();
    } catch {
      this.#halt();
    }
  }

  seek(seconds: number): void {
    this.at = seconds;
    if (this.#audio.readyState > 0) this.#audio.currentTime = seconds;
  }

  adjust(): void {
    this.#audio.volume = loudness.volume;
    this.#audio.muted = loudness.muted;
  }

  stop(): void {
    this.#audio.pause();
    this.#audio.removeAttribute('src');
    if (heard === this) heard = null;
  }

  #halt(): void {
    cancelAnimationFrame(this.#frame);
    if (this.#audio.readyState > 0) this.at = this.#audio.currentTime;
    this.playing = false;
  }

  #follow = (): void => {
    if (this.#audio.readyState > 0 && !this.#audio.seeking) this.at = this.#audio.currentTime;
    this.#frame = requestAnimationFrame(this.#follow);
  };
}
