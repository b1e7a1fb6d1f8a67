import type { EmittedFile, ServedDocument } from './emitter.js';
import { quote, quoteLines } from './quote.js';

/** Folder of what ES modules and CommonJS share. */
export const sharedFolder = 'documents/';

/** The documents of a WSDL as one script, for all compiled forms of a package. */
export interface SharedScript {
  readonly path: string;
  /** Where the script puts the documents: of its own for each package, version and WSDL. */
  readonly key: string;
  readonly text: string;
}

/** The purpose of a script. */
interface ScriptOwner {
  /** The package and its version. */
  readonly owner: string;
  /** Name of the module with the documents. */
  readonly name: string;
}

/**
 * The script has no imports and exports, so that it is the same as an ES module and as CommonJS. Whoever loads it gets the documents at once: another package of the same name and
 * version may later put its own there.
 */
export function sharedScript(
  { owner, name }: ScriptOwner,
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
  return { path: `${sharedFolder}${name}.js`, key, text };
}

/** Says that scripts are CommonJS, which any module can load, and that bundlers keep them. */
export const scriptsManifest: Pick<EmittedFile, 'path' | 'text'> = {
  path: `${sharedFolder}package.json`,
  text: '{\n  "type": "commonjs",\n  "sideEffects": true\n}\n',
};
