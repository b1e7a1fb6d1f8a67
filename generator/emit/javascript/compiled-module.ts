import { posix } from 'node:path';
import type { EmittedFile } from '../emitter.js';
import type { TemplateName } from '../views.js';

/** A module of `src/` without types, and its types alone. */
export interface CompiledModule {
  /** Below `src/`, without extension. */
  readonly path: string;
  readonly source: EmittedFile;
  /** True if one of our own templates printed it, so that its form is known. */
  readonly isOurs: boolean;
  readonly code: string;
  /** Its code where `require` loads documents when they are asked for, if that is another. */
  readonly codeOfCommonJs?: string;
  readonly declaration: string;
}

/** The file of all documents where `require` loads them; `document-loaders.ts` makes it. */
export const documentsHome = 'documents';

/** How a package is loaded: by `import`, or by `require`. */
export type ModuleFormat = 'esm' | 'cjs';

/** The extension of JavaScript in a package whose own modules are ES modules. */
export const scriptExtension: Readonly<Record<ModuleFormat, string>> = { esm: '.js', cjs: '.cjs' };

/** The extension of declarations. */
export const declarationExtension: Readonly<Record<ModuleFormat, string>> = { esm: '.d.ts', cjs: '.d.cts' };

/**
 * The file that has the exports of a module, without extension: the index has those of services and elements, and the descriptors of a namespace are in one file. Types and descriptors have
 * files of their own, because their names may be the same. Only ES modules have the documents of each service apart, which bundlers leave out.
 */
export function homeOf({ path, source, isOurs }: CompiledModule, format: ModuleFormat): string {
  const home = isOurs && source.template !== undefined ? homes.get(source.template) : undefined;
  return home === undefined ? path : home(path, format);
}

/** Where a module is, by its path. */
type Place = (path: string, format: ModuleFormat) => string;

const inIndex = (): string => 'index';

/** The homes of modules that are not files of their own, by the template that prints them. */
const homes: ReadonlyMap<TemplateName, Place> = new Map<TemplateName, Place>([
  ['client.ts', inIndex],
  ['elements.ts', inIndex],
  ['schema.ts', (path) => path.replace(/\/part-[0-9a-f]+$/, '')],
  ['server.ts', inIndex],
  ['service.ts', inIndex],
  ['wsdl.ts', (path, format) => (format === 'esm' ? path : documentsHome)],
]);

/** Text of an import or export of a file of the package, from its keyword on; or an `import()`. */
const imported =
  /(^(?:import|export) (?:[^"'`\r\n\u2028\u2029]* from )?|\bimport\()"(\.{1,2}\/[^"\r\n\u2028\u2029]*)"/gmu;

/** A module with other specifiers for the files of its package: `rename` gets the path of each. */
export function withSpecifiers(text: string, path: string, rename: (target: string) => string | undefined): string {
  return text.replace(imported, (statement: string, start: string, specifier: string) => {
    const target = rename(posix.join(posix.dirname(path), specifier));
    return target === undefined ? statement : `${start}${JSON.stringify(target)}`;
  });
}

/** How a file names another of the package. */
export function specifierOf(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
