import type { ts } from 'ts-morph';
import { type Compiler, descendants } from './compiler.js';
import type { Insertion } from './edits.js';
import { indentAt, type SourceStyle } from './source-style.js';

interface NewName {
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
}

/**
 * What added code has to import. `use` tells how the file names an export; `insertions` are what makes those names known,
 * merged into imports that exist.
 */
export class ImportPlan {
  readonly #compiler: Compiler;
  readonly #file: ts.SourceFile;
  readonly #style: SourceStyle;
  readonly #taken: Set<string>;
  readonly #added: Map<string, NewName[]> = new Map();

  constructor(compiler: Compiler, file: ts.SourceFile, style: SourceStyle) {
    this.#compiler = compiler;
    this.#file = file;
    this.#style = style;
    this.#taken = usedNames(compiler, file);
  }

  /** How to write what the module exports as `name`; `isType`: where only a type can stand. */
  use(name: string, from: string, isType: boolean): string {
    const known = this.#find(name, from, isType);
    if (known !== undefined) return known;
    const added = this.#added.get(from) ?? [];
    const before = added.find((n) => n.name === name && n.isType === isType);
    if (before !== undefined) return before.local;
    let local = name;
    while (this.#taken.has(local)) local += '$';
    this.#taken.add(local);
    this.#added.set(from, [...added, { name, local, isType }]);
    return local;
  }

  #find(name: string, from: string, isType: boolean): string | undefined {
    for (const declaration of this.#importsFrom(from)) {
      const clause = declaration.importClause;
      const bindings = clause?.namedBindings;
      if (clause === undefined || bindings === undefined || (isTypeOnly(clause) && !isType)) continue;
      if (this.#compiler.isNamespaceImport(bindings)) return `${bindings.name.text}.${name}`;
      const element = bindings.elements.find(
        (e) => (e.propertyName ?? e.name).text === name && (isType || !e.isTypeOnly),
      );
      if (element !== undefined) return element.name.text;
    }
    return undefined;
  }

  #importsFrom(from: string): ts.ImportDeclaration[] {
    return this.#file.statements.filter(
      (s): s is ts.ImportDeclaration =>
        this.#compiler.isImportDeclaration(s) && (s.moduleSpecifier as ts.StringLiteral).text === from,
    );
  }

  /** What to insert so that all names that were used are known. */
  insertions(): Insertion[] {
    const insertions: Insertion[] = [];
    const lines: string[] = [];
    for (const [from, names] of this.#added) {
      const apart: NewName[] = [];
      const merged = new Map<ts.NamedImports, string[]>();
      for (const name of names) {
        const target = this.#mergeTarget(from, name.isType);
        if (target === undefined) apart.push(name);
        else {
          const text = specifierText(name, !isTypeOnly(target.parent));
          merged.set(target, [...(merged.get(target) ?? []), text]);
        }
      }
      for (const [target, texts] of merged) insertions.push(this.#extend(target, texts));
      if (apart.length > 0) lines.push(this.#declaration(from, apart));
    }
    if (lines.length > 0) insertions.push(this.#insertDeclarations(lines));
    return insertions;
  }

  /** The named imports to which a name can be added: types go to an `import type` first. */
  #mergeTarget(from: string, isType: boolean): ts.NamedImports | undefined {
    const candidates: ts.NamedImports[] = [];
    for (const { importClause } of this.#importsFrom(from)) {
      const bindings = importClause?.namedBindings;
      if (bindings !== undefined && this.#compiler.isNamedImports(bindings)) candidates.push(bindings);
    }
    const mixed = candidates.find((c) => !isTypeOnly(c.parent));
    return isType ? (candidates.find((c) => isTypeOnly(c.parent)) ?? mixed) : mixed;
  }

  #extend(target: ts.NamedImports, texts: readonly string[]): Insertion {
    const last = target.elements[target.elements.length - 1];
    if (last === undefined) return { at: target.getStart(this.#file) + 1, text: ` ${texts.join(', ')} ` };
    const text = this.#file.text;
    const start = last.getStart(this.#file);
    const ownLine = /\n[ \t]*$/.test(text.slice(0, start));
    const separator = ownLine ? `,${this.#style.newline}${indentAt(text, start)}` : ', ';
    return { at: last.end, text: texts.map((t) => separator + t).join('') };
  }

  #declaration(from: string, names: readonly NewName[]): string {
    const typeOnly = names.every((n) => n.isType);
    const list = names.map((n) => specifierText(n, !typeOnly)).join(', ');
    return `import ${typeOnly ? 'type ' : ''}{ ${list} } from ${this.#style.quote(from)}${this.#style.semicolon}`;
  }

  #insertDeclarations(lines: readonly string[]): Insertion {
    const { newline } = this.#style;
    const { text } = this.#file;
    const last = this.#file.statements.filter((s) => this.#compiler.isImportDeclaration(s)).at(-1);
    if (last === undefined) {
      const shebang = this.#compiler.getShebang(text);
      const at = shebang === undefined ? 0 : Math.max(text.indexOf('\n', shebang.length) + 1, shebang.length);
      return { at, text: lines.map((line) => line + newline).join('') + newline };
    }
    // A comment behind the import stays with it.
    const rest = /^[ \t]*(?:\/\/.*|\/\*[^*\n]*\*\/[ \t]*)?(?=\r?$)/m.exec(text.slice(last.end));
    return {
      at: last.end + (rest?.index === 0 ? rest[0].replace(/\r$/, '').length : 0),
      text: lines.map((line) => newline + line).join(''),
    };
  }
}

function isTypeOnly(clause: ts.ImportClause): boolean {
  return clause.isTypeOnly;
}

function specifierText({ name, local, isType }: NewName, mixed: boolean): string {
  return `${isType && mixed ? 'type ' : ''}${name}${local === name ? '' : ` as ${local}`}`;
}

/** Every name that the file declares or refers to: an import of the same name would clash with it or change its meaning. */
function usedNames(compiler: Compiler, file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const node of descendants(compiler, file)) {
    if (!compiler.isIdentifier(node)) continue;
    const { parent } = node;
    const isMember =
      (compiler.isPropertyAccessExpression(parent) && parent.name === node) ||
      (compiler.isQualifiedName(parent) && parent.right === node) ||
      (compiler.isClassElement(parent) && parent.name === node) ||
      (compiler.isTypeElement(parent) && parent.name === node) ||
      (compiler.isPropertyAssignment(parent) && parent.name === node) ||
      (compiler.isImportSpecifier(parent) && parent.propertyName === node);
    if (!isMember) names.add(node.text);
  }
  return names;
}
