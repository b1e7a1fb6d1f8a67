import type { ts } from 'ts-morph';
import { indentAt, lineEnd, lineStart, nextLine } from '../emit/skeleton/source-style.js';
import { usesName } from './calls.js';
import type { ProgramChanges } from './changes.js';
import { headerBlocks } from './header-blocks.js';
import { OptionTexts, optionsOf, requiredMembers, textOf, urlOf } from './options.js';
import type { FunctionNode } from './program.js';
import { keyText } from './results.js';
import type { TargetService } from './targets.js';
import type { ClientUses, MemberUse } from './uses.js';
import type { Creation } from './values.js';

/** A client whose class is known, with what its constructor gets. */
interface Planned {
  readonly creation: Creation;
  readonly texts: OptionTexts;
  /** Calls that become options. */
  readonly setters: readonly MemberUse[];
}

/** Calls that say something to a client once. */
export const setters: ReadonlySet<string> = new Set([
  'setSecurity',
  'addSoapHeader',
  'addHttpHeader',
  'setEndpoint',
  'on',
]);

/** Changes the places that make a client, and those that set it up. False if one cannot be changed, which is said; then all of it stays. */
export function changeClient(uses: ClientUses, service: TargetService, changes: ProgramChanges): boolean {
  const { creations } = uses.client;
  const planned = creations.map((creation) => plan(creation, uses, service, changes));
  const bases = planned.map((each) => {
    return each && requiredMembers(each.creation, service, each.texts.has('address'), changes);
  });
  if (planned.some((each) => each === undefined) || bases.some((each) => each === undefined)) {
    return false;
  }
  const done = new Set<MemberUse>();
  for (const [index, each] of planned.entries()) {
    if (each !== undefined) {
      create(each, bases[index] ?? [], service, changes);
      for (const setter of each.setters) {
        done.add(setter);
      }
    }
  }
  const known: KnownClient = {
    base: bases[0] ?? [],
    functions: creations.flatMap((each) => [placeIn(each.node, changes), functionFor(each, changes) ?? []].flat()),
    // A further block would have to be added to these, and a further security object would take the place of a transport.
    hasBlocks:
      uses.members.filter(({ name }) => name?.includes('SoapHeader')).length > 1 ||
      planned.some((each) => each?.texts.hasBlocks === true || each?.texts.writesOtherwise === true),
    hasTransport: planned.some((each) => each?.texts.has('transport')),
  };
  for (const use of uses.members) {
    if (use.name !== undefined && setters.has(use.name) && !done.has(use)) {
      setLater(use, known, service, changes);
    }
  }
  return true;
}

/** What is known of a client when something is said to it later. */
interface KnownClient {
  readonly base: readonly string[];
  /** The functions that make it, and those that get it first. */
  readonly functions: readonly (ts.Node | undefined)[];
  readonly hasBlocks: boolean;
  readonly hasTransport: boolean;
}

/** The function or the loop around a node. */
function placeIn(node: ts.Node, { program: { ts } }: ProgramChanges): ts.Node | undefined {
  return ts.findAncestor(node, (each) => ts.isFunctionLike(each) || ts.isIterationStatement(each, false));
}

function plan(
  creation: Creation,
  uses: ClientUses,
  service: TargetService,
  changes: ProgramChanges,
): Planned | undefined {
  const texts = optionsOf(creation, service, changes);
  if (texts === undefined) {
    return undefined;
  }
  const own = settersAfter(creation, uses, changes).filter((use) =>
    readSetter(use, texts, service, creation.node, changes),
  );
  addClassSecurity(creation, texts, changes);
  return { creation, texts, setters: own };
}

/** The security of a class of `@techspokes/typescript-wsdl-client`. */
function addClassSecurity({ form, callback: settings }: Creation, texts: OptionTexts, changes: ProgramChanges): void {
  const { ts } = changes.program;
  const bare = settings && changes.program.bare(settings);
  if (form !== 'class' || bare === undefined || !ts.isObjectLiteralExpression(bare)) {
    return;
  }
  for (const each of bare.properties) {
    if (each.name?.getText() === 'security') {
      const text = ts.isPropertyAssignment(each) ? each.initializer.getText() : 'security';
      texts.spreads.push(`${changes.imported(each, '@wsdl-codegen/soap', 'security')}(${text})`);
    }
  }
}

/** Puts the call of a setter into the options, which are written in the place of a node. False if its argument cannot be an option. */
function readSetter(
  { name, access }: MemberUse,
  texts: OptionTexts,
  service: TargetService,
  place: ts.Node,
  changes: ProgramChanges,
): boolean {
  const { ts } = changes.program;
  const [first, second] = (access.parent as ts.CallExpression).arguments;
  if (first === undefined || first.getText() === 'null') {
    return false;
  }
  switch (name) {
    case 'setSecurity':
      texts.spreads.length = 0;
      texts.spreads.push(
        `${changes.imported(access, '@wsdl-codegen/soap', 'security')}(${first.getText()}${texts.securityOptions()})`,
      );
      return true;
    case 'setEndpoint':
      texts.set('address', first.getText());
      return true;
    case 'addHttpHeader': {
      if (second === undefined) {
        return false;
      }
      const key = ts.isStringLiteralLike(first)
        ? /^[\w$]+$/.test(first.text)
          ? keyText(first.text)
          : first.getText()
        : `[${first.getText()}]`;
      texts.addHeader(`${key}: ${second.getText()}`);
      return true;
    }
    case 'on':
      return readListener(first, second, texts, changes);
    default:
      return readHeader(access.parent as ts.CallExpression, texts, service, place, changes);
  }
}

/** Puts the header blocks of a call into the options: by their names if the contract declares them, else as trees. */
function readHeader(
  call: ts.CallExpression,
  texts: OptionTexts,
  service: TargetService,
  place: ts.Node,
  changes: ProgramChanges,
): boolean {
  const declared = declaredBlocks(call, service, changes);
  if (declared !== undefined) {
    return texts.addDeclared(declared);
  }
  const { texts: trees, open, isClear } = headerBlocks(call, service, changes);
  if (!isClear || texts.writesOtherwise) {
    return false;
  }
  for (const text of trees) {
    const own = /^parseTree\b/;
    texts.addOther(
      own.test(text) ? text.replace(own, changes.imported(call, '@wsdl-codegen/runtime', 'parseTree')) : text,
    );
  }
  for (const { node, name } of open) {
    const operation = 'the SOAP header';
    changes.say('migrate/argument', { name, operation, kind: 'string' }, changes.settings.writes ? place : node);
  }
  return true;
}

/** Puts a listener for the texts of requests or answers into the options. */
function readListener(
  event: ts.Expression,
  listener: ts.Expression | undefined,
  texts: OptionTexts,
  changes: ProgramChanges,
): boolean {
  const { ts } = changes.program;
  const side = ts.isStringLiteralLike(event) ? event.text : '';
  const fn = listener && changes.program.functionAt(listener);
  if (listener === undefined || furtherParameter(listener, changes) || (side !== 'request' && side !== 'response')) {
    return false;
  }
  const text = `${side}${side === 'response' ? '?' : ''}.text()`;
  texts.addListener(side, (fn && inlined(fn, text, changes)) ?? `${calledText(listener, fn)}(${text})`);
  changes.say('migrate/listener', { event: side }, event);
  return true;
}

/** A listener to be called with the text alone. */
function calledText(listener: ts.Expression, fn: FunctionNode | undefined): string {
  const [text, start] = [listener.getText(), listener.getStart()];
  const [first, ...further] = fn?.parameters ?? [];
  const last = further.at(-1);
  const own = first && last ? text.slice(0, first.end - start) + text.slice(last.end - start) : text;
  return fn === undefined ? own : `(${own})`;
}

/** A further parameter of a listener that is used, or that a function with a name has: it gets nothing. */
function furtherParameter(listener: ts.Expression, changes: ProgramChanges): ts.Node | undefined {
  const { program } = changes;
  const own = program.functionAt(listener);
  const [, ...further] = (own ?? program.calledFunction(listener))?.parameters ?? [];
  return further.find((each) => (own ? usesName(each.name, changes) : !each.questionToken && !each.initializer));
}

/** The only expression of a function, with a text in the place of its parameter, if that is used once. */
function inlined(fn: FunctionNode, text: string, { program }: ProgramChanges): string | undefined {
  const { ts } = program;
  const [only, ...others] = fn.body && ts.isBlock(fn.body) ? fn.body.statements : [];
  const body = only && others.length === 0 && ts.isExpressionStatement(only) ? only.expression : fn.body;
  const name = fn.parameters[0]?.name;
  const symbol = name && ts.isIdentifier(name) ? program.symbolOf(name) : undefined;
  const [use, ...further] = symbol ? program.usesOf(symbol).filter((each) => each !== name) : [];
  const written = body?.getText() ?? '';
  const isOpen = further.length > 0 || /\b(?:request|response)\b/.test(written) || program.isAsync(fn);
  if (!use || !body || isOpen || !ts.isArrowFunction(fn) || ts.isBlock(body) || use.pos < body.pos) {
    return undefined;
  }
  const at = use.getStart() - body.getStart();
  const key = ts.isShorthandPropertyAssignment(use.parent) ? `${use.text}: ` : '';
  return `${written.slice(0, at)}${key}${text}${written.slice(at + use.text.length)}`;
}

/** The header blocks that an object has, if the contract declares them all. One in a namespace that it does not have is another one. */
function declaredBlocks(
  { arguments: [block, , , namespace] }: ts.CallExpression,
  service: TargetService,
  changes: ProgramChanges,
): ReadonlyMap<string, string> | undefined {
  const { program } = changes;
  const { ts } = program;
  const bare = program.bare(block as ts.Expression);
  const uri = namespace && textOf(namespace, changes);
  const declared = new Set([...service.operations.values()].flatMap(({ headerBlocks }) => headerBlocks));
  if (!ts.isObjectLiteralExpression(bare) || (uri && !service.namespaces.has(uri))) {
    return undefined;
  }
  const blocks = bare.properties.map(
    (each) => [each.name?.getText().replace(/^['"]|['"]$/g, '') ?? '', each.getText()] as const,
  );
  return blocks.every(([name]) => declared.has(name)) ? new Map(blocks) : undefined;
}

/** The setters that follow the creation of a client, before anything else is done with it, and can be moved there. */
function settersAfter(creation: Creation, { members }: ClientUses, changes: ProgramChanges): readonly MemberUse[] {
  const place = placeOf(creation, changes);
  if (place === undefined) {
    return [];
  }
  const found: MemberUse[] = [];
  const declared = new Set<ts.Symbol>();
  for (const statement of place.following) {
    const own = members.filter(({ access }) => isWithin(access, statement));
    const [use] = own;
    const isSetter =
      use !== undefined &&
      own.length === 1 &&
      use.name !== undefined &&
      setters.has(use.name) &&
      statementOf(use) === statement;
    if (isSetter && !mentions(use.access.parent, declared, changes)) {
      found.push(use);
    } else if (use !== undefined || (place.isUsedIn(statement) && !isStored(statement, changes))) {
      break;
    }
    for (const symbol of declaredIn(statement, changes)) {
      declared.add(symbol);
    }
  }
  return found;
}

/** True for a statement that only gives something another name: the client is the same one there. */
function isStored(statement: ts.Statement, { program }: ProgramChanges): boolean {
  const { ts } = program;
  const calls = [...program.ownNodes(statement)].some((each) => ts.isCallExpression(each) || ts.isNewExpression(each));
  return !calls && (ts.isExpressionStatement(statement) || ts.isVariableStatement(statement));
}

function statementOf({ access }: MemberUse): ts.Node | undefined {
  return access.parent.parent;
}

function isWithin(node: ts.Node, outer: ts.Node): boolean {
  return node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end;
}

function mentions(node: ts.Node, declared: ReadonlySet<ts.Symbol>, { program }: ProgramChanges): boolean {
  return [...program.ownNodes(node)].some((each) => {
    const symbol = program.ts.isIdentifier(each) ? program.symbolOf(each) : undefined;
    return symbol !== undefined && declared.has(symbol);
  });
}

function declaredIn(statement: ts.Statement, { program }: ProgramChanges): readonly ts.Symbol[] {
  const { ts } = program;
  const names = ts.isVariableStatement(statement) ? [...program.ownNodes(statement)].filter(ts.isIdentifier) : [];
  return names.filter((name) => program.isDeclaration(name)).flatMap((name) => program.symbolOf(name) ?? []);
}

/** The statements after the creation of a client, which have it under a name. */
interface Place {
  readonly following: readonly ts.Statement[];
  readonly isUsedIn: (statement: ts.Statement) => boolean;
}

function placeOf(creation: Creation, changes: ProgramChanges): Place | undefined {
  const { program, values } = changes;
  const { ts } = program;
  const usesClient = (statement: ts.Node): boolean =>
    [...program.ownNodes(statement)].some((each) => ts.isIdentifier(each) && values.of(each)?.kind === 'client');
  const fn = functionFor(creation, changes);
  if (fn !== undefined) {
    return fn.body && ts.isBlock(fn.body) ? { following: fn.body.statements, isUsedIn: usesClient } : undefined;
  }
  let outer: ts.Node = creation.node;
  while (ts.isAwaitExpression(outer.parent) || program.bare(outer.parent) !== outer.parent) {
    outer = outer.parent;
  }
  const holder = outer.parent;
  const statement = ts.isVariableDeclaration(holder) ? holder.parent.parent : holder.parent;
  const isHeld =
    ts.isVariableDeclaration(holder) || (ts.isBinaryExpression(holder) && ts.isExpressionStatement(statement));
  const statements =
    isHeld && 'statements' in statement.parent ? (statement.parent.statements as readonly ts.Statement[]) : [];
  const index = statements.indexOf(statement as ts.Statement);
  return index < 0 ? undefined : { following: statements.slice(index + 1), isUsedIn: usesClient };
}

/** The function that gets the client, written where the client is made. */
function functionFor({ node, form, callback }: Creation, { program }: ProgramChanges): FunctionNode | undefined {
  const { ts } = program;
  if (form === 'callback') {
    return callback && program.functionAt(callback);
  }
  const { parent } = program.whole(node);
  const isThen =
    ts.isPropertyAccessExpression(parent) && parent.name.text === 'then' && ts.isCallExpression(parent.parent);
  const [first] = isThen ? (parent.parent as ts.CallExpression).arguments : [];
  return first && program.functionAt(first);
}

/** Writes the creation, and takes out the setters that went into it. */
function create(
  { creation, texts, setters: own }: Planned,
  base: readonly string[],
  service: TargetService,
  changes: ProgramChanges,
): void {
  const { program } = changes;
  const { ts } = program;
  const { node, form, callback } = creation;
  const name = changes.imported(node, changes.settings.target.name, service.client);
  const made = `new ${name}(${texts.text(base, indentOf(node), changes.style(node), commentsIn(creation, changes))})`;
  for (const use of own) {
    removeStatement(use.access.parent.parent, changes);
  }
  sayAddress(creation, texts, base, service, changes);
  if (form === 'callback' && callback !== undefined) {
    const text = `${changes.imported(node, 'node:util', 'callbackify')}(async () => ${made})(`;
    changes.replace(node, node.getStart(), callback.getStart(), text);
    changes.replace(node, callback.end, node.end, ')');
    return;
  }
  const outer = program.whole(node);
  if (form === 'class') {
    changes.replace(node, node.getStart(), node.end, made);
  } else if (ts.isAwaitExpression(outer.parent)) {
    changes.replace(node, outer.parent.getStart(), outer.parent.end, made);
  } else {
    changes.replace(node, node.getStart(), node.end, `Promise.resolve(${made})`);
  }
}

/** The comments in what is said where a client is made. */
function commentsIn({ source, options, endpoint }: Creation, { program }: ProgramChanges): readonly string[] {
  const { ts } = program;
  const found = new Map<number, string>();
  for (const part of [source, options, endpoint]) {
    for (const node of part === undefined ? [] : [part, ...program.ownNodes(part)]) {
      const { text } = node.getSourceFile();
      const ranges = [
        ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.end + (text[node.end] === ',' ? 1 : 0)) ?? []),
      ];
      for (const { pos, end } of ranges) {
        found.set(pos, text.slice(pos, end));
      }
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, comment]) => comment);
}

function indentOf(node: ts.Node): string {
  return indentAt(node.getSourceFile().text, node.getStart());
}

function removeStatement(statement: ts.Node, changes: ProgramChanges): void {
  const { text } = statement.getSourceFile();
  const start = statement.getStart();
  const from = lineStart(text, start);
  const isAlone =
    /^[ \t]*$/.test(text.slice(from, start)) &&
    /^[ \t]*$/.test(text.slice(statement.end, lineEnd(text, statement.end)));
  if (isAlone) {
    changes.replace(statement, commentStart(statement, from, changes), nextLine(text, statement.end), '');
  } else {
    changes.replace(statement, start, statement.end, '');
  }
}

/** Where the comments begin that stand in lines directly above that of a statement. */
function commentStart(statement: ts.Node, line: number, { program: { ts } }: ProgramChanges): number {
  const { text } = statement.getSourceFile();
  let start = line;
  for (const { pos, end } of [...(ts.getLeadingCommentRanges(text, statement.pos) ?? [])].reverse()) {
    const from = lineStart(text, pos);
    if (nextLine(text, end) !== start || text.slice(from, pos).trim() !== '') {
      break;
    }
    start = from;
  }
  return start;
}

/** A setter that is called elsewhere makes a further client, if the name for it may get one. */
function setLater(use: MemberUse, known: KnownClient, service: TargetService, changes: ProgramChanges): void {
  const { program } = changes;
  const { ts } = program;
  const call = use.access.parent;
  const name = program.nameOf(use.client);
  const symbol = name && program.symbolOf(name);
  const [declaration] = symbol?.declarations ?? [];
  const isStatement =
    ts.isCallExpression(call) && call.expression === use.access && ts.isExpressionStatement(call.parent);
  const texts = new OptionTexts();
  const isReplaceable =
    declaration !== undefined && symbol !== undefined && mayBeReplaced(declaration, symbol, use, changes);
  const isOpen =
    use.name === 'addSoapHeader'
      ? !known.hasBlocks && known.functions.includes(placeIn(call, changes))
      : use.name === 'setSecurity'
        ? !known.hasTransport
        : use.name !== 'on';
  if (!isStatement || !isReplaceable || !isOpen || !readSetter(use, texts, service, call, changes)) {
    sayLeft(use, service, changes);
    return;
  }
  const text = use.client.getText();
  if (use.name === 'addHttpHeader') {
    texts.headersOf(`${text}.$options.headers`);
  }
  const options = texts.text([...known.base, `...${text}.$options`], indentOf(call), changes.style(call));
  const className = changes.imported(use.access, changes.settings.target.name, service.client);
  changes.replace(call, call.getStart(), call.end, `${text} = new ${className}(${options})`);
  if (ts.isVariableDeclaration(declaration) && ts.isVariableDeclarationList(declaration.parent)) {
    const list = declaration.parent;
    if ((list.flags & ts.NodeFlags.Const) !== 0) {
      changes.replace(list, list.getStart(), list.getStart() + 'const'.length, 'let');
    }
  }
}

/** Says that a call stays, and what takes its place as far as that is known. */
function sayLeft({ name, access }: MemberUse, service: TargetService, changes: ProgramChanges): void {
  const call = changes.program.ts.isCallExpression(access.parent) ? access.parent : undefined;
  const blocks = call && name === 'addSoapHeader' ? headerBlocks(call, service, changes).texts.join(', ') : '';
  const listener = name === 'on' ? call?.arguments[1] : undefined;
  const isNumbered = listener && furtherParameter(listener, changes) !== undefined;
  if (blocks === '') {
    const member = isNumbered ? 'the second parameter of a listener' : String(name);
    changes.say('migrate/no-counterpart', { member }, access);
  } else {
    changes.say('migrate/soap-header', { blocks }, access);
  }
}

/** True for the only name of a client, in the function that sets it up. */
function mayBeReplaced(
  declaration: ts.Declaration,
  symbol: ts.Symbol,
  use: MemberUse,
  { program }: ProgramChanges,
): boolean {
  const { ts } = program;
  const isName = ts.isVariableDeclaration(declaration)
    ? ts.isVariableDeclarationList(declaration.parent) && declaration.parent.declarations.length === 1
    : ts.isParameter(declaration);
  const isAssigned = ts.isBinaryExpression(declaration) && /^this\.[\w$]+$/.test(declaration.left.getText());
  const isProperty =
    isAssigned ||
    (ts.isPropertyDeclaration(declaration) &&
      (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) === 0);
  if (!isName && !isProperty) {
    return false;
  }
  const earlier = program
    .usesOf(symbol)
    .filter((each) => each.getSourceFile() === use.access.getSourceFile() && each.end < use.access.pos);
  // Somebody else has it already: that one would keep the client without what is set.
  return (
    (isProperty ||
      ts.findAncestor(use.access, ts.isFunctionLike) ===
        ts.findAncestor(declaration, (each) => ts.isFunctionLike(each) && each !== declaration)) &&
    earlier.every((each) => {
      const { parent } = program.expressionOf(each);
      const isTarget = ts.isBinaryExpression(parent) && parent.left === program.expressionOf(each);
      const isTested = ts.isPrefixUnaryExpression(parent) || ts.isIfStatement(parent);
      return program.isDeclaration(each) || ts.isPropertyAccessExpression(parent) || isTarget || isTested;
    })
  );
}

/** The address came from the WSDL that the program loaded; that of the package may be another one. */
function sayAddress(
  creation: Creation,
  texts: OptionTexts,
  base: readonly string[],
  service: TargetService,
  changes: ProgramChanges,
): void {
  const { source, node } = creation;
  if (source === undefined || texts.has('address') || base.some((each) => each.startsWith('baseUrl'))) {
    return;
  }
  const address = service.descriptor.ports.find((port) => port.address !== undefined)?.address ?? '';
  const url = urlOf(source, changes);
  const text = textOf(source, changes);
  const isSame =
    url === undefined ? text !== undefined && !/^https?:/i.test(text) : address.startsWith(`${url.origin}/`);
  if (!isSame) {
    changes.say('migrate/address', { service: service.client, address }, source ?? node);
  }
}
