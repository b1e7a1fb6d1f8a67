import { byCodeUnits } from '../contract/names.js';
import { type ModuleReference, runtimePackage } from '../typescript/expressions/expression.js';
import { importAlias } from '../typescript/names/module-names.js';
import { quote } from './quote.js';
import type { ImportView } from './views.js';

/** How many names an import shows on one line. */
const maxInlineNames = 4;

interface NamedImport {
  readonly local: string;
  typeOnly: boolean;
}

/** The specifier of a module, and the name under which it is imported as a whole, if it is. */
interface Route {
  readonly path: string;
  readonly alias: string | undefined;
}

interface NamespaceImport {
  readonly local: string;
  typeOnly: boolean;
}

/** Names that code of a module means when it says `Uint8Array` and so on; shadowed ones are reached through `globalThis`. */
const globalPrefix = 'globalThis.';

/**
 * The names of one generated module: those that it declares, and those that it has to import. Printers ask it how to write a
 * reference; at the end it knows the imports. An import never takes a name that the module declares: it gets `$` at the end.
 */
export class ModuleScope {
  readonly #path: string;
  readonly #declared: ReadonlySet<string>;
  readonly #locals = new Map<string, string>();
  readonly #named = new Map<string, Map<string, NamedImport>>();
  readonly #namespaces = new Map<string, NamespaceImport>();
  readonly #routes = new Map<string, Route>();
  readonly #constants = new Map<string, string>();
  #importsOfUser = false;

  /** `path` is that of the module below `src/`, without extension. */
  constructor(path: string, declared: Iterable<string>) {
    this.#path = path;
    this.#declared = new Set(declared);
  }

  /** How to write a type that a module exports. */
  type(from: ModuleReference, name: string): string {
    return this.#reference(from, name, true);
  }

  /** How to write a value that a module exports; `namespace` is the alias of an `import * as`. */
  value(from: ModuleReference, name: string, namespace?: string): string {
    if (namespace === undefined) {
      return this.#reference(from, name, false);
    }
    return `${this.#namespaceImport(this.#route(from).path, namespace, false)}.${name}`;
  }

  /** How to write a global name. */
  global(name: string): string {
    return this.#declared.has(name) ? `${globalPrefix}${name}` : name;
  }

  /** The constant that contains a namespace; `name` is the one that was chosen for it. */
  namespace(uri: string, name: string): string {
    if (uri === '') {
      return "''";
    }
    const known = this.#constants.get(uri);
    if (known !== undefined) {
      return known;
    }
    const local = this.#free(name, `constant ${uri}`);
    this.#constants.set(uri, local);
    return local;
  }

  /** The constants of namespaces that were used, by name. */
  constants(): readonly { readonly name: string; readonly uri: string }[] {
    return [...this.#constants].map(([uri, name]) => ({ name, uri })).sort((a, b) => byCodeUnits(a.name, b.name));
  }

  /** The imports that were used: packages first, then files; sorted. */
  imports(): readonly ImportView[] {
    const specifiers = new Set([...this.#named.keys(), ...this.#namespaces.keys()]);
    const sorted = [...specifiers].sort((a, b) => rank(a) - rank(b) || byCodeUnits(a, b));
    return sorted.flatMap((from) => {
      const views: ImportView[] = [];
      const namespace = this.#namespaces.get(from);
      if (namespace) {
        views.push({ typeOnly: namespace.typeOnly, clause: `* as ${namespace.local}`, from: quote(from) });
      }
      const named = this.#named.get(from);
      if (named) {
        views.push(namedImport(named, from));
      }
      return views;
    });
  }

  /** Whether a module of the user was imported: neither the runtime nor one of the package. */
  importsOfUser(): boolean {
    return this.#importsOfUser;
  }

  #reference(from: ModuleReference, name: string, typeOnly: boolean): string {
    if (from.kind === 'file' && from.path === this.#path) {
      return name;
    }
    const { path, alias } = this.#route(from);
    if (alias !== undefined) {
      return `${this.#namespaceImport(path, alias, typeOnly)}.${name}`;
    }
    const names = this.#named.get(path) ?? new Map<string, NamedImport>();
    this.#named.set(path, names);
    const known = names.get(name);
    if (known) {
      known.typeOnly = known.typeOnly && typeOnly;
      return known.local;
    }
    const local = this.#free(name, `${path} ${name}`);
    names.set(name, { local, typeOnly });
    return local;
  }

  /** How this module imports another one; needed for each reference, computed once. */
  #route(from: ModuleReference): Route {
    const key = from.kind === 'file' ? from.path : `package ${from.name}`;
    const known = this.#routes.get(key);
    if (known) {
      return known;
    }
    this.#importsOfUser ||= from.kind === 'file' ? from.ofUser === true : !from.name.startsWith(runtimePackage);
    const alias = from.kind === 'file' ? importAlias(this.#path, from.path) : undefined;
    const route = { path: specifier(this.#path, from), alias };
    this.#routes.set(key, route);
    return route;
  }

  #namespaceImport(path: string, alias: string, typeOnly: boolean): string {
    const known = this.#namespaces.get(path);
    if (known) {
      known.typeOnly = known.typeOnly && typeOnly;
      return known.local;
    }
    const local = this.#free(alias, `${path} *`);
    this.#namespaces.set(path, { local, typeOnly });
    return local;
  }

  /** A name that nothing else in the module has. */
  #free(name: string, owner: string): string {
    let free = name;
    while (this.#declared.has(free) || (this.#locals.has(free) && this.#locals.get(free) !== owner)) {
      free += '$';
    }
    this.#locals.set(free, owner);
    return free;
  }
}

function rank(from: string): number {
  return from.startsWith('.') ? 1 : 0;
}

function namedImport(names: ReadonlyMap<string, NamedImport>, from: string): ImportView {
  const sorted = [...names].sort(([a], [b]) => byCodeUnits(a, b));
  const typeOnly = sorted.every(([, entry]) => entry.typeOnly);
  const parts = sorted.map(([name, entry]) => {
    const renamed = entry.local === name ? name : `${name} as ${entry.local}`;
    return entry.typeOnly && !typeOnly ? `type ${renamed}` : renamed;
  });
  const isLong = parts.length > maxInlineNames || parts.join(', ').length + from.length > 90;
  const clause = isLong ? `{\n${parts.map((part) => `  ${part},\n`).join('')}}` : `{ ${parts.join(', ')} }`;
  return { typeOnly, clause, from: quote(from) };
}

/** How a module names another in an import. */
function specifier(path: string, to: ModuleReference): string {
  if (to.kind === 'package') {
    return to.name;
  }
  const from = path.split('/').slice(0, -1);
  const target = to.path.split('/');
  while (from.length > 0 && target.length > 1 && from[0] === target[0]) {
    from.shift();
    target.shift();
  }
  // The path of a module outside the package already begins with `..`.
  const here = target[0] === '..' ? '' : './';
  return `${from.length === 0 ? here : '../'.repeat(from.length)}${target.join('/')}.js`;
}
