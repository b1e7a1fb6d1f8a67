import type { ts } from 'ts-morph';
import { isIdentifierName } from '../../typescript/identifiers.js';
import { commentLines } from '../comment.js';
import { type Compiler, descendants } from './compiler.js';
import { type Insertion, insertAll } from './edits.js';
import type { ImportPlan } from './imports.js';
import { RUNTIME_SPECIFIER, type SkeletonMethod } from './service.js';
import { indentAt, lineStart, type SourceStyle } from './source-style.js';

/** The lines of a method that a person has to fill in, not indented. */
export function methodLines(
  compiler: Compiler,
  method: SkeletonMethod,
  imports: ImportPlan,
  importFrom: string,
  style: SourceStyle,
): string[] {
  const locals = new Map<string, string>();
  for (const { name, from, as } of method.typeImports) {
    locals.set(as ?? name, imports.use(name, from ?? importFrom, true));
  }
  const context = imports.use('ServiceContext', RUNTIME_SPECIFIER, true);
  const fault = imports.use('SoapFault', RUNTIME_SPECIFIER, false);
  const write = (type: string): string => renameTypes(compiler, type, locals);
  // The underscore keeps `noUnusedParameters` quiet until the method is written.
  const input = method.inputType === undefined ? 'undefined' : write(method.inputType);
  const reason = style.quote(`${method.name} is not implemented`);
  const signature = `async ${methodKey(method.name, style)}(_input: ${input}, _context: ${context}): Promise<${write(method.resultType)}> {`;
  return [
    ...commentLines(method.documentation ?? []),
    ...signature.split('\n'),
    `${style.unit}throw new ${fault}(${reason})${style.semicolon}`,
    '}',
  ];
}

/** A method's name; computed where the name alone would be the constructor. */
function methodKey(name: string, style: SourceStyle): string {
  if (name === 'constructor') return `[${style.quote(name)}]`;
  return isIdentifierName(name) ? name : style.quote(name);
}

/** A type with the names it refers to written as the file knows them. */
function renameTypes(compiler: Compiler, type: string, locals: ReadonlyMap<string, string>): string {
  if ([...locals].every(([name, local]) => name === local)) return type;
  const prefix = 'type _ = ';
  const file = compiler.createSourceFile('type.ts', prefix + type, compiler.ScriptTarget.Latest, true);
  let result = type;
  const references: ts.Identifier[] = [];
  for (const node of descendants(compiler, file)) {
    if (!compiler.isTypeReferenceNode(node)) continue;
    let name = node.typeName;
    while (compiler.isQualifiedName(name)) name = name.left;
    references.push(name);
  }
  for (const reference of references.sort((a, b) => b.pos - a.pos)) {
    const start = reference.getStart(file) - prefix.length;
    const local = locals.get(reference.text) ?? reference.text;
    result = result.slice(0, start) + local + result.slice(reference.end - prefix.length);
  }
  return result;
}

/** Puts methods at the end of a class, laid out as the class is. */
export function insertMethods(
  file: ts.SourceFile,
  declaration: ts.ClassLikeDeclaration,
  methods: readonly (readonly string[])[],
  style: SourceStyle,
): Insertion {
  const { text } = file;
  const { newline } = style;
  const brace = declaration.end - 1;
  const first = declaration.members[0];
  const ownLine = text.slice(lineStart(text, brace), brace).trim() === '';
  const outer = indentAt(text, ownLine ? brace : declaration.getStart(file));
  const firstStart = first?.getStart(file);
  const firstOnLine = firstStart !== undefined && text.slice(lineStart(text, firstStart), firstStart).trim() === '';
  const indent = firstOnLine ? indentAt(text, firstStart) : outer + style.unit;
  const blocks = methods.map((lines) => lines.map((line) => `${line === '' ? '' : indent}${line}${newline}`).join(''));
  const body = blocks.join(newline);
  if (!ownLine) return { at: brace, text: `${first === undefined ? '' : newline}${newline}${body}${outer}` };

  const at = lineStart(text, brace);
  const before = text.slice(declaration.members.pos, at);
  const spaced = before.trim() === '' || /\n[ \t]*\r?\n$/.test(before);
  return { at, text: spaced ? body : newline + body };
}

/** Applies insertions to a text that may start with a byte order mark, which their places do not count. */
export function applyInsertions(text: string, insertions: readonly Insertion[]): string {
  return text.startsWith('\ufeff') ? `\ufeff${insertAll(text.slice(1), insertions)}` : insertAll(text, insertions);
}
