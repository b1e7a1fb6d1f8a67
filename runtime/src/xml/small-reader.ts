import { defaultMaxAttributes, defaultMaxDepth, defaultMaxNamespaces, fewNamespaces, maxListed } from './limits.js';
import { skipComment, skipCommentOutside, skipXmlDeclaration } from './markup.js';
import { nameCharacterNoColon } from './name-characters.js';
import { declarationFault, translatedBack } from './namespaces.js';
import { characterError, limitError, positionAt, syntaxError, type TextPosition } from './position.js';
import { type XmlCursor, XmlEvent, type XmlReaderOptions } from './reader.js';
import { indexOfInvalidCharacter, isNCName } from './small-characters.js';
import { isNewName, SmallScope } from './small-scope.js';

/** A qualified name as written, and its parts. */
interface Name {
  readonly written: string;
  /** `''` means none. */
  readonly prefix: string;
  readonly local: string;
  /** The prefix that an attribute of this name declares; undefined for other names. */
  readonly declares: string | undefined;
}

/** An element that is open, or an attribute of a start tag. `offset` is where it begins. */
interface Part {
  readonly name: Name;
  readonly namespace: string;
  readonly offset: number;
}

interface Attribute extends Part {
  readonly value: string;
}

// Surrogates are taken for parts of names, and the names are checked then.
const nameRun = new RegExp(`[:${nameCharacterNoColon}\\ud800-\\udfff\\u{f0000}-\\u{10ffff}]*`, 'uy');
const spaceRun = /[\0- ]*/y;
const reference = /&(?:#(\d+)|#x([\da-fA-F]+)|(amp|lt|gt|quot|apos));|&/g;
const meant: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The reader of `xml-reader.ts` for browsers and workers, where size counts: the same events, errors and limits, without what makes
 * large documents fast.
 */
export class SmallReader implements XmlCursor {
  event: XmlEvent = XmlEvent.EndDocument;
  localName = '';
  namespace = '';
  prefix = '';
  depth = 0;
  offset = 0;
  passedOver = 0;
  text = '';

  readonly #source: string;
  readonly #options: XmlReaderOptions;
  readonly #scope: SmallScope = new SmallScope();
  readonly #names: Map<string, Name> = new Map();
  /** One copy of each namespace: comparing them is comparing pointers. */
  readonly #namespaces: Map<string, string> = new Map();
  // The open elements. The one that just ended stays open until the next call, so that its namespaces can be asked for.
  readonly #open: Part[] = [];
  readonly #firstInvalid: number;
  #attributes: Attribute[] = [];
  #at = 0;
  #rootSeen = false;
  #finished = false;
  #isEmpty = false;
  #lastScope: ReadonlyMap<string, string> | undefined;
  #listed = 0;

  constructor(text: string, options: XmlReaderOptions = {}) {
    this.#source = text;
    this.#options = options;
    const { maxLength = Number.POSITIVE_INFINITY } = options.limits ?? {};
    if (text.length > maxLength) {
      throw limitError(text, 0, `The document is longer than ${maxLength} characters`);
    }
    const invalid = indexOfInvalidCharacter(text);
    this.#firstInvalid = invalid < 0 ? text.length : invalid;
  }

  next(): XmlEvent {
    const event = this.#advance();
    if (this.#at > this.#firstInvalid) {
      throw characterError(this.#source, this.#firstInvalid);
    }
    this.event = event;
    return event;
  }

  #advance(): XmlEvent {
    if (this.#isEmpty) {
      this.#isEmpty = false;
      return this.#end();
    }
    this.text = '';
    this.#attributes = [];
    if (this.event === XmlEvent.EndElement) {
      this.#scope.leave(this.#open.length);
      this.#open.pop();
    }
    this.offset = this.#at;
    if (this.#open.length === 0) {
      return this.#readOutside();
    }
    if (this.#readText()) {
      return XmlEvent.Text;
    }
    this.offset = this.#at;
    return this.#source[this.#at + 1] === '/' ? this.#readEndTag() : this.#readStartTag();
  }

  /** The prolog up to the root element, or what follows it up to the end. */
  #readOutside(): XmlEvent {
    const source = this.#source;
    if (this.#finished) {
      throw new Error('The reader is at the end of the document');
    }
    if (this.#at === 0) {
      this.#at = skipXmlDeclaration(source, source.startsWith('\ufeff') ? 1 : 0);
    }
    for (let i = this.#skipSpace(this.#at); i < source.length; i = this.#skipSpace(i)) {
      const next = source[i + 1];
      if (source[i] !== '<') {
        throw this.#error(i, 'Only white space is allowed outside the root element');
      }
      if (next === '?') {
        i = this.#skipInstruction(i);
      } else if (next === '!') {
        i = skipCommentOutside(source, i);
      } else if (next === '/') {
        throw this.#error(i, 'This end tag has no start tag');
      } else if (this.#rootSeen) {
        throw this.#error(i, 'A document has one root element');
      } else {
        this.#at = this.offset = i;
        this.#rootSeen = true;
        return this.#readStartTag();
      }
    }
    if (!this.#rootSeen) {
      throw this.#error(source.length, 'The document has no root element');
    }
    this.#finished = true;
    this.#at = this.offset = source.length;
    return XmlEvent.EndDocument;
  }

  /** Reads character data up to the next tag. False if there are only comments and the like. */
  #readText(): boolean {
    const source = this.#source;
    let value = '';
    for (let i = this.#at; ; ) {
      const end = this.#findMarkup(i);
      value += this.#expand(source.slice(i, end).replace(/\r\n?/g, '\n'), i);
      this.#at = end;
      const next = source[end + 1];
      if (next === '?') {
        i = this.#skipInstruction(end);
        this.passedOver++;
      } else if (next !== '!') {
        break;
      } else if (source.startsWith('--', end + 2)) {
        i = skipComment(source, end);
        this.passedOver++;
      } else if (source.startsWith('[CDATA[', end + 2)) {
        const close = source.indexOf(']]>', end);
        if (close < 0) {
          throw this.#error(end, 'The CDATA section is not closed');
        }
        value += source.slice(end + 9, close).replace(/\r\n?/g, '\n');
        i = close + 3;
      } else {
        throw this.#error(end, 'Only comments and CDATA sections may start with "<!" here');
      }
    }
    this.text = value;
    return value !== '';
  }

  /** Index of the next `<`. Throws on `]]>` and at the end of the document. */
  #findMarkup(start: number): number {
    const end = this.#source.indexOf('<', start);
    if (end < 0) {
      const { name, offset } = this.#open.at(-1)!;
      throw this.#error(offset, `The element "${name.written}" is not closed`);
    }
    const section = this.#source.slice(start, end).indexOf(']]>');
    if (section >= 0) {
      throw this.#error(start + section, 'Character data cannot contain "]]>"');
    }
    return end;
  }

  #readStartTag(): XmlEvent {
    const start = this.#at;
    const name = this.#readName(start + 1);
    const { maxDepth = defaultMaxDepth } = this.#options.limits ?? {};
    if (this.#open.length >= maxDepth) {
      throw this.#limit(start, `Elements are nested deeper than ${maxDepth}`);
    }
    this.#readAttributes();
    const namespace = this.#resolve(name.prefix, start);
    this.#open.push({ name, namespace, offset: start });
    return this.#show(XmlEvent.StartElement);
  }

  /** Reads from the end of the element's name to the end of the tag. */
  #readAttributes(): void {
    const source = this.#source;
    const { maxAttributes = defaultMaxAttributes } = this.#options.limits ?? {};
    const found: Attribute[] = [];
    for (let count = 1; ; count++) {
      const i = this.#skipSpace(this.#at);
      this.#isEmpty = source.startsWith('/>', i);
      if (this.#isEmpty || source[i] === '>') {
        this.#at = this.#isEmpty ? i + 2 : i + 1;
        break;
      }
      if (i >= source.length) {
        throw this.#error(i, 'The start tag is not closed');
      }
      if (i === this.#at) {
        throw this.#error(i, 'White space, ">" or "/>" is expected here');
      }
      if (count > maxAttributes) {
        throw this.#limit(i, `An element has more than ${maxAttributes} attributes`);
      }
      const name = this.#readName(i);
      const value = this.#readValue(name);
      if (name.declares === undefined) {
        found.push({ name, namespace: '', offset: i, value });
      } else {
        this.#declare(name.declares, value, i);
      }
    }
    this.#attributes = found.map((attribute) => {
      const { name, offset } = attribute;
      return name.prefix === '' ? attribute : { ...attribute, namespace: this.#resolve(name.prefix, offset) };
    });
    const seen = new Map<string, Set<string>>();
    for (const { name, namespace, offset } of found.length > 1 ? this.#attributes : []) {
      if (!isNewName(seen, namespace, name.local)) {
        throw this.#error(offset, `The attribute "${name.written}" is given twice`);
      }
    }
  }

  /** Reads from the end of an attribute's name to the end of its value. */
  #readValue({ written }: Name): string {
    const source = this.#source;
    const equals = this.#skipSpace(this.#at);
    if (source[equals] !== '=') {
      throw this.#error(equals, `"=" is expected after the attribute "${written}"`);
    }
    const open = this.#skipSpace(equals + 1);
    const quote = source[open];
    if (quote !== '"' && quote !== "'") {
      throw this.#error(open, 'An attribute value must be quoted');
    }
    const end = source.indexOf(quote, open + 1);
    const value = source.slice(open + 1, end < 0 ? open + 33 : end);
    const less = value.indexOf('<');
    if (less >= 0) {
      throw this.#error(open + 1 + less, 'An attribute value cannot contain "<"');
    }
    if (end < 0) {
      throw this.#error(open, 'The attribute value is not closed');
    }
    this.#at = end + 1;
    return this.#expand(value.replace(/\r\n|[\t\n\r]/g, ' '), open);
  }

  #declare(prefix: string, wire: string, offset: number): void {
    const fault = declarationFault(prefix, wire);
    if (fault !== undefined) {
      throw this.#error(offset, fault);
    }
    const namespace = this.#options.namespaces?.get(wire) ?? wire;
    const known = this.#namespaces.get(namespace) ?? namespace;
    this.#namespaces.set(known, known);
    if (!this.#scope.declare(prefix, known, this.#open.length + 1)) {
      const what = prefix === '' ? 'The default namespace' : `The prefix "${prefix}"`;
      throw this.#error(offset, `${what} is declared twice`);
    }
    const { maxNamespaces = defaultMaxNamespaces } = this.#options.limits ?? {};
    if (this.#scope.size > maxNamespaces) {
      throw this.#limit(offset, `More than ${maxNamespaces} namespace declarations are in scope`);
    }
  }

  #resolve(prefix: string, offset: number): string {
    const namespace = this.#scope.resolve(prefix);
    if (namespace === undefined) {
      throw this.#error(offset, `The prefix "${prefix}" is not declared`);
    }
    return namespace;
  }

  #readEndTag(): XmlEvent {
    const source = this.#source;
    const { written } = this.#open.at(-1)!.name;
    const after = this.#at + 2 + written.length;
    const close = this.#skipSpace(after);
    if (!source.startsWith(written, this.#at + 2) || source[close] !== '>') {
      throw this.#error(this.#at, `The end tag "</${written}>" is expected here`);
    }
    this.#at = close + 1;
    return this.#end();
  }

  #end(): XmlEvent {
    this.#attributes = [];
    return this.#show(XmlEvent.EndElement);
  }

  /** Shows the innermost element as the one that starts or ends. */
  #show(event: XmlEvent): XmlEvent {
    const { name, namespace } = this.#open.at(-1)!;
    this.localName = name.local;
    this.prefix = name.prefix;
    this.namespace = namespace;
    this.depth = this.#open.length;
    return event;
  }

  /** Reads the qualified name at `start` and moves past it. */
  #readName(start: number): Name {
    const end = this.#endOf(nameRun, start);
    const written = this.#source.slice(start, end);
    let name = this.#names.get(written);
    if (name === undefined) {
      const [prefix = '', local, ...others] = written.includes(':') ? written.split(':') : ['', written];
      if (
        others.length > 0 ||
        local === undefined ||
        !isNCName(local) ||
        ((prefix !== '' || written[0] === ':') && !isNCName(prefix))
      ) {
        throw this.#error(start, end === start ? 'A name is expected here' : 'This is not a qualified name');
      }
      const declares = prefix === 'xmlns' ? local : written === 'xmlns' ? '' : undefined;
      name = { written, prefix, local, declares };
      this.#names.set(written, name);
    }
    this.#at = end;
    return name;
  }

  #skipSpace(start: number): number {
    return this.#endOf(spaceRun, start);
  }

  /** Index after what a sticky expression matches at `start`, which may be nothing. */
  #endOf(run: RegExp, start: number): number {
    run.lastIndex = start;
    return run.test(this.#source) ? run.lastIndex : start;
  }

  /** Index after the processing instruction that starts at `start` (production 16; Namespaces forbid a colon in its name). */
  #skipInstruction(start: number): number {
    const source = this.#source;
    const end = source.indexOf('?>', start + 2);
    if (end < 0) {
      throw this.#error(start, 'The processing instruction is not closed');
    }
    const after = this.#endOf(nameRun, start + 2);
    const name = source.slice(start + 2, after);
    if (!isNCName(name)) {
      throw this.#error(start + 2, 'A processing instruction needs a name without a colon');
    }
    if (name.toLowerCase() === 'xml') {
      throw this.#error(start, 'An XML declaration is allowed only at the start of the document');
    }
    if (after !== end && !' \t\r\n'.includes(source[after]!)) {
      throw this.#error(after, 'White space is missing after the name of a processing instruction');
    }
    return end + 2;
  }

  /** Replaces the references of a text that begins at `start`. */
  #expand(text: string, start: number): string {
    let offset = start - 1;
    return text.replace(reference, (_, decimal: string, hex: string, name: string) => {
      offset = this.#source.indexOf('&', offset + 1);
      if (name !== undefined) {
        return meant[name]!;
      }
      const code = decimal === undefined ? (hex === undefined ? -1 : Number(`0x${hex}`)) : Number(decimal);
      if (code < 0) {
        throw this.#error(offset, 'A "&" must start a character reference or one of &amp; &lt; &gt; &quot; &apos;');
      }
      const character = code > 0x10ffff ? '\0' : String.fromCodePoint(code);
      if (indexOfInvalidCharacter(character) >= 0) {
        throw this.#error(offset, 'The character reference refers to a character that XML 1.0 does not allow');
      }
      return character;
    });
  }

  get attributeCount(): number {
    return this.#attributes.length;
  }

  attributeName(index: number): string {
    return this.#attribute(index).name.local;
  }

  attributeNamespace(index: number): string {
    return this.#attribute(index).namespace;
  }

  attributePrefix(index: number): string {
    return this.#attribute(index).name.prefix;
  }

  attributeValue(index: number): string {
    return this.#attribute(index).value;
  }

  attribute(namespace: string, name: string): string | undefined {
    return this.#attributes.find((each) => each.name.local === name && each.namespace === namespace)?.value;
  }

  #attribute(index: number): Attribute {
    const attribute = this.#attributes[index];
    if (attribute === undefined) {
      throw new RangeError(`There is no attribute ${index}`);
    }
    return attribute;
  }

  resolvePrefix(prefix: string): string | undefined {
    return this.#scope.resolve(prefix);
  }

  declarations(): ReadonlyArray<readonly [prefix: string, namespace: string]> {
    return this.event === XmlEvent.StartElement ? this.#scope.declaredAt(this.#open.length) : [];
  }

  namespacesInScope(): ReadonlyMap<string, string> {
    const scope = this.#scope.inScope();
    if (scope !== this.#lastScope && scope.size > fewNamespaces) {
      this.#lastScope = scope;
      this.#listed += scope.size;
      if (this.#listed > maxListed) {
        throw this.#limit(this.offset, 'Too many namespaces are in scope');
      }
    }
    return scope;
  }

  wireNamespace(namespace: string): string {
    const { namespaces } = this.#options;
    return namespaces === undefined ? namespace : translatedBack(namespaces, namespace);
  }

  position(offset: number = this.offset): TextPosition {
    return positionAt(this.#source, offset);
  }

  #error(offset: number, message: string): Error {
    return syntaxError(this.#source, offset, message);
  }

  #limit(offset: number, message: string): Error {
    return limitError(this.#source, offset, message);
  }
}
