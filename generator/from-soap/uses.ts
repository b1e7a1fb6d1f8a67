import type { ts } from 'ts-morph';
import { type Compiler, descendants } from '../emit/skeleton/compiler.js';
import type { ProgramChanges } from './changes.js';
import { textOf } from './options.js';
import type { Program } from './program.js';
import type { TargetOperation, TargetService } from './targets.js';
import type { FollowedValue, SoapClient } from './values.js';

/** A member of a client, where the program uses it. */
export interface MemberUse {
  /** Undefined for a name that is computed. */
  readonly name: string | undefined;
  /** `client.name`, or `client.Service.Port.name`. */
  readonly access: ts.PropertyAccessExpression | ts.ElementAccessExpression;
  /** The client in it. */
  readonly client: ts.Expression;
}

/** What a program does with one client. */
export interface ClientUses {
  readonly client: SoapClient;
  readonly members: MemberUse[];
  /** Places where the client goes somewhere else. */
  readonly values: ts.Expression[];
}

/** Everything that the program does with clients. */
export function usesOfClients(changes: ProgramChanges): readonly ClientUses[] {
  const { program, values } = changes;
  const found = new Map<SoapClient, ClientUses>();
  const usesOf = (client: SoapClient): ClientUses => {
    let uses = found.get(client.root);
    if (uses === undefined) {
      uses = { client: client.root, members: [], values: [] };
      found.set(client.root, uses);
    }
    return uses;
  };
  const all = program.files.flatMap((file) =>
    [...descendants(program.ts, file)].filter((node) => isExpression(node, program)),
  );
  // Joins what is the same before anything is put down.
  for (const node of all) {
    values.of(node);
  }
  for (const node of all) {
    const member = memberUse(node, changes);
    const client = clientIn(values.of(node));
    if (member !== undefined) {
      usesOf(member.of).members.push(member.use);
    } else if (client !== undefined && !isReceiver(node, program)) {
      usesOf(client).values.push(node as ts.Expression);
    }
  }
  return [...found.values()];
}

/** The client that a value is, has or will be. */
function clientIn(value: FollowedValue | undefined): SoapClient | undefined {
  switch (value?.kind) {
    case 'client':
    case 'port':
      return value.client;
    case 'promise':
      return clientIn(value.of);
    case 'module':
    case 'export':
    case undefined:
      return undefined;
  }
}

/** An expression that may be a client, or a member of one. */
function isExpression(node: ts.Node, { ts }: Program): boolean {
  if (!ts.isIdentifier(node)) {
    return (
      ts.isPropertyAccessExpression(node) ||
      ts.isElementAccessExpression(node) ||
      ts.isCallExpression(node) ||
      ts.isNewExpression(node) ||
      ts.isAwaitExpression(node)
    );
  }
  const { parent } = node;
  const isPart = 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent);
  return !isPart && !ts.isQualifiedName(parent) && !ts.isTypeReferenceNode(parent) && !ts.isImportSpecifier(parent);
}

function isReceiver(node: ts.Node, program: Program): boolean {
  const outer = program.whole(node as ts.Expression);
  const { ts } = program;
  const isAccess = ts.isPropertyAccessExpression(outer.parent) || ts.isElementAccessExpression(outer.parent);
  return isAccess && (outer.parent as ts.PropertyAccessExpression).expression === outer;
}

/** The member that is taken of a client or a port. */
function memberUse(
  node: ts.Node,
  { program, values }: ProgramChanges,
): { readonly of: SoapClient; readonly use: MemberUse } | undefined {
  const { ts } = program;
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) {
    return undefined;
  }
  const receiver = values.of(node.expression);
  if ((receiver?.kind !== 'client' && receiver?.kind !== 'port') || values.of(node)?.kind === 'port') {
    return undefined;
  }
  let client: ts.Expression = node.expression;
  for (let inner = program.bare(client); values.of(inner)?.kind === 'port'; inner = program.bare(client)) {
    client = (inner as ts.PropertyAccessExpression).expression;
  }
  return { of: receiver.client, use: { name: memberName(node, ts), access: node, client } };
}

/** The name of a member; that of a member that is computed is not known. */
function memberName(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  compiler: Compiler,
): string | undefined {
  if (compiler.isPropertyAccessExpression(node)) {
    return node.name.text;
  }
  const { argumentExpression: argument } = node;
  return compiler.isStringLiteralLike(argument) ? argument.text : undefined;
}

/** Members of a client of `soap` that are no operations. */
export const ownMembers: ReadonlySet<string> = new Set([
  ...['addSoapHeader', 'changeSoapHeader', 'getSoapHeaders', 'clearSoapHeaders', 'addHttpHeader', 'getHttpHeaders'],
  ...['clearHttpHeaders', 'addBodyAttribute', 'getBodyAttributes', 'clearBodyAttributes', 'setEndpoint', 'describe'],
  ...[
    'setSecurity',
    'setSOAPAction',
    'lastRequest',
    'lastMessage',
    'lastEndpoint',
    'lastRequestHeaders',
    'lastResponse',
  ],
  ...['lastResponseHeaders', 'lastElapsedTime', 'lastResponseAttachments', 'wsdl', 'on', 'once', 'off', 'emit'],
  ...['addListener', 'removeListener', 'removeAllListeners', 'soapClient', 'security', 'httpClient', 'endpoint'],
]);

/** The operation that a member of a client calls, and how its result comes. */
export interface OperationUse {
  readonly operation: TargetOperation;
  readonly form: 'callback' | 'promise';
}

/** Finds the operation of a member: `GetPrice` takes a function, `GetPriceAsync` gives a promise, those of a class give one as well. */
export function operationOf(
  name: string,
  { operations }: TargetService,
  client: SoapClient,
  { ts }: Program,
): OperationUse | undefined {
  const operation = operations.get(name);
  if (operation !== undefined) {
    return { operation, form: client.creations.some(({ form }) => form === 'class') ? 'promise' : 'callback' };
  }
  const suffix = promiseSuffix(client, ts);
  const promised = name.endsWith(suffix) ? operations.get(name.slice(0, -suffix.length)) : undefined;
  return promised && { operation: promised, form: 'promise' };
}

function promiseSuffix({ creations }: SoapClient, compiler: Compiler): string {
  return (
    creations.map(({ options }) => options && suffixIn(options, compiler)).find((each) => each !== undefined) ?? 'Async'
  );
}

function suffixIn(options: ts.Expression, compiler: Compiler): string | undefined {
  for (const each of compiler.isObjectLiteralExpression(options) ? options.properties : []) {
    if (compiler.isPropertyAssignment(each) && each.name.getText() === 'overridePromiseSuffix') {
      return compiler.isStringLiteralLike(each.initializer) ? each.initializer.text : undefined;
    }
  }
  return undefined;
}

/** The service that a client calls; undefined if it cannot be known. */
export function serviceOf({ client, members }: ClientUses, changes: ProgramChanges): TargetService | undefined {
  const { target, service: named } = changes.settings;
  const services =
    named === undefined ? target.services : target.services.filter(({ descriptor }) => descriptor.name === named);
  const called = members.flatMap(({ name }) => (name === undefined || ownMembers.has(name) ? [] : [name]));
  const able = services.filter((service) =>
    called.every((name) => operationOf(name, service, client, changes.program)),
  );
  const candidates = able.length > 0 ? able : services;
  if (candidates.length === 1) {
    return candidates[0];
  }
  const sources = client.creations.flatMap(({ source }) => (source && textOf(source, changes)) ?? []);
  const matching = candidates.filter((service) => sources.some((text) => isSourceOf(text, service)));
  return matching.length === 1 ? matching[0] : undefined;
}

/** True if a WSDL of that path or address probably is the one of a service. */
function isSourceOf(text: string, { source, descriptor }: TargetService): boolean {
  const stem = (path: string): string =>
    (path.split(/[?#]/, 1)[0] ?? '')
      .replace(/^.*[/\\]/, '')
      .replace(/\.\w+$/, '')
      .toLowerCase();
  const addresses = descriptor.ports.flatMap(({ address }) => address ?? []);
  return [source, descriptor.name, ...addresses].some((each) => stem(each) === stem(text));
}
