import type { ts } from 'ts-morph';
import { append } from '../diagnostics/append.js';
import { descendants } from '../emit/skeleton/compiler.js';
import { type Answers, answersOf, changeAnswers } from './answers.js';
import { ArgumentChanges } from './arguments.js';
import { sayMembers, sayOpenUses, sayOpenValues, usesName } from './calls.js';
import { changedMembers } from './changed-members.js';
import type { ProgramChanges } from './changes.js';
import type { FunctionNode, NameNode, Program } from './program.js';
import { keyText } from './results.js';
import { messageType, type TargetOperation, type TargetService, unwrappedMember } from './targets.js';
import { ValueFlow } from './value-flow.js';

/** The parts of a call of `listen`. */
interface Listening {
  readonly call: ts.CallExpression;
  readonly host: ts.Expression;
  readonly path: ts.Expression | undefined;
  readonly services: ts.Expression;
  readonly callback: ts.Expression | undefined;
}

/** A function that answers an operation, where it is written. */
interface Handler {
  readonly operation: TargetOperation;
  readonly property: ts.ObjectLiteralElementLike;
  readonly fn: FunctionNode;
  /** How it answers; undefined if that is not known. */
  readonly answers: Answers | undefined;
}

/** Changes the places where a program serves by `listen`: the service comes from the package, the host stays. */
export function changeServers(changes: ProgramChanges): void {
  const { program, values } = changes;
  for (const file of program.files) {
    for (const node of descendants(program.ts, file)) {
      if (!program.ts.isCallExpression(node)) {
        continue;
      }
      const callee = values.of(node.expression);
      if (callee?.kind === 'export' && callee.name === 'listen') {
        const problem = changeServer(node, changes);
        if (problem !== undefined) {
          changes.say('migrate/server', { why: problem }, node);
        }
      }
    }
  }
}

/** Why a server stays as it is; the words are in the catalogue. */
type ServerProblem = 'options' | 'services' | 'methods' | 'incomplete' | 'parameters' | 'results' | 'waiting';

function changeServer(call: ts.CallExpression, changes: ProgramChanges): ServerProblem | undefined {
  const listening = listeningAt(call, changes);
  if (listening === undefined) {
    return 'options';
  }
  const offered = offeredService(listening.services, changes);
  if (offered === undefined) {
    return 'services';
  }
  const { service, methods, whole, ports } = offered;
  const literal = new ArgumentChanges(changes.program).literalOf(methods, ports);
  const handlers = literal && handlersIn(literal, service, changes);
  if (literal === undefined || handlers === undefined) {
    return 'methods';
  }
  const problem = handlers.map((each) => handlerProblem(each, changes)).find((each) => each !== undefined);
  if (problem === undefined && handlers.length < service.operations.size) {
    return 'incomplete';
  }
  if (problem !== undefined || !mayWait(listening, changes)) {
    return problem ?? 'waiting';
  }
  if (missesValues(service, call, changes)) {
    return undefined;
  }
  for (const handler of handlers) {
    changeHandler(handler, changes);
  }
  const factory = changes.imported(whole, changes.settings.target.name, service.factory);
  changes.replace(whole, whole.getStart(), methods.getStart(), `${factory}(`);
  changes.replace(whole, methods.end, whole.end, ')');
  mount(listening, service, changes);
  return undefined;
}

/** True if namespaces are open, which is said. */
function missesValues(service: TargetService, call: ts.CallExpression, changes: ProgramChanges): boolean {
  const names = service.placeholders.filter((name) => !Object.hasOwn(changes.settings.define, name));
  const [first] = names;
  if (first !== undefined) {
    changes.say('migrate/needs-value', { service: service.factory, names, first }, call);
  }
  return first !== undefined;
}

function listeningAt(call: ts.CallExpression, { program }: ProgramChanges): Listening | undefined {
  const { ts } = program;
  const [host, second, services, , callback] = call.arguments;
  if (host === undefined || second === undefined) {
    return undefined;
  }
  if (services !== undefined) {
    return { call, host, path: second, services, callback };
  }
  const options = program.bare(second);
  if (!ts.isObjectLiteralExpression(options)) {
    return undefined;
  }
  const members = new Map<string, ts.Expression>();
  for (const each of options.properties) {
    if (!ts.isPropertyAssignment(each) && !ts.isShorthandPropertyAssignment(each)) {
      return undefined;
    }
    members.set(each.name.getText(), ts.isPropertyAssignment(each) ? each.initializer : each.name);
  }
  const own = members.get('services');
  const isKnown = [...members.keys()].every((name) => ['path', 'services', 'xml', 'uri', 'callback'].includes(name));
  return own && isKnown
    ? { call, host, path: members.get('path'), services: own, callback: members.get('callback') }
    : undefined;
}

/** A service as `listen` gets it. */
interface Offered {
  readonly service: TargetService;
  readonly methods: ts.Expression;
  readonly whole: ts.Expression;
  /** How many ports have the methods. */
  readonly ports: number;
}

/** `{ Service: { Port: methods } }`; several ports have the same methods. */
function offeredService(node: ts.Expression, changes: ProgramChanges): Offered | undefined {
  const { ts } = changes.program;
  const whole = new ArgumentChanges(changes.program).literalOf(node);
  const [own, ...others] = whole?.properties ?? [];
  if (whole === undefined || own === undefined || others.length > 0 || !ts.isPropertyAssignment(own)) {
    return undefined;
  }
  const name = own.name.getText().replace(/^['"]|['"]$/g, '');
  const service = changes.settings.target.services.find(({ descriptor }) => descriptor.name === name);
  const ports = changes.program.bare(own.initializer);
  const methods = ts.isObjectLiteralExpression(ports)
    ? ports.properties.flatMap((each) =>
        ts.isPropertyAssignment(each) ? [each.initializer] : ts.isShorthandPropertyAssignment(each) ? [each.name] : [],
      )
    : [];
  const [first] = methods;
  const isSame = methods.every((each) => each.getText() === first?.getText());
  return service && first && isSame ? { service, methods: first, whole, ports: methods.length } : undefined;
}

/** The functions of all methods; undefined if one is not there, or is none that the contract has. */
function handlersIn(
  literal: ts.ObjectLiteralExpression,
  { operations }: TargetService,
  changes: ProgramChanges,
): readonly Handler[] | undefined {
  const { program } = changes;
  const { ts } = program;
  const handlers: Handler[] = [];
  for (const property of literal.properties) {
    const name =
      property.name && (ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name))
        ? property.name.text
        : '';
    const operation = operations.get(name);
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    const fn = ts.isMethodDeclaration(property) ? property : value && functionGiven(value, program);
    if (operation === undefined || fn === undefined) {
      return undefined;
    }
    handlers.push({ operation, property, fn, answers: answersOf(fn, changes) });
  }
  return handlers;
}

/** The function that an expression is, or names. One that the program calls itself has to stay as it is. */
function functionGiven(node: ts.Expression, program: Program): FunctionNode | undefined {
  const name = program.nameOf(node);
  const symbol = name && program.symbolOf(name);
  const isCalled = (use: NameNode): boolean => {
    const { parent } = program.expressionOf(use);
    return program.ts.isCallExpression(parent) && parent.expression === program.expressionOf(use);
  };
  return symbol !== undefined && program.usesOf(symbol).some(isCalled) ? undefined : program.calledFunction(node);
}

function handlerProblem({ operation, fn, answers }: Handler, changes: ProgramChanges): ServerProblem | undefined {
  const { program } = changes;
  const { ts } = program;
  if (answers === undefined) {
    return 'parameters';
  }
  const only = unwrappedMember(operation.output);
  const isGiven = (node: ts.Expression): boolean => {
    const bare = program.bare(node);
    return ts.isObjectLiteralExpression(bare)
      ? onlyProperty(bare, only?.name ?? '', changes) !== undefined
      : program.isAsync(fn) || ts.isIdentifier(bare) || answers.form !== 'returned';
  };
  const type = only?.type ?? (operation.output && messageType(operation.output));
  const isSame = type === undefined || changedMembers(type).length === 0;
  const returned = answers.results;
  const areWritten = returned.every((each) => program.ts.isObjectLiteralExpression(program.bare(each)));
  return (only === undefined || returned.every(isGiven)) && (isSame || areWritten) ? undefined : 'results';
}

function onlyProperty(
  literal: ts.ObjectLiteralExpression,
  name: string,
  { program }: ProgramChanges,
): ts.Expression | undefined {
  const { ts } = program;
  const [only, ...others] = literal.properties;
  if (only === undefined || others.length > 0 || only.name?.getText() !== name) {
    return undefined;
  }
  return ts.isPropertyAssignment(only)
    ? only.initializer
    : ts.isShorthandPropertyAssignment(only)
      ? only.name
      : undefined;
}

function changeHandler({ operation, property, fn, answers }: Handler, changes: ProgramChanges): void {
  const { program } = changes;
  const { ts } = program;
  const isLater = answers?.form === 'later';
  nameHandler(property, operation.method, isLater, changes);
  const [first, second] = fn.parameters;
  const last = fn.parameters.at(-1);
  const kept = isLater ? second : first;
  if (kept !== undefined && last !== undefined && last !== kept) {
    changes.replace(kept, kept.end, last.end, '');
  }
  if (first !== undefined) {
    const flow = new ValueFlow(program, changes.of(first).edits);
    flow.name(first.name, messageType(operation.input));
    sayOpenUses(flow.open, changes);
    sayMembers(first, operation.name, messageType(operation.input), changes);
  }
  for (const node of answers?.results ?? []) {
    const parameter = first && ts.isIdentifier(first.name) ? first.name : undefined;
    changeResult(node, operation, parameter, answers?.form === 'returned', changes);
  }
  if (answers !== undefined) {
    changeAnswers(answers, changes);
  }
  for (const node of fn.body === undefined ? [] : program.ownNodes(fn.body)) {
    if (ts.isThrowStatement(node) && ts.isObjectLiteralExpression(program.bare(node.expression))) {
      changes.say('migrate/thrown-fault', {}, node);
    }
  }
}

/** Writes the name of the method, and `promisify` around a function that calls back later. */
function nameHandler(
  property: ts.ObjectLiteralElementLike,
  method: string,
  isLater: boolean,
  changes: ProgramChanges,
): void {
  const { ts } = changes.program;
  const { name } = property;
  if (name === undefined) {
    return;
  }
  // The server gives its methods a second parameter, which is not the callback.
  const open = isLater ? `(input) => ${changes.imported(property, 'node:util', 'promisify')}(` : '';
  if (ts.isShorthandPropertyAssignment(property)) {
    const value = isLater ? `${open}${name.getText()})(input)` : name.getText();
    changes.replace(name, name.getStart(), name.end, value === method ? method : `${method}: ${value}`);
    return;
  }
  changes.replace(name, name.getStart(), name.end, method);
  if (isLater && ts.isPropertyAssignment(property)) {
    const { initializer } = property;
    changes.replace(property, initializer.getStart(), initializer.getStart(), open);
    changes.replace(property, initializer.end, initializer.end, ')(input)');
  }
}

function changeResult(
  node: ts.Expression,
  operation: TargetOperation,
  parameter: ts.Identifier | undefined,
  mayWait: boolean,
  changes: ProgramChanges,
): void {
  const { program } = changes;
  const only = unwrappedMember(operation.output);
  const bare = program.bare(node);
  const found = new ArgumentChanges(program);
  if (only === undefined) {
    if (operation.output !== undefined && program.ts.isObjectLiteralExpression(bare)) {
      found.message(node, operation.output);
    }
  } else if (program.ts.isObjectLiteralExpression(bare)) {
    const value = onlyProperty(bare, only.name, changes);
    if (value !== undefined) {
      const isObject =
        program.ts.isArrowFunction(node.parent) && program.ts.isObjectLiteralExpression(program.bare(value));
      changes.replace(node, node.getStart(), value.getStart(), isObject ? '(' : '');
      changes.replace(node, value.end, node.end, isObject ? ')' : '');
      found.member(value, only);
    }
  } else {
    const step = /^[A-Za-z_$][\w$]*$/.test(only.name) ? `.${only.name}` : `[${keyText(only.name)}]`;
    const isName = program.ts.isIdentifier(bare);
    changes.replace(
      node,
      node.getStart(),
      node.getStart(),
      isName ? '' : program.ts.isAwaitExpression(bare) || !mayWait ? '(' : '(await ',
    );
    changes.replace(node, node.end, node.end, isName ? step : `)${step}`);
  }
  append(changes.of(node).edits, found.edits);
  // What comes out of the parameter has the kinds of the contract already.
  const given = parameter?.getText() ?? '';
  const isGiven = (text: string): boolean =>
    given !== '' && text.startsWith(given) && !/^[\w$]/.test(text.slice(given.length));
  sayOpenValues(
    found.open.filter((each) => !isGiven(each.node.getText())),
    operation.name,
    changes,
  );
}

/** True where a promise is not in the way: the value of `listen` is not used, or can be waited for. */
function mayWait({ call, callback }: Listening, changes: ProgramChanges): boolean {
  const { ts } = changes.program;
  const { parent } = changes.program.whole(call);
  const isUnused = ts.isVariableDeclaration(parent) && !usesName(parent.name, changes);
  return ts.isExpressionStatement(parent) || isUnused || (callback === undefined && canAwait(call, changes));
}

function canAwait(node: ts.Node, { program }: ProgramChanges): boolean {
  const { ts } = program;
  const fn = ts.findAncestor(node, ts.isFunctionLike);
  const file = node.getSourceFile();
  return fn === undefined
    ? ts.isExternalModule(file) && !/\.c[jt]s$/.test(file.fileName)
    : program.isAsync(fn as FunctionNode);
}

function mount({ call, host, path, callback }: Listening, service: TargetService, changes: ProgramChanges): void {
  const { define } = changes.settings;
  const { quote } = changes.style(call);
  const namespaces = service.placeholders.map((name) => `${keyText(name)}: ${quote(define[name] ?? '')}`);
  const members = [
    ...(path === undefined ? [] : [path.getText() === 'path' ? 'path' : `path: ${path.getText()}`]),
    ...(namespaces.length === 0 ? [] : [`namespaces: { ${namespaces.join(', ')} }`]),
  ];
  const name = changes.imported(call, '@wsdl-codegen/soap', 'mountOnSoap');
  const options = members.length === 0 ? '' : `, { ${members.join(', ')} }`;
  const services = call.arguments[2];
  const [open, close] =
    callback === undefined
      ? [canAwait(call, changes) ? 'await ' : '', '']
      : [`${changes.imported(call, 'node:util', 'callbackify')}(() => `, `)(${callback.getText()})`];
  const start = `${open}${name}(${call.expression.getText()}, ${host.getText()}, `;
  const own = services ?? servicesIn(call, changes);
  changes.replace(call, call.getStart(), own?.getStart() ?? call.end, start);
  changes.replace(call, own?.end ?? call.end, call.end, `${options})${close}`);
}

function servicesIn(
  { arguments: [, options] }: ts.CallExpression,
  { program }: ProgramChanges,
): ts.Expression | undefined {
  const { ts } = program;
  const bare = options && program.bare(options);
  for (const each of bare && ts.isObjectLiteralExpression(bare) ? bare.properties : []) {
    if (each.name?.getText() === 'services') {
      return ts.isPropertyAssignment(each)
        ? each.initializer
        : ts.isShorthandPropertyAssignment(each)
          ? each.name
          : undefined;
    }
  }
  return undefined;
}
