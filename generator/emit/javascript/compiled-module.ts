import { posix } from 'node:path';
import type { EmittedFile } from '../emitter.js';
import type { NamespaceHome } from '../namespace-homes.js';
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
 * The file that has the exports of a module, without extension: the index has those of services and elements, the types of further namespaces are together (`namespaces`), and the descriptors of a namespace
 * are in one file, or together as well. Types and descriptors have files of their own, because their names may be the same. Only ES modules have the documents of each service apart, which bundlers leave out.
 */
export function homeOf(
  { path, source, isOurs }: CompiledModule,
  format: ModuleFormat,
  namespaces: ReadonlyMap<string, NamespaceHome>,
): string {
  const template = isOurs ? source.template : undefined;
  if (template !== undefined && inIndex.has(template)) {
    return 'index';
  }
  if (template !== undefined && ofNamespace.has(template)) {
    const whole = path.replace(/\/part-[0-9a-f]+$/, '');
    return namespaces.get(whole)?.file ?? whole;
  }
  return template === 'wsdl.ts' && format === 'cjs' ? documentsHome : path;
}

/** The templates of modules that are in the index, and of those of a namespace. */
const inIndex: ReadonlySet<TemplateName> = new Set<TemplateName>([
  'client.ts',
  'elements.ts',
  'server.ts',
  'service.ts',
]);
const ofNamespace: ReadonlySet<TemplateName> = new Set<TemplateName>(['schema-index.ts', 'schema.ts', 'types.ts']);

/** How a file names another of the package. */
export function specifierOf(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
