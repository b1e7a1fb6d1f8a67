import { posix } from 'node:path';
import type { EmittedFile } from '../emitter.js';

/** The module without exports that takes the place of all others in imports. */
const onlyTypes = 'only-types';

/**
 * JavaScript in which modules that declare only types are one module for those that import them: a large package has dozens, and each that is found costs a
 * program as much of its start as some 20 KB of code. The modules themselves stay, for imports by their paths.
 */
export function withOneTypesModule(files: readonly EmittedFile[], extension: string): readonly EmittedFile[] {
  const place = `${onlyTypes}${extension}`;
  const empty = files.filter(({ text }) => /^(?:\/\/.*\n)*export \{\};\n$/.test(text));
  const [first] = empty;
  if (first === undefined || empty.length === 1 || files.some(({ path }) => path === place)) {
    return files;
  }
  const paths = new Set(empty.map(({ path }) => path));
  return [...files.map((file) => withImports(file, paths, place)), { path: place, text: first.text }];
}

function withImports(file: EmittedFile, empty: ReadonlySet<string>, place: string): EmittedFile {
  const folder = posix.dirname(file.path);
  const text = file.text.replace(
    /^(export \* (?:as [\p{ID_Continue}$]+ )?from )"(\.[^"\n]*)";$/gmu,
    (statement, start, specifier) => {
      const isEmpty = empty.has(posix.join(folder, specifier));
      return isEmpty ? `${start}"./${posix.relative(folder, place)}";` : statement;
    },
  );
  return text === file.text ? file : { ...file, text };
}
