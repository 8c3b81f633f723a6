/** What an image is compared with: another run's at the same step, or its own of another step. */

import { chooseAt, type Choice } from '../../widgets/step_choice';

export type Against =
  | { readonly kind: 'run'; readonly name: string }
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'previous' }
  | { readonly kind: 'first' };

/** As it stands in the address: run:baseline, step:4200, previous, first. */
export function parseAgainst(text: string): Against {
  if (text.startsWith('run:')) return { kind: 'run', name: text.slice(4) };
  const step = text.startsWith('step:') ? Number(text.slice(5)) : Number.NaN;
  if (Number.isFinite(step)) return { kind: 'step', step };
  return text === 'first' ? { kind: 'first' } : { kind: 'previous' };
}

export function formatAgainst(against: Against): string {
  if (against.kind === 'run') return `run:${against.name}`;
  return against.kind === 'step' ? `step:${against.step}` : against.kind;
}

/** The image of one's own series that is the reference; null where there is none. */
export function referenceInRun(steps: ArrayLike<number>, shown: number, against: Against): Choice | null {
  if (against.kind === 'run' || steps.length === 0) return null;
  if (against.kind === 'first') return { index: 0, step: steps[0]!, exact: true };
  if (against.kind === 'step') return chooseAt(steps, against.step);
  return shown > 0 ? { index: shown - 1, step: steps[shown - 1]!, exact: true } : null;
}

/** Sliders run from 0 to 2 with the unchanged image in the middle; contrast goes up to 5. */
export const contrastOf = (slider: number): number => (slider <= 1 ? slider : 1 + (slider - 1) * 4);
