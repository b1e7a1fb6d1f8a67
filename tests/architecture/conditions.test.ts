import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../support/repository.js';

/** A value of `exports` or `imports`: a file, or others by condition. */
type Target = string | { readonly [condition: string]: Target };

interface Manifest {
  readonly exports: Readonly<Record<string, Target>>;
  readonly imports: Readonly<Record<string, Target>>;
}

const { exports: entries, imports } = JSON.parse(
  readFileSync(join(repository, 'runtime/package.json'), 'utf8'),
) as Manifest;

/** All files that a target may be. */
function filesOf(target: Target): readonly string[] {
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(filesOf);
}

/** The source that a file is made from: all forms of a module have the same path below their folders. */
function sourceOf(file: string): string {
  return file.replace(/^\.\/(?:src|dist\/(?:on-node|modules|cjs)|dist)\//, '').replace(/(?:\.d)?\.[jt]s$/, '');
}

describe('a host', () => {
  it('chooses the transport, at once or with the first request, and whether the fast layer is loaded, and no other module of the runtime', () => {
    expect(Object.keys(imports)).toEqual(['#transport', '#fast']);
    expect([...new Set(filesOf(imports['#transport'] as Target).map(sourceOf))].sort()).toEqual([
      'client/fetch-transport',
      'node/later-transport',
      'node/transport',
    ]);
    expect([...new Set(filesOf(imports['#fast'] as Target).map(sourceOf))].sort()).toEqual([
      'schema/context/no-fast-layer',
      'schema/fast/fast-layer',
    ]);
  });

  it.each(Object.entries(entries).filter(([, target]) => typeof target === 'object'))(
    'gets %s from the same source, whichever form it takes',
    (_, target) => {
      expect(new Set(filesOf(target).map(sourceOf)).size).toBe(1);
    },
  );
});
