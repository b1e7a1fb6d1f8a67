import type { ts } from 'ts-morph';
import type { Edit } from './edits.js';
import type { NameNode, Program } from './program.js';
import { messageType, type TargetMember, type TargetOperation, unwrappedMember } from './targets.js';
import { memberStep, type OpenUse, ValueFlow } from './value-flow.js';

/** The member of the older answer that has the result: the first of an array, or `response`. */
export type Carrier = '0' | 'response';

/**
 * Follows the result of one call to where it is used. The older client gives `[{ GetPriceResult: price }, …]`, the generated one `price`: each
 * place that takes it apart is changed. What cannot be followed says so by `false`, and the caller gives it the older form.
 */
export class ResultFlow {
  readonly edits: Edit[] = [];
  /** Places of the result that a person has to change. */
  get open(): readonly OpenUse[] {
    return this.#values.open;
  }

  /** True if the program goes on with an older form. */
  isKept = false;
  /** True while a part is followed that stays in its older form: only what is in the result has other names. */
  #staysOlder = false;
  /** Set where the program uses more of the answer than its result. */
  rest: ts.Node | undefined;
  readonly #program: Program;
  readonly #operation: TargetOperation;
  readonly #carrier: Carrier;
  readonly #only: TargetMember | undefined;
  readonly #values: ValueFlow;

  constructor(program: Program, operation: TargetOperation, carrier: Carrier) {
    this.#program = program;
    this.#operation = operation;
    this.#carrier = carrier;
    this.#only = unwrappedMember(operation.output);
    this.#values = new ValueFlow(program, this.edits);
  }

  /** A promise of the answer, or of the content of its Body. */
  promise(node: ts.Expression, of: 'answer' | 'content' = 'answer'): boolean {
    const { ts } = this.#program;
    const outer = this.#program.whole(node);
    const { parent } = outer;
    if (ts.isAwaitExpression(parent)) {
      return of === 'answer' ? this.carrier(parent) : this.wrapper(parent);
    }
    if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) {
      return true;
    }
    if (ts.isVariableDeclaration(parent)) {
      return this.#uses(parent.name, (use) => this.promise(use, of));
    }
    const chain = this.#chainReturning(outer);
    if (chain !== undefined) {
      return this.promise(chain, of);
    }
    if (!ts.isPropertyAccessExpression(parent) || !ts.isCallExpression(parent.parent)) {
      return false;
    }
    const call = parent.parent;
    if (parent.name.text === 'then') {
      const [first] = call.arguments;
      const fn = first && this.#program.functionAt(first);
      const name = fn?.parameters[0]?.name;
      const follow = (own: ts.BindingName): boolean =>
        of === 'answer' ? this.#carrierName(own) : this.wrapperName(own);
      return fn !== undefined && (name === undefined || follow(name));
    }
    return ['catch', 'finally'].includes(parent.name.text) && this.promise(call, of);
  }

  /** The call of `then` whose function gives this promise and nothing else. */
  #chainReturning(node: ts.Expression): ts.CallExpression | undefined {
    const { ts } = this.#program;
    const { parent } = node;
    const fn = ts.isArrowFunction(parent)
      ? parent
      : ts.isReturnStatement(parent)
        ? ts.findAncestor(parent, ts.isFunctionLike)
        : undefined;
    if (fn === undefined || !('body' in fn)) {
      return undefined;
    }
    const returns = [...this.#program.ownNodes(fn)].filter(ts.isReturnStatement);
    const call = this.#program.whole(fn as unknown as ts.Expression).parent;
    const isThen =
      ts.isCallExpression(call) &&
      ts.isPropertyAccessExpression(call.expression) &&
      call.expression.name.text === 'then';
    return isThen && call.arguments.length === 1 && returns.length <= 1 ? call : undefined;
  }

  /** The answer. */
  carrier(node: ts.Expression): boolean {
    const outer = this.#program.whole(node);
    const passed = this.#passedOn(outer, 'answer', (name) => this.#carrierName(name));
    if (passed !== undefined) {
      return passed;
    }
    const step = memberStep(outer, this.#program);
    if (step === undefined) {
      return false;
    }
    if (step.name !== this.#carrier) {
      this.rest = step.access;
      return false;
    }
    this.#dropStep(outer, step.access);
    this.#dropParentheses(outer, step.access);
    return this.#kept(() => this.wrapper(step.access), node, step.access);
  }

  /** Follows what nobody uses, a name takes or a function of `then` gives; undefined for what is taken apart here. */
  #passedOn(
    outer: ts.Expression,
    of: 'answer' | 'content',
    follow: (name: ts.BindingName) => boolean,
  ): boolean | undefined {
    const { ts } = this.#program;
    const { parent } = outer;
    if (ts.isExpressionStatement(parent)) {
      return true;
    }
    if (ts.isVariableDeclaration(parent)) {
      return follow(parent.name);
    }
    const chain = this.#chainReturning(outer);
    return chain && this.promise(chain, of);
  }

  /** The content of the answer's Body. */
  wrapper(node: ts.Expression): boolean {
    const type = this.#operation.output && messageType(this.#operation.output);
    if (this.#only === undefined) {
      this.#values.value(node, type);
      return true;
    }
    const outer = this.#program.whole(node);
    const passed = this.#passedOn(outer, 'content', (name) => this.wrapperName(name));
    if (passed !== undefined) {
      return passed;
    }
    if (this.#isTested(outer)) {
      return true;
    }
    const step = memberStep(outer, this.#program);
    if (step === undefined || step.name !== this.#only.name) {
      return false;
    }
    this.#dropStep(outer, step.access);
    this.#values.value(step.access, this.#only.type, this.#only.list, this.#only.optional);
    return true;
  }

  /** True for `content` in `content && content.GetPriceResult`: the result says the same. */
  #isTested(node: ts.Expression): boolean {
    const { ts } = this.#program;
    const { parent } = node;
    if (
      !ts.isBinaryExpression(parent) ||
      parent.left !== node ||
      parent.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken
    ) {
      return false;
    }
    const text = parent.right.getText();
    return [`${node.getText()}.${this.#only?.name}`, `${node.getText()}?.${this.#only?.name}`].some((each) =>
      text.startsWith(each),
    );
  }

  /** A name that stands for the content of the answer's Body. */
  wrapperName(name: ts.BindingName): boolean {
    const { ts } = this.#program;
    if (this.#only !== undefined) {
      this.#dropType(name);
    }
    if (ts.isIdentifier(name)) {
      return this.#uses(name, (use) => this.wrapper(use));
    }
    if (this.#only === undefined) {
      this.#values.name(name, this.#operation.output && messageType(this.#operation.output));
      return true;
    }
    const inner = ts.isObjectBindingPattern(name) ? this.#onlyElement(name, this.#only.name) : undefined;
    if (inner === undefined) {
      return false;
    }
    this.#unwrap(name, inner);
    const holder = this.#program.ts.findAncestor(name, this.#program.ts.isVariableDeclaration);
    const source = this.#staysOlder ? undefined : holder?.initializer;
    const isOptional = this.#only.optional;
    this.#values.name(inner, this.#only.type, this.#only.list, { isOptional, ...(source && { source }) });
    return true;
  }

  /** Takes out a type that says the older form: `([result]: [Found]) => …`. */
  #dropType(name: ts.BindingName): void {
    const { ts } = this.#program;
    const { parent } = name;
    const type = ts.isParameter(parent) || ts.isVariableDeclaration(parent) ? parent.type : undefined;
    if (type !== undefined && !this.#staysOlder && !/^(?:any|unknown)$/.test(type.getText())) {
      this.edits.push({ start: name.end, end: type.end, text: '' });
    }
  }

  #carrierName(name: ts.BindingName): boolean {
    const { ts } = this.#program;
    this.#dropType(name);
    if (ts.isIdentifier(name)) {
      return this.#uses(name, (use) => this.carrier(use));
    }
    const inner = ts.isArrayBindingPattern(name) ? this.#firstElement(name) : this.#onlyElement(name, this.#carrier);
    if (inner === undefined) {
      this.rest ??= this.#usedRest(name);
      return false;
    }
    this.#unwrap(name, inner);
    const holder = name.parent;
    const source = ts.isVariableDeclaration(holder) ? holder.initializer : undefined;
    return this.#kept(() => this.wrapperName(inner), source, source);
  }

  /** A part that is used in its older form gets it where it comes from: `{ GetPriceResult: … }`. */
  #kept(follow: () => boolean, from: ts.Expression | undefined, at: ts.Expression | undefined): boolean {
    const before = this.edits.length;
    if (follow() || this.#staysOlder) {
      return true;
    }
    if (from === undefined || at === undefined || this.#only === undefined) {
      return false;
    }
    this.edits.length = before;
    this.#staysOlder = true;
    follow();
    this.#staysOlder = false;
    const { parent } = this.#program.whole(at);
    const { ts } = this.#program;
    const isBare = ts.isVariableDeclaration(parent) || (ts.isCallExpression(parent) && parent.expression !== at);
    const [open, close] = isBare ? ['{', '}'] : ['({', '})'];
    this.edits.push({ start: from.getStart(), end: from.getStart(), text: `${open} ${keyText(this.#only.name)}: ` });
    this.edits.push({ start: from.end, end: from.end, text: ` ${close}` });
    this.isKept = true;
    return true;
  }

  /** Takes out a step that the value does not have any more. */
  #dropStep(from: ts.Node, access: ts.Expression): void {
    if (!this.#staysOlder) {
      this.edits.push({ start: from.end, end: access.end, text: '' });
    }
  }

  /** Takes out the parentheses of `(await …)[0].GetPriceResult` where nothing follows. */
  #dropParentheses(outer: ts.Expression, access: ts.Expression): void {
    const { ts } = this.#program;
    const next = memberStep(access, this.#program);
    const { parent } = next !== undefined && next.name === this.#only?.name ? next.access : access;
    const isFree =
      ts.isReturnStatement(parent) ||
      (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) ||
      (ts.isCallExpression(parent) && parent.arguments.includes(next?.access ?? access));
    if (isFree && ts.isParenthesizedExpression(outer) && ts.isAwaitExpression(outer.expression)) {
      this.#unwrap(outer, outer.expression);
    }
  }

  /** Leaves only the inner part of what is around it. */
  #unwrap(outer: ts.Node, inner: ts.Node): void {
    if (!this.#staysOlder) {
      this.edits.push({ start: outer.getStart(), end: inner.getStart(), text: '' });
      this.edits.push({ start: inner.end, end: outer.end, text: '' });
    }
  }

  /** Follows a call whose answer stays in its older form. */
  older(node: ts.Expression): void {
    this.edits.length = 0;
    this.#staysOlder = true;
    this.promise(node);
  }

  /** The same for the result that a function gets. */
  olderName(name: ts.BindingName): void {
    this.edits.length = 0;
    this.#staysOlder = true;
    this.wrapperName(name);
  }

  #firstElement(pattern: ts.ArrayBindingPattern): ts.BindingName | undefined {
    const { ts } = this.#program;
    const [first, ...others] = pattern.elements;
    const isPlain = first !== undefined && ts.isBindingElement(first) && !first.initializer && !first.dotDotDotToken;
    return isPlain && others.every((each) => !this.#isUsed(each)) ? first.name : undefined;
  }

  #isUsed(element: ts.ArrayBindingElement): boolean {
    const { ts } = this.#program;
    if (!ts.isBindingElement(element)) {
      return false;
    }
    const symbol = ts.isIdentifier(element.name) ? this.#program.symbolOf(element.name) : undefined;
    return symbol === undefined || this.#program.usesOf(symbol).length > 1;
  }

  #usedRest(pattern: ts.BindingPattern): ts.Node | undefined {
    const { ts } = this.#program;
    const elements: readonly ts.ArrayBindingElement[] = pattern.elements;
    return ts.isArrayBindingPattern(pattern)
      ? elements.slice(1).find((each) => this.#isUsed(each))
      : elements.find(
          (each) => ts.isBindingElement(each) && (each.propertyName ?? each.name).getText() !== this.#carrier,
        );
  }

  /** The name for a member, where a pattern takes nothing else. */
  #onlyElement(pattern: ts.ObjectBindingPattern, key: string): ts.BindingName | undefined {
    const [element, ...others] = pattern.elements;
    if (element === undefined || others.length > 0 || element.initializer || element.dotDotDotToken) {
      return undefined;
    }
    const name = element.propertyName ?? element.name;
    const text = this.#program.ts.isStringLiteralLike(name) ? name.text : name.getText();
    return text === key ? element.name : undefined;
  }

  /** Every use of a name that is given once. */
  #uses(name: ts.BindingName, follow: (use: ts.Expression) => boolean): boolean {
    const symbol = this.#program.ts.isIdentifier(name) ? this.#program.symbolOf(name) : undefined;
    if (symbol === undefined || this.#program.assignedTo(symbol).length > 0 || symbol.declarations?.length !== 1) {
      return false;
    }
    const uses = this.#program.usesOf(symbol).filter((use) => use !== name);
    const isFollowed = (use: NameNode): boolean =>
      !this.#program.ts.isShorthandPropertyAssignment(use.parent) && follow(this.#program.expressionOf(use));
    return this.#staysOlder ? uses.map(isFollowed).every(Boolean) : uses.every(isFollowed);
  }
}

/** A name as the key of an object literal. */
export function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
