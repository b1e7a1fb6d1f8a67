import type { ts } from 'ts-morph';
import { descendants } from '../emit/skeleton/compiler.js';
import { lineStart, nextLine } from '../emit/skeleton/source-style.js';
import type { ProgramChanges } from './changes.js';
import { type FileChanges, localName } from './edits.js';
import type { NameNode } from './program.js';

/** A declaration that imports the older package. */
interface OldImport {
  readonly statement: ts.Node;
  /** The names that it brings; none for an import for its effects. */
  readonly names: readonly ts.Identifier[];
  readonly node: ts.ImportDeclaration | ts.ImportEqualsDeclaration | ts.VariableDeclaration;
}

/** Brings in what a file needs from now on, and takes out what it needs no more. */
export function changeImports(own: FileChanges, isOld: (specifier: string) => boolean, changes: ProgramChanges): void {
  const { file } = own;
  const first = Math.min(...own.edits.map(({ start }) => start));
  for (const alias of aliasesIn(file, changes)) {
    if (alias.names.every((name) => !isNeeded(name, own, changes))) {
      removeImport(alias, own, changes);
    }
  }
  const old = oldImports(file, isOld, changes);
  const unused = old.map((each) => ({ each, gone: each.names.filter((name) => !isNeeded(name, own, changes)) }));
  const text = newImports(own, old, new Set(unused.flatMap(({ gone }) => gone)), changes);
  let place: number | undefined;
  for (const { each, gone } of unused) {
    const isGone = gone.length === each.names.length && each.names.length > 0;
    place ??= nextLine(file.text, each.statement.end - 1);
    if (isGone) {
      removeImport(each, own, changes);
    } else if (gone.length > 0) {
      removeNames(each, gone, own, changes);
    }
  }
  if (text !== '') {
    // What is loaded in the middle of a file may be used before.
    const at = place !== undefined && place <= first ? place : afterImports(file, changes);
    const isOpen = at > 0 && !/[\r\n\uFEFF]/.test(file.text[at - 1] ?? '');
    own.replace(at, at, isOpen ? changes.style(file).newline + text : text);
  }
}

/** Names for a function of `soap` that returns promises: `const createClient = promisify(soap.createClient)`. */
function aliasesIn(file: ts.SourceFile, { program, values }: ProgramChanges): readonly OldImport[] {
  const { ts } = program;
  return [...descendants(ts, file)].flatMap((node) => {
    const isAlias =
      ts.isVariableDeclaration(node) &&
      node.initializer !== undefined &&
      ts.isCallExpression(node.initializer) &&
      values.of(node.initializer)?.kind === 'export';
    return isAlias && ts.isVariableStatement(node.parent.parent)
      ? [{ statement: node.parent.parent, node, names: namesIn(node.name, program) }]
      : [];
  });
}

function oldImports(
  file: ts.SourceFile,
  isOld: (specifier: string) => boolean,
  { program }: ProgramChanges,
): readonly OldImport[] {
  const { ts } = program;
  const found: OldImport[] = [];
  const isOldName = (node: ts.Node | undefined): boolean =>
    node !== undefined && ts.isStringLiteralLike(node) && isOld(node.text);
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && isOldName(statement.moduleSpecifier)) {
      const { name, namedBindings: named } = statement.importClause ?? {};
      const further =
        named === undefined ? [] : ts.isNamedImports(named) ? named.elements.map((each) => each.name) : [named.name];
      found.push({ statement, node: statement, names: [...(name ? [name] : []), ...further] });
    } else if (ts.isImportEqualsDeclaration(statement) && ts.isExternalModuleReference(statement.moduleReference)) {
      if (isOldName(statement.moduleReference.expression)) {
        found.push({ statement, node: statement, names: [statement.name] });
      }
    } else if (ts.isVariableStatement(statement)) {
      for (const node of statement.declarationList.declarations) {
        const source = node.initializer && loaded(node.initializer, program);
        if (isOldName(source)) {
          found.push({ statement, node, names: namesIn(node.name, program) });
        }
      }
    }
  }
  return found;
}

/** The name of the module that an expression loads. */
function loaded(node: ts.Expression, { ts }: ProgramChanges['program']): ts.Expression | undefined {
  const bare = ts.isAwaitExpression(node) ? node.expression : node;
  const isLoad =
    ts.isCallExpression(bare) &&
    (bare.expression.kind === ts.SyntaxKind.ImportKeyword || bare.expression.getText() === 'require');
  return isLoad ? bare.arguments[0] : undefined;
}

function namesIn(name: ts.BindingName, { ts }: ProgramChanges['program']): readonly ts.Identifier[] {
  if (ts.isIdentifier(name)) {
    return [name];
  }
  const elements: readonly ts.ArrayBindingElement[] = name.elements;
  return elements.flatMap((each) => (ts.isBindingElement(each) && ts.isIdentifier(each.name) ? [each.name] : []));
}

/** True for a name that the changed file still has. */
function isNeeded(name: ts.Identifier, { edits, file }: FileChanges, { program }: ProgramChanges): boolean {
  const symbol = program.symbolOf(name);
  const uses =
    symbol === undefined ? [] : program.usesOf(symbol).filter((use) => use !== name && use.getSourceFile() === file);
  const isThere = (use: NameNode): boolean => {
    const { parent } = use;
    const isImport = program.ts.isImportSpecifier(parent) || program.ts.isBindingElement(parent);
    const start = use.getStart();
    return !isImport && !edits.some((edit) => edit.start <= start && use.end <= edit.end && edit.start < edit.end);
  };
  const word = new RegExp(`(?<![\\w$.])${name.text.replaceAll('$', '\\$')}(?![\\w$])`);
  return uses.some(isThere) || edits.some(({ text }) => word.test(text));
}

function removeImport({ statement, node }: OldImport, own: FileChanges, { program }: ProgramChanges): void {
  const { ts } = program;
  const { text } = own.file;
  const list: readonly ts.Node[] =
    ts.isVariableDeclaration(node) && ts.isVariableStatement(statement)
      ? [...statement.declarationList.declarations]
      : [];
  if (list.length > 1) {
    const index = list.indexOf(node);
    const [before, after] = [list[index - 1], list[index + 1]];
    own.replace(after ? node.getStart() : (before?.end ?? node.pos), after ? after.getStart() : node.end, '');
    return;
  }
  const start = statement.getStart();
  const from = lineStart(text, start);
  const isLine = /^[\uFEFF \t]*$/.test(text.slice(from, start));
  own.replace(
    isLine ? from + (text[from] === '\uFEFF' ? 1 : 0) : start,
    isLine ? nextLine(text, statement.end - 1) : statement.end,
    '',
  );
}

function removeNames(
  { node }: OldImport,
  gone: readonly ts.Identifier[],
  own: FileChanges,
  { program }: ProgramChanges,
): void {
  const { ts } = program;
  const elements = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings && ts.isNamedImports(node.importClause.namedBindings)
      ? node.importClause.namedBindings.elements
      : undefined
    : ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)
      ? node.name.elements
      : undefined;
  if (elements === undefined) {
    return;
  }
  const parts: readonly (ts.ImportSpecifier | ts.BindingElement)[] = [...elements];
  const kept = parts.filter(({ name }) => !gone.includes(name as ts.Identifier));
  const [first, last] = [parts[0], parts.at(-1)];
  if (kept.length > 0 && kept.length < parts.length && first !== undefined && last !== undefined) {
    own.replace(first.getStart(), last.end, kept.map((each) => each.getText()).join(', '));
  }
}

/** The lines of the new imports. */
function newImports(
  own: FileChanges,
  old: readonly OldImport[],
  gone: ReadonlySet<ts.Identifier>,
  changes: ProgramChanges,
): string {
  const { file } = own;
  const style = changes.style(file);
  const isCommon = isCommonJs(file, old, changes);
  const lines: string[] = [];
  for (const [module, names] of [...own.imports].sort()) {
    const isWritten = (name: string): boolean => own.edits.some(({ text }) => text.includes(name));
    const missing = [...names].filter((name) => isWritten(name) && !hasImport(file, module, name, changes)).sort();
    const parts = missing.map((name) => {
      const local = localName(name, (taken) => changes.isTaken(file, module, name, taken));
      if (local !== name && isFree(name, gone, file, changes)) {
        own.rename(local, name);
        return name;
      }
      return local === name ? name : `${name}${isCommon ? ': ' : ' as '}${local}`;
    });
    if (parts.length > 0) {
      const list = `{ ${parts.join(', ')} }`;
      const source = style.quote(module);
      lines.push(isCommon ? `const ${list} = require(${source})` : `import ${list} from ${source}`);
    }
  }
  return lines.map((line) => line + style.semicolon + style.newline).join('');
}

/** True for a name that only an import has that goes. */
function isFree(
  name: string,
  gone: ReadonlySet<ts.Identifier>,
  file: ts.SourceFile,
  { program }: ProgramChanges,
): boolean {
  const symbols = new Set([...gone].flatMap((each) => program.symbolOf(each) ?? []));
  return [...descendants(program.ts, file)].every((node) => {
    if (!program.ts.isIdentifier(node) || node.text !== name) {
      return true;
    }
    const symbol = program.symbolOf(node);
    return symbol !== undefined ? symbols.has(symbol) : program.ts.isImportSpecifier(node.parent);
  });
}

function hasImport(file: ts.SourceFile, module: string, name: string, { program }: ProgramChanges): boolean {
  const { ts } = program;
  return file.statements.some((each) => {
    const isSame =
      ts.isImportDeclaration(each) && ts.isStringLiteral(each.moduleSpecifier) && each.moduleSpecifier.text === module;
    const named = isSame && !each.importClause?.isTypeOnly ? each.importClause?.namedBindings : undefined;
    return (
      named !== undefined &&
      ts.isNamedImports(named) &&
      named.elements.some((own) => (own.propertyName ?? own.name).text === name && !own.isTypeOnly)
    );
  });
}

function isCommonJs(file: ts.SourceFile, old: readonly OldImport[], { program }: ProgramChanges): boolean {
  const { ts } = program;
  const isModule = file.statements.some(
    (each) =>
      ts.isImportDeclaration(each) ||
      ts.isExportDeclaration(each) ||
      ts.isExportAssignment(each) ||
      (ts.canHaveModifiers(each) &&
        ts.getModifiers(each)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true),
  );
  if (isModule || /\.(?:mjs|mts|ts|tsx)$/.test(file.fileName)) {
    return !isModule && old.some(({ node }) => ts.isVariableDeclaration(node) && /\brequire\b/.test(node.getText()));
  }
  return !old.some(({ node }) => ts.isVariableDeclaration(node) && /\bimport\b/.test(node.getText()));
}

/** The place after the imports of a file, or its beginning. */
function afterImports(file: ts.SourceFile, { program }: ProgramChanges): number {
  const { ts } = program;
  const last = file.statements
    .filter(
      (each) => ts.isImportDeclaration(each) || (ts.isExpressionStatement(each) && ts.isStringLiteral(each.expression)),
    )
    .at(-1);
  if (last !== undefined) {
    return nextLine(file.text, last.end - 1);
  }
  const shebang = /^\uFEFF?(?:#![^\r\n]*(?:\r\n?|\n))?/.exec(file.text);
  return shebang?.[0].length ?? 0;
}
