/** One requestAnimationFrame for all that draws: each job runs once a frame.
 * What does not fit into a frame waits for the next, so that none is long. */

const kBudgetMillis = 24;

const jobs = new Set<() => void>();
let scheduled = false;

function run(): void {
  scheduled = false;
  const end = performance.now() + kBudgetMillis;
  for (const job of [...jobs]) {
    jobs.delete(job);
    job();
    if (performance.now() > end) break;
  }
  if (jobs.size > 0) schedule();
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(run);
}

/** Runs `job` in the next frame; asking twice is asking once. */
export function inNextFrame(job: () => void): void {
  jobs.add(job);
  schedule();
}

export function forgetFrame(job: () => void): void {
  jobs.delete(job);
}
