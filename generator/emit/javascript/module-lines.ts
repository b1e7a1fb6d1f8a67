import { append } from '../../diagnostics/append.js';
/** Names that a module gets from others: one, or all of them as an object. */
export interface NameOfModule {
  /** The name that it has there; `*` for all. */
  readonly name: string;
  readonly local: string;
  /** The module as a literal. */
  readonly from: string;
  readonly typeOnly: boolean;
}

/** A module of JavaScript or of declarations in the form in which the compiler prints ours: each statement begins a line, and imports and exports of other modules have one each. */
export interface ModuleLines {
  readonly imports: readonly NameOfModule[];
  /** Exports of other modules, as statements, with the module as a literal. */
  readonly reexports: readonly { readonly statement: string; readonly from: string }[];
  /** Its other statements, with their comments. */
  readonly body: string;
  /** Names that it declares and exports. */
  readonly exported: readonly string[];
  /** Names that it declares for itself. */
  readonly own: readonly string[];
}

const importStatement = /^import (type )?(?:\{ ([^}]*) \}|\* as ([\p{ID_Continue}$]+)) from ("[^"]*");$/u;
const reexportStatement = /^export (?:type )?(?:\{[^}]*\}|\*(?: as [\p{ID_Continue}$]+)?) from ("[^"]*");$/u;
const declaration =
  /^(export )?(?:declare )?(?:abstract )?(?:const|let|var|class|function\*?|async function\*?|interface|type|enum|namespace) ([\p{ID_Continue}$]+)/u;

/** Reads a module; undefined if it has a statement of another form. */
export function readModule(text: string): ModuleLines | undefined {
  const imports: NameOfModule[] = [];
  const reexports: { statement: string; from: string }[] = [];
  const body: string[] = [];
  const exported = new Set<string>();
  const own = new Set<string>();
  for (const line of text.slice(headerOf(text).length).split('\n')) {
    const [, typeOnly, names, all, from = ''] = importStatement.exec(line) ?? [];
    const [, again] = reexportStatement.exec(line) ?? [];
    if (names !== undefined || all !== undefined) {
      append(
        imports,
        namesOfModule(names, all).map((name) => ({ ...name, from, typeOnly: typeOnly !== undefined })),
      );
    } else if (again !== undefined) {
      reexports.push({ statement: line, from: again });
    } else if (line !== 'export {};') {
      const [, isExported, name] = declaration.exec(line) ?? [];
      if (name !== undefined) {
        (isExported ? exported : own).add(name);
      } else if (/^(?:import|export)\b/.test(line)) {
        return undefined;
      }
      body.push(line);
    }
  }
  return { imports, reexports, body: body.join('\n').trim(), exported: [...exported], own: [...own] };
}

/** The comment lines at the beginning of a module. */
export function headerOf(text: string): string {
  return /^(?:\/\/.*\n)*/.exec(text)?.[0] ?? '';
}

function namesOfModule(
  names: string | undefined,
  all: string | undefined,
): readonly Pick<NameOfModule, 'name' | 'local'>[] {
  if (names === undefined) {
    return [{ name: '*', local: all ?? '' }];
  }
  return names.split(', ').map((item) => {
    const [name = '', local = name] = item.replace(/^type /, '').split(' as ');
    return { name, local };
  });
}
