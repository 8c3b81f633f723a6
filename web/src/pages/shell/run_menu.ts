/** What can be done with one run, for its menu. */

import type { RunLeaf } from '../../base/run_tree';
import { runMemory } from '../../state/run_memory.svelte';
import { selection } from '../../state/selection.svelte';
import { toasts } from '../../state/toasts.svelte';
import type { MenuItem } from '../../widgets/Menu.svelte';

export interface RunMenuActions {
  readonly note: () => void;
  readonly colour: () => void;
}

function hide(name: string): void {
  runMemory.hide(name);
  if (selection.focusedName === name) selection.focusedName = null; // Its details close, too.
  toasts.show({
    title: `${name} is hidden`,
    text: 'It stays hidden in this browser. Settings brings hidden runs back.',
    action: { label: 'Undo', run: () => runMemory.unhide(name) },
  });
}

export function runMenu(node: RunLeaf, actions: RunMenuActions): MenuItem[] {
  const pinned = selection.isPinned(node.id);
  const baseline = selection.baseline === node.id;
  return [
    { label: 'Only this run', icon: 'eye', hint: 'Enter', run: () => selection.only([node.name]) },
    { label: pinned ? 'Unpin' : 'Pin on top', icon: 'pin', hint: 'P', run: () => selection.togglePin(node.id) },
    {
      label: baseline ? 'No baseline' : 'Make it the baseline', icon: 'minus',
      run: () => (selection.baseline = baseline ? null : node.id),
    },
    { label: 'Change colour…', icon: 'colours', hint: 'C', stays: true, run: actions.colour },
    { label: 'Write a note…', icon: 'note', run: actions.note },
    {
      label: 'Copy name', icon: 'copy', separated: true,
      run: () => void navigator.clipboard?.writeText(node.name).then(() => toasts.show({ title: 'Name copied' })),
    },
    { label: 'Hide for good', icon: 'hide', run: () => hide(node.name) },
  ];
}
