import type { ModuleReference } from '../typescript/expressions/expression.js';
import type { TextFile } from './emitter.js';
import { quoteJson } from './quote.js';

/** The module of a package's JavaScript that loads the documents of its services. Each host has its own. */
export const documentsLoader: ModuleReference = { kind: 'package', name: '#documents' };

/** The documents of one WSDL. */
export interface DocumentsModule {
  /** The module that has them, without extension. */
  readonly module: string;
  /** Name of its constant, and of the function that loads it. */
  readonly name: string;
}

const documentsFiles = { esm: 'esm/documents.js', cjs: 'cjs/documents.js' };

/** Whether a file of `#documents` is one that works without a package.json which chooses it. */
export function isDocumentsFile(path: string): boolean {
  return path === documentsFiles.esm || path === documentsFiles.cjs;
}

/**
 * The files of `#documents`. Node loads documents when one is asked for. Elsewhere programs are bundles, and some bundlers put what is
 * loaded later into a file of its own, which not every host has: there the documents are part of the program. CommonJS loads them when one is asked for, in
 * bundles, too.
 */
export function documentLoaders(loaded: readonly DocumentsModule[], header: readonly string[]): readonly TextFile[] {
  const text = (lines: readonly string[]): string => [...header.map((line) => `// ${line}`), ...lines, ''].join('\n');
  return [
    { path: documentsFiles.esm, text: text(loaded.flatMap(atOnce)) },
    { path: 'esm/documents.node.js', text: text(loaded.map(onDemand)) },
    { path: documentsFiles.cjs, text: text(['"use strict";', ...loaded.map(required)]) },
  ];
}

/**
 * A module that imports the documents from the file that is right everywhere: for CommonJS, and for packages whose package.json, of a template of the
 * user, does not choose one.
 */
export function withDocumentsFile(code: string): string {
  return code.replace(/ from "#documents";$/m, ' from "./documents.js";');
}

function atOnce({ module, name }: DocumentsModule): readonly string[] {
  return [
    `import { ${name} as ${name}$ } from ${quoteJson(`./${module}.js`)};`,
    `export const ${name} = () => ${name}$;`,
  ];
}

function onDemand({ module, name }: DocumentsModule): string {
  return `export const ${name} = async () => (await import(${quoteJson(`./${module}.js`)})).${name};`;
}

function required({ module, name }: DocumentsModule): string {
  return `exports.${name} = () => require(${quoteJson(`./${module}.js`)}).${name};`;
}
