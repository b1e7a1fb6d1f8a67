import type { ts } from 'ts-morph';
import type { SourceStyle } from '../emit/skeleton/source-style.js';
import type { ProgramChanges } from './changes.js';
import { keyText } from './results.js';
import type { TargetService } from './targets.js';
import type { Creation } from './values.js';

/** Options of a client as the program writes them: its members, in order. */
export class OptionTexts {
  readonly #members = new Map<string, string>();
  readonly #headers: string[] = [];
  readonly #blocks = new Map<string, string>();
  readonly #others: string[] = [];
  readonly #listeners: (readonly [side: 'request' | 'response', text: string])[] = [];
  readonly spreads: string[] = [];
  /** True if `soap` is told to write objects otherwise than it does by itself. */
  writesOtherwise = false;

  set(name: string, text: string): void {
    this.#members.set(name, text);
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  /** Adds to the headers of another client. */
  headersOf(text: string): void {
    this.#headers.unshift(`...${text}`);
  }

  addHeader(text: string): void {
    this.#headers.push(text);
  }

  /** The second argument of `security`, which sends by the transport that the client was given. */
  securityOptions(): string {
    const transport = this.#members.get('transport');
    return transport === undefined ? '' : `, { transport: ${transport} }`;
  }

  /** Adds a call that sees the text of one side of an exchange. */
  addListener(side: 'request' | 'response', text: string): void {
    this.#listeners.push([side, text]);
  }

  /** `onExchange` with all listeners. */
  #listening(): readonly string[] {
    const calls = this.#listeners.map(([, text]) => text);
    const sides = [...new Set(this.#listeners.map(([side]) => side))].join(', ');
    const body = calls.length === 1 ? calls[0] : `{ ${calls.join('; ')}; }`;
    return calls.length === 0 ? [] : [`onExchange: ({ ${sides} }) => ${body}`];
  }

  /** Adds declared header blocks; false if there is one of the same name. */
  addDeclared(blocks: ReadonlyMap<string, string>): boolean {
    const isNew = [...blocks.keys()].every((name) => !this.#blocks.has(name));
    for (const [name, text] of isNew ? blocks : []) {
      this.#blocks.set(name, text);
    }
    return isNew;
  }

  /** Adds a header block that is not declared. */
  addOther(text: string): void {
    this.#others.push(text);
  }

  get hasBlocks(): boolean {
    return this.#blocks.size + this.#others.length > 0;
  }

  /** `$any` with a line for each block if they are long. */
  #anyText(line: string, unit: string): readonly string[] {
    const text = this.#others.join(', ');
    const isLong = this.#others.length > 1 && text.length > longestLine;
    const lines = isLong ? `${this.#others.map((each) => `${line}${unit}${each},`).join('')}${line}` : text;
    return text === '' ? [] : [`$any: [${lines}]`];
  }

  /** The object literal at an indentation; `base` are members that go first. Comments that no member has stand above them. */
  text(
    base: readonly string[],
    indent: string,
    { unit, newline }: SourceStyle,
    comments: readonly string[] = [],
  ): string {
    const nested = (name: string, parts: readonly string[]): readonly string[] =>
      parts.length === 0 ? [] : [`${name}: { ${parts.join(', ')} }`];
    const others = this.#anyText(`${newline}${indent}${unit}`, unit);
    const members = [
      ...base,
      ...[...this.#members].map(([name, text]) => (name === text ? name : `${name}: ${text}`)),
      ...nested('headers', this.#headers),
      ...nested('soapHeaders', [...this.#blocks.values(), ...others]),
      ...this.#listening(),
      ...this.spreads.map((each) => `...${each}`),
    ];
    const line = `{ ${members.join(', ')} }`;
    const lost = comments.filter((each) => !line.includes(each));
    if (line.length <= longestLine && lost.length === 0) {
      return members.length === 0 ? '' : line;
    }
    const texts = [...lost, ...members.map((each) => `${each},`)];
    const lines = texts.map((each) => `${indent}${unit}${each}${newline}`);
    return `{${newline}${lines.join('')}${indent}}`;
  }
}

/** Longer objects have a line for each member. */
const longestLine = 70;

/** Options of `soap` about the WSDL and about XML that the generated client writes by its types: nothing takes their place. */
const withoutSubject = new Set([
  ...[
    'disableCache',
    'wsdlCache',
    'wsdl_headers',
    'wsdl_options',
    'ignoredNamespaces',
    'ignoreBaseNameSpaces',
    'strict',
  ],
  ...['normalizeNames', 'overridePromiseSuffix', 'envelopeKey', 'namespaceArrayElements', 'forceUseSchemaXmlns'],
  ...['useEmptyTag', 'preserveWhitespace', 'handleNilAsNull', 'returnFault', 'parseResponseAttachments'],
  ...['parseReponseAttachments', 'encoding', 'attributesKey', 'valueKey', 'xmlKey'],
]);

/** Options of `soap` that decide how it writes objects. */
const aboutObjects =
  /^(?:attributesKey|valueKey|xmlKey|ignoredNamespaces|override\w+|escapeXML|namespaceArrayElements)$/;

/** The texts of the options with which `soap` made a client; undefined if they cannot be known, which is said. */
export function optionsOf(
  creation: Creation,
  service: TargetService,
  changes: ProgramChanges,
): OptionTexts | undefined {
  const texts = new OptionTexts();
  const { endpoint } = creation;
  const isRead = creation.options === undefined || readOptions(creation.options, service, texts, changes);
  if (!isRead) {
    changes.say('migrate/options', { service: service.client }, creation.options ?? creation.node);
    return undefined;
  }
  if (endpoint !== undefined && !isNothing(endpoint, changes)) {
    texts.set('address', endpoint.getText());
  }
  return texts;
}

function readOptions(
  node: ts.Expression,
  service: TargetService,
  texts: OptionTexts,
  changes: ProgramChanges,
): boolean {
  const { ts } = changes.program;
  if (isNothing(node, changes)) {
    return true;
  }
  const bare = changes.program.bare(node);
  const literal = ts.isIdentifier(bare) ? constantValue(bare, changes) : bare;
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) {
    return false;
  }
  for (const each of literal.properties) {
    const name = each.name?.getText();
    if (name === undefined || !(ts.isPropertyAssignment(each) || ts.isShorthandPropertyAssignment(each))) {
      return false;
    }
    const own = ts.isShorthandPropertyAssignment(each) ? each.name : each.initializer;
    // A constant stays where it is: its parts may be used once more.
    const text = literal === bare ? own.getText() : `${bare.getText()}.${name}`;
    readOption(name, own, text, service, texts, changes);
  }
  return true;
}

function readOption(
  name: string,
  node: ts.Expression,
  text: string,
  service: TargetService,
  texts: OptionTexts,
  changes: ProgramChanges,
): void {
  const { SyntaxKind } = changes.program.ts;
  texts.writesOtherwise ||= aboutObjects.test(name);
  const isFalse = node.kind === SyntaxKind.FalseKeyword || isNothing(node, changes);
  if (name === 'endpoint') {
    texts.set('address', text);
  } else if (name === 'httpClient') {
    texts.set('transport', `${changes.imported(node, '@wsdl-codegen/soap', 'httpClientTransport')}(${text})`);
  } else if (name === 'forceSoap12Headers' && node.kind === SyntaxKind.TrueKeyword && has12(service)) {
    texts.set('binding', changes.style(node).quote('soap12'));
  } else if (!withoutSubject.has(name) && !isFalse) {
    changes.say('migrate/option', { option: name }, node);
  }
}

function has12({ descriptor }: TargetService): boolean {
  return descriptor.ports.some(({ binding }) => binding === 'soap12');
}

/** What a constant is made with. */
export function constantValue(name: ts.Identifier, changes: ProgramChanges): ts.Expression | undefined {
  const { program } = changes;
  const symbol = program.symbolOf(name);
  const [declaration, ...others] = symbol?.declarations ?? [];
  const isConstant = declaration !== undefined && others.length === 0 && program.ts.isVariableDeclaration(declaration);
  return isConstant && symbol !== undefined && program.assignedTo(symbol).length === 0 && declaration.initializer
    ? (program.bare(declaration.initializer) as ts.Expression)
    : undefined;
}

function isNothing(node: ts.Expression, { program }: ProgramChanges): boolean {
  return (
    node.kind === program.ts.SyntaxKind.NullKeyword || (program.ts.isIdentifier(node) && node.text === 'undefined')
  );
}

/**
 * The members that a client cannot do without: where the service is, and namespaces that its package leaves open. Undefined if one is not known, which is
 * said.
 */
export function requiredMembers(
  creation: Creation,
  service: TargetService,
  hasAddress: boolean,
  changes: ProgramChanges,
): readonly string[] | undefined {
  const { define } = changes.settings;
  const { quote } = changes.style(creation.node);
  const missing = service.placeholders.filter((name) => !Object.hasOwn(define, name));
  const base = hasAddress || !service.needsBaseUrl ? undefined : baseUrlOf(creation, service, changes);
  if (!hasAddress && service.needsBaseUrl && base === undefined) {
    missing.unshift(placeholderOf(service) ?? 'base_url');
  }
  if (missing.length > 0) {
    const [first] = missing;
    changes.say(
      'migrate/needs-value',
      { service: service.client, names: missing, first: String(first) },
      creation.node,
    );
    return undefined;
  }
  const namespaces = service.placeholders.map((name) => `${keyText(name)}: ${quote(define[name] ?? '')}`);
  return [
    ...(base === undefined ? [] : [`baseUrl: ${quote(base)}`]),
    ...(namespaces.length === 0 ? [] : [`namespaces: { ${namespaces.join(', ')} }`]),
  ];
}

function placeholderOf({ descriptor }: TargetService): string | undefined {
  return descriptor.ports.flatMap(({ address }) => /^\{([^}]+)\}/.exec(address ?? '')?.[1] ?? [])[0];
}

/** Scheme and host of a service: as given, or those of the WSDL if this is where the service is. */
function baseUrlOf({ source }: Creation, service: TargetService, changes: ProgramChanges): string | undefined {
  const placeholder = placeholderOf(service);
  const { define } = changes.settings;
  if (placeholder !== undefined && Object.hasOwn(define, placeholder)) {
    return define[placeholder];
  }
  const url = source && urlOf(source, changes);
  const isThere = service.descriptor.ports.some(({ address }) => address?.replace(/^\{[^}]+\}/, '') === url?.pathname);
  return url !== undefined && isThere ? url.origin : undefined;
}

/** The address that an expression is written as, or that of a constant. */
export function urlOf(node: ts.Expression, changes: ProgramChanges): URL | undefined {
  const text = textOf(node, changes);
  return text !== undefined && /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** The text of a literal, or of a constant that is one. */
export function textOf(node: ts.Expression, changes: ProgramChanges): string | undefined {
  const { ts } = changes.program;
  const bare = changes.program.bare(node);
  if (ts.isStringLiteralLike(bare)) {
    return bare.text;
  }
  const constant = ts.isIdentifier(bare) ? constantValue(bare, changes) : undefined;
  return constant === undefined || !ts.isStringLiteralLike(constant) ? undefined : constant.text;
}
