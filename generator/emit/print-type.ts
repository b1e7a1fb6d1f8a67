import type { MemberExpression, TypeExpression } from '../typescript/expressions/expression.js';
import { isIdentifierName } from '../typescript/names/identifiers.js';
import { commentLines } from './comment.js';
import type { ModuleScope } from './module-scope.js';
import { quote } from './quote.js';

/** Columns of a union before its members get lines of their own. */
const lineWidth = 100;

/** The text of a type. Lines after the first are indented by `indent`; the layout follows from the structure alone. */
export function printType(type: TypeExpression, scope: ModuleScope, indent = ''): string {
  switch (type.kind) {
    case 'keyword':
      return type.name;
    case 'global':
      return scope.global(type.name) + printArguments(type.arguments, scope, indent);
    case 'import':
      return scope.type(type.from, type.name) + printArguments(type.arguments, scope, indent);
    case 'literal':
      return printLiteral(type.value);
    case 'array':
      return `${printOperand(type.item, scope, indent)}[]`;
    case 'union':
      return printUnion(type.members, scope, indent);
    case 'intersection':
      return printIntersection(type.members, scope, indent);
    case 'object':
      return printObject(type.members, scope, indent);
  }
}

/** A literal of a type or value. */
export function printLiteral(value: string | number | bigint | boolean): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'bigint':
      return `${value}n`;
    default:
      return String(value);
  }
}

/** The name of a property; `__proto__` as a computed one, so that it is a property like any other in object literals. */
export function printKey(name: string): string {
  if (name === '__proto__') {
    return "['__proto__']";
  }
  return isIdentifierName(name) ? name : quote(name);
}

function printArguments(types: readonly TypeExpression[], scope: ModuleScope, indent: string): string {
  if (types.length === 0) {
    return '';
  }
  return enclosed('<', types.map((type) => printType(type, scope, indent)).join(', '), '>', indent);
}

/** A text of several lines ends before a line of its own, so that another member changes only its own line. */
function enclosed(open: string, text: string, close: string, indent: string): string {
  return text.startsWith('\n') ? `${open}${text}\n${indent}${close}` : open + text + close;
}

/** A type where `[]` or `&` follows. */
function printOperand(type: TypeExpression, scope: ModuleScope, indent: string): string {
  const text = printType(type, scope, indent);
  return type.kind === 'union' || type.kind === 'intersection' ? enclosed('(', text, ')', indent) : text;
}

/** Short members are on one line; anything with structure has a line of its own. */
function printUnion(members: readonly TypeExpression[], scope: ModuleScope, indent: string): string {
  const flat = members.length <= 3 && members.every(isFlat);
  const line = flat ? members.map((member) => printMember(member, scope, indent)).join(' | ') : '';
  if (flat && line.length <= lineWidth) {
    return line;
  }
  const inner = `${indent}  `;
  // The lines of a member are below its beginning, after the bar.
  return members.map((member) => `\n${inner}| ${printMember(member, scope, `${inner}  `)}`).join('');
}

/** Anything with structure is on a line of its own, as in unions. */
function printIntersection(members: readonly TypeExpression[], scope: ModuleScope, indent: string): string {
  const plain = (type: TypeExpression): boolean => isFlat(type) || type.kind === 'object';
  if (members.length <= 2 && members.every(plain)) {
    return members.map((member) => printOperand(member, scope, indent)).join(' & ');
  }
  const inner = `${indent}  `;
  return members.map((member) => `\n${inner}& ${printOperand(member, scope, inner)}`).join('');
}

function printMember(type: TypeExpression, scope: ModuleScope, indent: string): string {
  return type.kind === 'intersection' ? printOperand(type, scope, indent) : printType(type, scope, indent);
}

function isFlat(type: TypeExpression): boolean {
  switch (type.kind) {
    case 'keyword':
    case 'literal':
      return true;
    case 'global':
    case 'import':
      return type.arguments.every(isFlat);
    case 'array':
      return isFlat(type.item);
    case 'object':
      return type.members.length <= 1 && type.members.every((m) => isFlat(m.type) && m.documentation.length === 0);
    case 'union':
    case 'intersection':
      return false;
  }
}

function printObject(members: readonly MemberExpression[], scope: ModuleScope, indent: string): string {
  const [only] = members;
  if (!only) {
    return '{}';
  }
  const flat = members.length === 1 && only.documentation.length === 0 && isFlat(only.type);
  if (flat) {
    return `{ ${printProperty(only, scope, indent)} }`;
  }
  const inner = `${indent}  `;
  const lines = members.flatMap((member) => [
    ...commentLines(member.documentation).map((line) => `${inner}${line}`),
    `${inner}${printProperty(member, scope, inner)};`,
  ]);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function printProperty(member: MemberExpression, scope: ModuleScope, indent: string): string {
  return `${printKey(member.name)}${member.optional ? '?' : ''}: ${printType(member.type, scope, indent)}`;
}
