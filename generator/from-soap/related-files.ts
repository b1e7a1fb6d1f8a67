import { groupBy } from '../contract/grouping.js';
import { joined } from './modules.js';
import type { ProgramFile } from './program.js';
import type { TargetPackage } from './targets.js';

/**
 * The files that may have to do with `soap`: those that name it or an operation, those that import one of them, and those that one of them imports. Others are
 * not parsed: of a large program they are most.
 */
export function relatedFiles<F extends ProgramFile>(files: readonly F[], { services }: TargetPackage): readonly F[] {
  const operations = new Set(services.flatMap((service) => [...service.operations.keys()]));
  const isNamed = ({ text }: F): boolean =>
    /soap/i.test(text) ||
    [...text.matchAll(/[\w$]+/g)].some(([word]) => operations.has(word) || operations.has(word.replace(/Async$/, '')));
  const named = files.filter(isNamed);
  const imports = (named.length === 0 ? [] : files).flatMap(importsOf);
  const paths = named.map(({ path }) => stem(path));
  const importing = reached(paths, imports, 'to', 'from');
  const imported = reached(paths, imports, 'from', 'to');
  return files.filter(({ path }) => importing.has(stem(path)) || imported.has(stem(path)));
}

/** That a file imports another one, by their paths. */
type Import = Readonly<Record<'from' | 'to', string>>;

/** These paths, and all that imports lead to from them, from one of their ends to the other. */
function reached(
  paths: readonly string[],
  imports: readonly Import[],
  near: keyof Import,
  far: keyof Import,
): ReadonlySet<string> {
  const next = groupBy(imports, (each) => each[near]);
  const found = new Set(paths);
  for (const path of found) {
    for (const each of next.get(path) ?? []) {
      found.add(each[far]);
    }
  }
  return found;
}

function importsOf({ path, text }: ProgramFile): readonly Import[] {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const from = stem(path);
  const specifiers = text.matchAll(/['"`](\.[^'"`\r\n]*)['"`]/g);
  return Array.from(specifiers, ([, specifier = '']) => ({ from, to: stem(joined(folder, specifier)) }));
}

/** A path without what an import may leave out. */
function stem(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/(?:index)?$/, '');
}
