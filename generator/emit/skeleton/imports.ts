import type { ts } from 'ts-morph';
import { append } from '../../diagnostics/append.js';
import { type Compiler, descendants } from './compiler.js';
import type { Insertion } from './edits.js';
import { indentAt, lineEnd, nextLine, type SourceStyle } from './source-style.js';

interface NewName {
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
}

/**
 * The imports of added code. `use` returns the name of an export in the file; `insertions` are the edits that make those
 * names known, merged into existing imports.
 */
export class ImportEdits {
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

  /** How to write what the module exports as `name`; `isType` is true where only a type is allowed. */
  use(name: string, from: string, isType: boolean): string {
    const known = this.#find(name, from, isType);
    if (known !== undefined) {
      return known;
    }
    const added = this.#added.get(from) ?? [];
    const before = added.find((n) => n.name === name && n.isType === isType);
    if (before !== undefined) {
      return before.local;
    }
    let local = name;
    while (this.#taken.has(local)) {
      local += '$';
    }
    this.#taken.add(local);
    this.#added.set(from, [...added, { name, local, isType }]);
    return local;
  }

  /** The import declarations that would make the names known that were used and are not known yet. */
  declarations(): readonly string[] {
    return [...this.#added].map(([from, names]) => this.#declaration(from, names));
  }

  #find(name: string, from: string, isType: boolean): string | undefined {
    for (const declaration of this.#importsFrom(from)) {
      const clause = declaration.importClause;
      const named = clause?.namedBindings;
      if (clause === undefined || named === undefined || (isTypeOnly(clause) && !isType)) {
        continue;
      }
      if (this.#compiler.isNamespaceImport(named)) {
        return `${named.name.text}.${name}`;
      }
      const element = named.elements.find((e) => (e.propertyName ?? e.name).text === name && (isType || !e.isTypeOnly));
      if (element !== undefined) {
        return element.name.text;
      }
    }
    const required = this.#required(from, isType);
    return required && `${required}.${name}`;
  }

  /** The name of `import name = require('…')`. */
  #required(from: string, isType: boolean): string | undefined {
    const compiler = this.#compiler;
    for (const statement of this.#file.statements) {
      if (!compiler.isImportEqualsDeclaration(statement) || (statement.isTypeOnly && !isType)) {
        continue;
      }
      const { moduleReference: reference, name } = statement;
      if (!compiler.isExternalModuleReference(reference)) {
        continue;
      }
      if (compiler.isStringLiteralLike(reference.expression) && reference.expression.text === from) {
        return name.text;
      }
    }
    return undefined;
  }

  #importsFrom(from: string): ts.ImportDeclaration[] {
    return this.#file.statements.filter(
      (s): s is ts.ImportDeclaration =>
        this.#compiler.isImportDeclaration(s) && (s.moduleSpecifier as ts.StringLiteral).text === from,
    );
  }

  /** The insertions that make all names known that were used. */
  insertions(): Insertion[] {
    const insertions: Insertion[] = [];
    const lines: string[] = [];
    for (const [from, names] of this.#added) {
      const apart: NewName[] = [];
      const merged = new Map<ts.NamedImports, string[]>();
      for (const name of names) {
        const target = this.#mergeTarget(from, name.isType);
        if (target === undefined) {
          apart.push(name);
        } else {
          const text = specifierText(name, !isTypeOnly(target.parent));
          merged.set(target, [...(merged.get(target) ?? []), text]);
        }
      }
      for (const [target, texts] of merged) {
        append(insertions, this.#extend(target, texts));
      }
      if (apart.length > 0) {
        lines.push(this.#declaration(from, apart));
      }
    }
    if (lines.length > 0) {
      insertions.push(this.#insertDeclarations(lines));
    }
    return insertions;
  }

  /** The named imports to which a name can be added: types go to an `import type` first. */
  #mergeTarget(from: string, isType: boolean): ts.NamedImports | undefined {
    const candidates: ts.NamedImports[] = [];
    for (const { importClause } of this.#importsFrom(from)) {
      const named = importClause?.namedBindings;
      if (named !== undefined && this.#compiler.isNamedImports(named)) {
        candidates.push(named);
      }
    }
    const mixed = candidates.find((c) => !isTypeOnly(c.parent));
    return isType ? (candidates.find((c) => isTypeOnly(c.parent)) ?? mixed) : mixed;
  }

  #extend(target: ts.NamedImports, texts: readonly string[]): readonly Insertion[] {
    const { elements } = target;
    const last = elements[elements.length - 1];
    if (last === undefined) {
      return [{ at: target.getStart(this.#file) + 1, text: ` ${texts.join(', ')} ` }];
    }
    const { text } = this.#file;
    const start = last.getStart(this.#file);
    if (!/[\r\n][ \t]*$/.test(text.slice(0, start))) {
      return [{ at: last.end, text: texts.map((t) => `, ${t}`).join('') }];
    }
    const line = this.#style.newline + indentAt(text, start);
    const comma = elements.hasTrailingComma ? ',' : '';
    const end = lineEnd(text, last.end);
    // A comment after the last name stays with that name.
    if (!/^[ \t]*(?:,[ \t]*)?(\/\/|\/\*(?:(?!\*\/).)*\*\/[ \t]*$)/.test(text.slice(last.end, end))) {
      return [{ at: last.end, text: texts.map((t) => `,${line}${t}`).join('') }];
    }
    const separate = comma === '' ? [{ at: last.end, text: ',' }] : [];
    return [...separate, { at: end, text: line + texts.join(`,${line}`) + comma }];
  }

  #declaration(from: string, names: readonly NewName[]): string {
    const typeOnly = names.every((n) => n.isType);
    const list = names.map((n) => specifierText(n, !typeOnly)).join(', ');
    return `import ${typeOnly ? 'type ' : ''}{ ${list} } from ${this.#style.quote(from)}${this.#style.semicolon}`;
  }

  #insertDeclarations(lines: readonly string[]): Insertion {
    const compiler = this.#compiler;
    const { newline } = this.#style;
    const { text, statements } = this.#file;
    const last = statements
      .filter((s) => compiler.isImportDeclaration(s) || compiler.isImportEqualsDeclaration(s))
      .at(-1);
    if (last === undefined) {
      return { at: this.#top(), text: lines.map((line) => line + newline).join('') + newline };
    }
    // A comment after the import stays with it.
    const rest = /^[ \t]*(?:\/\/.*|\/\*[^*\n]*\*\/[ \t]*)?$/.exec(text.slice(last.end, lineEnd(text, last.end)));
    return { at: last.end + (rest?.[0].length ?? 0), text: lines.map((line) => newline + line).join('') };
  }

  /** Where the first import goes: after a shebang, directives, and comments about the whole file. */
  #top(): number {
    const compiler = this.#compiler;
    const { text, statements } = this.#file;
    const shebang = compiler.getShebang(text);
    let top = shebang === undefined ? 0 : nextLine(text, shebang.length);
    const start = statements[0]?.pos ?? 0;
    for (const { pos, end } of compiler.getLeadingCommentRanges(text, start) ?? []) {
      const next = nextLine(text, end);
      const isApart = /^[ \t]*(\r\n?|\n)/.test(text.slice(next));
      if (isApart || aboutTheFile.test(text.slice(pos, end))) {
        top = next;
      }
    }
    for (const statement of statements) {
      if (!compiler.isExpressionStatement(statement) || !compiler.isStringLiteral(statement.expression)) {
        break;
      }
      top = nextLine(text, statement.end);
    }
    return top;
  }
}

/** Comments that apply from the first line on. */
const aboutTheFile = /@ts-(no)?check|@jest-environment|eslint-disable(?!-)|biome-ignore-all|@license|copyright/i;

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
    if (!compiler.isIdentifier(node)) {
      continue;
    }
    const { parent } = node;
    const isMember =
      (compiler.isPropertyAccessExpression(parent) && parent.name === node) ||
      (compiler.isQualifiedName(parent) && parent.right === node) ||
      (compiler.isClassElement(parent) && parent.name === node) ||
      (compiler.isTypeElement(parent) && parent.name === node) ||
      (compiler.isPropertyAssignment(parent) && parent.name === node) ||
      (compiler.isImportSpecifier(parent) && parent.propertyName === node);
    if (!isMember) {
      names.add(node.text);
    }
  }
  return names;
}
