/** Asks the worker that analyses sounds; all cards share it. */

import type { SoundAnalysis, SoundTask } from './spectrogram_worker';

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, { resolve: (answer: SoundAnalysis) => void; reject: (error: Error) => void }>();

function start(): Worker {
  const made = new Worker(new URL('./spectrogram_worker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<SoundAnalysis>) => {
    waiting.get(data.id)?.resolve(data);
    waiting.delete(data.id);
  };
  made.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('the sound could not be analysed'));
    waiting.clear();
    worker = null;
  };
  return made;
}

const kBars = 1200;
const kColumns = 480;
const kRows = 72;

/** Channels are copied, so that they can go on being played. */
export function analyseSound(channels: readonly Float32Array[], sampleRate: number): Promise<SoundAnalysis> {
  worker ??= start();
  const task: SoundTask = { id: ++lastId, channels, sampleRate, bars: kBars, columns: kColumns, rows: kRows };
  const answer = new Promise<SoundAnalysis>((resolve, reject) => waiting.set(task.id, { resolve, reject }));
  worker.postMessage(task);
  return answer;
}
