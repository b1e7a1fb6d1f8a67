import { posix } from 'node:path';
import type { EmittedFile } from '../emitter.js';

/** The module without exports that takes the place of all others in imports. */
export const onlyTypes = 'esm/only-types.js';

/**
 * JavaScript in which modules that declare only types are one module for those that import them: a large package has dozens, and each that is found costs a
 * program as much of its start as some 20 KB of code. The modules themselves stay, for imports by their paths.
 */
export function withOneTypesModule(files: readonly EmittedFile[]): readonly EmittedFile[] {
  const empty = files.filter(({ path, text }) => path.endsWith('.js') && /^(?:\/\/.*\n)*export \{\};\n$/.test(text));
  const [first] = empty;
  if (first === undefined || empty.length === 1 || files.some(({ path }) => path === onlyTypes)) {
    return files;
  }
  const paths = new Set(empty.map(({ path }) => path));
  const imported = files.map((file) => (file.path.endsWith('.js') ? withImports(file, paths) : file));
  return [...imported, { path: onlyTypes, text: first.text }];
}

function withImports(file: EmittedFile, empty: ReadonlySet<string>): EmittedFile {
  const folder = posix.dirname(file.path);
  const text = file.text.replace(
    /^(export \* (?:as [\p{ID_Continue}$]+ )?from )"(\.[^"\n]*)";$/gmu,
    (statement, start, specifier) => {
      const isEmpty = empty.has(posix.join(folder, specifier));
      return isEmpty ? `${start}"./${posix.relative(folder, onlyTypes)}";` : statement;
    },
  );
  return text === file.text ? file : { ...file, text };
}
