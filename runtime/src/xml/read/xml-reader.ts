import { type XmlCursor, XmlEvent, type XmlReaderOptions } from '../interfaces/reader.js';
import { following, internalise, type QualifiedName } from '../names/names.js';
import {
  declarationFault,
  internaliseNamespace,
  NamespaceScope,
  namespaceText,
  translatedBack,
} from '../names/namespaces.js';
import { standsAt } from '../text/characters.js';
import { documentText, fewNamespaces, maxListed, readerLimits } from '../text/limits.js';
import { characterError, limitError, positionAt, syntaxError, type TextPosition } from '../text/position.js';
import { expandAttribute, expandText, normaliseLineEnds } from '../text/references.js';
import { TextMarks } from '../text/text-marks.js';
import { AttributeList } from './attributes.js';
import { joinText } from './joined-text.js';
import { type OpenTag, type ReaderStart, type RootStarts, rootStartsOf, type StartingReader } from './known-starts.js';
import { endOfValue, endTagAt, findQuote, isPassedOver, isQuote, skipOutside, skipSpace } from './markup.js';
import { NameReader } from './name-reader.js';

const equalsSign = 0x3d;
const greaterThan = 0x3e;
const lessThan = 0x3c;
const slash = 0x2f;

// Longer names of namespaces are not kept with the names that declare them.
const maxKept = 200;

/**
 * The reader that `XmlCursor` describes. `next` throws `XmlSyntaxError` where the document is not well-formed, breaks
 * Namespaces in XML 1.0 or has a DOCTYPE, and `XmlLimitError` where it passes a limit; the reader is of no use after that.
 * Before the first `next`, `event` is `EndDocument`. A byte order mark at the start is ignored, and not counted.
 *
 * Strings of names and namespaces are the engine's own copies: comparing them with literals is comparing pointers. Text and
 * attribute values are cut out of the document when asked for.
 */
export class XmlReader implements XmlCursor, StartingReader {
  event: XmlEvent = XmlEvent.EndDocument;
  localName = '';
  namespace = '';
  prefix = '';
  depth = 0;
  attributeCount = 0;
  offset = 0;
  passedOver = 0;
  /** What namespaces in the document are translated to where they are declared. */
  readonly translation: ReadonlyMap<string, string> | undefined;

  #source = '';
  readonly #maxDepth: number;
  readonly #maxAttributes: number;
  readonly #maxNamespaces: number;
  readonly #skipsDoctype: boolean;
  readonly #starts: RootStarts | undefined;
  readonly #scope: NamespaceScope = new NamespaceScope();
  #attributes!: AttributeList;
  #marks!: TextMarks;
  #nameReader!: NameReader;
  // The open elements. The one that just ended stays open until the next call, so that its namespaces can be asked for.
  readonly #tags: OpenTag[] = [];
  #open = 0;
  #position = 0;
  #rootSeen = false;
  #finished = false;
  #emptyElement = false;
  #textStart = 0;
  #textEnd = 0;
  #text: string | undefined = '';
  #lastScope: ReadonlyMap<string, string> | undefined;
  #listed = 0;

  constructor(document: string, options: XmlReaderOptions = {}) {
    const { maxDepth, maxAttributes, maxNamespaces, maxLength } = readerLimits(options.limits);
    this.#maxDepth = maxDepth;
    this.#maxAttributes = maxAttributes;
    this.#maxNamespaces = maxNamespaces;
    this.translation = options.namespaces;
    this.#skipsDoctype = options.doctype === 'skip';
    this.#starts = rootStartsOf(options);
    this.readOn(documentText(document, maxLength), 0);
  }

  /**
   * Goes on with another part of the document. So many elements are open where it begins: all that are open now, or the outer ones of them; the
   * namespaces that they declare and the limits remain in force. A part ends after a tag: see `hasMore`.
   */
  readOn(part: string, depth: number): void {
    if (this.#scope.innermost > depth) {
      this.#scope.leave(depth + 1);
    }
    this.#open = depth;
    this.#source = part;
    this.#attributes = new AttributeList(part);
    this.#marks = new TextMarks(part);
    this.#nameReader = new NameReader(part);
    this.#position = 0;
    this.#rootSeen = depth > 0;
    this.#emptyElement = false;
    this.#listed = 0;
    this.event = XmlEvent.EndDocument;
  }

  /** True if something comes next in what was given of the document. */
  get hasMore(): boolean {
    return this.#emptyElement || this.#position < this.#source.length;
  }

  get isEmpty(): boolean {
    return this.#emptyElement || this.#source.startsWith('</', skipSpace(this.#source, this.#position));
  }

  next(): XmlEvent {
    const event = this.#advance();
    if (!this.#marks.areCharacters(this.#position)) {
      throw characterError(this.#source, this.#marks.checked);
    }
    return event;
  }

  #advance(): XmlEvent {
    if (this.#emptyElement) {
      this.#emptyElement = false;
      return this.#endElement();
    }
    this.#leaveEnded();
    if (this.#open === 0) {
      return this.#readOutside();
    }
    const source = this.#source;
    const start = this.#position;
    this.offset = start;
    if ((source.charCodeAt(start) !== lessThan || isPassedOver(source, start)) && this.#readText(start)) {
      this.attributeCount = 0;
      this.event = XmlEvent.Text;
      return XmlEvent.Text;
    }
    return source.charCodeAt(this.#position + 1) === slash ? this.#readEndTag() : this.#readStartTag();
  }

  /**
   * The state at a start tag, for documents that begin with the same text; undefined where it has attributes or ends its element, there are too
   * many declarations, or not all is of characters of XML. They must be read with the same options.
   */
  start(): ReaderStart | undefined {
    const isPlain = this.#attributes.count === 0 && !this.#emptyElement && this.#marks.areCharacters(this.#position);
    const scope = isPlain ? this.#scope.start() : undefined;
    if (scope === undefined) {
      return undefined;
    }
    const text = internalise(this.#source.slice(0, this.#position));
    const tags = this.#tags.slice(0, this.#open).map((tag) => ({ ...tag }));
    return { scope, text, tags, offset: this.offset };
  }

  /** Goes to the start tag at which `start` was asked, if the document begins with the same text. Only for a reader that has read nothing. */
  begin({ scope, text, tags, offset }: ReaderStart): boolean {
    const last = tags[tags.length - 1];
    const isTag = this.#source.charCodeAt(text.length - 1) === greaterThan;
    if (last === undefined || !isTag || !standsAt(this.#source, 0, text)) {
      return false;
    }
    this.#scope.begin(scope);
    for (const { name, namespace, offset: at } of tags) {
      this.#enter(name, namespace, at);
    }
    this.#position = text.length;
    this.#marks.checked = text.length;
    this.#rootSeen = true;
    this.#nameReader.follow(last.name, following.inside);
    this.offset = offset;
    this.#show(XmlEvent.StartElement, last.name, last.namespace, tags.length);
    return true;
  }

  /** The prolog up to the root element, or what follows it up to the end. */
  #readOutside(): XmlEvent {
    const source = this.#source;
    if (this.#finished) {
      throw new Error('The reader is at the end of the document');
    }
    if (!this.#rootSeen && this.#starts?.begin(this)) {
      return XmlEvent.StartElement;
    }
    const i = skipOutside(source, this.#position, this.#skipsDoctype && !this.#rootSeen);
    if (i < source.length) {
      if (this.#rootSeen) {
        throw this.#error(i, 'A document has one root element');
      }
      this.#position = i;
      this.#rootSeen = true;
      this.#readStartTag();
      this.#starts?.keep(this, this.#tags[0]!.name, this.#position);
      return XmlEvent.StartElement;
    }
    if (!this.#rootSeen) {
      throw this.#error(i, 'The document has no root element');
    }
    this.#finished = true;
    this.#position = i;
    this.offset = i;
    this.event = XmlEvent.EndDocument;
    return XmlEvent.EndDocument;
  }

  /** Reads character data up to the next tag. False if there are only comments and the like. */
  #readText(start: number): boolean {
    const first = this.#findMarkup(start);
    if (!this.#marks.hasReference(start, first) && !isPassedOver(this.#source, first)) {
      this.#textStart = start;
      this.#textEnd = first;
      this.#text = undefined;
      this.#position = first;
      return true;
    }
    const { text, end, passedOver } = joinText(this.#source, start, first, (from) => this.#findMarkup(from));
    this.passedOver += passedOver;
    this.#text = text;
    this.#position = end;
    if (text === '') {
      this.offset = end;
    }
    return text !== '';
  }

  /** Index of the next `<`. Throws on `]]>` and at the end of the document. */
  #findMarkup(start: number): number {
    const source = this.#source;
    const end = source.indexOf('<', start);
    if (end === -1) {
      const { name, offset } = this.#tags[this.#open - 1]!;
      throw this.#error(offset, `The element "${name.qualified}" is not closed`);
    }
    const sectionEnd = this.#marks.sectionEnd(start);
    if (sectionEnd < end) {
      throw this.#error(sectionEnd, 'Character data cannot contain "]]>"');
    }
    return end;
  }

  #readStartTag(): XmlEvent {
    const start = this.#position;
    const name = this.#readName(start + 1);
    this.#nameReader.follow(name, following.inTag);
    const depth = this.#open + 1;
    if (depth > this.#maxDepth) {
      throw limitError(this.#source, start, `Elements are nested deeper than ${this.#maxDepth}`);
    }
    this.#attributes.count = 0;
    const c = this.#source.charCodeAt(this.#position);
    if (c === greaterThan) {
      this.#position++;
    } else {
      this.#readAttributes(depth);
    }
    this.#nameReader.follow(name, following.inside);

    const namespace = this.#scope.resolve(name.prefix);
    if (namespace === undefined) {
      throw this.#error(start, `The prefix "${name.prefix}" is not declared`);
    }
    this.#enter(name, namespace, start);
    this.offset = start;
    return this.#show(XmlEvent.StartElement, name, namespace, depth);
  }

  /** Opens an element; what is left of another one at its depth is used again. */
  #enter(name: QualifiedName, namespace: string, offset: number): void {
    const tag = this.#tags[this.#open++];
    if (tag === undefined) {
      this.#tags.push({ name, namespace, offset });
      return;
    }
    tag.name = name;
    tag.namespace = namespace;
    tag.offset = offset;
  }

  /** Reads from the end of the element's name to the end of the tag. */
  #readAttributes(depth: number): void {
    const source = this.#source;
    let count = 0;
    for (;;) {
      const before = this.#position;
      const i = skipSpace(source, before);
      const c = source.charCodeAt(i);
      if (c === greaterThan || (c === slash && source.charCodeAt(i + 1) === greaterThan)) {
        this.#emptyElement = c === slash;
        this.#position = c === slash ? i + 2 : i + 1;
        break;
      }
      if (i >= source.length) {
        throw this.#error(i, 'The start tag is not closed');
      }
      if (i === before) {
        throw this.#error(i, 'White space, ">" or "/>" is expected here');
      }
      if (++count > this.#maxAttributes) {
        throw limitError(source, i, `An element has more than ${this.#maxAttributes} attributes`);
      }
      this.#readAttribute(i, depth);
    }
    if (this.#attributes.count > 0) {
      this.#attributes.resolve(this.#scope);
    }
  }

  #readAttribute(start: number, depth: number): void {
    const source = this.#source;
    const name = this.#readName(start);
    if (name.declares !== undefined && this.#declaresAgain(name, start, depth)) {
      return;
    }
    let i = skipSpace(source, this.#position);
    if (source.charCodeAt(i) !== equalsSign) {
      throw this.#error(i, `"=" is expected after the attribute "${name.qualified}"`);
    }
    i = skipSpace(source, i + 1);
    const quote = source.charCodeAt(i);
    if (!isQuote(quote)) {
      throw this.#error(i, 'An attribute value must be quoted');
    }
    const end = findQuote(source, i + 1, quote);
    // Not negative: the value stands for itself.
    const expanded = end >= 0 ? undefined : expandAttribute(source, i + 1, ~end);
    const valueEnd = end >= 0 ? end : ~end;
    this.#position = valueEnd + 1;
    if (name.declares === undefined) {
      this.#attributes.add(name, start, i + 1, valueEnd, expanded);
    } else {
      const wire = expanded ?? namespaceText(source, i + 1, valueEnd);
      this.#declare(name.declares, wire, start, depth);
      name.declared = expanded === undefined && wire.length <= maxKept ? wire : '';
    }
  }

  /** Reads the value of a declaration if it is the same as last time. */
  #declaresAgain({ declares = '', declared }: QualifiedName, offset: number, depth: number): boolean {
    const end =
      this.translation === undefined && declared !== '' ? endOfValue(this.#source, this.#position, declared) : -1;
    if (end >= 0) {
      this.#position = end;
      this.#bring(declares, declared, offset, depth);
    }
    return end >= 0;
  }

  #declare(prefix: string, wire: string, offset: number, depth: number): void {
    const fault = declarationFault(prefix, wire);
    if (fault !== undefined) {
      throw this.#error(offset, fault);
    }
    this.#bring(prefix, internaliseNamespace(this.translation?.get(wire) ?? wire), offset, depth);
  }

  /** Brings a declaration into scope. */
  #bring(prefix: string, namespace: string, offset: number, depth: number): void {
    if (this.#scope.declare(prefix, namespace, depth) === undefined) {
      const what = prefix === '' ? 'The default namespace' : `The prefix "${prefix}"`;
      throw this.#error(offset, `${what} is declared twice`);
    }
    if (this.#scope.size > this.#maxNamespaces) {
      throw limitError(this.#source, offset, `More than ${this.#maxNamespaces} namespace declarations are in scope`);
    }
  }

  #readEndTag(): XmlEvent {
    const source = this.#source;
    const start = this.#position;
    const { qualified } = this.#tags[this.#open - 1]!.name;
    let i = start + 2 + qualified.length;
    if (source.charCodeAt(i) !== greaterThan) {
      i = skipSpace(source, i);
    }
    if (source.charCodeAt(i) !== greaterThan || !standsAt(source, start + 2, qualified)) {
      throw this.#error(start, `The end tag "</${qualified}>" is expected here`);
    }
    this.#position = i + 1;
    this.offset = start;
    return this.#endElement();
  }

  #endElement(): XmlEvent {
    const { name, namespace } = this.#tags[this.#open - 1]!;
    this.#nameReader.follow(name, following.after);
    return this.#show(XmlEvent.EndElement, name, namespace, this.#open);
  }

  #show(event: XmlEvent, { local, prefix }: QualifiedName, namespace: string, depth: number): XmlEvent {
    this.localName = local;
    this.prefix = prefix;
    this.namespace = namespace;
    this.depth = depth;
    this.attributeCount = event === XmlEvent.StartElement ? this.#attributes.count : 0;
    this.event = event;
    return event;
  }

  /** Closes the element that ended; those that were scanned were never open. */
  #leaveEnded(): void {
    if (this.event !== XmlEvent.EndElement || this.depth !== this.#open) {
      return;
    }
    if (this.#scope.innermost === this.#open) {
      this.#scope.leave(this.#open);
    }
    this.#open--;
  }

  /** Index after what the current event stands for. */
  get end(): number {
    return this.#position;
  }

  /** The document, or the part of it, without a byte order mark. */
  get source(): string {
    return this.#source;
  }

  /**
   * Begins a scan: where expressions may be matched, after the current event and white space; -1 if nothing may be. They match whole elements and
   * white space; texts contain no `<`, values of attributes no references and no white space but blanks. `hasRoom` and `isWritten` are for
   * each of them, `isUnusual` and `binds` for all together. The reader stays where it is: see `pass`.
   */
  startScan(): number {
    this.#leaveEnded();
    return this.#emptyElement ? -1 : skipSpace(this.#source, this.#position);
  }

  /** True if an end tag comes next. */
  isBeforeEnd(): boolean {
    const source = this.#source;
    const start = this.#position;
    return this.#emptyElement || (source.charCodeAt(start) === lessThan && source.charCodeAt(start + 1) === slash);
  }

  /** True if elements may be nested so deep here, and have so many attributes, and so many declarations all together. */
  hasRoom(levels: number, attributes: number, declarations: number): boolean {
    const isFew = declarations === 0 || this.#scope.size + declarations <= this.#maxNamespaces;
    return isFew && this.#open + levels <= this.#maxDepth && attributes <= this.#maxAttributes;
  }

  /** True if prefixes stand for these namespaces after the current event. */
  binds(bindings: ReadonlyArray<readonly [prefix: string, namespace: string]>): boolean {
    this.#leaveEnded();
    return bindings.every(([prefix, namespace]) => this.#scope.resolve(prefix) === namespace);
  }

  /**
   * The text of the element that starts here, if it is nothing else: the reader moves to its end. Undefined, and nothing happens, if there are
   * elements, comments or the like.
   */
  textToEnd(): string | undefined {
    const source = this.#source;
    const start = this.#position;
    const end = this.#textEndHere();
    if (end < 0 || this.isUnusual(end)) {
      return undefined;
    }
    const text = this.isWritten(start, end) ? expandText(source, start, end) : source.slice(start, end);
    this.#passText(end);
    return text;
  }

  /**
   * As `textToEnd`, but gives what `parse` makes of the text as it is written. Undefined, and nothing happens, if that is undefined, which it
   * has to be for a text with characters that XML forbids, references that mean nothing, or `]]>`.
   */
  valueToEnd<Value>(parse: (written: string) => Value | undefined): Value | undefined {
    const end = this.#textEndHere();
    const value = end < 0 ? undefined : parse(this.#source.slice(this.#position, end));
    if (value !== undefined) {
      this.#marks.checked = Math.max(this.#marks.checked, end);
      this.#passText(end);
    }
    return value;
  }

  /** Where the text ends that starts here, if the end tag of its element comes next; -1 otherwise. */
  #textEndHere(): number {
    if (this.event !== XmlEvent.StartElement || this.#emptyElement) {
      return -1;
    }
    const end = this.#source.indexOf('<', this.#position);
    return endTagAt(this.#source, end, this.#tags[this.#open - 1]!.name.qualified) < 0 ? -1 : end;
  }

  /** Moves past the end tag, which begins at `end`. */
  #passText(end: number): void {
    this.#position = end + this.#tags[this.#open - 1]!.name.qualified.length + 3;
    this.offset = end;
    this.#endElement();
  }

  /** True if there is something from here to the end of a scan that is no character, or may not be in a text. */
  isUnusual(end: number): boolean {
    return this.#marks.sectionEnd(this.#position) < end || !this.#marks.areCharacters(end);
  }

  /** True if texts in `[start, end)` are to be expanded: they contain references or carriage returns. */
  isWritten(start: number, end: number): boolean {
    return this.#marks.isWritten(start, end);
  }

  /** Moves past elements that a scan has found, up to its end without white space: the event is the end of one of them. */
  pass(matched: number): void {
    const isTag = this.#source.charCodeAt(matched - 1) === greaterThan;
    const end = isTag ? matched : this.#source.lastIndexOf('>', matched - 1) + 1;
    this.#position = end;
    this.offset = end;
    this.depth = this.#open + 1;
    this.attributeCount = 0;
    this.event = XmlEvent.EndElement;
  }

  /** A prefix of a namespace in scope, that of the element around if it is in the namespace; undefined if there is none. */
  prefixOf(namespace: string): string | undefined {
    this.#leaveEnded();
    const around = this.#tags[this.#open - 1];
    return around?.namespace === namespace ? around.name.prefix : this.#scope.anyPrefixOf(namespace);
  }

  /** Reads the qualified name at `start` and moves past it. */
  #readName(start: number): QualifiedName {
    const name = this.#nameReader.read(start);
    this.#position = this.#nameReader.end;
    return name;
  }

  attributeName(index: number): string {
    return this.#attribute(index).name(index).local;
  }

  attributeNamespace(index: number): string {
    return this.#attribute(index).namespace(index);
  }

  attributePrefix(index: number): string {
    return this.#attribute(index).name(index).prefix;
  }

  attributeValue(index: number): string {
    return this.#attribute(index).value(index);
  }

  attribute(namespace: string, name: string): string | undefined {
    return this.attributeCount === 0 ? undefined : this.#attributes.find(namespace, name);
  }

  /** The attributes, which are those of the current event only while it is a start tag. */
  #attribute(index: number): AttributeList {
    if (!(index >= 0 && index < this.attributeCount)) {
      throw new RangeError(`There is no attribute ${index}`);
    }
    return this.#attributes;
  }

  get text(): string {
    if (this.event !== XmlEvent.Text) {
      return '';
    }
    this.#text ??= normaliseLineEnds(this.#source.slice(this.#textStart, this.#textEnd));
    return this.#text;
  }

  resolvePrefix(prefix: string): string | undefined {
    return this.#scope.resolve(prefix);
  }

  declarations(): ReadonlyArray<readonly [prefix: string, namespace: string]> {
    if (this.event !== XmlEvent.StartElement || this.#scope.innermost !== this.#open) {
      return [];
    }
    return this.#scope.declaredAt(this.#open);
  }

  namespacesInScope(): ReadonlyMap<string, string> {
    const scope = this.#scope.inScope();
    if (scope !== this.#lastScope && scope.size > fewNamespaces) {
      this.#lastScope = scope;
      this.#listed += scope.size;
      if (this.#listed > maxListed) {
        throw limitError(this.#source, this.offset, 'Too many namespaces are in scope');
      }
    }
    return scope;
  }

  wireNamespace(namespace: string): string {
    return this.translation === undefined ? namespace : translatedBack(this.translation, namespace);
  }

  position(offset: number = this.offset): TextPosition {
    return positionAt(this.#source, offset);
  }

  #error(offset: number, message: string): Error {
    return syntaxError(this.#source, offset, message);
  }
}
