import type { ts } from 'ts-morph';
import { append } from '../diagnostics/append.js';
import { type FunctionNode, isNothing, type NameNode, type Program } from './program.js';

/** Where a client of `soap` is made. */
export interface Creation {
  readonly node: ts.CallExpression | ts.NewExpression;
  /** `createClientAsync`, `createClient`, or a class of `@techspokes/typescript-wsdl-client`. */
  readonly form: 'promise' | 'callback' | 'class';
  readonly source: ts.Expression | undefined;
  readonly options: ts.Expression | undefined;
  readonly endpoint: ts.Expression | undefined;
  readonly callback: ts.Expression | undefined;
}

/** A client, from one or several places that make it. */
export class SoapClient {
  readonly #creations: Creation[] = [];
  #merged: SoapClient | undefined;

  constructor(creation?: Creation) {
    if (creation !== undefined) {
      this.#creations.push(creation);
    }
  }

  /** The places that make it. */
  get creations(): readonly Creation[] {
    return this.root.#creations;
  }

  /** The client that stands for all that are the same. */
  get root(): SoapClient {
    return this.#merged === undefined ? this : this.#merged.root;
  }

  /** Says that two are the same: a name stands for both. */
  join(other: SoapClient): SoapClient {
    const [root, further] = [this.root, other.root];
    if (root !== further) {
      append(root.#creations, further.#creations);
      further.#merged = root;
    }
    return root;
  }
}

/** What an expression of a program is, as far as it has to do with `soap`. */
export type FollowedValue =
  | { readonly kind: 'module' }
  | { readonly kind: 'export'; readonly name: string }
  | { readonly kind: 'client'; readonly client: SoapClient }
  /** `client.Service` or `client.Service.Port`. */
  | { readonly kind: 'port'; readonly client: SoapClient }
  | { readonly kind: 'promise'; readonly of: FollowedValue };

/** What the module of an import is. */
export type ModuleKind = 'soap' | 'wsdl-tsclient' | 'techspokes';

/** Names of services and ports, which are members of clients of `soap`. */
export interface ClientMemberNames {
  readonly services: ReadonlySet<string>;
  readonly ports: ReadonlySet<string>;
}

/** Follows clients of `soap` through a program. */
export class Values {
  readonly #program: Program;
  readonly #kindOf: (file: string, specifier: string) => ModuleKind | undefined;
  readonly #names: ClientMemberNames;
  readonly #known = new Map<ts.Node | ts.Symbol, FollowedValue | undefined>();
  readonly #returns = new Map<FunctionNode, FollowedValue | undefined>();
  readonly #created = new Map<ts.Node, SoapClient>();

  constructor(
    program: Program,
    kindOf: (file: string, specifier: string) => ModuleKind | undefined,
    names: ClientMemberNames,
  ) {
    this.#program = program;
    this.#kindOf = kindOf;
    this.#names = names;
  }

  /** What an expression is. */
  of(node: ts.Node): FollowedValue | undefined {
    const bare = this.#program.bare(node);
    const value = this.#once(this.#known, bare, () => this.#evaluate(bare));
    return value ?? (this.#program.ts.isAsExpression(node) ? this.typed(node.type) : undefined);
  }

  /** What a function returns. */
  returned(fn: ts.SignatureDeclaration): FollowedValue | undefined {
    return 'body' in fn ? this.#returned(fn as FunctionNode) : undefined;
  }

  #once<K>(
    known: Map<K, FollowedValue | undefined>,
    key: K,
    make: () => FollowedValue | undefined,
  ): FollowedValue | undefined {
    if (!known.has(key)) {
      // A name that is made of itself adds nothing to what it is.
      known.set(key, undefined);
      known.set(key, make());
    }
    return known.get(key);
  }

  #evaluate(node: ts.Node): FollowedValue | undefined {
    const { ts } = this.#program;
    if (ts.isMemberName(node)) {
      return this.#named(node);
    }
    if (ts.isPropertyAccessExpression(node)) {
      return this.#member(node.expression, node.name.text) ?? this.#named(node.name) ?? this.#kept(node.name);
    }
    if (ts.isElementAccessExpression(node)) {
      const { argumentExpression: name } = node;
      return ts.isStringLiteralLike(name) ? this.#member(node.expression, name.text) : undefined;
    }
    if (ts.isAwaitExpression(node)) {
      const value = this.of(node.expression);
      return value?.kind === 'promise' ? value.of : value;
    }
    if (ts.isCallExpression(node)) {
      return this.#called(node);
    }
    if (ts.isNewExpression(node)) {
      return this.#constructed(node);
    }
    if (ts.isConditionalExpression(node)) {
      return this.#join([node.whenTrue, node.whenFalse]);
    }
    if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const { AmpersandAmpersandToken, BarBarToken, CommaToken, EqualsToken, QuestionQuestionToken } = ts.SyntaxKind;
      const isEither = kind === BarBarToken || kind === QuestionQuestionToken;
      const isLast = [AmpersandAmpersandToken, CommaToken, EqualsToken].includes(kind);
      // What others give is no client, and sums of texts may have thousands of parts.
      return isEither ? this.#join([node.left, node.right]) : isLast ? this.of(node.right) : undefined;
    }
    return undefined;
  }

  /** What they are, as far as it is known. */
  #join(nodes: readonly ts.Node[]): FollowedValue | undefined {
    return joined(nodes.map((each) => this.of(each)));
  }

  #member(of: ts.Expression, name: string): FollowedValue | undefined {
    const base = this.of(of);
    switch (base?.kind) {
      case 'module':
      case 'export':
        return exportOf(base, name);
      case 'client':
        return this.#names.services.has(name) ? { kind: 'port', client: base.client } : undefined;
      case 'port':
        return this.#names.ports.has(name) ? base : undefined;
      case 'promise':
      case undefined:
        return undefined;
    }
  }

  /** A member of an object of which not more is known: a client if the file keeps nothing else under that name. */
  #kept(name: NameNode): FollowedValue | undefined {
    const kept = this.#program
      .keptAs(name)
      .filter((each) => !isNothing(each))
      .map((each) => this.of(each));
    const value = joined(kept);
    const isClient = value?.kind === 'client' || (value?.kind === 'promise' && value.of.kind === 'client');
    return isClient && !kept.includes(undefined) ? value : undefined;
  }

  #named(name: NameNode): FollowedValue | undefined {
    const symbol = this.#program.symbolOf(name);
    return symbol && this.#once(this.#known, symbol, () => this.#valueOfSymbol(symbol));
  }

  #valueOfSymbol(symbol: ts.Symbol): FollowedValue | undefined {
    const imported = symbol.declarations?.map((each) => this.#imported(each)).find((each) => each !== undefined);
    if (imported !== undefined) {
      return imported;
    }
    const declared = (symbol.declarations ?? []).flatMap((each) => this.#initial(each));
    const assigned = this.#program.assignedTo(symbol).map((each) => () => this.of(each));
    return joined([...declared, ...assigned].map((value) => value())) ?? this.#declaredType(symbol);
  }

  /** What a name is by its declaration alone, if that says anything. */
  #initial(node: ts.Declaration): readonly (() => FollowedValue | undefined)[] {
    const { ts } = this.#program;
    if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) {
      const { initializer } = node;
      return initializer === undefined ? [] : [() => this.of(initializer)];
    }
    if (ts.isShorthandPropertyAssignment(node)) {
      return [() => this.#named(node.name)];
    }
    if (ts.isExportAssignment(node)) {
      return [() => this.of(node.expression)];
    }
    // `module.exports = …` and `exports.client = …`
    const assignment = ts.isBinaryExpression(node) ? node : node.parent;
    if ((assignment === node || ts.isPropertyAccessExpression(node)) && ts.isBinaryExpression(assignment)) {
      return [() => this.of(assignment.right)];
    }
    if (ts.isBindingElement(node)) {
      return [() => this.#destructured(node)];
    }
    if (ts.isParameter(node) && ts.isFunctionLike(node.parent)) {
      return this.#given(node, node.parent as FunctionNode);
    }
    return [];
  }

  #imported(node: ts.Declaration): FollowedValue | undefined {
    const { ts } = this.#program;
    if (ts.isImportSpecifier(node)) {
      const kind = this.#moduleKind(node, node.parent.parent.parent.moduleSpecifier);
      return kind && this.#exported(kind, (node.propertyName ?? node.name).text);
    }
    if (ts.isNamespaceImport(node) || ts.isImportClause(node)) {
      const clause = ts.isNamespaceImport(node) ? node.parent : node;
      return this.#moduleKind(node, clause.parent.moduleSpecifier) === undefined ? undefined : { kind: 'module' };
    }
    if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      return this.#moduleKind(node, node.moduleReference.expression) === undefined ? undefined : { kind: 'module' };
    }
    return undefined;
  }

  #moduleKind(node: ts.Node, specifier: ts.Expression): ModuleKind | undefined {
    return this.#program.ts.isStringLiteralLike(specifier)
      ? this.#kindOf(node.getSourceFile().fileName, specifier.text)
      : undefined;
  }

  #exported(kind: ModuleKind, name: string): FollowedValue {
    return { kind: 'export', name: kind === 'techspokes' ? `class ${name}` : name };
  }

  #destructured(node: ts.BindingElement): FollowedValue | undefined {
    const { ts } = this.#program;
    const pattern = node.parent;
    if (ts.isArrayBindingPattern(pattern)) {
      const given = ts.isVariableDeclaration(pattern.parent) ? promisesAwaited(pattern.parent, ts) : undefined;
      const promise = given?.[pattern.elements.indexOf(node)];
      const value = promise && this.of(promise);
      return value?.kind === 'promise' ? value.of : value;
    }
    const name = node.propertyName ?? node.name;
    if (!ts.isObjectBindingPattern(pattern) || !ts.isIdentifier(name)) {
      return undefined;
    }
    const owner = pattern.parent;
    const whole = ts.isBindingElement(owner)
      ? this.#destructured(owner)
      : ts.isVariableDeclaration(owner) && owner.initializer
        ? this.of(owner.initializer)
        : undefined;
    return whole && exportOf(whole, name.text);
  }

  /** What the calls of a function give to a parameter. */
  #given(parameter: ts.ParameterDeclaration, fn: FunctionNode): readonly (() => FollowedValue | undefined)[] {
    const { ts } = this.#program;
    const index = fn.parameters.indexOf(parameter);
    const call = this.#program.whole(fn as unknown as ts.Expression).parent;
    if (ts.isCallExpression(call) && call.expression !== fn) {
      return [() => this.#givenByCall(call, fn, index)];
    }
    const name = this.#nameOfFunction(fn);
    const symbol = name && this.#program.symbolOf(name);
    const uses = symbol === undefined ? [] : this.#program.usesOf(symbol);
    return uses.flatMap((use) => {
      const callee = this.#program.expressionOf(use);
      const around = callee.parent;
      if (!ts.isCallExpression(around) && !ts.isNewExpression(around)) {
        return [];
      }
      const argument = around.arguments?.[index];
      if (around.expression === callee) {
        return argument === undefined ? [] : [() => this.of(argument)];
      }
      return ts.isCallExpression(around) ? [() => this.#givenByCall(around, callee, index)] : [];
    });
  }

  #nameOfFunction(fn: FunctionNode): ts.Identifier | undefined {
    const { ts } = this.#program;
    const named =
      (ts.isConstructorDeclaration(fn) ? fn.parent.name : fn.name) ??
      ('name' in fn.parent ? (fn.parent.name as ts.Node | undefined) : undefined);
    return named && ts.isIdentifier(named) ? named : undefined;
  }

  /** What `createClient` and `then` give to the function that they get. */
  #givenByCall(call: ts.CallExpression, fn: ts.Node, index: number): FollowedValue | undefined {
    const { ts } = this.#program;
    const callee = this.of(call.expression);
    if (callee?.kind === 'export' && callee.name === 'createClient') {
      return index === 1 ? this.#clientMadeBy(call, 'callback') : undefined;
    }
    if (ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'then') {
      const promise = this.of(call.expression.expression);
      return promise?.kind === 'promise' && index === 0 && this.#program.bare(call.arguments[0] ?? call) === fn
        ? promise.of
        : undefined;
    }
    return undefined;
  }

  #called(call: ts.CallExpression): FollowedValue | undefined {
    const { ts } = this.#program;
    const { expression: callee, arguments: args } = call;
    const [first] = args;
    const isLoad = callee.kind === ts.SyntaxKind.ImportKeyword;
    if ((isLoad || (ts.isIdentifier(callee) && callee.text === 'require')) && first !== undefined) {
      const found: FollowedValue | undefined =
        this.#moduleKind(call, first) === undefined ? undefined : { kind: 'module' };
      return isLoad && found ? { kind: 'promise', of: found } : found;
    }
    const value = this.of(callee);
    if (this.#program.nameOf(callee)?.text === 'promisify' && first !== undefined) {
      const given = this.of(boundFunction(first, ts));
      return given?.kind === 'export' && given.name === 'createClient'
        ? { kind: 'export', name: 'createClientAsync' }
        : undefined;
    }
    if (value?.kind === 'export') {
      return value.name === 'createClientAsync'
        ? { kind: 'promise', of: this.#clientMadeBy(call, 'promise') }
        : undefined;
    }
    if (ts.isPropertyAccessExpression(callee)) {
      const chained = this.#chained(callee, args);
      if (chained !== undefined) {
        return chained;
      }
    }
    const fn = this.#program.calledFunction(callee);
    return fn ? this.#returned(fn) : this.#declaredResult(callee);
  }

  /** What the declaration of a method without a body says that it gives. */
  #declaredResult(callee: ts.Expression): FollowedValue | undefined {
    const name = this.#program.nameOf(callee);
    const [declaration] = (name && this.#program.symbolOf(name)?.declarations) ?? [];
    const type = declaration && this.#program.ts.isFunctionLike(declaration) ? declaration.type : undefined;
    return type && this.typed(type);
  }

  /** The value of a call of a method of promises. */
  #chained(
    { expression, name }: ts.PropertyAccessExpression,
    args: readonly ts.Expression[],
  ): FollowedValue | undefined {
    const { ts } = this.#program;
    if (ts.isIdentifier(expression) && expression.text === 'Promise' && name.text === 'resolve' && args[0]) {
      return promiseOf(this.of(args[0]));
    }
    const promise = this.of(expression);
    if (promise?.kind !== 'promise') {
      return undefined;
    }
    const [first] = args;
    if (name.text !== 'then' || first === undefined) {
      return promise;
    }
    const fn = this.#program.functionAt(first) ?? this.#program.calledFunction(first);
    return fn && promiseOf(this.#returned(fn));
  }

  /** What a function returns. */
  #returned(fn: FunctionNode): FollowedValue | undefined {
    // A function is an expression as well, which is no client.
    return this.#once(this.#returns, fn, () => {
      const value = this.#join(this.#program.returnedBy(fn)) ?? (fn.type && this.typed(fn.type));
      return this.#program.isAsync(fn) ? promiseOf(value) : value;
    });
  }

  #constructed(node: ts.NewExpression): FollowedValue | undefined {
    const { ts } = this.#program;
    const { expression, arguments: [first] = [] } = node;
    if (ts.isIdentifier(expression) && expression.text === 'Promise' && first !== undefined) {
      return this.#resolvedBy(first);
    }
    const value = this.of(expression);
    return value?.kind === 'export' && value.name.startsWith('class ') ? this.#clientMadeBy(node, 'class') : undefined;
  }

  /** What `new Promise((resolve) => …)` becomes. */
  #resolvedBy(executor: ts.Expression): FollowedValue | undefined {
    const { ts } = this.#program;
    const name = this.#program.functionAt(executor)?.parameters[0]?.name;
    const symbol = name && ts.isIdentifier(name) ? this.#program.symbolOf(name) : undefined;
    const uses = symbol === undefined ? [] : this.#program.usesOf(symbol);
    const given = uses.flatMap(({ parent }) =>
      ts.isCallExpression(parent) && parent.arguments[0] ? [parent.arguments[0]] : [],
    );
    return promiseOf(this.#join(given));
  }

  #clientMadeBy(node: ts.CallExpression | ts.NewExpression, form: Creation['form']): FollowedValue {
    let client = this.#created.get(node);
    if (client === undefined) {
      client = new SoapClient(this.#creationAt(node, form));
      this.#created.set(node, client);
    }
    return { kind: 'client', client };
  }

  #creationAt(node: ts.CallExpression | ts.NewExpression, form: Creation['form']): Creation {
    const { ts } = this.#program;
    const [source, ...rest] = node.arguments ?? [];
    if (form === 'class') {
      const settings = source && this.#program.bare(source);
      const member = (name: string): ts.Expression | undefined =>
        settings && ts.isObjectLiteralExpression(settings)
          ? settings.properties
              .filter(ts.isPropertyAssignment)
              .find((each) => ts.isIdentifier(each.name) && each.name.text === name)?.initializer
          : undefined;
      return {
        node,
        form,
        source: member('source'),
        options: member('options'),
        endpoint: undefined,
        callback: source,
      };
    }
    const [first, second, third] = rest;
    if (form === 'promise') {
      return { node, form, source, options: first, endpoint: second, callback: undefined };
    }
    const isCallback = first !== undefined && (this.#program.functionAt(first) ?? this.#program.calledFunction(first));
    return isCallback
      ? { node, form, source, options: undefined, endpoint: second, callback: first }
      : { node, form, source, options: first, endpoint: third, callback: second };
  }

  /** A name of which only the type says that it is a client. */
  #declaredType(symbol: ts.Symbol): FollowedValue | undefined {
    const { ts } = this.#program;
    for (const declaration of symbol.declarations ?? []) {
      const isTyped =
        ts.isParameter(declaration) ||
        ts.isPropertyDeclaration(declaration) ||
        ts.isPropertySignature(declaration) ||
        ts.isVariableDeclaration(declaration);
      const value = isTyped && declaration.type ? this.typed(declaration.type) : undefined;
      if (value !== undefined) {
        return value;
      }
    }
    return undefined;
  }

  /** What a type says by itself: a client, or a promise of one, that may be missing. */
  typed(node: ts.TypeNode): FollowedValue | undefined {
    const { ts } = this.#program;
    if (ts.isParenthesizedTypeNode(node)) {
      return this.typed(node.type);
    }
    if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
      return joined(node.types.map((each) => this.typed(each)));
    }
    if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Promise' && node.typeArguments?.[0]) {
      return promiseOf(this.typed(node.typeArguments[0]));
    }
    return this.isClientType(node) ? { kind: 'client', client: new SoapClient() } : undefined;
  }

  /** True for `Client` of the package, and the client of `wsdl-tsclient`. */
  isClientType(node: ts.TypeNode): boolean {
    const { ts } = this.#program;
    if (!ts.isTypeReferenceNode(node)) {
      return false;
    }
    const { typeName } = node;
    if (ts.isQualifiedName(typeName)) {
      return (
        ts.isIdentifier(typeName.left) && this.of(typeName.left)?.kind === 'module' && typeName.right.text === 'Client'
      );
    }
    const symbol = this.#program.symbolOf(typeName);
    return this.#isClientName(typeName) || symbol?.declarations?.some((each) => this.#extendsClient(each)) === true;
  }

  #isClientName(name: ts.Node): boolean {
    const value = this.of(name);
    return value?.kind === 'export' && /^(?:class .*|\w*Client)$/.test(value.name);
  }

  /** True for an interface that adds the operations to the client of `soap`. */
  #extendsClient(node: ts.Declaration): boolean {
    const { ts } = this.#program;
    return (
      ts.isInterfaceDeclaration(node) &&
      node.heritageClauses?.some(({ types }) => types.some(({ expression }) => this.#isClientName(expression))) === true
    );
  }
}

/** The promises of `const […] = await Promise.all([…])`. */
export function promisesAwaited(
  { initializer }: ts.VariableDeclaration,
  compiler: Program['ts'],
): readonly ts.Expression[] | undefined {
  const call = initializer && compiler.isAwaitExpression(initializer) ? initializer.expression : undefined;
  const [first] =
    call && compiler.isCallExpression(call) && call.expression.getText() === 'Promise.all' ? call.arguments : [];
  return first && compiler.isArrayLiteralExpression(first) ? first.elements : undefined;
}

/** The function that `fn.bind(…)` binds, or itself. */
function boundFunction(node: ts.Expression, compiler: Program['ts']): ts.Expression {
  const isBound =
    compiler.isCallExpression(node) &&
    compiler.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'bind';
  return isBound ? (node.expression as ts.PropertyAccessExpression).expression : node;
}

function promiseOf(value: FollowedValue | undefined): FollowedValue | undefined {
  return value === undefined || value.kind === 'promise' ? value : { kind: 'promise', of: value };
}

/** What all of them are that are known: null and what comes from elsewhere say nothing. */
function joined(values: readonly (FollowedValue | undefined)[]): FollowedValue | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.slice(1).reduce<FollowedValue | undefined>(both, known[0]);
}

/** What the package exports under a name, or its object `security` has. */
function exportOf(value: FollowedValue, name: string): FollowedValue | undefined {
  switch (value.kind) {
    case 'module':
      return name === 'default' ? value : { kind: 'export', name };
    case 'export':
      return value.name === 'security' ? { kind: 'export', name } : undefined;
    case 'client':
    case 'port':
    case 'promise':
      return undefined;
  }
}

/** What a name is that stands for both. */
function both(one: FollowedValue | undefined, other: FollowedValue | undefined): FollowedValue | undefined {
  if (one === undefined || one.kind !== other?.kind) {
    return undefined;
  }
  switch (one.kind) {
    case 'client':
    case 'port':
      return { kind: one.kind, client: one.client.join((other as typeof one).client) };
    case 'promise': {
      const of = both(one.of, (other as typeof one).of);
      return of && { kind: 'promise', of };
    }
    case 'export':
      return one.name === (other as typeof one).name ? one : undefined;
    case 'module':
      return one;
  }
}
