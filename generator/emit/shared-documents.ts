import type { EmittedFile, ServedDocument } from './emitter.js';
import { quote, quoteLines } from './quote.js';

/** Folder of what ES modules and CommonJS of a package share. */
const folder = 'documents/';

/** The documents of a WSDL as one script, for the sources and all compiled forms of a package. */
export interface SharedScript {
  readonly path: string;
  /** Where the script puts the documents: of its own for each package, version and WSDL. */
  readonly key: string;
  readonly text: string;
}

/** The script has no imports and exports, so that it is the same as an ES module and as CommonJS. */
export function sharedScript(
  owner: string,
  name: string,
  documents: readonly ServedDocument[],
  header: readonly string[],
): SharedScript {
  const key = `${owner} ${name}`;
  const items = documents.map(
    ({ name, text }) => `  {\n    name: ${quote(name)},\n    text: ${quoteLines(text)},\n  },\n`,
  );
  const text = [
    ...header.map((line) => `// ${line}\n`),
    "(globalThis[Symbol.for('wsdl-codegen.documents')] ??= new Map()).set(",
    `${quote(key)}, [\n`,
    ...items,
    ']);\n',
  ].join('');
  return { path: `${folder}${name}.js`, key, text };
}

/** Says that scripts are CommonJS, which any module can load, and that bundlers keep them. */
export const scriptsManifest: Pick<EmittedFile, 'path' | 'text'> = {
  path: `${folder}package.json`,
  text: '{\n  "type": "commonjs",\n  "sideEffects": true\n}\n',
};
