import type { Type } from '@wsdl-codegen/runtime/schema';
import type { ts } from 'ts-morph';
import { append } from '../diagnostics/append.js';
import { ArgumentChanges, type OpenArgument } from './arguments.js';
import { changedMembers } from './changed-members.js';
import type { ProgramChanges } from './changes.js';
import { isNothing } from './program.js';
import { keyText, ResultFlow } from './results.js';
import { membersOf, messageType, type TargetOperation, unwrappedMember } from './targets.js';
import type { MemberUse, OperationUse } from './uses.js';
import type { OpenUse } from './value-flow.js';

/** The arguments of a call by what they are. */
interface CallArguments {
  readonly input: ts.Expression | undefined;
  readonly callback: ts.Expression | undefined;
  readonly options: ts.Expression | undefined;
  readonly headers: ts.Expression | undefined;
}

/** Changes a call of an operation, or says why not. */
export function changeCall(
  use: MemberUse,
  { operation, form }: OperationUse,
  isClass: boolean,
  changes: ProgramChanges,
): void {
  const { program } = changes;
  const { ts } = program;
  const call = use.access.parent;
  if (!ts.isCallExpression(call) || call.expression !== use.access) {
    if (ts.isCallExpression(call) && program.nameOf(call.expression)?.text === 'promisify' && form === 'callback') {
      changePromisified(call, use, operation, changes);
      return;
    }
    changes.say('migrate/not-followed', { what: `the method ${operation.name}` }, use.access);
    return;
  }
  const given = argumentsOf(call, form, changes);
  const options = callOptions(given, changes);
  if (options === undefined) {
    changes.say('migrate/call-options', { operation: operation.name }, use.access);
    return;
  }
  const isDone =
    form === 'callback'
      ? changeCallback(call, given, operation, options, changes)
      : changePromise(call, operation, isClass, changes);
  if (!isDone) {
    return;
  }
  renameMember(use, operation.method, changes);
  if (form === 'promise') {
    changeInput(call, given.input, operation, options, changes);
  }
  sayTypes(call, operation, changes);
}

/** `promisify(client.GetPrice)`: a function that gives a promise of what the callback got. */
function changePromisified(
  call: ts.CallExpression,
  { client }: MemberUse,
  operation: TargetOperation,
  changes: ProgramChanges,
): void {
  const only = unwrappedMember(operation.output);
  const method = `${client.getText()}.${operation.method}`;
  const parameter = changes.program.isTyped(call) ? `input: Parameters<typeof ${method}>[0]` : 'input';
  const text =
    only === undefined
      ? `(${parameter}) => ${method}(input)`
      : `async (${parameter}) => ({ ${keyText(only.name)}: await ${method}(input) })`;
  changes.replace(call, call.getStart(), call.end, text);
  if (only !== undefined) {
    changes.say('migrate/older-form', { operation: operation.name }, call);
  }
  sayTypes(call, operation, changes);
}

/** The name of the method in the place of that of the member, without service and port. */
function renameMember({ access, client }: MemberUse, method: string, changes: ProgramChanges): void {
  const { ts } = changes.program;
  const isDirect = access.expression === client;
  if (isDirect && ts.isPropertyAccessExpression(access)) {
    changes.replace(access, access.name.getStart(), access.name.end, method);
  } else {
    const dot = isDirect && access.questionDotToken ? '?.' : '.';
    changes.replace(access, client.end, access.end, `${dot}${method}`);
  }
}

function argumentsOf(call: ts.CallExpression, form: OperationUse['form'], { program }: ProgramChanges): CallArguments {
  const args = call.arguments;
  const isFunction = (node: ts.Expression | undefined): boolean =>
    node !== undefined && (program.functionAt(node) ?? program.calledFunction(node)) !== undefined;
  if (form === 'promise') {
    return { input: args[0], callback: undefined, options: args[1], headers: args[2] };
  }
  if (isFunction(args[0]) || args.length === 1) {
    return { input: undefined, callback: args[0], options: args[1], headers: args[2] };
  }
  if (isFunction(args[2])) {
    return { input: args[0], callback: args[2], options: args[1], headers: undefined };
  }
  return isFunction(args[3])
    ? { input: args[0], callback: args[3], options: args[1], headers: args[2] }
    : { input: args[0], callback: args[1], options: args[2], headers: args[3] };
}

/** The options of a call as a text, empty if there are none; undefined if they cannot be known. */
function callOptions({ options, headers }: CallArguments, { program }: ProgramChanges): string | undefined {
  const { ts } = program;
  const members: string[] = [];
  const isEmpty = (node: ts.Expression): boolean => isNothing(node) || node.getText() === '{}';
  if (options !== undefined && !isEmpty(options)) {
    const bare = program.bare(options);
    if (!ts.isObjectLiteralExpression(bare)) {
      return undefined;
    }
    for (const each of bare.properties) {
      if (!ts.isPropertyAssignment(each) || each.name.getText() !== 'timeout') {
        return undefined;
      }
      members.push(`timeoutMs: ${each.initializer.getText()}`);
    }
  }
  if (headers !== undefined && !isEmpty(headers)) {
    members.push(`headers: ${headers.getText()}`);
  }
  return members.length === 0 ? '' : `{ ${members.join(', ')} }`;
}

/** `client.getPriceAsync(…)`: where the result goes is followed. */
function changePromise(
  call: ts.CallExpression,
  operation: TargetOperation,
  isClass: boolean,
  changes: ProgramChanges,
): boolean {
  const carrier = isClass ? 'response' : '0';
  const flow = new ResultFlow(changes.program, operation, carrier);
  const isFollowed = flow.promise(call);
  if (flow.rest !== undefined) {
    changes.say('migrate/answer-parts', { operation: operation.name }, flow.rest);
    return false;
  }
  if (isFollowed) {
    append(changes.of(call).edits, flow.edits);
    sayOpenUses(flow.open, changes);
    if (flow.isKept) {
      changes.say('migrate/older-form', { operation: operation.name }, call);
    }
    return true;
  }
  flow.older(call);
  append(changes.of(call).edits, flow.edits);
  sayOpenUses(flow.open, changes);
  const only = unwrappedMember(operation.output);
  const content = only === undefined ? 'value' : `{ ${keyText(only.name)}: value }`;
  const form = isClass ? `({ response: ${content} })` : `[${content}]`;
  const { program } = changes;
  const outer = program.whole(call);
  if (program.ts.isAwaitExpression(outer.parent) && !program.ts.isArrowFunction(outer.parent.parent)) {
    const [before, after] = form.split('value') as [string, string];
    changes.replace(call, outer.parent.getStart(), outer.parent.getStart(), before);
    changes.replace(call, outer.parent.end, outer.parent.end, after);
  } else {
    changes.replace(call, call.end, call.end, `.then((value) => ${form})`);
  }
  changes.say('migrate/older-form', { operation: operation.name }, call);
  return true;
}

/** `client.getPrice(…, (error, result) => …)`: the function stays as it is. */
function changeCallback(
  call: ts.CallExpression,
  { input, callback }: CallArguments,
  operation: TargetOperation,
  options: string,
  changes: ProgramChanges,
): boolean {
  const { program } = changes;
  if (callback === undefined || waits(input, changes)) {
    changes.say('migrate/not-followed', { what: `the call of ${operation.name}` }, call);
    return false;
  }
  const fn = program.functionAt(callback);
  const further = fn?.parameters.slice(2).find(({ name }) => usesName(name, changes));
  if (further !== undefined) {
    changes.say('migrate/answer-parts', { operation: operation.name }, further);
    return false;
  }
  const flow = new ResultFlow(program, operation, '0');
  const result = fn?.parameters[1];
  const isFollowed = fn !== undefined && (result === undefined || flow.wrapperName(result.name));
  const only = unwrappedMember(operation.output);
  const isKept = !isFollowed && only !== undefined;
  if (!isFollowed && result !== undefined) {
    flow.olderName(result.name);
  }
  append(changes.of(call).edits, flow.edits);
  sayOpenUses(flow.open, changes);
  dropParameters(fn?.parameters ?? [], changes);
  const name = changes.imported(call, 'node:util', 'callbackify');
  const [open, close] = isKept ? [`async () => ({ ${keyText(only.name)}: await `, ' })'] : ['() => ', ''];
  changes.replace(call, call.getStart(), call.getStart(), `${name}(${open}`);
  const text = changeInputOf(input, operation, changes);
  const [start, end] = [input?.end ?? callback.getFullStart(), callback.getStart()];
  const between = `${text}${options === '' ? '' : `, ${options}`})${close})(`;
  changes.replace(call, start, end, between);
  changes.replace(call, callback.end, call.end, ')');
  if (isKept) {
    changes.say('migrate/older-form', { operation: operation.name }, call);
  }
  sayErrors(fn?.parameters[0]?.name, changes);
  return true;
}

/** Parameters that get nothing any more. */
function dropParameters(parameters: readonly ts.ParameterDeclaration[], changes: ProgramChanges): void {
  const [last, first] = [parameters.at(-1), parameters[1]];
  if (first !== undefined && last !== undefined && parameters.length > 2) {
    changes.replace(first, first.end, last.end, '');
  }
}

/** True for a parameter that a function does something with. */
export function usesName(name: ts.BindingName, { program }: ProgramChanges): boolean {
  const symbol = program.ts.isIdentifier(name) ? program.symbolOf(name) : undefined;
  return symbol === undefined || program.usesOf(symbol).length > 1;
}

/** True for an argument that waits: it cannot move into a function. */
function waits(node: ts.Expression | undefined, { program }: ProgramChanges): boolean {
  const { ts } = program;
  return (
    node !== undefined &&
    [node, ...program.ownNodes(node)].some((each) => ts.isAwaitExpression(each) || ts.isYieldExpression(each))
  );
}

/** Members of the errors of `soap` that a function gets; `root` is looked for everywhere. */
const errorMembers = new Set(['response', 'body']);

function sayErrors(name: ts.BindingName | undefined, changes: ProgramChanges): void {
  const { program } = changes;
  const symbol = name && program.ts.isIdentifier(name) ? program.symbolOf(name) : undefined;
  for (const use of symbol === undefined ? [] : program.usesOf(symbol)) {
    const access = use.parent;
    if (
      program.ts.isPropertyAccessExpression(access) &&
      access.expression === use &&
      errorMembers.has(access.name.text)
    ) {
      changes.say('migrate/error-form', { member: access.name.text }, access);
    }
  }
}

/** The input that is changed in its place, and what follows it. */
function changeInput(
  call: ts.CallExpression,
  input: ts.Expression | undefined,
  operation: TargetOperation,
  options: string,
  changes: ProgramChanges,
): void {
  const text = changeInputOf(input, operation, changes);
  const last = call.arguments.at(-1);
  const further = options === '' ? '' : `${input === undefined && text === '' ? '{}' : ''}, ${options}`;
  if (input !== undefined) {
    changes.replace(call, input.end, last?.end ?? input.end, further);
  } else if (text + further !== '') {
    changes.replace(call, call.end - 1, call.end - 1, text + further);
  }
}

/** The text of an input that was left out. One that is there is changed where it is. */
function changeInputOf(input: ts.Expression | undefined, operation: TargetOperation, changes: ProgramChanges): string {
  const type = messageType(operation.input);
  const isEmpty = type === undefined || (type.kind === 'complex' && membersOf(type).length === 0);
  if (input === undefined || isNothing(input)) {
    if (input !== undefined) {
      changes.replace(input, input.getStart(), input.end, type === undefined ? 'undefined' : '{}');
      return '';
    }
    return isEmpty ? '' : '{}';
  }
  if (type === undefined && input.getText() === '{}') {
    changes.replace(input, input.getStart(), input.end, 'undefined');
    return '';
  }
  const found = new ArgumentChanges(changes.program);
  found.message(input, operation.input);
  for (const edit of found.edits) {
    changes.of(input).edits.push(edit);
  }
  sayOpenValues(found.open, operation.name, changes);
  return '';
}

/** Says where parts of a result are used that cannot be followed. */
export function sayOpenUses(open: readonly OpenUse[], changes: ProgramChanges): void {
  for (const [node, what] of new Map(open.map((each) => [each.node, each.what]))) {
    changes.say('migrate/not-followed', { what }, node);
  }
}

/** Says which values a person has to change. */
export function sayOpenValues(open: readonly OpenArgument[], operation: string, changes: ProgramChanges): void {
  for (const { node, name, kind } of open) {
    if (kind === undefined) {
      changes.say('migrate/unknown-argument', { name, operation }, node);
    } else {
      changes.say('migrate/argument', { name, operation, kind }, node);
    }
  }
}

function sayTypes(call: ts.CallExpression, operation: TargetOperation, changes: ProgramChanges): void {
  const only = unwrappedMember(operation.output);
  const type = only?.type ?? (operation.output && messageType(operation.output));
  sayMembers(call, operation.name, type, changes);
}

/** Says which values of a type have other kinds now. */
export function sayMembers(node: ts.Node, operation: string, type: Type | undefined, changes: ProgramChanges): void {
  const found = type === undefined ? [] : changedMembers(type);
  if (found.length > 0) {
    changes.say('migrate/types', { operation, changes: found }, node);
  }
}
