/** The time, once a second while the page is visible: for "2 min ago". */

class Clock {
  now = $state(Date.now() / 1000);

  /** Runs until the answer is called. */
  run(): () => void {
    const tick = (): void => {
      if (!document.hidden) this.now = Date.now() / 1000;
    };
    const timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }
}

export const clock = new Clock();
