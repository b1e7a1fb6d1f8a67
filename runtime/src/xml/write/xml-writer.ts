import {
  type ChosenPrefixes,
  isMediaNamespace,
  type MarkupOutput,
  type XmlOutput,
  type XmlWriterOptions,
} from '../interfaces/writer.js';
import { AttributeNames } from '../names/attribute-names.js';
import {
  type ElementTag,
  elementTag,
  emptyState,
  qualified,
  type ScopeState,
  type TagDeclaration,
  type TagDeclarations,
  type TaggedElement,
} from '../names/element-tag.js';
import { translatedBack, xmlNamespace } from '../names/namespaces.js';
import { PrefixSet } from '../names/prefix-set.js';
import { DefaultNamespaceError, XmlWriteError } from '../text/errors.js';
import { escapeAttribute, escapeText } from '../text/escape.js';
import { declarationsEach, freeDeclarations } from '../text/limits.js';
import { checkName, declarationText, scopeOf, type WriterScope } from './writer-scope.js';

/** An open element. Frames are used again, one a level. */
interface Frame {
  /** Its end tag. */
  end: string;
  /** The declarations around it. */
  outer: ScopeState;
  hasText: boolean;
  hasChildren: boolean;
  /** Index in the chunks of the indentation of its children; used only when indenting. */
  indentation: number[];
}

// Concatenation makes a tree that the engine turns into a string when one is needed. A tree of this size dies young; a
// single one for the whole document costs the garbage collector more than all the rest of the writing.
const chunkLength = 8192;

const noName = 'A name in no namespace cannot be written where a default namespace is in scope';

/**
 * The writer that `XmlOutput` describes. Methods throw `XmlWriteError` on invalid names, on characters that XML 1.0 cannot
 * write, on namespace declarations out of all proportion, and on calls that do not make a document. Namespaces are the
 * program's; `options.namespaces` translates them where they are declared.
 */
export class XmlWriter implements XmlOutput, MarkupOutput {
  readonly #translation: ReadonlyMap<string, string> | undefined;
  readonly #prefixes: ReadonlyMap<string, string> | undefined;
  readonly #chosen: ChosenPrefixes | undefined;
  readonly #indent: string;
  readonly #attach: XmlWriterOptions['attach'];
  /** Media type that the element which was opened last says of its content. */
  #contentType: string | undefined;
  #state: ScopeState;
  /** What `#state` says, for looking prefixes up; made when it is first needed. */
  #lookUp: WriterScope | undefined;
  readonly #frames: Frame[] = [];
  // The text written so far: whole chunks, and the text after them.
  readonly #chunks: string[] = [];
  #out = '';
  #tagOpen = false;
  #depth = 0;
  #rootWritten = false;
  #generated = 0;
  /** Characters in the whole chunks, and characters of declarations. */
  #chunked = 0;
  #declared = 0;
  // Prefixes that the open start tag relies on, its own first: their meaning cannot change any more.
  #elementPrefix: string | undefined;
  readonly #used: PrefixSet = new PrefixSet();
  readonly #attributes: AttributeNames = new AttributeNames();

  constructor(options: XmlWriterOptions = {}) {
    this.#translation = options.namespaces;
    this.#prefixes = options.prefixes;
    this.#chosen = options.chosen;
    this.#state = options.chosen?.start ?? emptyState;
    this.#indent = ' '.repeat(options.indent ?? 0);
    this.#attach = options.attach;
  }

  declaration(): void {
    if (this.#out !== '' || this.#rootWritten) {
      throw new XmlWriteError('An XML declaration is allowed only at the start');
    }
    this.#out = '<?xml version="1.0" encoding="utf-8"?>';
    if (this.#indent !== '') {
      this.#out += '\n';
    }
  }

  startElement(
    namespace: string,
    name: string,
    preferredPrefix?: string,
    declarations?: Readonly<Record<string, string>>,
  ): void {
    checkName(name);
    // From here on the declarations in scope are looked up: the frames of the open elements know them.
    this.#lookUp ??= scopeOf(this.#state, this.#frames, this.#depth);
    this.#beginChild();
    this.#contentType = undefined;
    const outer = this.#state;
    let declared = declarations === undefined ? '' : this.#declareAll(declarations);
    if (this.#depth === 1 && this.#chosen !== undefined) {
      for (const [prefix, bound] of this.#chosen.declared) {
        declared += this.#isTaken(prefix) ? '' : this.#bind(prefix, bound);
      }
    }
    const bound = this.#findPrefix(namespace, preferredPrefix, true);
    const prefix = bound ?? this.#choosePrefix(namespace, preferredPrefix, true);
    const tag = qualified(prefix, name);
    this.#out += declared === '' ? `<${tag}` : `<${tag}${declared}`;
    if (bound === undefined) {
      this.#out += this.#bind(prefix, namespace);
    }
    this.#elementPrefix = prefix;
    this.#pushFrame(`</${tag}>`, outer);
  }

  #pushFrame(end: string, outer: ScopeState): void {
    const frame = this.#frames[this.#depth - 1];
    if (frame === undefined) {
      this.#frames.push({ end, outer, hasText: false, hasChildren: false, indentation: [] });
      return;
    }
    frame.end = end;
    frame.outer = outer;
    frame.hasText = false;
    frame.hasChildren = false;
    if (frame.indentation.length > 0) {
      frame.indentation = [];
    }
  }

  get ready(): MarkupOutput | undefined {
    // Declarations of the root element belong to no element's own tag.
    const isRoot = this.#depth === 0 && this.#chosen !== undefined;
    return this.#indent === '' && !isRoot ? this : undefined;
  }

  get attaches(): boolean {
    return this.#attach !== undefined;
  }

  tagOf(element: TaggedElement): ElementTag {
    let { tag } = element;
    if (tag === undefined || !this.#isRight(tag)) {
      tag = this.#makeTag(element.namespace, element.name);
      element.tag = tag;
    }
    if (tag.declarations !== undefined) {
      this.countDeclared(tag.declarations.length);
    }
    return tag;
  }

  /** True if this writer would write the same tag here. */
  #isRight(tag: ElementTag): boolean {
    return tag.outer === this.#state && (tag.declarations === undefined || this.declaresSame(tag.declarations));
  }

  declaresSame({ all }: TagDeclarations): boolean {
    for (const { namespace, wire, preferred } of all) {
      if (preferred !== this.#prefixes?.get(namespace) || wire !== this.#wire(namespace)) {
        return false;
      }
    }
    return true;
  }

  declares(declarations: TagDeclarations): boolean {
    const isSame = this.declaresSame(declarations);
    if (isSame) {
      this.countDeclared(declarations.length);
    }
    return isSame;
  }

  #makeTag(namespace: string, name: string): ElementTag {
    checkName(name);
    const outer = this.#state;
    const bound = this.#findPrefix(namespace, undefined, true);
    if (bound !== undefined) {
      return elementTag({ outer, inner: outer, declarations: undefined }, bound, name, `<${qualified(bound, name)}`);
    }
    const preferred = this.#prefixes?.get(namespace);
    const prefix = namespace === '' ? '' : (preferred ?? this.#generatePrefix());
    const inner = outer.declare(prefix, namespace, this.#generated);
    this.#generated = outer.generated;
    const wire = this.#wire(namespace);
    const text = declarationText(prefix, wire);
    const all = [{ prefix, namespace, wire, preferred }];
    const scope = { outer, inner, declarations: { all, length: text.length } };
    return elementTag(scope, prefix, name, `<${qualified(prefix, name)}${text}`);
  }

  begin(tag: ElementTag, open: string): void {
    this.#beginChild();
    this.#contentType = undefined;
    this.#out += open;
    this.#elementPrefix = tag.prefix;
    this.#pushFrame(tag.end, tag.outer);
    if (tag.declarations !== undefined) {
      this.#state = tag.inner;
      this.#generated = tag.inner.generated;
      // To make it again takes time only where the tags of the elements inside are not known yet.
      this.#lookUp = undefined;
    }
  }

  beginWith<T>(
    element: TaggedElement,
    known: ElementTag | undefined,
    attributes: string,
    write: (output: XmlOutput, about: T) => void,
    about: T,
  ): ElementTag {
    if (known === undefined || !this.#isRight(known)) {
      return this.#beginAnew(element, attributes, write, about);
    }
    if (known.declarations !== undefined) {
      this.countDeclared(known.declarations.length);
    }
    this.begin(known, known.open + attributes);
    return known;
  }

  #beginAnew<T>(
    { namespace, name }: TaggedElement,
    attributes: string,
    write: (output: XmlOutput, about: T) => void,
    about: T,
  ): ElementTag {
    this.#endStartTag();
    const outer = this.#state;
    const declared = this.#declared;
    const text = this.#out;
    this.#out = '';
    this.startElement(namespace, name);
    write(this, about);
    const open = this.#out;
    this.#out = text + open + attributes;
    const all = this.#declaredSince(outer);
    const declarations = { all, length: this.#declared - declared };
    const scope = { outer, inner: this.#state, declarations: all.length === 0 ? undefined : declarations };
    return elementTag(scope, this.#elementPrefix ?? '', name, open);
  }

  /** The declarations since a state, in their order. */
  #declaredSince(outer: ScopeState): readonly TagDeclaration[] {
    const all: TagDeclaration[] = [];
    for (let state = this.#state; state !== outer && state.outer !== undefined; state = state.outer) {
      const { prefix, namespace } = state;
      all.unshift({ prefix, namespace, wire: this.#wire(namespace), preferred: this.#prefixes?.get(namespace) });
    }
    return all;
  }

  markup(text: string): void {
    this.#requirePlace();
    if (text === '') {
      return;
    }
    this.#endStartTag();
    this.#rootWritten = true;
    if (text.length < chunkLength) {
      this.#out += text;
      return;
    }
    this.#endChunk();
    this.#chunked += text.length;
    this.#chunks.push(text);
  }

  /** Refuses an element beside the root. */
  #requirePlace(): void {
    if (this.#depth === 0 && this.#rootWritten) {
      throw new XmlWriteError('A document has one root element');
    }
  }

  #endStartTag(): void {
    if (this.#tagOpen) {
      this.#out += '>';
      this.#tagOpen = false;
    }
    if (this.#out.length > chunkLength) {
      this.#endChunk();
    }
  }

  /** The scope of the place where the writer is. */
  get #scope(): WriterScope {
    this.#lookUp ??= scopeOf(this.#state, this.#frames, this.#depth);
    return this.#lookUp;
  }

  /** Ends the start tag of the parent and goes a level deeper. */
  #beginChild(): void {
    this.#requirePlace();
    const parent = this.#depth === 0 ? undefined : this.#frames[this.#depth - 1];
    if (this.#tagOpen) {
      this.#out += '>';
    }
    if (this.#out.length > chunkLength) {
      this.#endChunk();
    }
    if (parent !== undefined) {
      parent.hasChildren = true;
      if (this.#indent !== '' && !parent.hasText) {
        parent.indentation.push(this.#breakLine(this.#depth));
      }
    }
    this.#rootWritten = true;
    this.#tagOpen = true;
    this.#elementPrefix = undefined;
    this.#used.clear();
    this.#attributes.clear();
    this.#depth++;
  }

  #declareAll(declarations: Readonly<Record<string, string>>): string {
    let declared = '';
    for (const [prefix, namespace] of Object.entries(declarations)) {
      if (this.#scope.resolve(prefix) !== namespace) {
        declared += this.#bind(prefix, namespace);
      }
      this.#used.add(prefix);
    }
    return declared;
  }

  declare(prefix: string, namespace: string): void {
    this.#requireTag('A namespace declaration');
    if (this.#chosen !== undefined) {
      this.#usePrefix(namespace, prefix, false);
      return;
    }
    const bound = this.#scope.resolve(prefix);
    if (bound !== namespace) {
      if (this.#isTaken(prefix)) {
        const names = `"${prefix}" is bound to "${bound}" on this element and cannot be bound to "${namespace}"`;
        throw new XmlWriteError(`The prefix ${names}`);
      }
      this.#out += this.#bind(prefix, namespace);
    }
    this.#used.add(prefix);
  }

  attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    this.#requireTag('An attribute');
    checkName(name);
    if (namespace === '') {
      if (name === 'xmlns') {
        throw new XmlWriteError('"xmlns" is a declaration, not an attribute');
      }
      this.#checkUnique('', name);
      this.#out += ` ${name}="${escapeAttribute(value)}"`;
      return;
    }
    this.#checkUnique(namespace, name);
    if (name === 'contentType' && this.#attach !== undefined && isMediaNamespace(namespace)) {
      this.#contentType = value;
    }
    const text = escapeAttribute(value);
    const prefix = this.#usePrefix(namespace, preferredPrefix, false);
    this.#out += ` ${prefix}:${name}="${text}"`;
  }

  binary(content: Uint8Array): boolean {
    if (this.#attach === undefined) {
      return false;
    }
    const contentType = this.#contentType;
    this.startElement('http://www.w3.org/2004/08/xop/include', 'Include', 'xop');
    this.attribute('', 'href', this.#attach(content, contentType));
    this.endElement();
    return true;
  }

  text(value: string, markupOf: (value: string) => string = escapeText): void {
    if (value === '') {
      return;
    }
    const frame = this.#depth === 0 ? undefined : this.#frames[this.#depth - 1];
    if (frame === undefined) {
      throw new XmlWriteError('Text is allowed only in an element');
    }
    const text = markupOf(value);
    this.#out += this.#tagOpen ? `>${text}` : text;
    this.#tagOpen = false;
    if (frame.hasText) {
      return;
    }
    frame.hasText = true;
    // The content turns out to be mixed: white space between its children would change it.
    for (const index of frame.indentation) {
      this.#chunks[index] = '';
    }
  }

  /** Writes a comment into the element that is open. `text` may hold no `--`, and nothing that XML cannot hold. */
  comment(text: string): void {
    this.aside(`<!--${text}-->`);
  }

  /** Writes the markup of a comment or of a processing instruction into the element that is open. */
  aside(markup: string): void {
    const frame = this.#depth === 0 ? undefined : this.#frames[this.#depth - 1];
    if (frame === undefined) {
      throw new XmlWriteError('A comment is allowed only in an element');
    }
    this.#out += this.#tagOpen ? '>' : '';
    this.#tagOpen = false;
    frame.hasChildren = true;
    if (this.#indent !== '' && !frame.hasText) {
      frame.indentation.push(this.#breakLine(this.#depth));
    }
    this.#out += markup;
  }

  endElement(): void {
    const frame = this.#depth === 0 ? undefined : this.#frames[this.#depth - 1];
    if (frame === undefined) {
      throw new XmlWriteError('There is no element to end');
    }
    if (this.#tagOpen) {
      this.#out += '/>';
    } else {
      if (this.#indent !== '' && frame.hasChildren && !frame.hasText) {
        this.#breakLine(this.#depth - 1);
      }
      this.#out += frame.end;
    }
    this.#tagOpen = false;
    if (this.#state !== frame.outer) {
      this.#state = frame.outer;
      this.#generated = frame.outer.generated;
      this.#lookUp?.leave(this.#depth);
    }
    this.#depth--;
  }

  prefixFor(namespace: string): string {
    if (this.#tagOpen) {
      return this.#usePrefix(namespace, undefined, true);
    }
    const bound = this.#findPrefix(namespace, undefined, true);
    if (bound !== undefined) {
      return bound;
    }
    if (namespace === '') {
      throw new DefaultNamespaceError(noName);
    }
    throw new XmlWriteError(
      `No prefix is bound to the namespace "${namespace}", and no start tag is open to declare one on`,
    );
  }

  resolvePrefix(prefix: string): string | undefined {
    return this.#scope.resolve(prefix);
  }

  toString(): string {
    let text = '';
    for (const chunk of this.#chunks) {
      // Not joined, which would copy all of it before the engine makes one string of it.
      text += chunk;
    }
    return text + this.#out;
  }

  /** A prefix for use on the open start tag, declared there if there is none. */
  #usePrefix(namespace: string, preferred: string | undefined, allowDefault: boolean): string {
    const bound = this.#findPrefix(namespace, preferred, allowDefault);
    const prefix = bound ?? this.#choosePrefix(namespace, preferred, allowDefault);
    if (bound === undefined) {
      this.#out += this.#bind(prefix, namespace);
    }
    this.#used.add(prefix);
    return prefix;
  }

  /** A prefix that is bound to the namespace here, if possible the preferred one. */
  #findPrefix(namespace: string, preferred: string | undefined, allowDefault: boolean): string | undefined {
    if (namespace === '') {
      return this.#scope.resolve('') === '' ? '' : undefined;
    }
    if (namespace === xmlNamespace) {
      return 'xml';
    }
    if (preferred !== undefined && (allowDefault || preferred !== '') && this.#scope.resolve(preferred) === namespace) {
      return preferred;
    }
    if (allowDefault && this.#scope.resolve('') === namespace) {
      return '';
    }
    return this.#scope.prefixOf(namespace);
  }

  /** A prefix to declare for a namespace that has none here. */
  #choosePrefix(namespace: string, preferred: string | undefined, allowDefault: boolean): string {
    if (namespace === '') {
      if (this.#isTaken('')) {
        throw new DefaultNamespaceError(noName);
      }
      return '';
    }
    const own = this.#prefixes?.get(namespace);
    for (const prefix of this.#chosen?.candidates(own, preferred, this.#scope) ?? [preferred, own]) {
      if (prefix === undefined || (prefix === '' && !allowDefault) || this.#isTaken(prefix)) {
        continue;
      }
      return prefix;
    }
    return this.#generatePrefix();
  }

  #generatePrefix(): string {
    for (;;) {
      const prefix = `ns${++this.#generated}`;
      if (this.#scope.declaration(prefix) === undefined && this.#chosen?.all.has(prefix) !== true) {
        return prefix;
      }
    }
  }

  /** Does the open start tag fix the meaning of a prefix already? */
  #isTaken(prefix: string): boolean {
    if (prefix === this.#elementPrefix || this.#used.has(prefix)) {
      return true;
    }
    return this.#scope.declaration(prefix)?.depth === this.#depth;
  }

  /** Binds a prefix on the open start tag. Returns the declaration as text. */
  #bind(prefix: string, namespace: string): string {
    const text = declarationText(prefix, this.#wire(namespace));
    this.#lookUp?.declare(prefix, namespace, this.#depth);
    this.#state = this.#state.declare(prefix, namespace, this.#generated);
    this.countDeclared(text.length);
    return text;
  }

  #wire(namespace: string): string {
    return this.#translation?.get(namespace) ?? namespace;
  }

  countDeclared(characters: number): void {
    this.#declared += characters;
    if (this.#declared > freeDeclarations) {
      this.#checkDeclared();
    }
  }

  #checkDeclared(): void {
    const others = this.#chunked + this.#out.length - this.#declared;
    if (this.#declared > freeDeclarations + declarationsEach * Math.max(0, others)) {
      throw new XmlWriteError('Namespace declarations take up many times the space of everything else in the document');
    }
  }

  programNamespace(namespace: string): string {
    return this.#translation === undefined ? namespace : translatedBack(this.#translation, namespace);
  }

  #requireTag(what: string): void {
    if (!this.#tagOpen) {
      throw new XmlWriteError(`${what} must come before the content of an element`);
    }
  }

  #checkUnique(namespace: string, name: string): void {
    if (!this.#attributes.add(namespace, name)) {
      throw new XmlWriteError(`The attribute "${name}" is given twice`);
    }
  }

  #endChunk(): void {
    this.#chunked += this.#out.length;
    // Looking for what is not there makes the engine lay the string out in one piece.
    if (!this.#out.includes('\0')) {
      this.#chunks.push(this.#out);
    }
    this.#out = '';
  }

  /** Starts a line indented to a level. Returns its index in the chunks. */
  #breakLine(level: number): number {
    this.#chunked += this.#out.length;
    this.#chunks.push(this.#out, `\n${this.#indent.repeat(level)}`);
    this.#out = '';
    return this.#chunks.length - 1;
  }
}
