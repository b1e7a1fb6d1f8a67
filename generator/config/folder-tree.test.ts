import { FolderTree } from './folder-tree.js';

function treeOf(...paths: readonly string[]): FolderTree {
  const tree = new FolderTree();
  paths.forEach((path, number) => {
    tree.add(path, number);
  });
  return tree;
}

describe('FolderTree', () => {
  it('finds the first folder that contains a path', () => {
    const tree = treeOf('x', 'a/b', 'a');
    expect(['a/b/c', 'a/c', 'ab', 'a/b'].map((path) => tree.firstAround(path))).toEqual([1, 2, undefined, 1]);
  });

  it('leaves out the one that asks', () => {
    expect([treeOf('a', 'b').firstAround('a', 0), treeOf('a', 'a').firstAround('a', 0)]).toEqual([undefined, 1]);
  });

  it('finds the first folder below a path', () => {
    const tree = treeOf('ab/c', 'a/b/c', 'a/d');
    expect(['a', 'a/d', 'a/d/e', 'ab'].map((path) => tree.firstWithin(path))).toEqual([1, 2, undefined, 0]);
  });

  it('treats the empty path as the folder around all paths except those that lead out of it', () => {
    const tree = treeOf('', '../a');
    expect(['b', '../b', '/b', 'c:/b', '../a'].map((path) => tree.firstAround(path))).toEqual([
      0,
      undefined,
      undefined,
      undefined,
      1,
    ]);
    expect(treeOf('../a', 'b').firstWithin('')).toBe(1);
  });
});
