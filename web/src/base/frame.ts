/** One requestAnimationFrame for all that draws: each job runs once a frame.
 * What does not fit into a frame waits for the next, so that none is long. */

/** It may answer how many points it has drawn: filling their pixels takes
 * time, too, after the frame's jobs are done. */
export type FrameJob = () => number | void;

const kBudgetMillis = 14;
const kBudgetPoints = 16_000;

const jobs = new Set<FrameJob>();
let scheduled = false;

function run(): void {
  scheduled = false;
  const end = performance.now() + kBudgetMillis;
  let points = 0;
  for (const job of [...jobs]) {
    jobs.delete(job);
    points += job() ?? 0;
    if (points > kBudgetPoints || performance.now() > end) break;
  }
  if (jobs.size > 0) schedule();
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(run);
}

/** Runs `job` in the next frame; asking twice is asking once. */
export function inNextFrame(job: FrameJob): void {
  jobs.add(job);
  schedule();
}

export function forgetFrame(job: FrameJob): void {
  jobs.delete(job);
}
