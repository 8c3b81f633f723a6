/** What the palette offers: places to go and things to do. */

import type { Kind, Run, Tag } from '../../api/types';
import { catalog } from '../../state/catalog.svelte';
import { live } from '../../state/live.svelte';
import { preferences } from '../../state/preferences.svelte';
import { runList } from '../../state/run_list.svelte';
import { selection } from '../../state/selection.svelte';
import { toasts } from '../../state/toasts.svelte';
import { view } from '../../state/view.svelte';
import type { IconName } from '../../widgets/icons';
import { saveArchive } from '../downloads/shown_selection';
import { revealCard } from '../cards/reveal_card.svelte';
import { kPages } from '../registry';
import { toggleSidebar } from './sidebar';
import { ui } from './ui.svelte';

export interface PaletteItem {
  readonly key: string;
  readonly text: string;
  readonly icon: IconName;
  readonly run?: number; // Whose swatch stands in the icon's place.
  readonly hint: string;
  readonly shortcut?: string;
  readonly go: (full: boolean) => void;
}

const kKindIcons: Readonly<Record<string, IconName>> = {
  scalar: 'chart', image: 'image', histogram: 'histogram', text: 'text', audio: 'audio',
};

export function cardKeyOf(kind: Kind, tag: string): string {
  return `${kind}::${tag}`;
}

function pageFor(kind: Kind): string {
  return kPages.find((page) => page.id !== 'overview' && page.kinds.includes(kind))?.id ?? 'overview';
}

export function tagItem({ kind, tag, runs }: Tag): PaletteItem {
  return {
    key: `tag:${kind}:${tag}`,
    text: tag,
    icon: kKindIcons[kind] ?? 'layers',
    hint: `${kind} · ${runs === 1 ? '1 run' : `${runs.toLocaleString('en-US')} runs`}`,
    go: (full) => {
      const page = pageFor(kind);
      view.navigate({ page, fullScreen: full ? cardKeyOf(kind, tag) : null });
      if (!full) revealCard.wanted = { page, kind, tag };
    },
  };
}

export function runItem(run: Run): PaletteItem {
  return {
    key: `run:${run.id}`,
    text: run.name,
    icon: 'run',
    run: run.id,
    hint: selection.isShown(run.id) ? 'shown' : 'not shown',
    go: (full) => {
      if (full) selection.only([run.name]);
      else selection.setShown(run.id, true);
      selection.focused = run.id;
      ui.reveal = run.id;
      if (selection.narrowed?.has(run.id) !== false) return;
      const clear = (): void => {
        runList.clearFilters();
        ui.reveal = run.id;
      };
      toasts.show({ title: `The filter of runs hides ${run.name}`, action: { label: 'Clear the filter', run: clear } });
    },
  };
}

/** Things to do with the tag that was found first. */
export function tagActions({ kind, tag }: Tag): PaletteItem[] {
  if (kind !== 'scalar') return [];
  const key = cardKeyOf(kind, tag);
  const pinned = view.isPinned(key);
  return [
    { key: 'pin', text: `${pinned ? 'Unpin' : 'Pin'} ${tag}`, icon: 'pin', hint: '', shortcut: 'P', go: () => view.togglePin(key) },
    {
      key: 'sort', text: `Sort runs by ${tag}`, icon: 'sort', hint: '',
      go: () => {
        preferences.metricTag = tag;
        view.order = 'value';
      },
    },
    {
      key: 'log', text: `Put ${tag} on a log axis`, icon: 'outliers', hint: '', shortcut: 'Y',
      go: () => (view.card(key).yScale = 'log'),
    },
  ];
}

export function actionItems(): PaletteItem[] {
  const item = (text: string, icon: IconName, go: () => void, shortcut = ''): PaletteItem => ({
    key: `do:${text}`, text, icon, hint: '', ...(shortcut === '' ? {} : { shortcut }), go,
  });
  return [
    ...kPages.map((page, i) =>
      item(`Go to ${page.title}`, page.icon, () => view.navigate({ page: page.id, fullScreen: null }), String(i + 1))),
    item('Show all runs', 'eye', () => selection.all()),
    item('Show no runs', 'hide', () => selection.none()),
    item('Spread colours over the shown runs', 'colours', () => selection.spreadColours()),
    item(live.paused ? 'Go on live' : 'Pause', live.paused ? 'play' : 'pause', () => live.toggle(), 'L'),
    item('Light theme', 'settings', () => (preferences.theme = 'light')),
    item('Dark theme', 'settings', () => (preferences.theme = 'dark')),
    item('Theme of the system', 'settings', () => (preferences.theme = 'system')),
    item('Fold or unfold the runs', 'panel', toggleSidebar, '['),
    item('Settings', 'settings', () => (ui.settings = true), ','),
    item('Keys', 'help', () => (ui.help = true), '?'),
    item('Damaged records and other problems', 'warn', () => (ui.problems = true)),
    item('Download all that is shown, as one archive', 'download', () => void saveArchive()),
    item('Copy a link to this view', 'link', copyLink),
  ];
}

function copyLink(): void {
  const link = new URL(view.link(), location.href).href;
  navigator.clipboard?.writeText(link).then(
    () => toasts.show({ title: 'Link copied' }),
    () => toasts.show({ title: 'The browser does not let pages copy here', text: link, tone: 'warn' }),
  );
}

/** Those that some page shows. */
export function allTags(): Tag[] {
  const shown = catalog.kinds.filter((kind) => kPages.some((page) => page.kinds.includes(kind)));
  return shown.flatMap((kind) => catalog.tags(kind));
}
