import { posix } from 'node:path';
import type { EmittedFile } from './emitter.js';

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
      const stem = specifier.slice(0, -'.js'.length);
      const target = posix.join(posix.dirname(file.path), `${stem}.ts`);
      return sources.has(target) ? stem + extensionText(extension) : specifier;
    };
    return { ...file, text: renameImports(file.text, rename) };
  });
}

function isSource(path: string): boolean {
  return /^src\/.*\.ts$/.test(path);
}

function renameImports(text: string, rename: (specifier: string) => string): string {
  let result = '';
  let copied = 0;
  for (const { start, end } of quotedTexts(text)) {
    const specifier = text.slice(start + 1, end - 1);
    if (
      /^\.{1,2}\/[^'"\\]*\.js$/.test(specifier) &&
      /(?:\bfrom|\bimport(?: ?\()?) ?$/.test(text.slice(start - 9, start))
    ) {
      result += text.slice(copied, start + 1) + rename(specifier);
      copied = end - 1;
    }
  }
  return result + text.slice(copied);
}

/** Where the texts in quotation marks are in code. */
function* quotedTexts(code: string): Iterable<{ readonly start: number; readonly end: number }> {
  for (let at = 0; at < code.length; ) {
    const char = code.charAt(at);
    if (char === '/' && code.charAt(at + 1) === '/') {
      at = after(code, '\n', at);
    } else if (char === '/' && code.charAt(at + 1) === '*') {
      at = after(code, '*/', at + 2);
    } else if (char === '"' || char === "'" || char === '`') {
      const end = endOfText(code, at);
      if (char !== '`') {
        yield { start: at, end };
      }
      at = end;
    } else {
      at++;
    }
  }
}

function after(code: string, mark: string, from: number): number {
  const at = code.indexOf(mark, from);
  return at < 0 ? code.length : at + mark.length;
}

/** Index after the mark that ends the text which begins here. */
function endOfText(code: string, start: number): number {
  const mark = code.charAt(start);
  for (let at = start + 1; at < code.length; at++) {
    if (code.charAt(at) === '\\') {
      at++;
    } else if (code.charAt(at) === mark) {
      return at + 1;
    }
  }
  return code.length;
}
