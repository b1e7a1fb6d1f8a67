import { isPortableName } from '../output/safe-path.js';
import { shortHash } from '../typescript/names/identifiers.js';

/** How long the part of a file name may be that comes from a name of the contract. */
const maxLength = 80;

/**
 * A name of a file, without extension, for each key: its name as far as files of all systems may be called so. Names that differ
 * only in case, and those that are not left as they were, get a hash of their key. `index` is never given.
 */
export function fileStems(
  named: readonly { readonly key: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const wanted = named.map(({ key, name }) => ({ key, name, stem: plainStem(name) }));
  for (const { stem } of wanted) {
    counts.set(stem.toLowerCase(), (counts.get(stem.toLowerCase()) ?? 0) + 1);
  }
  return new Map(
    wanted.map(({ key, name, stem }) => {
      const isOwn = stem === name && counts.get(stem.toLowerCase()) === 1 && isFree(stem);
      return [key, isOwn ? stem : `${stem === '' ? 'name' : stem}-${shortHash(key)}`];
    }),
  );
}

function plainStem(name: string): string {
  return name
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxLength);
}

function isFree(stem: string): boolean {
  return stem !== '' && stem.toLowerCase() !== 'index' && isPortableName(`${stem}.html`);
}
