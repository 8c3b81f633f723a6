/** Hyperparameters of the runs: asked for when the first card groups by one. */

export { allHparams as hyperparameters } from '../../state/all_hparams.svelte';
