/** One animation frame for all canvases of the page. */

const waiting = new Set<() => void>();
const frameBudgetMillis = 24; // Beyond it the rest waits for the next frame: no task blocks the page.
let asked = false;

function drawWaiting(): void {
  asked = false;
  const start = performance.now();
  for (const draw of waiting) {
    waiting.delete(draw);
    draw();
    if (performance.now() - start > frameBudgetMillis) break;
  }
  if (waiting.size > 0) ask();
}

function ask(): void {
  if (asked) return;
  asked = true;
  requestAnimationFrame(drawWaiting);
}

/** Draws in the next frame, once, however often it was asked for. */
export function drawSoon(draw: () => void): void {
  waiting.add(draw);
  ask();
}

export function drawNoMore(draw: () => void): void {
  waiting.delete(draw);
}
