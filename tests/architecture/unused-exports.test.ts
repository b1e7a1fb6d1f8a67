import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ts } from 'ts-morph';
import { itInAll } from '../support/in-all.js';
import { namedSources, packageFolders, root, sourcesBelow } from './imports.js';

/** Files whose exports are the public interface, or are called by their path. */
const entries: ReadonlySet<string> = new Set([
  'generator/bin.ts',
  'generator/in-memory/index.ts',
  'generator/index.ts',
  'generator/schemas/index.ts',
  'runtime/src/schema/context/no-fast-layer.ts',
  'runtime/src/schema/fast/fast-layer.ts',
  'runtime/src/node/transport.ts',
  ...['runtime', ...packageFolders].flatMap(namedSources),
]);

const sources = ['generator', 'runtime/src', ...packageFolders].flatMap(sourcesBelow);

/** Every file that may import from the sources: themselves, their tests, and the programs around them. */
function importers(): readonly string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    // Other tests make and remove folders that begin with a dot.
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).filter(
      ({ name }) => !name.startsWith('.'),
    )) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory() && !['node_modules', 'dist', 'golden'].includes(entry.name)) {
        visit(path);
      } else if (/\.m?ts$|\.mjs$/.test(entry.name)) {
        found.push(path);
      }
    }
  };
  for (const folder of ['generator', 'runtime', 'packages', 'tests', 'scripts', 'site', 'bench', 'examples']) {
    visit(folder);
  }
  return found;
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** The source that a relative import names; undefined for packages. */
function target(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) {
    return specifier.startsWith('#generator/') ? `generator/${specifier.slice('#generator/'.length)}` : undefined;
  }
  const path = posix.join(posix.dirname(from), specifier);
  return [path, path.replace(/\.(m?)js$/, '.$1ts')].find((each) => existsSync(join(root, each)));
}

/** Notes the names that a file takes from others, as `file name`; `file *` where it takes a whole module. */
function collectUses(source: ts.SourceFile, uses: Set<string>): void {
  const add = (specifier: ts.Node | undefined, names: readonly string[]): void => {
    const file = specifier && ts.isStringLiteral(specifier) ? target(source.fileName, specifier.text) : undefined;
    for (const name of file === undefined ? [] : names) {
      uses.add(`${file} ${name}`);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, namesTaken(node));
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], namesOfDynamicImport(node));
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, [node.qualifier?.getText() ?? '*']);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function namesTaken(node: ts.ImportDeclaration | ts.ExportDeclaration): readonly string[] {
  const clause = ts.isImportDeclaration(node) ? node.importClause : node.exportClause;
  const names = clause && ts.isImportClause(clause) ? clause.namedBindings : clause;
  if (names && (ts.isNamedImports(names) || ts.isNamedExports(names))) {
    return names.elements.map((each) => (each.propertyName ?? each.name).text);
  }
  return ['*'];
}

/** `const { name } = await import('./file.js')` takes `name`; any other use of the module takes all. */
function namesOfDynamicImport(call: ts.CallExpression): readonly string[] {
  const declaration = ts.isAwaitExpression(call.parent) ? call.parent.parent : undefined;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !ts.isObjectBindingPattern(declaration.name)) {
    return ['*'];
  }
  return declaration.name.elements.map((each) => (each.propertyName ?? each.name).getText());
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** Names that a file exports by a declaration of its own. */
function exportedNames(source: ts.SourceFile): readonly string[] {
  return source.statements.flatMap((statement) => {
    if (!isExported(statement)) {
      return [];
    }
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    }
    const { name } = statement as ts.DeclarationStatement;
    return name === undefined ? [] : [name.getText()];
  });
}

/** Names in what a file says to others: in its exported declarations, bodies of functions and private members left out. */
function namesInSignatures(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || (ts.isClassElement(node) && node.name && ts.isPrivateIdentifier(node.name))) {
      return;
    }
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      names.add(node.getText().split('<')[0] as string);
    } else if (ts.isTypeQueryNode(node)) {
      names.add(node.exprName.getText());
    }
    ts.forEachChild(node, visit);
  };
  source.statements.filter(isExported).forEach(visit);
  return names;
}

itInAll('every export is imported by another file, named by another export, or public', () => {
  const uses = new Set<string>();
  for (const file of importers()) {
    collectUses(parse(file), uses);
  }
  const unused = sources
    .filter((file) => !entries.has(file) && !uses.has(`${file} *`))
    .flatMap((file) => {
      const source = parse(file);
      const named = namesInSignatures(source);
      return exportedNames(source)
        .filter((name) => !uses.has(`${file} ${name}`) && !named.has(name))
        .map((name) => `${file} ${name}`);
    });
  expect(unused).toEqual([]);
});
