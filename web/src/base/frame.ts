/** One requestAnimationFrame for all that draws: each job runs once a frame. */

const jobs = new Set<() => void>();
let scheduled = false;

function run(): void {
  scheduled = false;
  const now = [...jobs];
  jobs.clear();
  for (const job of now) job();
}

/** Runs `job` in the next frame; asking twice is asking once. */
export function inNextFrame(job: () => void): void {
  jobs.add(job);
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(run);
}

export function forgetFrame(job: () => void): void {
  jobs.delete(job);
}
