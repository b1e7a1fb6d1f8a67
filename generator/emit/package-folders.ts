import { extensionText, type ImportExtension } from './import-extension.js';

/** Folder of the JavaScript and its declarations within a package. It is not called `dist`, which most projects ignore: a fresh clone has to work. */
export const compiledFolder = 'js/';

/** The module of a folder without a `package.json` that programs import: its JavaScript where it has any. */
export function sourcesEntry(compiled: boolean | undefined, extension: ImportExtension = 'js'): string {
  return compiled ? `${compiledFolder}index.js` : `src/index${extensionText(extension)}`;
}
