import { characterCode, XmlLimitError, XmlSyntaxError } from './errors.js';
import { defaultMaxAttributes, defaultMaxDepth, defaultMaxNamespaces, fewNamespaces, maxListed } from './limits.js';
import { nameCharacterNoColon } from './name-characters.js';
import { declarationFault, translatedBack, xmlnsNamespace } from './namespaces.js';
import type { TextPosition } from './position.js';
import { type XmlCursor, XmlEvent, type XmlLimits, type XmlReaderOptions } from './reader.js';
import { indexOfInvalidCharacter, ncName } from './small-characters.js';
import { isNewName, resolveIn } from './small-scope.js';

/** An element that is open, or what is around the root element. */
interface Open {
  /** Its name as it is written, and what the name means. */
  readonly written: string;
  readonly prefix: string;
  readonly localName: string;
  namespace: string;
  /** Where it begins. */
  readonly offset: number;
  readonly depth: number;
  readonly outer: Open | undefined;
  /** A map of its own if it declares something, else that of the element around it. */
  scope: Map<string, string>;
  /** How many declarations are in force, including those that others hide. */
  declared: number;
}

interface Attribute {
  readonly prefix: string;
  readonly name: string;
  namespace: string;
  readonly value: string;
  readonly offset: number;
}

/** A qualified name, with its prefix and its local part. Lone surrogates are taken for parts of it, so that they are reported there. */
const qualifiedName = new RegExp(
  `(?:(${ncName}):)?(${ncName})(?![:${nameCharacterNoColon}\\ud800-\\udfff\\u{f0000}-\\u{10ffff}])`,
  'uy',
);
// Controls that XML does not allow pass for white space here; they are found another way.
const spaces = /[\0- ]*/y;
const tagEnd = /\/?>/y;
const equals = /=/y;
const quotedValue = /"[^"<]*"|'[^'<]*'/y;
// Production 23, fifth edition: any version 1.x is read as 1.0.
const pseudoAttribute = (name: string, value: string): string =>
  `[ \\t\\r\\n]+${name}[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"${value}"|'${value}')`;
const declaration = new RegExp(
  `\\ufeff?(?:<\\?xml${pseudoAttribute('version', '1\\.[0-9]+')}(?:${pseudoAttribute('encoding', '[A-Za-z][A-Za-z0-9._-]*')})?(?:${pseudoAttribute('standalone', '(?:yes|no)')})?[ \\t\\r\\n]*\\?>)?`,
  'y',
);
/** What stands for something else: white space to normalise, and references. */
const special = /\r\n?|[\t\n]|&(?:#(\d+)|#x([\da-fA-F]+)|(amp|lt|gt|quot|apos));|&/g;
const meant: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The reader of `xml-reader.ts` for browsers and workers, where size counts: the same events and limits, and errors of the same kinds at
 * the same places, with fewer texts, and without what makes large documents fast.
 */
export class SmallReader implements XmlCursor {
  event: XmlEvent = XmlEvent.EndDocument;
  offset = 0;
  passedOver = 0;
  text = '';

  readonly #source: string;
  readonly #translation: ReadonlyMap<string, string> | undefined;
  readonly #limits: XmlLimits;
  /** One copy of each namespace: comparing them is comparing pointers. */
  readonly #namespaces: Map<string, string> = new Map();
  // The element that just ended stays open until the next call, so that its namespaces can be asked for.
  #open: Open = {
    written: '',
    prefix: '',
    localName: '',
    namespace: '',
    offset: 0,
    depth: 0,
    outer: undefined,
    scope: new Map(),
    declared: 0,
  };
  readonly #firstInvalid: number;
  #attributes: readonly Attribute[] = [];
  #declarations: (readonly [prefix: string, namespace: string])[] = [];
  #at = 0;
  #isEmpty = false;
  #lastScope: ReadonlyMap<string, string> | undefined;
  #listed = 0;

  constructor(text: string, { limits = {}, namespaces }: XmlReaderOptions = {}) {
    this.#source = text;
    this.#translation = namespaces;
    this.#limits = limits;
    this.#allow(text.length, limits.maxLength ?? text.length, 'characters', 0);
    const invalid = indexOfInvalidCharacter(text);
    this.#firstInvalid = invalid < 0 ? text.length : invalid;
  }

  next(): XmlEvent {
    this.event = this.#advance();
    if (this.#at > this.#firstInvalid) {
      const code = characterCode(this.#source, this.#firstInvalid);
      throw this.#error(`The character ${code} is not allowed in XML 1.0`, this.#firstInvalid);
    }
    return this.event;
  }

  #advance(): XmlEvent {
    this.#declarations = [];
    this.#attributes = [];
    if (this.#isEmpty) {
      this.#isEmpty = false;
      return XmlEvent.EndElement;
    }
    const isAfter = this.event === XmlEvent.EndElement;
    if (isAfter) {
      this.#open = this.#open.outer!;
    }
    if (this.#at === 0) {
      this.#take(declaration);
    } else if (this.event === XmlEvent.EndDocument) {
      throw new Error('The reader is at the end of the document');
    }
    const isInside = this.#open.depth > 0;
    this.offset = this.#at;
    this.text = this.#readText(isInside);
    if (this.text !== '') {
      return XmlEvent.Text;
    }
    this.offset = this.#at;
    const isEnd = this.#source.startsWith('</', this.#at);
    if (isInside && isEnd) {
      return this.#readEndTag();
    }
    const isOver = this.#at === this.#source.length;
    if (!isInside && (isEnd || isAfter !== isOver)) {
      throw this.#missing('The only root element');
    }
    return isOver ? XmlEvent.EndDocument : this.#readStartTag();
  }

  /** Reads character data up to the next tag. Outside the root element, where only white space may be, the text is empty. */
  #readText(isInside: boolean): string {
    const source = this.#source;
    for (let text = ''; ; ) {
      text += this.#readRun(isInside);
      const start = this.#at;
      if (source.startsWith('<![CDATA[', start) && isInside) {
        text += source.slice(start + 9, this.#skipTo(']]>', 9)).replace(/\r\n?/g, '\n');
      } else if (source.startsWith('<?', start)) {
        this.#skipInstruction();
        this.passedOver += Number(isInside);
      } else if (source.startsWith('<!--', start)) {
        const end = this.#skipTo('--', 4);
        if (source[this.#at++] !== '>') {
          throw this.#missing('"-->"', end);
        }
        this.passedOver += Number(isInside);
      } else if (source.startsWith('<!', start)) {
        throw this.#error('A DOCTYPE or the like is not allowed', start);
      } else {
        return text;
      }
    }
  }

  /** Reads up to the next `<`. */
  #readRun(isInside: boolean): string {
    const { written, offset } = this.#open;
    const start = this.#at;
    const end = this.#source.indexOf('<', start);
    if (end < 0 && isInside) {
      throw this.#missing(`The end tag "</${written}>"`, offset);
    }
    const run = this.#source.slice(start, end < 0 ? undefined : end);
    const wrong = run.search(isInside ? /]]>/ : /[^\0- ]/);
    if (wrong >= 0) {
      throw this.#missing(isInside ? '"<![CDATA["' : '"<"', start + wrong);
    }
    this.#at += run.length;
    return isInside ? this.#meaning(run, start) : '';
  }

  #readStartTag(): XmlEvent {
    const outer = this.#open;
    const offset = this.#at++;
    const [written, prefix, localName] = this.#readName();
    const { scope, declared } = outer;
    const depth = outer.depth + 1;
    this.#allow(depth, this.#limits.maxDepth ?? defaultMaxDepth, 'levels of elements', offset);
    this.#open = { written, prefix, localName, namespace: '', offset, depth, outer, scope, declared };
    this.#readAttributes();
    this.#open.namespace = this.#resolve(prefix, offset);
    return XmlEvent.StartElement;
  }

  /** Reads from the end of the element's name to the end of the tag. */
  #readAttributes(): void {
    const found: Attribute[] = [];
    const seen = new Map<string, Set<string>>();
    for (let count = 1; ; count++) {
      const [space] = this.#take(spaces);
      const [end] = this.#take(tagEnd);
      if (end !== '') {
        this.#isEmpty = end === '/>';
        break;
      }
      if (space === '') {
        throw this.#missing('White space, ">" or "/>"');
      }
      const offset = this.#at;
      this.#allow(count, this.#limits.maxAttributes ?? defaultMaxAttributes, 'attributes of an element', offset);
      const [written, prefix, name] = this.#readName();
      const value = this.#readValue();
      if (prefix === 'xmlns' || written === 'xmlns') {
        this.#requireNew(seen, { namespace: xmlnsNamespace, name, offset });
        this.#declare(prefix === '' ? '' : name, value, offset);
      } else {
        found.push({ prefix, name, namespace: '', value, offset });
      }
    }
    for (const attribute of found) {
      const { prefix, offset } = attribute;
      attribute.namespace = prefix === '' ? '' : this.#resolve(prefix, offset);
      this.#requireNew(seen, attribute);
    }
    this.#attributes = found;
  }

  #requireNew(
    seen: Map<string, Set<string>>,
    { namespace, name, offset }: Pick<Attribute, 'namespace' | 'name' | 'offset'>,
  ): void {
    if (!isNewName(seen, namespace, name)) {
      throw this.#error(`"${name}" is given twice`, offset);
    }
  }

  /** Reads from the end of an attribute's name to the end of its value. */
  #readValue(): string {
    this.#take(spaces);
    if (this.#take(equals)[0] === '') {
      throw this.#missing('"="');
    }
    this.#take(spaces);
    const start = this.#at;
    const [value] = this.#take(quotedValue);
    if (value === '') {
      const less = /["']/.test(this.#source[start] ?? '') ? this.#source.indexOf('<', start) : -1;
      throw this.#missing('A quoted value without "<"', less < 0 ? start : less);
    }
    return this.#meaning(value.slice(1, -1), start + 1, ' ');
  }

  #declare(prefix: string, wire: string, offset: number): void {
    const fault = declarationFault(prefix, wire);
    if (fault !== undefined) {
      throw this.#error(fault, offset);
    }
    const namespace = this.#translation?.get(wire) ?? wire;
    const own = this.#namespaces.get(namespace) ?? namespace;
    this.#namespaces.set(own, own);
    const open = this.#open;
    if (this.#declarations.length === 0) {
      open.scope = new Map(open.scope);
    }
    this.#declarations.push([prefix, own]);
    if (own === '') {
      open.scope.delete('');
    } else {
      open.scope.set(prefix, own);
    }
    this.#allow(++open.declared, this.#limits.maxNamespaces ?? defaultMaxNamespaces, 'namespace declarations', offset);
  }

  #resolve(prefix: string, offset: number): string {
    const namespace = this.resolvePrefix(prefix);
    if (namespace === undefined) {
      throw this.#error(`The prefix "${prefix}" is not declared`, offset);
    }
    return namespace;
  }

  #readEndTag(): XmlEvent {
    const start = this.#at;
    const tag = `</${this.#open.written}`;
    this.#at += tag.length;
    this.#take(spaces);
    if (!this.#source.startsWith(tag, start) || this.#source[this.#at++] !== '>') {
      throw this.#missing(`The end tag "${tag}>"`, start);
    }
    return XmlEvent.EndElement;
  }

  #readName(): readonly [written: string, prefix: string, name: string] {
    const [written, prefix = '', name = ''] = this.#take(qualifiedName);
    if (name === '') {
      throw this.#missing('A name');
    }
    return [written, prefix, name];
  }

  /** What a sticky expression matches here, which may be nothing, and the parts of a name; moves past it. */
  #take(expression: RegExp): readonly [matched: string, prefix: string | undefined, name: string | undefined] {
    expression.lastIndex = this.#at;
    const [matched = '', prefix, name] = expression.exec(this.#source) ?? [];
    this.#at += matched.length;
    return [matched, prefix, name];
  }

  /** Moves past the text that ends a construct which begins here with `length` characters. Where that text is. */
  #skipTo(end: string, length: number): number {
    const index = this.#source.indexOf(end, this.#at + length);
    if (index < 0) {
      throw this.#missing(`"${end}"`);
    }
    this.#at = index + end.length;
    return index;
  }

  /** A processing instruction (production 16; Namespaces forbid a colon in its name). */
  #skipInstruction(): void {
    const start = this.#at;
    const end = this.#skipTo('?>', 2);
    this.#at = start + 2;
    const [written, prefix] = this.#readName();
    if (written.toLowerCase() === 'xml') {
      throw this.#error('This XML declaration is malformed or misplaced', start);
    }
    if (prefix !== '') {
      throw this.#missing('A name without a colon', start + 2);
    }
    if (this.#at < end && this.#take(spaces)[0] === '') {
      throw this.#missing('White space');
    }
    this.#at = end + 2;
  }

  /** What a text that begins at `start` means: white space is normalised, each to `space` if that is given, and references are replaced. */
  #meaning(text: string, start: number, space?: string): string {
    return text.replace(
      special,
      (
        found: string,
        decimal: string | undefined,
        hex: string | undefined,
        name: string | undefined,
        index: number,
      ) => {
        if (found[0] !== '&') {
          return space ?? (found === '\t' ? found : '\n');
        }
        const code = Number(decimal ?? `0x${hex}`);
        const character = name === undefined ? (code <= 0x10ffff ? String.fromCodePoint(code) : '\0') : meant[name]!;
        if (indexOfInvalidCharacter(character) >= 0) {
          throw this.#missing('A reference to a character of XML 1.0, such as "&amp;",', start + index);
        }
        return character;
      },
    );
  }

  get localName(): string {
    return this.#open.localName;
  }

  get namespace(): string {
    return this.#open.namespace;
  }

  get prefix(): string {
    return this.#open.prefix;
  }

  get depth(): number {
    return this.#open.depth;
  }

  get attributeCount(): number {
    return this.#attributes.length;
  }

  attributeName(index: number): string {
    return this.#attributes[index]!.name;
  }

  attributeNamespace(index: number): string {
    return this.#attributes[index]!.namespace;
  }

  attributePrefix(index: number): string {
    return this.#attributes[index]!.prefix;
  }

  attributeValue(index: number): string {
    return this.#attributes[index]!.value;
  }

  attribute(namespace: string, name: string): string | undefined {
    return this.#attributes.find((each) => each.name === name && each.namespace === namespace)?.value;
  }

  resolvePrefix(prefix: string): string | undefined {
    return resolveIn(this.#open.scope, prefix);
  }

  declarations(): ReadonlyArray<readonly [prefix: string, namespace: string]> {
    return this.#declarations;
  }

  namespacesInScope(): ReadonlyMap<string, string> {
    const { scope } = this.#open;
    if (scope !== this.#lastScope && scope.size > fewNamespaces) {
      this.#lastScope = scope;
      this.#listed += scope.size;
      this.#allow(this.#listed, maxListed, 'namespaces in scope', this.offset);
    }
    return scope;
  }

  wireNamespace(namespace: string): string {
    return translatedBack(this.#translation, namespace);
  }

  position(offset: number = this.offset): TextPosition {
    const before = this.#source.slice(0, offset);
    const lines = before.split(/\r\n?|\n/);
    return { line: lines.length, column: lines.at(-1)!.length + 1, offset: before.length };
  }

  #missing(what: string, offset?: number): Error {
    return this.#error(`${what} is missing`, offset);
  }

  #error(message: string, offset: number = this.#at): Error {
    return new XmlSyntaxError(message, this.position(offset));
  }

  /** Throws for more than a limit, at `offset`. */
  #allow(count: number, limit: number, what: string, offset: number): void {
    if (count > limit) {
      throw new XmlLimitError(`More than ${limit} ${what}`, this.position(offset));
    }
  }
}
