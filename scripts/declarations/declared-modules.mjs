/** What the declarations that `tsc` writes declare, import and export, module by module: enough to find what a name of an entry stands for. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ts } from 'ts-morph';

/** Reads modules below a folder when they are asked for, by their paths there without extension. */
export function declaredModules(folder) {
  const modules = new Map();
  return (path) => {
    const known = modules.get(path) ?? readModule(path, readFileSync(join(folder, `${path}.d.ts`), 'utf8'));
    modules.set(path, known);
    return known;
  };
}

function readModule(path, text) {
  const file = ts.createSourceFile(`${path}.d.ts`, text, ts.ScriptTarget.Latest, true);
  const module = { path, declared: new Map(), imported: new Map(), exported: new Map(), stars: [] };
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      readImport(module, statement);
    } else if (ts.isExportDeclaration(statement)) {
      readExport(module, statement);
    } else {
      readDeclaration(module, statement);
    }
  }
  return module;
}

function readImport({ path, imported }, { importClause, moduleSpecifier }) {
  const place = target(path, moduleSpecifier);
  const typeOnly = importClause?.isTypeOnly ?? false;
  const { name: byDefault, namedBindings: names } = importClause ?? {};
  if (byDefault !== undefined) {
    imported.set(byDefault.text, { ...place, name: 'default', typeOnly });
  }
  if (names !== undefined && ts.isNamespaceImport(names)) {
    imported.set(names.name.text, { ...place, name: '*', typeOnly });
  }
  for (const { name, propertyName, isTypeOnly } of names?.elements ?? []) {
    imported.set(name.text, { ...place, name: (propertyName ?? name).text, typeOnly: typeOnly || isTypeOnly });
  }
}

function readExport({ path, exported, stars }, { exportClause, moduleSpecifier, isTypeOnly }) {
  const place = moduleSpecifier && target(path, moduleSpecifier);
  if (exportClause === undefined) {
    stars.push({ ...place, typeOnly: isTypeOnly });
  } else if (ts.isNamespaceExport(exportClause)) {
    exported.set(exportClause.name.text, { ...place, name: '*', typeOnly: isTypeOnly });
  } else {
    for (const { name, propertyName, isTypeOnly: alone } of exportClause.elements) {
      exported.set(name.text, { ...place, name: (propertyName ?? name).text, typeOnly: isTypeOnly || alone });
    }
  }
}

/** Overloads, and what is a type and a value, are statements of one name. */
function readDeclaration({ path, declared, exported }, statement) {
  const [{ name }, ...others] = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement];
  if (name === undefined || !ts.isIdentifier(name) || others.length > 0) {
    throw new Error(`${path}: a statement that does not declare one name: ${statement.getText()}`);
  }
  declared.set(name.text, [...(declared.get(name.text) ?? []), { statement, name }]);
  if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
    exported.set(name.text, { name: name.text, typeOnly: false });
  }
}

/** Where a name comes from: `from` is a module of the same package, by its path, and `outside` another package. */
function target(path, { text }) {
  return text.startsWith('.')
    ? { from: posix.join(posix.dirname(path), text).replace(/\.js$/, '') }
    : { outside: text };
}

/** The identifiers in a statement that stand for something outside of it. */
export function referencesIn(statement) {
  const references = [];
  const visit = (node, parameters) => {
    const within = [...parameters, ...typeParametersOf(node)];
    const first = firstName(node);
    if (first !== undefined && !within.includes(first.text)) {
      references.push({ node: first, within });
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(statement, []);
  return references;
}

/** The type parameters that a node declares for what is in it. */
function typeParametersOf(node) {
  if (ts.isMappedTypeNode(node)) {
    return [node.typeParameter.name.text];
  }
  return ts.isConditionalTypeNode(node)
    ? inferredIn(node.extendsType)
    : (node.typeParameters ?? []).map(({ name }) => name.text);
}

function inferredIn(node) {
  const inner = [];
  ts.forEachChild(node, (child) => {
    inner.push(...inferredIn(child));
  });
  return ts.isInferTypeNode(node) ? [node.typeParameter.name.text, ...inner] : inner;
}

/** The leftmost identifier of a name in a type, of a base class or of a computed name. */
function firstName(node) {
  if (ts.isImportTypeNode(node)) {
    throw new Error(`An import within a declaration: ${node.getText()}`);
  }
  let name;
  if (ts.isTypeReferenceNode(node)) {
    name = node.typeName;
  } else if (ts.isTypeQueryNode(node)) {
    name = node.exprName;
  } else if (ts.isExpressionWithTypeArguments(node) || ts.isComputedPropertyName(node)) {
    name = node.expression;
  }
  while (name !== undefined && !ts.isIdentifier(name)) {
    name = ts.isQualifiedName(name) ? name.left : name.expression;
  }
  return name;
}
