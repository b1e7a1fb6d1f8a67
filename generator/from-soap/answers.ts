import type { ts } from 'ts-morph';
import type { ProgramChanges } from './changes.js';
import { type FunctionNode, isNothing, type Program } from './program.js';

/** How a function answers an operation. */
export interface Answers {
  /** It returns its results, may give them to a callback where a `return` can be, or calls back later. */
  readonly form: 'returned' | 'given' | 'later';
  readonly results: readonly ts.Expression[];
  /** The calls of its callback. */
  readonly calls: readonly CallbackCall[];
}

interface CallbackCall {
  readonly call: ts.CallExpression;
  readonly result: ts.Expression | undefined;
  readonly error: ts.Expression | undefined;
}

/** The answers of a function; undefined if it does something else with its parameters. */
export function answersOf(fn: FunctionNode, { program }: ProgramChanges): Answers | undefined {
  const [, second, ...others] = fn.parameters;
  if (others.some((each) => usesOf(each, program).length > 0)) {
    return undefined;
  }
  const uses = second === undefined ? [] : usesOf(second, program);
  if (uses.length === 0) {
    return { form: 'returned', results: program.returnedBy(fn), calls: [] };
  }
  const calls = uses.flatMap((use) => callbackCall(use, program) ?? []);
  if (calls.length < uses.length) {
    return undefined;
  }
  const returned = program.returnedBy(fn);
  const own = new Set<ts.Node>([...(fn.body ? [fn.body] : []), ...program.ownNodes(fn)]);
  const isGiven =
    calls.every(({ call }) => own.has(call) && isLast(call, program)) &&
    returned.every((each) => calls.some(({ call }) => call === program.bare(each)));
  if (!isGiven && (program.isTyped(fn) || program.isAsync(fn) || program.ts.isMethodDeclaration(fn))) {
    return undefined;
  }
  return { form: isGiven ? 'given' : 'later', results: calls.flatMap(({ result }) => result ?? []), calls };
}

function usesOf({ name }: ts.ParameterDeclaration, program: Program): readonly ts.Node[] {
  const symbol = program.ts.isIdentifier(name) ? program.symbolOf(name) : undefined;
  return symbol === undefined ? [name] : program.usesOf(symbol).filter((use) => use !== name);
}

/** `callback(null, result)`, `callback(error)` and `callback({ … })`, which is a result as well. */
function callbackCall(use: ts.Node, { ts }: Program): CallbackCall | undefined {
  const call = use.parent;
  if (!ts.isCallExpression(call) || call.expression !== use) {
    return undefined;
  }
  const [first, second, ...others] = call.arguments;
  if (first === undefined || others.length > 0 || (!isNothing(first) && !isNothing(second))) {
    return undefined;
  }
  if (isNothing(first)) {
    return { call, result: second, error: undefined };
  }
  const isResult =
    ts.isObjectLiteralExpression(first) && !first.properties.some((each) => each.name?.getText() === 'Fault');
  const isError = !isResult && (second !== undefined || /^(?:e|ex|err|error)$/i.test(first.getText()));
  return isResult || isError
    ? { call, result: isResult ? first : undefined, error: isResult ? undefined : first }
    : undefined;
}

/** True where `return` can take the place of a call: nothing of the function follows. */
function isLast(call: ts.CallExpression, { ts }: Program): boolean {
  const { parent } = call;
  if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) {
    return true;
  }
  if (!ts.isExpressionStatement(parent)) {
    return false;
  }
  for (let each: ts.Node = parent; !ts.isFunctionLike(each.parent); each = each.parent) {
    const { parent: around } = each;
    const isEnd = ts.isBlock(around) ? around.statements.at(-1) === each : ts.isIfStatement(around);
    const isTried = ts.isTryStatement(around) || ts.isCatchClause(around);
    if (!isEnd && !(isTried && (ts.isCatchClause(around) || around.finallyBlock === undefined))) {
      return false;
    }
  }
  return true;
}

/** Writes the calls of the callback anew: as `return` and `throw`, or as what `promisify` of `node:util` wants. */
export function changeAnswers({ form, calls }: Answers, changes: ProgramChanges): void {
  const { ts } = changes.program;
  for (const { call, result, error } of calls) {
    const { parent } = call;
    if (form === 'later') {
      if (result !== undefined && call.arguments.length === 1) {
        changes.replace(call, result.getStart(), result.getStart(), 'null, ');
      }
      continue;
    }
    const isReturned = ts.isReturnStatement(parent);
    const value = error ?? result;
    const word = error !== undefined ? 'throw' : 'return';
    if (ts.isArrowFunction(parent)) {
      const isObject = value !== undefined && ts.isObjectLiteralExpression(value);
      changes.replace(call, call.getStart(), value?.getStart() ?? call.end, isObject ? '(' : value ? '' : 'undefined');
      changes.replace(call, value?.end ?? call.end, call.end, isObject ? ')' : '');
    } else {
      const start = isReturned ? parent.getStart() : call.getStart();
      changes.replace(call, start, value?.getStart() ?? call.end, value === undefined ? word : `${word} `);
      changes.replace(call, value?.end ?? call.end, call.end, '');
    }
  }
}
