import { expect, test } from 'vitest';

import { buildRunTree, flatRows, visibleRows, type TreeNode } from '../../src/base/run_tree';

const runs = (...names: string[]): { id: number; name: string }[] => names.map((name, id) => ({ id, name }));
const text = (node: TreeNode): string => `${' '.repeat(node.depth)}${node.label}`;
const rowsOf = (...names: string[]): string[] => visibleRows(buildRunTree(runs(...names)), new Set()).map(text);

test('directories come first, then runs, as they came', () => {
  expect(rowsOf('a/1', 'a/2', 'b', 'c/1', 'c/2')).toEqual(['a/', ' 1', ' 2', 'c/', ' 1', ' 2', 'b']);
});

test('directories with one other in them share a row', () => {
  expect(rowsOf('x/y/1', 'x/y/2')).toEqual(['x/y/', ' 1', ' 2']);
  expect(rowsOf('x/1', 'x/y/1', 'x/y/2')).toEqual(['x/', ' y/', '  1', '  2', ' 1']);
});

test('a directory with one run is that run', () => {
  expect(rowsOf('a/train', 'b/train', 'c/d/train')).toEqual(['a/train', 'b/train', 'c/d/train']);
});

test('a run may lie where a directory lies', () => {
  expect(rowsOf('a', 'a/1', 'a/2')).toEqual(['a/', ' 1', ' 2', 'a']);
});

test('odd names are names', () => {
  expect(rowsOf('.', '', '/', 'a//b', 'a//c')).toEqual(['/', 'a//', ' b', ' c', '.', '']);
});

test('what lies in a closed directory is out of sight, and still counted', () => {
  const tree = buildRunTree(runs('a/1', 'a/b/1', 'a/b/2', 'c'));
  const rows = visibleRows(tree, new Set(['a/']));
  expect(rows.map(text)).toEqual(['a/', 'c']);
  const directory = rows[0];
  if (directory?.kind !== 'directory') throw new Error('not a directory');
  expect(tree.ids.slice(directory.begin, directory.end).toSorted()).toEqual([0, 1, 2]);
});

test('flat rows have whole names', () => {
  expect(flatRows(runs('a/b/1')).map(text)).toEqual(['a/b/1']);
});

test('ten thousand runs are a tree of ten thousand rows and their directories', () => {
  const many = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `d${Math.floor(id / 100)}/r${id}` }));
  expect(visibleRows(buildRunTree(many), new Set())).toHaveLength(10_100);
});
