import type { MessageDescriptor } from '@wsdl-codegen/runtime';
import type { ComplexType, SimpleType, Type } from '@wsdl-codegen/runtime/schema';
import type { ts } from 'ts-morph';
import type { Compiler } from '../emit/skeleton/compiler.js';
import { changedKind, changedMembers } from './changed-members.js';
import type { Edit } from './edits.js';
import type { Program } from './program.js';
import { kindNow, listIn, membersOf, messageType, type ScriptKind, type TargetMember } from './targets.js';

/** A value that a person has to change. */
export interface OpenArgument {
  readonly node: ts.Node;
  readonly name: string;
  /** Its kind now; undefined for a name that the message does not have. */
  readonly kind?: ScriptKind;
}

/** Changes the argument of a call to the types of the generated package, as far as it is written there. */
export class ArgumentChanges {
  readonly edits: Edit[] = [];
  readonly open: OpenArgument[] = [];
  /** True in a constant of TypeScript, whose type is made without that of the parameter. */
  #isApart = false;
  readonly #program: Program;

  constructor(program: Program) {
    this.#program = program;
  }

  /** The argument itself. */
  message(node: ts.Expression, message: MessageDescriptor): void {
    const type = messageType(message);
    if (type === undefined) {
      return;
    }
    if (type.kind === 'simple') {
      this.#simple(node, type, message.element?.name ?? '');
      return;
    }
    if (!this.#literal(node, type)) {
      this.#unread(node, type);
    }
  }

  /** Changes the object literal of an expression; false if there is none. */
  #literal(node: ts.Expression, type: ComplexType): boolean {
    const literal = this.literalOf(node);
    if (literal === undefined) {
      return false;
    }
    const before = this.#isApart;
    this.#isApart ||= literal !== this.#program.bare(node) && this.#program.isTyped(node);
    this.#object(literal, type);
    this.#isApart = before;
    return true;
  }

  /** The value of one member. */
  member(node: ts.Expression, member: TargetMember): void {
    this.#value(node, member);
  }

  /** The object literal of an expression: itself, or that of a constant that is used in so many places. */
  literalOf(node: ts.Node, places = 1): ts.ObjectLiteralExpression | undefined {
    const { ts } = this.#program;
    const bare = this.#program.bare(node);
    if (ts.isObjectLiteralExpression(bare)) {
      return bare;
    }
    const symbol = ts.isIdentifier(bare) ? this.#program.symbolOf(bare) : undefined;
    const [declaration, ...others] = symbol?.declarations ?? [];
    const isConstant =
      declaration !== undefined &&
      others.length === 0 &&
      ts.isVariableDeclaration(declaration) &&
      symbol !== undefined &&
      this.#program.assignedTo(symbol).length === 0 &&
      this.#program.usesOf(symbol).length === 1 + places;
    return isConstant && declaration.initializer ? this.literalOf(declaration.initializer) : undefined;
  }

  /** Says which members may have to be changed of a value that is made elsewhere. */
  #unread(node: ts.Node, type: ComplexType): void {
    for (const { property, type: own } of membersOf(type)) {
      const isOther = own.kind === 'complex' && changedMembers(own).length > 0;
      const kind = own.kind === 'simple' ? changedArgument(own) : isOther ? 'value of its own type' : undefined;
      if (kind !== undefined) {
        this.open.push({ node, name: property, kind });
      }
    }
  }

  #object(literal: ts.ObjectLiteralExpression, type: ComplexType, onlyAttributes = false): void {
    const { ts } = this.#program;
    const members = membersOf(type).filter(({ isAttribute }) => isAttribute || !onlyAttributes);
    for (const each of literal.properties) {
      const name =
        each.name && (ts.isIdentifier(each.name) || ts.isStringLiteralLike(each.name)) ? each.name : undefined;
      if (name === undefined) {
        this.#unread(each, type);
        continue;
      }
      // `soap` writes the prefix of a name as it is.
      const member =
        members.find((own) => own.name === name.text) ??
        members.find((own) => own.name === name.text.replace(/^[\w.-]+:/, ''));
      if (member !== undefined) {
        this.#member(each, name, member);
      } else if (name.text === 'attributes' && ts.isPropertyAssignment(each) && !onlyAttributes) {
        this.#attributes(each, type);
      } else {
        this.open.push({ node: name, name: name.text });
      }
    }
  }

  /** Attributes stand beside the elements. */
  #attributes(property: ts.PropertyAssignment, type: ComplexType): void {
    const literal = this.#program.bare(property.initializer);
    if (!this.#program.ts.isObjectLiteralExpression(literal)) {
      this.open.push({ node: property, name: 'attributes' });
      return;
    }
    const [first, last] = [literal.properties[0], literal.properties.at(-1)];
    if (first !== undefined && last !== undefined) {
      this.edits.push({ start: property.getStart(), end: first.getStart(), text: '' });
      this.edits.push({ start: last.end, end: property.end, text: '' });
    }
    this.#object(literal, type, true);
  }

  #member(node: ts.ObjectLiteralElementLike, name: ts.Identifier | ts.StringLiteralLike, member: TargetMember): void {
    const { ts } = this.#program;
    if (ts.isShorthandPropertyAssignment(node)) {
      this.#value(node.name, member);
      if (member.property !== member.name) {
        this.edits.push({ start: node.getStart(), end: node.end, text: `${member.property}: ${node.name.text}` });
      }
      return;
    }
    if (!ts.isPropertyAssignment(node)) {
      this.open.push({ node, name: name.text });
      return;
    }
    if (member.property !== name.text) {
      this.edits.push({ start: name.getStart(), end: name.end, text: member.property });
    }
    this.#value(node.initializer, member);
  }

  #value(node: ts.Expression, { type, list, property }: TargetMember): void {
    const { ts } = this.#program;
    const bare = this.#program.bare(node);
    const inner = listIn(type);
    if (inner !== undefined && !list) {
      this.#unwrapped(node, inner);
    } else if (list && !ts.isArrayLiteralExpression(bare)) {
      const isOne = ts.isObjectLiteralExpression(bare) || ts.isLiteralExpression(bare);
      if (isOne) {
        this.edits.push(
          { start: node.getStart(), end: node.getStart(), text: '[' },
          { start: node.end, end: node.end, text: ']' },
        );
        this.#typed(node, type, property);
      }
    } else if (list && ts.isArrayLiteralExpression(bare)) {
      for (const element of bare.elements) {
        this.#typed(element, type, property);
      }
    } else {
      this.#typed(node, type, property);
    }
  }

  /** `{ Order: [...] }` is the list itself now. */
  #unwrapped(node: ts.Expression, inner: TargetMember): void {
    const { ts } = this.#program;
    const bare = this.#program.bare(node);
    const [only, ...others] = ts.isObjectLiteralExpression(bare) ? bare.properties : [];
    const isList =
      only !== undefined && others.length === 0 && ts.isPropertyAssignment(only) && only.name.getText() === inner.name;
    if (!isList) {
      this.open.push({ node, name: inner.name, kind: 'value of its own type' });
      return;
    }
    this.edits.push({ start: node.getStart(), end: only.initializer.getStart(), text: '' });
    this.edits.push({ start: only.initializer.end, end: node.end, text: '' });
    this.#value(only.initializer, { ...inner, list: true });
  }

  #typed(node: ts.Expression, type: Type, name: string): void {
    if (type.kind === 'simple') {
      this.#simple(node, type, name);
      return;
    }
    if (!this.#literal(node, type) && changedMembers(type).length > 0) {
      this.open.push({ node, name, kind: 'value of its own type' });
    }
  }

  #simple(node: ts.Expression, type: SimpleType, name: string): void {
    const { ts } = this.#program;
    const bare = this.#program.bare(node);
    const kind = kindNow(type);
    const text = literalText(ts, bare);
    const isText = ts.isStringLiteralLike(bare);
    const isNumber = text !== undefined && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
    const own = isText ? 'string' : isNumber ? 'number' : undefined;
    const changed = isNumber ? asKind(text, kind, isText) : undefined;
    if (changed !== undefined) {
      this.edits.push({ start: node.getStart(), end: node.end, text: changed });
    } else if (kind === 'string' && isDate(ts, bare)) {
      const day = type.name === 'date' ? '.slice(0, 10)' : '';
      this.edits.push({ start: node.end, end: node.end, text: `.toISOString()${day}` });
    } else if (text !== undefined ? own !== kind : kindWritten(ts, bare) !== kind && isOpen(ts, bare, type)) {
      this.open.push({ node, name, kind });
    } else if (isText && node === bare && this.#isApart && type.facets?.enumeration !== undefined) {
      this.edits.push({ start: node.end, end: node.end, text: ' as const' });
    }
  }
}

/** The kind that an expression gives by what it is. */
export function kindWritten(compiler: Compiler, node: ts.Node): ScriptKind | undefined {
  if (compiler.isTemplateExpression(node)) {
    return 'string';
  }
  if (!compiler.isCallExpression(node)) {
    return undefined;
  }
  const [, name = ''] = /(?:^|\.)(\w+)$/.exec(node.expression.getText()) ?? [];
  return name === 'BigInt' ? 'bigint' : textMakers.has(name) ? 'string' : undefined;
}

/** Functions and methods that give a text. */
const textMakers = new Set(['String', 'toString', 'toISOString', 'toFixed', 'trim', 'toUpperCase', 'toLowerCase']);

function literalText(compiler: Compiler, node: ts.Node): string | undefined {
  return compiler.isPrefixUnaryExpression(node)
    ? node.getText()
    : compiler.isLiteralExpression(node)
      ? node.text
      : undefined;
}

/** A number as a literal of a kind; undefined where it is one already, or cannot be one. */
function asKind(text: string, kind: ScriptKind, isText: boolean): string | undefined {
  switch (kind) {
    case 'bigint':
      return text.includes('.') ? undefined : `${text}n`;
    case 'number':
      return isText ? text : undefined;
    case 'string':
      return isText ? undefined : `'${text}'`;
    case 'boolean':
    case 'Date':
    case 'Uint8Array':
    case 'value of its own type':
      return undefined;
  }
}

/** True for an expression whose kind is probably another one than before. */
function isOpen(compiler: Compiler, node: ts.Node, type: SimpleType): boolean {
  const { SyntaxKind } = compiler;
  const isLiteral = [SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword].includes(node.kind);
  return !isLiteral && changedArgument(type) !== undefined;
}

function isDate(compiler: Compiler, node: ts.Node): boolean {
  return compiler.isNewExpression(node) && compiler.isIdentifier(node.expression) && node.expression.text === 'Date';
}

/** The kind that an argument has to have, where `soap` took another one. It took texts and numbers for each other. */
function changedArgument(type: SimpleType): ScriptKind | undefined {
  const kind = changedKind(type);
  return kind === 'number' ? undefined : kind;
}
