import type { Module, Modules } from './modules.js';
import type { SkeletonService } from './service.js';

/**
 * Decides from which module a file imports a type of the generated package: from where it has others, or from the package
 * itself where that module does not export the type.
 */
export class TypeSource {
  readonly #modules: Modules;
  readonly #module: Module;
  readonly #service: SkeletonService;
  /** Module specifiers of the package, the interface's own first. */
  readonly #homes: readonly string[];

  constructor(modules: Modules, module: Module, service: SkeletonService) {
    this.#modules = modules;
    this.#module = module;
    this.#service = service;
    this.#homes = [...new Set([...this.#interfaceHomes(), ...this.#typeHomes()])];
  }

  /** The module specifier to import a type of the package from. */
  specifierFor(name: string): string {
    const { importFrom } = this.#service;
    const imports = [...this.#module.imports.values()];
    const known = imports.find(
      (i) => i.name === name && (i.specifier === importFrom || this.#homes.includes(i.specifier)),
    );
    if (known !== undefined) {
      return known.specifier;
    }
    if (imports.some(({ specifier }) => specifier === importFrom)) {
      return importFrom;
    }
    const from = this.#homes.find(
      (specifier) => this.#modules.resolveImport({ specifier, name }, this.#module) !== undefined,
    );
    return from ?? importFrom;
  }

  /** Where the file has the interface from. */
  #interfaceHomes(): readonly string[] {
    const { interfaceName } = this.#service;
    const { imports, file } = this.#module;
    return [...imports]
      .filter(([local, { specifier, name }]) => {
        if (name !== '*') {
          return name === interfaceName && this.#isHome(specifier, name);
        }
        return file.text.includes(`${local}.${interfaceName}`);
      })
      .map(([, { specifier }]) => specifier);
  }

  #isHome(specifier: string, name: string): boolean {
    return this.#modules.resolveImport({ specifier, name }, this.#module)?.kind !== 'other-package';
  }

  /** Where the file has other types of the package from. */
  #typeHomes(): readonly string[] {
    const { methods } = this.#service;
    const names = new Set(methods.flatMap(({ typeImports }) => typeImports.map((i) => i.name)));
    return [...this.#module.imports.values()]
      .filter((i) => names.has(i.name) && this.#modules.resolveImport(i, this.#module)?.kind === 'package')
      .map(({ specifier }) => specifier);
  }
}
