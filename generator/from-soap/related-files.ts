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
  const stems = named.length === 0 ? [] : files.map((file) => [stem(file.path), importsOf(file)] as const);
  const paths = named.map(({ path }) => stem(path));
  const [importing, imported] = [new Set(paths), new Set(paths)];
  for (let size = 0; size !== importing.size + imported.size; ) {
    size = importing.size + imported.size;
    for (const [own, imports] of stems) {
      if (imports.some((each) => importing.has(each))) {
        importing.add(own);
      }
      for (const each of imported.has(own) ? imports : []) {
        imported.add(each);
      }
    }
  }
  return files.filter(({ path }) => importing.has(stem(path)) || imported.has(stem(path)));
}

function importsOf({ path, text }: ProgramFile): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return [...text.matchAll(/['"`](\.[^'"`\r\n]*)['"`]/g)].map(([, specifier = '']) => stem(joined(folder, specifier)));
}

/** A path without what an import may leave out. */
function stem(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/(?:index)?$/, '');
}
