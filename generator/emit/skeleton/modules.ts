import type { ts } from 'ts-morph';
import { type Compiler, descendants } from './compiler.js';
import { commentImports, type ImportedName, isScript, scriptKindOf } from './script.js';

/** A module that an import names. */
export type OpenedModule =
  /** The generated package of the service. */
  | { readonly kind: 'package' }
  /** The generated package of other services. */
  | { readonly kind: 'other-package' }
  | { readonly kind: 'file'; readonly path: string; readonly text: string };

/**
 * Opens the module that a specifier in the file `from` names.
 *
 * @returns `undefined` if it cannot be read.
 */
export type OpenModule = (specifier: string, from: string) => OpenedModule | undefined;

/** A source file with its declarations and imports, by name. Declarations of every depth are included. */
export interface Module {
  /** Absolute. */
  readonly path: string;
  readonly file: ts.SourceFile;
  readonly imports: ReadonlyMap<string, ImportedName>;
  readonly types: ReadonlyMap<string, readonly (ts.TypeAliasDeclaration | ts.InterfaceDeclaration)[]>;
  readonly classes: ReadonlyMap<string, ts.ClassLikeDeclaration>;
  /** Variables that are declared with `const`. */
  readonly constants: ReadonlyMap<string, ts.VariableDeclaration>;
}

/** The meaning of a name in a module. */
export type Resolved =
  | { readonly kind: 'declared'; readonly module: Module; readonly name: string }
  | { readonly kind: 'package' | 'other-package' | 'unread'; readonly name: string };

/** Parses a source file and lists its names. */
export function parseModule(compiler: Compiler, path: string, text: string): Module {
  const file = compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest, true, scriptKindOf(compiler, path));
  const imports = new Map<string, ImportedName>(isScript(path) ? commentImports(text) : []);
  const types = new Map<string, (ts.TypeAliasDeclaration | ts.InterfaceDeclaration)[]>();
  const classes = new Map<string, ts.ClassLikeDeclaration>();
  const constants = new Map<string, ts.VariableDeclaration>();
  for (const node of descendants(compiler, file)) {
    if (compiler.isImportDeclaration(node)) {
      addImports(compiler, node, imports);
    } else if (compiler.isImportEqualsDeclaration(node)) {
      addImportEquals(compiler, node, imports);
    } else if (compiler.isTypeAliasDeclaration(node) || compiler.isInterfaceDeclaration(node)) {
      types.set(node.name.text, [...(types.get(node.name.text) ?? []), node]);
    } else if (compiler.isClassLike(node)) {
      addClass(compiler, node, classes);
    } else if (compiler.isVariableDeclaration(node) && compiler.isIdentifier(node.name) && isConst(compiler, node)) {
      constants.set(node.name.text, node);
    }
  }
  return { path, file, imports, types, classes, constants };
}

function isConst(compiler: Compiler, node: ts.VariableDeclaration): boolean {
  return (compiler.getCombinedNodeFlags(node) & compiler.NodeFlags.Const) !== 0;
}

function addImports(compiler: Compiler, node: ts.ImportDeclaration, imports: Map<string, ImportedName>): void {
  const specifier = textOf(compiler, node.moduleSpecifier);
  const clause = node.importClause;
  if (clause?.name !== undefined) {
    imports.set(clause.name.text, { specifier, name: 'default' });
  }
  const named = clause?.namedBindings;
  if (named === undefined) {
    return;
  }
  if (compiler.isNamespaceImport(named)) {
    imports.set(named.name.text, { specifier, name: '*' });
  } else {
    for (const { propertyName, name } of named.elements) {
      imports.set(name.text, { specifier, name: (propertyName ?? name).text });
    }
  }
}

/** `import api = require('x')`, and `import S = api.Service`. */
function addImportEquals(
  compiler: Compiler,
  node: ts.ImportEqualsDeclaration,
  imports: Map<string, ImportedName>,
): void {
  const { moduleReference: reference } = node;
  if (compiler.isExternalModuleReference(reference)) {
    imports.set(node.name.text, { specifier: textOf(compiler, reference.expression), name: '*' });
  } else if (compiler.isQualifiedName(reference) && compiler.isIdentifier(reference.left)) {
    const whole = imports.get(reference.left.text);
    if (whole !== undefined) {
      imports.set(node.name.text, { specifier: whole.specifier, name: reference.right.text });
    }
  }
}

/** The name of a class is its own, or that of the constant that contains it. */
function addClass(
  compiler: Compiler,
  node: ts.ClassLikeDeclaration,
  classes: Map<string, ts.ClassLikeDeclaration>,
): void {
  const { parent } = node;
  if (compiler.isClassDeclaration(node) && node.name !== undefined) {
    classes.set(node.name.text, node);
  } else if (
    compiler.isVariableDeclaration(parent) &&
    compiler.isIdentifier(parent.name) &&
    isConst(compiler, parent)
  ) {
    classes.set(parent.name.text, node);
  }
}

function textOf(compiler: Compiler, node: ts.Node): string {
  return compiler.isStringLiteralLike(node) ? node.text : '';
}

/** Follows names through imports and exports, from file to file. */
export class Modules {
  readonly #compiler: Compiler;
  readonly #open: OpenModule;
  readonly #parsed = new Map<string, Module>();

  constructor(compiler: Compiler, open: OpenModule) {
    this.#compiler = compiler;
    this.#open = open;
  }

  /** The meaning of a local name in a module; `undefined` if the module neither declares nor imports it. */
  resolve({ module, name }: { readonly module: Module; readonly name: string }): Resolved | undefined {
    return this.#resolve(module, name, new Set());
  }

  /** The declaration that a module exports as `name`, if it is known to export it. */
  resolveImport({ specifier, name }: ImportedName, from: Module): Resolved | undefined {
    return this.#resolveImport({ specifier, name }, from, new Set());
  }

  #resolve(module: Module, name: string, seen: Set<string>): Resolved | undefined {
    if (module.types.has(name) || module.classes.has(name)) {
      return { kind: 'declared', module, name };
    }
    const imported = module.imports.get(name);
    return imported && (this.#resolveImport(imported, module, seen) ?? { kind: 'unread', name: imported.name });
  }

  #resolveImport({ specifier, name }: ImportedName, from: Module, seen: Set<string>): Resolved | undefined {
    const opened = this.#open(specifier, from.path);
    if (opened === undefined) {
      return { kind: 'unread', name };
    }
    if (opened.kind !== 'file') {
      return { kind: opened.kind, name };
    }
    return this.#resolveExport(this.#parse(opened.path, opened.text), name, seen);
  }

  #parse(path: string, text: string): Module {
    const module = this.#parsed.get(path) ?? parseModule(this.#compiler, path, text);
    this.#parsed.set(path, module);
    return module;
  }

  #resolveExport(module: Module, name: string, seen: Set<string>): Resolved | undefined {
    const key = JSON.stringify([module.path, name]);
    if (seen.has(key)) {
      return undefined;
    }
    seen.add(key);
    for (const statement of module.file.statements) {
      const found = this.#exportOf(statement, module, name, seen);
      if (found !== undefined) {
        return found;
      }
    }
    return this.#starExport(module, name, seen);
  }

  /** The declaration that a statement exports as `name`, by naming it. */
  #exportOf(statement: ts.Statement, module: Module, name: string, seen: Set<string>): Resolved | undefined {
    const compiler = this.#compiler;
    if (compiler.isExportDeclaration(statement)) {
      return this.#namedExport(statement, module, name, seen);
    }
    if (compiler.isExportAssignment(statement)) {
      return name === 'default' && compiler.isIdentifier(statement.expression)
        ? this.#resolve(module, statement.expression.text, seen)
        : undefined;
    }
    if (!compiler.canHaveModifiers(statement)) {
      return undefined;
    }
    const modifiers = compiler.getModifiers(statement) ?? [];
    if (!modifiers.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword)) {
      return undefined;
    }
    const isDefault = modifiers.some(({ kind }) => kind === compiler.SyntaxKind.DefaultKeyword);
    const declared = this.#declaredName(statement, name);
    if (declared === undefined || name !== (isDefault ? 'default' : declared)) {
      return undefined;
    }
    return { kind: 'declared', module, name: declared };
  }

  /** The name that a statement declares; among several variables `wanted`, if it is one of them. */
  #declaredName(statement: ts.Statement, wanted: string): string | undefined {
    const compiler = this.#compiler;
    if (compiler.isVariableStatement(statement)) {
      return statement.declarationList.declarations.some(
        ({ name }) => compiler.isIdentifier(name) && name.text === wanted,
      )
        ? wanted
        : undefined;
    }
    return (statement as Partial<ts.DeclarationStatement>).name?.text;
  }

  #namedExport(
    { exportClause: clause, moduleSpecifier }: ts.ExportDeclaration,
    module: Module,
    name: string,
    seen: Set<string>,
  ): Resolved | undefined {
    const compiler = this.#compiler;
    if (clause === undefined) {
      return undefined;
    }
    const specifier = moduleSpecifier && textOf(compiler, moduleSpecifier);
    if (compiler.isNamespaceExport(clause)) {
      return clause.name.text === name ? { kind: 'unread', name: '*' } : undefined;
    }
    const element = clause.elements.find((e) => e.name.text === name);
    if (element === undefined) {
      return undefined;
    }
    const original = (element.propertyName ?? element.name).text;
    return specifier === undefined
      ? (this.#resolve(module, original, seen) ?? { kind: 'declared', module, name: original })
      : (this.#resolveImport({ specifier, name: original }, module, seen) ?? { kind: 'unread', name: original });
  }

  #starExport(module: Module, name: string, seen: Set<string>): Resolved | undefined {
    let unread: Resolved | undefined;
    for (const statement of module.file.statements) {
      if (!this.#compiler.isExportDeclaration(statement) || statement.exportClause !== undefined) {
        continue;
      }
      if (statement.moduleSpecifier === undefined) {
        continue;
      }
      const specifier = textOf(this.#compiler, statement.moduleSpecifier);
      const found = this.#resolveImport({ specifier, name }, module, seen);
      if (found !== undefined && found.kind !== 'unread') {
        return found;
      }
      unread ??= found;
    }
    return unread;
  }
}
