import { slashPaths } from '../source/slash-paths.js';
import type { EmittedFile } from './emitter.js';
import { withSpecifiers } from './specifiers.js';

/** How sources import each other: `./types.js`, `./types.ts` or `./types`. */
export type ImportExtension = 'js' | 'ts' | 'none';

/** The part that stands after the name of a module in an import. */
export function extensionText(extension: ImportExtension): string {
  return extension === 'none' ? '' : `.${extension}`;
}

/** The files with imports of each other in the form that is asked for. Imports of other files stay as they are. */
export function withImportExtension(files: readonly EmittedFile[], extension: ImportExtension): readonly EmittedFile[] {
  if (extension === 'js') {
    return files;
  }
  const sources = new Set(files.map(({ path }) => path).filter(isSource));
  return files.map((file) => {
    if (!isSource(file.path)) {
      return file;
    }
    const rename = (specifier: string): string => {
      const stem = specifier.replace(/\.js$/, '');
      const target = slashPaths.resolve(slashPaths.dirname(file.path), `${stem}.ts`);
      return specifier !== stem && sources.has(target) ? stem + extensionText(extension) : specifier;
    };
    return { ...file, text: withSpecifiers(file.text, rename) };
  });
}

function isSource(path: string): boolean {
  return /^src\/.*\.ts$/.test(path);
}
