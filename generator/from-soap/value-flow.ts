import type { Type } from '@wsdl-codegen/runtime/schema';
import type { ts } from 'ts-morph';
import type { Compiler } from '../emit/skeleton/compiler.js';
import type { Edit } from './edits.js';
import type { Program } from './program.js';
import { listIn, membersOf } from './targets.js';
import { isTested } from './tested-values.js';

/** Methods of lists whose function gets an item first. */
const eachMethods = new Set(['map', 'forEach', 'filter', 'find', 'some', 'every', 'flatMap', 'findIndex', 'findLast']);
/** Those that give a list of the same items, and those that give one of them. */
const listMethods = new Set(['filter', 'slice', 'sort', 'reverse', 'toSorted', 'toReversed']);
const itemMethods = new Set(['find', 'findLast', 'at', 'pop', 'shift']);

/**
 * Follows a value of a type to where its members are used: lists that were objects with one member lose a step, attributes stand beside elements, and members
 * may have other names.
 */
export class ValueFlow {
  readonly edits: Edit[];
  /** Places that cannot be followed, and what of. */
  readonly open: OpenUse[] = [];
  readonly #program: Program;

  constructor(program: Program, edits: Edit[]) {
    this.#program = program;
    this.edits = edits;
  }

  /** A name that stands for a value. One that may be missing is taken from `source`. */
  name(name: ts.BindingName, type: Type | undefined, isList = false, missing: Missing = {}): void {
    if (this.#program.ts.isObjectBindingPattern(name)) {
      const { source } = missing;
      if (missing.isOptional === true && source === undefined && this.#program.isTyped(name)) {
        this.open.push({ node: name, what: 'a value that may be missing' });
      } else if (missing.isOptional === true && source !== undefined && this.#program.isTyped(source)) {
        const isName = this.#program.ts.isIdentifier(source);
        this.edits.push({ start: source.getStart(), end: source.getStart(), text: isName ? '' : '(' });
        this.edits.push({ start: source.end, end: source.end, text: isName ? '!' : ')!' });
      }
      this.#pattern(name, type, isList);
      return;
    }
    const symbol = this.#program.ts.isIdentifier(name) ? this.#program.symbolOf(name) : undefined;
    if (symbol === undefined || this.#program.assignedTo(symbol).length > 0 || symbol.declarations?.length !== 1) {
      return;
    }
    for (const use of this.#program.usesOf(symbol)) {
      if (use !== name) {
        this.value(this.#program.expressionOf(use), type, isList, missing.isOptional);
      }
    }
  }

  #pattern(pattern: ts.ObjectBindingPattern, type: Type | undefined, isList: boolean): void {
    const list = type === undefined || isList ? undefined : listIn(type);
    const [only, ...others] = pattern.elements;
    if (list !== undefined && only !== undefined) {
      const isPlain = others.length === 0 && only.initializer === undefined && only.dotDotDotToken === undefined;
      if (isPlain && (only.propertyName ?? only.name).getText() === list.name) {
        this.edits.push({ start: pattern.getStart(), end: only.name.getStart(), text: '' });
        this.edits.push({ start: only.name.end, end: pattern.end, text: '' });
        this.name(only.name, list.type, true);
      } else {
        this.open.push({ node: pattern, what: 'a list that was an object' });
      }
      return;
    }
    const members = type?.kind === 'complex' && listIn(type) === undefined ? membersOf(type) : [];
    for (const element of pattern.elements) {
      const key = element.propertyName ?? element.name;
      const name = key.getText();
      const member = members.find((each) => each.name === name);
      if (member === undefined && name === 'attributes') {
        this.open.push({ node: element, what: 'the attributes as a whole' });
      }
      if (member !== undefined && member.property !== name) {
        const bound = element.propertyName === undefined ? `: ${name}` : '';
        this.edits.push({ start: key.getStart(), end: key.end, text: `${member.property}${bound}` });
      }
      if (member !== undefined) {
        this.name(element.name, member.type, member.list, {
          isOptional: member.optional && element.initializer === undefined,
        });
      }
    }
  }

  /** An expression that is a value, or a list of such values. */
  value(node: ts.Expression, type: Type | undefined, isList = false, isOptional = false): void {
    const { ts } = this.#program;
    const outer = this.#program.whole(node);
    const { parent } = outer;
    if (ts.isVariableDeclaration(parent) && parent.initializer === outer) {
      this.name(parent.name, type, isList, { isOptional, source: outer });
      return;
    }
    if (this.#dropped(outer, type, isList, isOptional)) {
      return;
    }
    if (isOptional && this.#program.isTyped(outer) && wantsValue(outer, ts) && !isTested(outer, this.#program)) {
      this.edits.push({ start: outer.end, end: outer.end, text: '!' });
    }
    if (type?.kind !== 'complex') {
      return;
    }
    if (ts.isBinaryExpression(parent) && parent.left === outer && isDefault(parent.operatorToken.kind, ts)) {
      this.value(parent, type, isList);
    } else if (isList) {
      this.#list(outer, type);
    } else {
      this.#object(outer, type);
    }
  }

  /** Takes out a step that a value does not have any more: to the list in an object, to attributes, to the text of a simple value. */
  #dropped(node: ts.Expression, type: Type | undefined, isList: boolean, isOptional: boolean): boolean {
    const step = isList || type === undefined ? undefined : memberStep(node, this.#program);
    if (step === undefined || type === undefined) {
      return false;
    }
    const list = listIn(type);
    const isAttributes = step.name === 'attributes' && memberStep(this.#program.whole(step.access), this.#program);
    const isText = type.kind === 'simple' && step.name === '$value';
    if (list === undefined ? !isText && !(type.kind === 'complex' && isAttributes) : step.name !== list.name) {
      return false;
    }
    this.edits.push({ start: node.end, end: step.access.end, text: '' });
    this.value(step.access, list === undefined ? type : list.type, list !== undefined, isOptional);
    return true;
  }

  #list(node: ts.Expression, type: Type): void {
    const { ts } = this.#program;
    const { parent } = node;
    if (ts.isForOfStatement(parent) && parent.expression === node && ts.isVariableDeclarationList(parent.initializer)) {
      const [declaration] = parent.initializer.declarations;
      if (declaration !== undefined) {
        this.name(declaration.name, type);
      }
      return;
    }
    const step = memberStep(node, this.#program);
    if (step === undefined) {
      return;
    }
    if (/^\d+$/.test(step.name)) {
      this.value(step.access, type);
      return;
    }
    const call = step.access.parent;
    if (!ts.isCallExpression(call)) {
      return;
    }
    const [first] = call.arguments;
    const item = eachMethods.has(step.name) && first ? this.#program.functionAt(first)?.parameters[0]?.name : undefined;
    if (item !== undefined) {
      this.name(item, type);
    }
    if (listMethods.has(step.name) || itemMethods.has(step.name)) {
      this.value(call, type, listMethods.has(step.name));
    }
  }

  #object(node: ts.Expression, type: Type & { readonly kind: 'complex' }): void {
    const step = memberStep(node, this.#program);
    if (step === undefined || listIn(type) !== undefined) {
      return;
    }
    const member = membersOf(type).find(({ name }) => name === step.name);
    if (member === undefined) {
      if (step.name === 'attributes') {
        this.open.push({ node: step.access, what: 'the attributes as a whole' });
      }
      return;
    }
    if (member.property !== member.name && this.#program.ts.isPropertyAccessExpression(step.access)) {
      const { name } = step.access;
      this.edits.push({ start: name.getStart(), end: name.end, text: member.property });
    }
    this.value(step.access, member.type, member.list, member.optional);
  }
}

/** A place that a person has to look at. */
export interface OpenUse {
  readonly node: ts.Node;
  readonly what: 'the attributes as a whole' | 'a list that was an object' | 'a value that may be missing';
}

/** How a value may be missing, and what gives it. */
interface Missing {
  readonly isOptional?: boolean;
  readonly source?: ts.Expression;
}

/** True where a missing value would be an error: a member is taken of it, or a function gets it. */
function wantsValue(node: ts.Expression, compiler: Compiler): boolean {
  const { parent } = node;
  if (compiler.isPropertyAccessExpression(parent) || compiler.isElementAccessExpression(parent)) {
    return parent.expression === node && parent.questionDotToken === undefined;
  }
  if (compiler.isCallExpression(parent) || compiler.isNewExpression(parent)) {
    return parent.expression !== node && !/^(?:console|JSON)\.|^(?:String|resolve)$/.test(parent.expression.getText());
  }
  return compiler.isSpreadElement(parent) || (compiler.isForOfStatement(parent) && parent.expression === node);
}

/** `value ?? other` and `value || other` are the value, where there is one. */
function isDefault(kind: ts.SyntaxKind, { SyntaxKind }: Compiler): boolean {
  return kind === SyntaxKind.QuestionQuestionToken || kind === SyntaxKind.BarBarToken;
}

/** The access to a member of a value: `.name`, `?.name` or `['name']`. */
export function memberStep(
  node: ts.Node,
  { ts }: Program,
): { readonly access: ts.Expression; readonly name: string } | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
    return { access: parent, name: parent.name.text };
  }
  if (ts.isElementAccessExpression(parent) && parent.expression === node) {
    const { argumentExpression: argument } = parent;
    const isName = ts.isStringLiteralLike(argument) || ts.isNumericLiteral(argument);
    return isName ? { access: parent, name: argument.text } : undefined;
  }
  return undefined;
}
