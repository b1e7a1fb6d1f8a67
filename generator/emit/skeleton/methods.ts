import type { ts } from 'ts-morph';
import { isIdentifierName } from '../../typescript/names/identifiers.js';
import { commentLines } from '../comment.js';
import { type Compiler, descendants } from './compiler.js';
import type { ImportEdits } from './imports.js';
import { isScript, taggedComment, usesRequire } from './script.js';
import { runtimeSpecifier, type SkeletonMethod, type SkeletonService } from './service.js';
import type { SourceStyle } from './source-style.js';
import type { TypeSource } from './type-source.js';

/** The facts about a file that the code of a method in it depends on. */
export interface MethodSurroundings {
  readonly compiler: Compiler;
  readonly file: ts.SourceFile;
  readonly service: Pick<SkeletonService, 'interfaceName' | 'importFrom'>;
  readonly imports: ImportEdits;
  readonly types: TypeSource;
  readonly style: SourceStyle;
}

/** The lines of a method that the user has to fill in, not indented. */
export function methodLines(method: SkeletonMethod, surroundings: MethodSurroundings): readonly string[] {
  const { imports, style, file } = surroundings;
  if (isScript(file.fileName)) {
    return scriptLines(method, surroundings);
  }
  // The underscores keep `noUnusedParameters` quiet until the method is written.
  const signature = methodSignature(method, surroundings, '_');
  const fault = imports.use('SoapFault', runtimeSpecifier, false);
  const reason = style.quote(notImplemented(method.name));
  return [
    ...commentLines(method.documentation ?? []),
    ...`${signature} {`.split('\n'),
    `${style.unit}throw new ${fault}(${reason})${style.semicolon}`,
    '}',
  ];
}

/** A method of JavaScript, whose type is that of the interface. */
function scriptLines(method: SkeletonMethod, surroundings: MethodSurroundings): readonly string[] {
  const { imports, style, file } = surroundings;
  const fault = usesRequire(file)
    ? `(require(${style.quote(runtimeSpecifier)}).SoapFault)`
    : imports.use('SoapFault', runtimeSpecifier, false);
  return [
    ...`${methodSignature(method, surroundings, '_')} {`.split('\n'),
    `${style.unit}throw new ${fault}(${style.quote(notImplemented(method.name))})${style.semicolon}`,
    '}',
  ];
}

/** The text of the fault of a method that is not filled in. */
export function notImplemented(method: string): string {
  return `${method} is not implemented`;
}

/** The head of a method: name, parameters and result, as the file can write it. It may have several lines. */
export function methodSignature(method: SkeletonMethod, surroundings: MethodSurroundings, prefix = ''): string {
  const { compiler, imports, types, style, file } = surroundings;
  if (isScript(file.fileName)) {
    const { interfaceName, importFrom } = surroundings.service;
    const type = `type {import(${style.quote(importFrom)}).${interfaceName}[${style.quote(method.name)}]}`;
    const comment = taggedComment(method.documentation ?? [], type).join('\n');
    return `${comment}\nasync ${methodKey(method.name, style)}(${prefix}input, ${prefix}context)`;
  }
  const locals = new Map<string, string>();
  for (const { name, from, as } of method.typeImports) {
    locals.set(as ?? name, imports.use(name, from ?? types.specifierFor(name), true));
  }
  const context = imports.use('ServiceContext', runtimeSpecifier, true);
  const write = (type: string): string => renameTypes(compiler, type, locals);
  const input = method.inputType === undefined ? 'undefined' : write(method.inputType);
  const parameters = `${prefix}input: ${input}, ${prefix}context: ${context}`;
  return `async ${methodKey(method.name, style)}(${parameters}): Promise<${write(method.resultType)}>`;
}

/** A method's name; computed if the name alone would be the constructor. */
function methodKey(name: string, style: SourceStyle): string {
  if (name === 'constructor') {
    return `[${style.quote(name)}]`;
  }
  return isIdentifierName(name) ? name : style.quote(name);
}

/** A type with the names it refers to written as the file knows them. */
function renameTypes(compiler: Compiler, type: string, locals: ReadonlyMap<string, string>): string {
  if ([...locals].every(([name, local]) => name === local)) {
    return type;
  }
  const prefix = 'type _ = ';
  const file = compiler.createSourceFile('type.ts', prefix + type, compiler.ScriptTarget.Latest, true);
  let result = type;
  const references: ts.Identifier[] = [];
  for (const node of descendants(compiler, file)) {
    if (!compiler.isTypeReferenceNode(node)) {
      continue;
    }
    let name = node.typeName;
    while (compiler.isQualifiedName(name)) {
      name = name.left;
    }
    references.push(name);
  }
  for (const reference of references.sort((a, b) => b.pos - a.pos)) {
    const start = reference.getStart(file) - prefix.length;
    const local = locals.get(reference.text) ?? reference.text;
    result = result.slice(0, start) + local + result.slice(reference.end - prefix.length);
  }
  return result;
}
