import type { ModuleReference } from '../typescript/expressions/expression.js';
import type { TextFile } from './emitter.js';
import { compiledFolder } from './package-folders.js';
import { quoteJson } from './quote.js';
import type { SharedScript } from './shared-documents.js';

/** The module of a package's JavaScript that loads the documents of its services. Each host has its own. */
export const documentsLoader: ModuleReference = { kind: 'package', name: '#documents' };

/** The documents of one WSDL. */
export interface DocumentsModule {
  /** The module that has them, without extension. */
  readonly module: string;
  /** Name of its constant, and of the function that loads it. */
  readonly name: string;
  readonly script: Pick<SharedScript, 'path' | 'key'>;
}

const file = (extension: string): string => `${compiledFolder}documents${extension}`;

/** Whether a file of the documents is one that works without a package.json which chooses it. */
export function isDocumentsFile(path: string): boolean {
  return path !== file('.node.js') && path.startsWith(file('.'));
}

/**
 * The files of documents. Node loads documents when one is asked for. Elsewhere programs are bundles, and some bundlers put what is
 * loaded later into a file of its own, which not every host has: there the documents are part of the program. CommonJS loads them when one is asked for, in
 * bundles, too.
 */
export function documentLoaders(loaded: readonly DocumentsModule[], header: readonly string[]): readonly TextFile[] {
  const text = (lines: readonly string[]): string => [...header.map((line) => `// ${line}`), ...lines, ''].join('\n');
  const declarations = text(declared(loaded));
  return [
    { path: file('.js'), text: text(loaded.flatMap(atOnce)) },
    { path: file('.node.js'), text: text(loaded.map(onDemand)) },
    { path: file('.cjs'), text: text(required(loaded)) },
    { path: file('.d.ts'), text: declarations },
    { path: file('.d.cts'), text: declarations },
  ];
}

/** A module that imports the documents from the file that is right everywhere, for packages whose package.json, of a template of the user, does not choose one. */
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

/** The first that asks for a document gets what its script puts in its place, as with ES modules. */
function required(loaded: readonly DocumentsModule[]): readonly string[] {
  return [
    '"use strict";',
    'const { sharedDocuments } = require("@wsdl-codegen/runtime");',
    'Object.defineProperty(exports, "__esModule", { value: true });',
    ...loaded.flatMap(({ name, script }) => [
      `let ${name};`,
      `Object.defineProperty(exports, ${quoteJson(name)}, {`,
      '\tenumerable: true,',
      '\tget() {',
      `\t\tif (${name} === undefined) {`,
      `\t\t\trequire(${quoteJson(`../${script.path}`)});`,
      `\t\t\t${name} = sharedDocuments(${quoteJson(script.key)});`,
      '\t\t}',
      `\t\treturn ${name};`,
      '\t}',
      '});',
    ]),
  ];
}

function declared(loaded: readonly DocumentsModule[]): readonly string[] {
  return [
    'import { ServiceDocument } from "@wsdl-codegen/runtime";',
    ...loaded.flatMap(({ name }) => [
      '/** The WSDL and the documents that it imports. */',
      `export declare const ${name}: readonly ServiceDocument[];`,
    ]),
  ];
}
