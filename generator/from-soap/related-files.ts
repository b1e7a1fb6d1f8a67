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
  if (named.length === 0) {
    return named;
  }
  const byStem = new Map(files.map((file) => [stem(file.path), file]));
  const imports = new Map(files.map((file) => [file, importsOf(file, byStem)]));
  const importers = new Map<F, F[]>();
  for (const [file, imported] of imports) {
    for (const each of imported) {
      importers.set(each, [...(importers.get(each) ?? []), file]);
    }
  }
  const related = new Set([...reached(named, imports), ...reached(named, importers)]);
  return files.filter((file) => related.has(file));
}

function importsOf<F extends ProgramFile>({ path, text }: F, byStem: ReadonlyMap<string, F>): readonly F[] {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const specifiers = [...text.matchAll(/['"`](\.[^'"`\r\n]*)['"`]/g)];
  return specifiers.flatMap(([, specifier = '']) => byStem.get(stem(joined(folder, specifier))) ?? []);
}

/** A path without what an import may leave out. */
function stem(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/(?:index)?$/, '');
}

function reached<F>(from: readonly F[], steps: ReadonlyMap<F, readonly F[]>): ReadonlySet<F> {
  const found = new Set(from);
  for (const each of found) {
    for (const next of steps.get(each) ?? []) {
      found.add(next);
    }
  }
  return found;
}
