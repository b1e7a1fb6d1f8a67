import type { ts } from 'ts-morph';
import { descendants } from '../emit/skeleton/compiler.js';
import type { ProgramChanges } from './changes.js';

/** Exports of `soap` for which the generated package has something else. Security objects and HTTP clients go on being used. */
const replaced = new Set([
  'createClient',
  'createClientAsync',
  'createServerless',
  'listen',
  'Client',
  'Server',
  'WSDL',
]);

/** Says where a program uses `soap` otherwise than by calls that are followed. */
export function sayLeftUses(changes: ProgramChanges): void {
  const { program, values } = changes;
  const nodes = program.files.flatMap((file) => [...descendants(program.ts, file)]);
  const usesSoap = nodes.some((node) => program.ts.isIdentifier(node) && values.of(node) !== undefined);
  for (const node of nodes) {
    const what =
      leftUse(node, changes) ?? otherMention(node, changes) ?? (usesSoap ? unknownCall(node, changes) : undefined);
    if (what !== undefined) {
      changes.say('migrate/not-followed', { what }, node);
    }
    if (isFaultOfSoap(node, changes)) {
      changes.say('migrate/error-form', { member: 'root' }, node);
    }
  }
}

/** The operation that something calls of which it is not known that it is a client: `x.GetPriceAsync(…)`, `x.GetPrice(…, (error, result) => …)`. */
function unknownCall(node: ts.Node, { program, values, settings }: ProgramChanges): string | undefined {
  const { ts } = program;
  const access = ts.isCallExpression(node) ? node.expression : undefined;
  if (access === undefined || !ts.isPropertyAccessExpression(access) || values.of(access.expression) !== undefined) {
    return undefined;
  }
  const last = (node as ts.CallExpression).arguments.at(-1);
  const isCallback = last !== undefined && (program.functionAt(last)?.parameters.length ?? 0) > 1;
  const { text } = access.name;
  const name = isCallback ? text : text.endsWith('Async') ? text.slice(0, -'Async'.length) : '';
  const isKnown = settings.target.services.some(({ operations }) => operations.has(name));
  return isKnown && program.symbolOf(access.name) === undefined ? `the call of ${name}` : undefined;
}

/** `error.root.Envelope`, the fault in an error. */
function isFaultOfSoap(node: ts.Node, { program: { ts } }: ProgramChanges): boolean {
  return (
    (ts.isStringLiteralLike(node) && node.text.includes('root.Envelope.')) ||
    (ts.isPropertyAccessExpression(node) &&
      node.name.text === 'Envelope' &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'root')
  );
}

/** The name of an export that is used as a value, or called where that is not followed. */
function leftUse(node: ts.Node, { program, values }: ProgramChanges): string | undefined {
  const { ts } = program;
  const isMember = ts.isPropertyAccessExpression(node);
  if (!isMember && !(ts.isIdentifier(node) && isValue(node, ts))) {
    return undefined;
  }
  const value = values.of(node);
  const own = program.whole(node);
  // What a call makes of it is looked at in its place: `promisify(soap.createClient)`.
  const bound = ts.isPropertyAccessExpression(own.parent) && own.parent.name.text === 'bind' ? own.parent.parent : own;
  const isGiven = ts.isCallExpression(bound.parent) && values.of(bound.parent)?.kind === 'export';
  const outer = isGiven ? program.whole(bound.parent as ts.Expression) : own;
  const { parent } = outer;
  if (value?.kind !== 'export' || !replaced.has(value.name)) {
    return undefined;
  }
  const isCalled = ts.isCallExpression(parent) && parent.expression === outer;
  const isFollowed = isCalled && value.name !== 'createServerless';
  const isAlias = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name);
  const isMounted = ts.isCallExpression(parent) && program.nameOf(parent.expression)?.text === 'mountOnSoap';
  return isFollowed || isAlias || isMounted ? undefined : `\`${value.name}\``;
}

function isValue(name: ts.Identifier, compiler: ProgramChanges['program']['ts']): boolean {
  const { parent } = name;
  const isName = 'name' in parent && parent.name === name && !compiler.isShorthandPropertyAssignment(parent);
  const isType =
    compiler.isTypeReferenceNode(parent) ||
    compiler.isQualifiedName(parent) ||
    compiler.isExpressionWithTypeArguments(parent);
  return (
    !isName &&
    !isType &&
    !compiler.isImportSpecifier(parent) &&
    !compiler.isBindingElement(parent) &&
    !compiler.isExportSpecifier(parent)
  );
}

/** What is said of a module that is passed on, or put aside by a test. */
function otherMention(node: ts.Node, { program }: ProgramChanges): string | undefined {
  const { ts } = program;
  const isPackage = (name: ts.Expression | undefined): boolean =>
    name !== undefined && ts.isStringLiteralLike(name) && name.text === 'soap';
  if (ts.isExportDeclaration(node)) {
    return isPackage(node.moduleSpecifier) ? 'the exports of "soap"' : undefined;
  }
  const isMock =
    ts.isCallExpression(node) &&
    /\b(?:mock|doMock|unmock|requireActual|importActual|requireMock)$/.test(node.expression.getText());
  return isMock && isPackage(node.arguments[0]) ? 'the mock of "soap"' : undefined;
}
