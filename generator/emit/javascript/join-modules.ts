import { groupBy } from '../../contract/grouping.js';
import { type ModuleLines, type NameOfModule, readModule } from './module-lines.js';
import { usedNames, withNames } from './short-names.js';

/**
 * Modules as one, in their order: their statements follow each other, and each import is there once. What they import of each other is there by its name; an object of all names
 * of one of them becomes the object of all names of the module itself, which is at `self`. It begins with `header`. Constants of theirs that others have as well get other names.
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
  add({ imports, reexports, body, exported, own }: ModuleLines): boolean {
    const renamed = new Map<string, string>();
    const here = new Set([...exported, ...own]);
    for (const item of imports) {
      if (item.from === this.#self && item.name !== '*') {
        if (item.name !== item.local) {
          return false;
        }
        continue;
      }
      const local = this.#place(item.local, originOf(item), (name) => here.has(name));
      if (local !== item.local) {
        renamed.set(item.local, local);
      }
      const known = this.#imports.get(local);
      this.#imports.set(local, { ...item, local, typeOnly: item.typeOnly && (known?.typeOnly ?? true) });
    }
    const constants = own.map((name) => [name, textLine(body, name)] as const);
    let rest = body;
    for (const [name, line] of constants) {
      const local = this.#place(
        name,
        line ?? `${this.#bodies.length} ${name}`,
        (free) => free !== name && here.has(free),
      );
      if (line !== undefined && this.#bodies.some((other) => local === name && other.split('\n').includes(line))) {
        rest = rest
          .split('\n')
          .filter((each) => each !== line)
          .join('\n');
      } else if (local !== name) {
        renamed.set(name, local);
      }
    }
    const text = withNames(rest, renamed);
    for (const { statement, from } of reexports) {
      if (from !== this.#self) {
        this.#reexports.add(statement);
      } else if (!/^export \* from/.test(statement) && / as /.test(statement)) {
        return false;
      }
    }
    if (text === undefined) {
      return false;
    }
    this.#bodies.push(text);
    return true;
  }

  text(): string {
    const statements = [...importStatements([...this.#imports.values()]), ...this.#bodies, ...this.#reexports];
    const lines = statements.filter((statement) => statement !== '');
    const hasNames = this.exported.size > 0 || this.#reexports.size > 0;
    return [...lines, ...(hasNames ? [] : ['export {};']), ''].join('\n');
  }

  /** The name under which something is there: its own, unless another thing has it. */
  #place(name: string, origin: string, isTaken: (name: string) => boolean): string {
    let free = name;
    for (let number = 1; ; number++) {
      const owner = this.#own.get(free);
      if (owner === origin || (owner === undefined && !this.exported.has(free) && !(free !== name && isTaken(free)))) {
        this.#own.set(free, origin);
        return free;
      }
      free = `${name}$${number}`;
    }
  }
}

function originOf({ name, from }: NameOfModule): string {
  return `${name} from ${from}`;
}

/** The line of a constant that is a text, such as a namespace. */
function textLine(body: string, name: string): string | undefined {
  return body.split('\n').find((line) => line.startsWith(`const ${name} = "`) && line.endsWith('";'));
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
