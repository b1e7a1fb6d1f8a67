import { groupBy } from '../../contract/grouping.js';
import { type ModuleLines, type NameOfModule, readModule } from './module-lines.js';
import { usedNames, withNames } from './short-names.js';

/**
 * Modules as one, in their order: their statements follow each other, and each import is there once. What they import of each other is there by its name, also what
 * they take from an object of all names of one of them; `self` is where they are. It begins with `header`. Constants of theirs that others have as well get other names.
 *
 * Undefined if they cannot be joined: if one is not in the form that is known, if two export the same name, or if a name of one means another thing in another.
 */
export function joinModules(texts: readonly string[], self: string, header: string): string | undefined {
  const modules = texts.map(readModule);
  const read = modules.flatMap((module) => module ?? []);
  const names = read.flatMap(({ exported }) => exported);
  const exported = new Set(names);
  const joined = new JoinedModule(JSON.stringify(self), exported);
  const isPossible =
    read.length === modules.length &&
    exported.size === names.length &&
    (read.length === 1 || !read.some((module) => usesOthers(module, exported))) &&
    read.every((module) => joined.add(module));
  return isPossible ? `${header}${joined.text()}` : undefined;
}

/** True if a module means something global by a name that another exports. */
function usesOthers({ imports, body, exported, own }: ModuleLines, all: ReadonlySet<string>): boolean {
  const here = new Set([...imports.map(({ local }) => local), ...exported, ...own]);
  return [...usedNames(body)].some((name) => all.has(name) && !here.has(name));
}

class JoinedModule {
  readonly exported: ReadonlySet<string>;
  readonly #self: string;
  readonly #imports = new Map<string, NameOfModule>();
  readonly #own = new Map<string, string>();
  readonly #reexports = new Set<string>();
  readonly #bodies: string[] = [];

  /** `self` is the module as a literal. */
  constructor(self: string, exported: ReadonlySet<string>) {
    this.#self = self;
    this.exported = exported;
  }

  /** Adds a module; false if that is not possible. */
  add(module: ModuleLines): boolean {
    const here = new Set([...module.exported, ...module.own]);
    const imported = this.#import(module.imports, here);
    const isPossible = imported !== undefined && module.reexports.every((item) => this.#reexport(item));
    const text = isPossible ? this.#bodyOf(module, here, imported) : undefined;
    if (text !== undefined) {
      this.#bodies.push(text);
    }
    return text !== undefined;
  }

  /** The imports that get another name, or none; undefined if one is of a module that is joined, under another name. `here` are the names of the module itself. */
  #import(imports: readonly NameOfModule[], here: ReadonlySet<string>): Map<string, string> | undefined {
    const renamed = new Map<string, string>();
    for (const item of imports) {
      if (item.from === this.#self && item.name === '*') {
        renamed.set(item.local, '');
      } else if (item.from !== this.#self) {
        const local = this.#place(item.local, `${item.name} from ${item.from}`, here);
        if (local !== item.local) {
          renamed.set(item.local, local);
        }
        const known = this.#imports.get(local);
        this.#imports.set(local, { ...item, local, typeOnly: item.typeOnly && (known?.typeOnly ?? true) });
      } else if (item.name !== item.local) {
        return undefined;
      }
    }
    return renamed;
  }

  /** Exports what a module does of another; false if that is a name of a module that is joined, under another name. */
  #reexport({ statement, from }: ModuleLines['reexports'][number]): boolean {
    if (from !== this.#self) {
      this.#reexports.add(statement);
      return true;
    }
    return !/ as /.test(statement);
  }

  /** The statements of a module, without constants that are there already, and with the names that things have here. */
  #bodyOf({ body, own }: ModuleLines, here: ReadonlySet<string>, renamed: Map<string, string>): string | undefined {
    const lines = body.split('\n');
    const texts = textConstants(lines);
    const repeated = new Set<string>();
    for (const name of own) {
      const line = texts.get(name);
      const count = this.#own.size;
      const local = this.#place(name, line ?? `${name} of ${this.#bodies.length}`, here);
      if (line !== undefined && this.#own.size === count) {
        repeated.add(line);
      }
      if (local !== name) {
        renamed.set(name, local);
      }
    }
    return withNames(repeated.size === 0 ? body : lines.filter((line) => !repeated.has(line)).join('\n'), renamed);
  }

  text(): string {
    const statements = [...importStatements([...this.#imports.values()]), ...this.#bodies, ...this.#reexports];
    const lines = statements.filter((statement) => statement !== '');
    const hasNames = this.exported.size > 0 || this.#reexports.size > 0;
    return [...lines, ...(hasNames ? [] : ['export {};']), ''].join('\n');
  }

  /** The name under which something is there: its own, unless another thing has it. Then it is one that its module does not have either. */
  #place(name: string, origin: string, here: ReadonlySet<string>): string {
    let free = name;
    for (let number = 1; ; number++) {
      const owner = this.#own.get(free);
      const isFree = owner === undefined && !this.exported.has(free) && (free === name || !here.has(free));
      if (isFree || owner === origin) {
        this.#own.set(free, origin);
        return free;
      }
      free = `${name}$${number}`;
    }
  }
}

/** The lines of constants that are texts, such as namespaces, by name. */
function textConstants(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const name = /^const ([\p{ID_Continue}$]+) = "(?:[^"\\]|\\.)*";$/u.exec(line)?.[1];
      return name === undefined ? [] : [[name, line] as const];
    }),
  );
}

/** One for each module, and one for each object of all names of a module. */
function importStatements(imports: readonly NameOfModule[]): readonly string[] {
  return [...groupBy(imports, ({ from, typeOnly }) => `${typeOnly ? 'type ' : ''}${from}`)].flatMap(([, items]) => {
    const [{ from = '', typeOnly = false } = {}] = items;
    const start = typeOnly ? 'import type' : 'import';
    const named = items
      .filter(({ name }) => name !== '*')
      .map(({ name, local }) => (name === local ? name : `${name} as ${local}`));
    return [
      ...items.filter(({ name }) => name === '*').map(({ local }) => `${start} * as ${local} from ${from};`),
      ...(named.length === 0 ? [] : [`${start} { ${named.sort().join(', ')} } from ${from};`]),
    ];
  });
}
