import { posix } from 'node:path';

/** An import of a module from another: names, such as `a` and `b as c`, or all of them as one object. */
export type ModuleImport =
  | { readonly kind: 'names'; readonly from: string; readonly names: readonly string[] }
  | { readonly kind: 'namespace'; readonly from: string; readonly name: string };

/** An export of a module of another: some names, all of them, or all of them as one object. */
export type ModuleReexport = ModuleImport | { readonly kind: 'all'; readonly from: string };

/** A module of JavaScript in the form in which ours are printed: each statement begins a line, and imports and exports of other modules have one each. */
export interface JoinableModule {
  readonly imports: readonly ModuleImport[];
  readonly reexports: readonly ModuleReexport[];
  /** The names that it declares and exports. */
  readonly names: readonly string[];
  /** Its other statements, without `export`, without comments. */
  readonly body: readonly string[];
}

/** Reads a module; undefined if it is in another form. `from` of a module of the package is `./` and its path. */
export function readJoinable(path: string, text: string): JoinableModule | undefined {
  const imports: ModuleImport[] = [];
  const reexports: ModuleReexport[] = [];
  const names: string[] = [];
  const body: string[] = [];
  for (const line of linesOf(text)) {
    const [, , name = ''] = declared.exec(line) ?? [];
    const found = statementOf(path, line);
    if (found?.statement === 'import') {
      imports.push(found.value);
    } else if (found?.statement === 'export') {
      reexports.push(found.value);
    } else if (name !== '') {
      names.push(name);
      body.push(line.slice('export '.length));
    } else if (/^(?:import|export)\b/.test(line)) {
      return undefined;
    } else {
      body.push(line);
    }
  }
  return { imports, reexports, names, body };
}

/** The lines of a module without those of comments and the statement that makes an empty one a module; what bundlers want to know of calls is taken out. */
function linesOf(text: string): readonly string[] {
  let isComment = false;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const start = line.trimStart();
    isComment ||= start.startsWith('/**');
    if (!isComment && start !== '' && !start.startsWith('//') && start !== 'export {};') {
      lines.push(line.replace(/^((?:export )?const [\p{ID_Continue}$]+ = )\/\*#__PURE__\*\/ /u, '$1'));
    }
    isComment &&= !line.trimEnd().endsWith('*/');
  }
  return lines;
}

const declared = /^export (const|let|class|function|async function) ([\p{ID_Continue}$]+)/u;
const importedOrExported = /^(import|export) (?:\{ ([^}]*) \}|\* as ([\p{ID_Continue}$]+)|(\*)) from "([^"]*)";$/u;

type Statement =
  | { readonly statement: 'import'; readonly value: ModuleImport }
  | { readonly statement: 'export'; readonly value: ModuleReexport };

function statementOf(path: string, line: string): Statement | undefined {
  const [, statement, names, name, all, specifier = ''] = importedOrExported.exec(line) ?? [];
  const from = specifier.startsWith('.') ? `./${posix.join(posix.dirname(path), specifier)}` : specifier;
  if (names !== undefined || name !== undefined) {
    const value: ModuleImport =
      names === undefined
        ? { kind: 'namespace', from, name: name ?? '' }
        : { kind: 'names', from, names: names.split(', ') };
    return statement === 'import' ? { statement, value } : { statement: 'export', value };
  }
  return all === undefined || statement === 'import'
    ? undefined
    : { statement: 'export', value: { kind: 'all', from } };
}
