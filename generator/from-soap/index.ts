import type { ts } from 'ts-morph';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { type Compiler, descendants } from '../emit/skeleton/compiler.js';
import { changeCall } from './calls.js';
import { ProgramChanges, type RewriteSettings } from './changes.js';
import { changeClient, setters } from './clients.js';
import { applyEdits, type FileChanges, linesIn, placesAfter } from './edits.js';
import { changeImports } from './imports.js';
import { sayLeftUses } from './left-uses.js';
import { Program, type ProgramFile } from './program.js';
import { changeServers } from './servers.js';
import type { TargetService } from './targets.js';
import { type ClientUses, operationOf, ownMembers, serviceOf, usesOfClients } from './uses.js';
import { type ModuleKind, promisesAwaited, type SoapClient, Values } from './values.js';

export type { RewriteSettings } from './changes.js';
export type { ProgramFile } from './program.js';
export type { ModuleKind } from './values.js';

/** A program that uses `soap`, changed to use a generated package. */
export interface Rewritten {
  /** Files whose text is another one now. */
  readonly files: readonly (ProgramFile & { readonly before: string })[];
  readonly findings: readonly Diagnostic[];
}

/**
 * Changes the files of a program that uses `soap`, or what was generated for it, to use a generated package. Only ranges of text are replaced: all else
 * stays as it is. What cannot be followed stays, and is said.
 */
export function rewriteProgram(
  compiler: Compiler,
  files: readonly ProgramFile[],
  kindOf: (file: string, specifier: string) => ModuleKind | undefined,
  settings: RewriteSettings,
): Rewritten {
  const program = new Program(compiler, files);
  const { services: own } = settings.target;
  const names = {
    services: new Set(own.map(({ descriptor }) => descriptor.name)),
    ports: new Set(own.flatMap(({ descriptor }) => descriptor.ports.map(({ name }) => name))),
  };
  const changes = new ProgramChanges(program, new Values(program, kindOf, names), settings);
  const services = new Map<SoapClient, TargetService>();
  for (const uses of usesOfClients(changes)) {
    const service = changeUses(uses, changes);
    if (service !== undefined) {
      services.set(uses.client, service);
    }
  }
  changeServers(changes);
  sayLeftUses(changes);
  changeTypes(services, changes);
  for (const own of changes.files) {
    if (own.edits.length > 0) {
      changeImports(own, (specifier) => kindOf(own.file.fileName, specifier) !== undefined, changes);
    }
  }
  const rewritten = changes.files.flatMap(({ file, edits }) => {
    const text = applyEdits(file.text, edits);
    return text === file.text ? [] : [{ path: file.fileName, text, before: file.text }];
  });
  return { files: rewritten, findings: changes.files.flatMap((own) => placedFindings(own, settings)) };
}

/** What is said of a file, with lines and columns. */
function placedFindings(
  { file, edits, findings }: FileChanges,
  { display, writes }: RewriteSettings,
): readonly Diagnostic[] {
  const text = writes ? applyEdits(file.text, edits) : file.text;
  const [placeOf, lineOf] = [placesAfter(writes ? edits : []), linesIn(text)];
  const name = display(file.fileName);
  return findings.map(({ diagnostic, start }) => {
    const place = placeOf(start);
    const [word = ''] = /^[\w$.]*/.exec(text.slice(place, place + longestWord)) ?? [];
    return { ...diagnostic, span: { file: name, ...lineOf(place), length: word.length || 1 } };
  });
}

/** How much of a place is underlined at most. */
const longestWord = 100;

/** Changes all that is done with one client. Gives its service, or nothing if all stays. */
function changeUses(uses: ClientUses, changes: ProgramChanges): TargetService | undefined {
  const [place] = [
    ...uses.client.creations.map(({ node }) => node),
    ...uses.members.map(({ access }) => access),
    ...uses.values,
  ];
  const service = serviceOf(uses, changes);
  if (service === undefined) {
    const names = changes.settings.target.services.map(({ descriptor }) => descriptor.name);
    if (place !== undefined) {
      changes.say('migrate/unknown-service', { package: changes.settings.target.name, services: names }, place);
    }
    return undefined;
  }
  if (!changeClient(uses, service, changes)) {
    return undefined;
  }
  const isClass = uses.client.creations.some(({ form }) => form === 'class');
  for (const use of uses.members) {
    const { name, access } = use;
    if (name === undefined) {
      changes.say('migrate/not-followed', { what: 'a method whose name is computed' }, access);
    } else if (ownMembers.has(name)) {
      if (!setters.has(name)) {
        changes.say('migrate/no-counterpart', { member: name }, access);
      }
    } else {
      const found = operationOf(name, service, uses.client, changes.program);
      if (found === undefined) {
        changes.say('migrate/unknown-operation', { name, service: service.descriptor.name }, access);
      } else {
        changeCall(use, found, isClass, changes);
      }
    }
  }
  for (const value of uses.values) {
    if (!staysKnown(value, changes)) {
      changes.say('migrate/not-followed', { what: 'the client' }, value);
    }
  }
  return service;
}

/** True where a client is given to a name that is followed, or is only compared. */
function staysKnown(node: ts.Expression, { program, values }: ProgramChanges): boolean {
  const { ts } = program;
  const outer = program.whole(node);
  const { parent } = outer;
  const declaration = ts.findAncestor(node, ts.isVariableDeclaration);
  if (declaration && ts.isArrayBindingPattern(declaration.name) && promisesAwaited(declaration, ts)?.includes(outer)) {
    return true;
  }
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== outer) {
    return isPassedOn(parent, outer, values, program);
  }
  if (
    ts.isPropertyAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isSpreadAssignment(parent)
  ) {
    return false;
  }
  if (
    ts.isBinaryExpression(parent) &&
    parent.right === outer &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  ) {
    return values.of(parent.left) !== undefined;
  }
  return true;
}

/** True for an argument of a function whose parameter is followed, and of `resolve`. */
function isPassedOn(
  call: ts.CallExpression | ts.NewExpression,
  argument: ts.Expression,
  values: Values,
  program: Program,
): boolean {
  const fn = program.calledFunction(call.expression);
  const parameter = fn?.parameters[call.arguments?.indexOf(argument) ?? -1];
  if (parameter !== undefined) {
    return program.ts.isIdentifier(parameter.name) && values.of(parameter.name)?.kind === 'client';
  }
  const name = program.nameOf(call.expression);
  const symbol = name && program.symbolOf(name);
  const isResolve = symbol?.declarations?.some((each) => {
    const executor = program.ts.isParameter(each) ? each.parent.parent : undefined;
    return (
      executor !== undefined && program.ts.isNewExpression(executor) && executor.expression.getText() === 'Promise'
    );
  });
  return isResolve === true || call.expression.getText() === 'Promise.resolve';
}

/** The type `Client` where it says what one of them is. */
function changeTypes(services: ReadonlyMap<SoapClient, TargetService>, changes: ProgramChanges): void {
  const { program, values } = changes;
  const { ts } = program;
  const all = [...new Set(services.values())];
  const shapes = clientShapes(services, changes);
  for (const file of program.files) {
    for (const node of descendants(ts, file)) {
      const isWritten =
        ts.isTypeReferenceNode(node) || (ts.isTypeLiteralNode(node) && !ts.isTypeAliasDeclaration(node.parent));
      if (
        !isWritten ||
        !((ts.isTypeReferenceNode(node) && values.isClientType(node)) || shapes.has(shapeNamed(node, program)))
      ) {
        continue;
      }
      const client = clientTyped(node, changes);
      const own = client && services.get(client.root);
      const isFree = client === undefined || client.creations.length === 0;
      const service = own ?? (isFree && all.length === 1 ? all[0] : undefined);
      if (service !== undefined) {
        const name = changes.imported(node, changes.settings.target.name, service.client);
        changes.replace(node, node.getStart(), node.end, name);
      } else if (client === undefined && all.length > 0) {
        changes.say('migrate/not-followed', { what: 'the type of the client' }, node);
      }
    }
  }
}

/** Types by which the program itself says what methods its client has: the class of the package takes their place. What else is written for a client is said. */
function clientShapes(
  services: ReadonlyMap<SoapClient, TargetService>,
  changes: ProgramChanges,
): ReadonlySet<ts.Symbol | undefined> {
  const { program, values } = changes;
  const shapes = new Set<ts.Symbol | undefined>();
  for (const node of program.files.flatMap((file) => [...descendants(program.ts, file)])) {
    const written = typeBeside(node, changes);
    const value = written && values.of(written.value);
    const service = value?.kind === 'client' ? services.get(value.client.root) : undefined;
    if (written === undefined || value?.kind !== 'client' || service === undefined) {
      continue;
    }
    const own = [written.type, ...program.ownNodes(written.type)].flatMap((each) => shapeNamed(each, program) ?? []);
    const found = own.filter(({ members }) =>
      [...(members ?? [])].some(([name]) => operationOf(String(name), service, value.client, program) !== undefined),
    );
    if (found.length === 0) {
      changes.say('migrate/not-followed', { what: 'the type of the client' }, written.type);
    }
    for (const shape of found) {
      shapes.add(shape);
    }
  }
  return shapes;
}

/** The interface or the object type of the program that a type names, or is. */
function shapeNamed(node: ts.Node, program: Program): ts.Symbol | undefined {
  const { ts } = program;
  if (ts.isTypeLiteralNode(node)) {
    return (node as ts.TypeNode & { readonly symbol?: ts.Symbol }).symbol;
  }
  const isName = ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName);
  const symbol = isName ? program.symbolOf(node.typeName as ts.Identifier) : undefined;
  const declaration = symbol?.declarations?.[0];
  return declaration && ts.isTypeAliasDeclaration(declaration) ? shapeNamed(declaration.type, program) : symbol;
}

/** A type of the program's own that is written for a value: `client as OwnClient`. */
function typeBeside(
  node: ts.Node,
  { program: { ts }, values }: ProgramChanges,
): { readonly type: ts.TypeNode; readonly value: ts.Node } | undefined {
  const value = ts.isAsExpression(node)
    ? node.expression
    : ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isPropertyDeclaration(node)
      ? node.name
      : undefined;
  const type = value && (node as ts.AsExpression | ts.VariableDeclaration).type;
  const isOwn =
    type !== undefined && values.typed(type) === undefined && !/^(?:any|unknown|const)\b/.test(type.getText());
  return isOwn && value !== undefined ? { type, value } : undefined;
}

/** The client that a type is written for. */
function clientTyped(node: ts.TypeNode, { program, values }: ProgramChanges): SoapClient | undefined {
  const { ts } = program;
  let outer: ts.Node = node.parent;
  while (ts.isTypeNode(outer)) {
    outer = outer.parent;
  }
  const name =
    ts.isVariableDeclaration(outer) || ts.isParameter(outer) || ts.isPropertyDeclaration(outer)
      ? outer.name
      : undefined;
  const returned = ts.isFunctionLike(outer) ? values.returned(outer) : undefined;
  const value = name !== undefined && ts.isIdentifier(name) ? values.of(name) : returned;
  const inner = value?.kind === 'promise' ? value.of : value;
  return inner?.kind === 'client' ? inner.client.root : undefined;
}
