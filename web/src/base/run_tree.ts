/**
 * Runs as a tree by directory: directories first, then runs, each in the order
 * they came in. A directory with nothing but one other in it shares its row,
 * and one with a single run is that run's row.
 */

export interface RunLeaf {
  readonly kind: 'run';
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly depth: number;
}

export interface Directory {
  readonly kind: 'directory';
  readonly path: string; // Ends with a slash.
  readonly label: string;
  readonly depth: number;
  readonly begin: number; // Its runs are RunTree.ids[begin..end).
  readonly end: number;
  readonly children: readonly TreeNode[];
}

export type TreeNode = RunLeaf | Directory;

export interface RunTree {
  readonly ids: readonly number[]; // Of all runs, as the tree lists them.
  readonly roots: readonly TreeNode[];
}

interface Named {
  readonly id: number;
  readonly name: string;
}

interface Draft {
  readonly path: string;
  readonly directories: Map<string, Draft>;
  readonly runs: Named[];
}

function newDraft(path: string): Draft {
  return { path, directories: new Map(), runs: [] };
}

function draftFor(drafts: Map<string, Draft>, path: string): Draft {
  const known = drafts.get(path);
  if (known !== undefined) return known;
  const parentPath = path.length < 2 ? '' : path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
  const draft = newDraft(path);
  drafts.set(path, draft);
  draftFor(drafts, parentPath).directories.set(path, draft);
  return draft;
}

function build(draft: Draft, above: string, depth: number, ids: number[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let child of draft.directories.values()) {
    while (child.runs.length === 0 && child.directories.size === 1) {
      child = child.directories.values().next().value as Draft;
    }
    const only = child.directories.size === 0 && child.runs.length === 1 ? child.runs[0] : undefined;
    if (only !== undefined) {
      ids.push(only.id);
      nodes.push({ kind: 'run', ...only, label: only.name.slice(above.length), depth });
      continue;
    }
    const begin = ids.length;
    const children = build(child, child.path, depth + 1, ids);
    const label = child.path.slice(above.length);
    nodes.push({ kind: 'directory', path: child.path, label, depth, begin, end: ids.length, children });
  }
  for (const run of draft.runs) {
    ids.push(run.id);
    nodes.push({ kind: 'run', id: run.id, name: run.name, label: run.name.slice(above.length), depth });
  }
  return nodes;
}

export function buildRunTree(runs: readonly Named[]): RunTree {
  const root = newDraft('');
  const drafts = new Map([['', root]]);
  for (const run of runs) {
    draftFor(drafts, run.name.slice(0, run.name.lastIndexOf('/') + 1)).runs.push({ id: run.id, name: run.name });
  }
  const ids: number[] = [];
  return { ids, roots: build(root, '', 0, ids) };
}

/** The rows in sight: what lies in closed directories is left out. */
export function visibleRows(tree: RunTree, closed: ReadonlySet<string>): TreeNode[] {
  const rows: TreeNode[] = [];
  const visit = (nodes: readonly TreeNode[]): void => {
    for (const node of nodes) {
      rows.push(node);
      if (node.kind === 'directory' && !closed.has(node.path)) visit(node.children);
    }
  };
  visit(tree.roots);
  return rows;
}

/** Without directories: every run on its own row, by its whole name. */
export function flatRows(runs: readonly Named[]): RunLeaf[] {
  return runs.map(({ id, name }) => ({ kind: 'run', id, name, label: name, depth: 0 }));
}
