import { posix } from 'node:path';
import { groupBy } from '../../contract/grouping.js';
import type { EmittedFile } from '../emitter.js';
import { declaredNamespace, type NamespaceHome, namespaceObject, withNamespaceObjects } from '../namespace-homes.js';
import { withSpecifiers } from '../specifiers.js';
import {
  type CompiledModule,
  declarationExtension,
  documentsHome,
  homeOf,
  type ModuleFormat,
  scriptExtension,
  specifierOf,
} from './compiled-module.js';
import { joinModules } from './join-modules.js';
import { headerOf } from './module-lines.js';

/** Folder, within that of the compiled files, of modules that are not joined with others. */
const apart = 'modules/';

/** The name of the index, and of its module. */
const index = 'index';

/** The compiled files of a package in one format: their paths are without the folder of all of them. */
export interface PackageModules {
  readonly scripts: readonly EmittedFile[];
  readonly declarations: readonly EmittedFile[];
}

/**
 * The modules of a package as few files: those of one home (`homeOf`) are joined into one. Where that is not possible, because a template of a user prints them or because their
 * names clash, each stays a file of its own, and that of their home exports what all of them do.
 */
export function packageModules(
  modules: readonly CompiledModule[],
  format: ModuleFormat,
  ownTemplates: boolean,
  namespaces: ReadonlyMap<string, NamespaceHome> = new Map(),
): PackageModules {
  const ordered = inOrder(modules);
  const codeOf = ({ path, code, codeOfCommonJs }: CompiledModule): string =>
    path === index
      ? withNamespaceObjects(code, namespaces, namespaceObject)
      : (format === 'cjs' && codeOfCommonJs) || code;
  const scripts = new Homes(ordered, format, namespaces);
  const typed = new Homes(
    ordered.filter(({ source }) => source.template !== 'wsdl.ts'),
    format,
    namespaces,
  );
  const declared = ({ path, declaration }: CompiledModule): string =>
    path === index ? withNamespaceObjects(declaration, namespaces, declaredNamespace) : declaration;
  return {
    scripts: scripts.files(scriptExtension[format], codeOf, ownTemplates),
    declarations: typed.files(declarationExtension[format], declared, ownTemplates),
  };
}

/** The modules, each after those that it imports, from the index on: the order in which they are evaluated. */
function inOrder(modules: readonly CompiledModule[]): readonly CompiledModule[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const order = new Set<CompiledModule>();
  const seen = new Set<string>();
  const visit = (module: CompiledModule): void => {
    if (seen.has(module.path)) {
      return;
    }
    seen.add(module.path);
    withSpecifiers(module.code, (specifier) => {
      const imported = byPath.get(targetOf(module, specifier));
      if (imported !== undefined) {
        visit(imported);
      }
      return specifier;
    });
    order.add(module);
  };
  const first = byPath.get(index);
  for (const module of first === undefined ? modules : [first, ...modules]) {
    visit(module);
  }
  return [...order];
}

/** The path of the module that a module imports. */
function targetOf({ path }: CompiledModule, specifier: string): string {
  return posix.join(posix.dirname(path), specifier).replace(/\.js$/, '');
}

class Homes {
  readonly #format: ModuleFormat;
  readonly #namespaces: ReadonlyMap<string, NamespaceHome>;
  readonly #byPath: ReadonlyMap<string, CompiledModule>;
  readonly #members: ReadonlyMap<string, readonly CompiledModule[]>;

  constructor(
    modules: readonly CompiledModule[],
    format: ModuleFormat,
    namespaces: ReadonlyMap<string, NamespaceHome>,
  ) {
    this.#format = format;
    this.#namespaces = namespaces;
    this.#byPath = new Map(modules.map((module) => [module.path, module]));
    this.#members = groupBy(modules, (module) => homeOf(module, format, namespaces));
  }

  /** The files of one text of each module: its code, or its declarations. */
  files(extension: string, textOf: (module: CompiledModule) => string, ownTemplates: boolean): readonly EmittedFile[] {
    return [...this.#members].flatMap(([home, members]) => {
      if (home === documentsHome) {
        return [];
      }
      const isKnown = ownTemplates && members.every(({ isOurs }) => isOurs);
      const texts = members.map((module) => this.#text(module, home, textOf(module), home));
      const main = members.findIndex(({ path }) => path === home);
      const header = headerOf(texts[Math.max(main, 0)] ?? '');
      const joined = isKnown ? joinModules(texts, this.#specifier(home, home), header) : undefined;
      if (joined !== undefined || members.length === 1) {
        return { path: `${home}${extension}`, text: joined ?? texts.join('') };
      }
      return this.#separate(home, members, extension, textOf);
    });
  }

  /** Modules as files of their own, and their home. */
  #separate(
    home: string,
    members: readonly CompiledModule[],
    extension: string,
    textOf: (module: CompiledModule) => string,
  ): readonly EmittedFile[] {
    const placeOf = (path: string): string => (path === index ? index : `${apart}${path}`);
    const own = members.map((module) => {
      const place = placeOf(module.path);
      return { path: `${place}${extension}`, text: this.#text(module, place, textOf(module), home, placeOf) };
    });
    const [{ text = '' } = {}] = own;
    const exports = members.map(
      ({ path }) => `export * from ${JSON.stringify(this.#specifier(home, placeOf(path)))};\n`,
    );
    const isThere = own.some(({ path }) => path === `${home}${extension}`);
    return isThere ? own : [...own, { path: `${home}${extension}`, text: [headerOf(text), ...exports].join('') }];
  }

  /** A module at another place, with the specifiers that are right there. Modules of the same home are at places of their own, if that is given. */
  #text(
    module: CompiledModule,
    place: string,
    text: string,
    home: string,
    placeOf: (path: string) => string = () => home,
  ): string {
    return withSpecifiers(text, (specifier) => {
      const imported = this.#byPath.get(targetOf(module, specifier));
      if (imported === undefined) {
        return specifierOf(place, posix.join(posix.dirname(module.path), specifier));
      }
      const itsHome = homeOf(imported, this.#format, this.#namespaces);
      return this.#specifier(place, itsHome === home ? placeOf(imported.path) : itsHome);
    });
  }

  #specifier(from: string, to: string): string {
    return specifierOf(from, `${to}${scriptExtension[this.#format]}`);
  }
}
