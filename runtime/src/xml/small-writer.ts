import { DefaultNamespaceError, XmlWriteError } from './errors.js';
import { declarationsEach, freeDeclarations } from './limits.js';
import { declarationFault, translatedBack, xmlNamespace } from './namespaces.js';
import { escapeAttribute, escapeText, isNCName } from './small-characters.js';
import { isNewName, SmallScope } from './small-scope.js';
import { isMediaNamespace, type XmlOutput, type XmlWriterOptions } from './writer.js';

/** An open element. */
interface Frame {
  /** Its name as it is written. */
  tag: string;
  /** How many prefixes were made around it. */
  readonly generated: number;
  hasText: boolean;
  hasChildren: boolean;
  /** Indices in the pieces of the indentation of its children. */
  readonly indentation: number[];
}

/**
 * The writer of `xml-writer.ts` for browsers and workers, where size counts: the same documents, errors and limits, without what makes
 * repeated elements fast.
 */
export class SmallWriter implements XmlOutput {
  readonly #options: XmlWriterOptions;
  readonly #scope: SmallScope = new SmallScope();
  readonly #frames: Frame[] = [];
  readonly #pieces: string[] = [];
  /** Characters in the pieces, and characters of declarations. */
  #length = 0;
  #declared = 0;
  #tagOpen = false;
  #rootWritten = false;
  #generated = 0;
  /** Media type that the element which was opened last says of its content. */
  #contentType: string | undefined;
  /** Prefixes that the open start tag relies on: their meaning cannot change any more. */
  #used: Set<string> = new Set();
  #attributes: Map<string, Set<string>> = new Map();

  constructor(options: XmlWriterOptions = {}) {
    this.#options = options;
  }

  get ready(): undefined {
    return undefined;
  }

  declaration(): void {
    if (this.#length > 0) {
      throw new XmlWriteError('An XML declaration is allowed only at the start');
    }
    this.#add(`<?xml version="1.0" encoding="utf-8"?>${this.#options.indent ? '\n' : ''}`);
  }

  startElement(
    namespace: string,
    name: string,
    preferredPrefix?: string,
    declarations: Readonly<Record<string, string>> = {},
  ): void {
    checkName(name);
    if (this.#frames.length === 0 && this.#rootWritten) {
      throw new XmlWriteError('A document has one root element');
    }
    this.#beginChild();
    const frame: Frame = { tag: '', generated: this.#generated, hasText: false, hasChildren: false, indentation: [] };
    this.#frames.push(frame);
    this.#rootWritten = true;
    this.#contentType = undefined;
    this.#used = new Set();
    this.#attributes = new Map();
    let declared = '';
    for (const [prefix, bound] of Object.entries(declarations)) {
      if (this.#scope.resolve(prefix) !== bound) {
        declared += this.#bind(prefix, bound);
      }
      this.#used.add(prefix);
    }
    for (const [prefix, bound] of this.#frames.length === 1 ? (this.#options.chosen?.declared ?? []) : []) {
      declared += this.#isTaken(prefix) ? '' : this.#bind(prefix, bound);
    }
    const [prefix, own] = this.#prefixOf(namespace, preferredPrefix, true);
    frame.tag = prefix === '' ? name : `${prefix}:${name}`;
    this.#add(`<${frame.tag}${declared}${own}`);
    this.#used.add(prefix);
    this.#tagOpen = true;
  }

  /** Ends the start tag of the parent, and begins a line for a child of it. */
  #beginChild(): void {
    const parent = this.#frames.at(-1);
    this.#endTag();
    if (parent !== undefined) {
      parent.hasChildren = true;
      if (this.#options.indent && !parent.hasText) {
        parent.indentation.push(this.#pieces.length);
        this.#breakLine(this.#frames.length);
      }
    }
  }

  #breakLine(level: number): void {
    this.#add(`\n${' '.repeat((this.#options.indent ?? 0) * level)}`);
  }

  #endTag(): void {
    if (this.#tagOpen) {
      this.#add('>');
      this.#tagOpen = false;
    }
  }

  declare(prefix: string, namespace: string): void {
    this.#requireTag('A namespace declaration');
    const bound = this.#scope.resolve(prefix);
    if (this.#options.chosen !== undefined) {
      this.#usePrefix(namespace, prefix, false);
      return;
    }
    if (bound !== namespace) {
      if (this.#isTaken(prefix)) {
        const names = `"${prefix}" is bound to "${bound}" on this element and cannot be bound to "${namespace}"`;
        throw new XmlWriteError(`The prefix ${names}`);
      }
      this.#add(this.#bind(prefix, namespace));
    }
    this.#used.add(prefix);
  }

  attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    this.#requireTag('An attribute');
    checkName(name);
    if (namespace === '' && name === 'xmlns') {
      throw new XmlWriteError('"xmlns" is a declaration, not an attribute');
    }
    if (!isNewName(this.#attributes, namespace, name)) {
      throw new XmlWriteError(`The attribute "${name}" is given twice`);
    }
    if (name === 'contentType' && isMediaNamespace(namespace)) {
      this.#contentType = value;
    }
    const text = escapeAttribute(value);
    const prefix = namespace === '' ? '' : `${this.#usePrefix(namespace, preferredPrefix, false)}:`;
    this.#add(` ${prefix}${name}="${text}"`);
  }

  binary(content: Uint8Array): boolean {
    const { attach } = this.#options;
    const contentType = this.#contentType;
    if (attach !== undefined) {
      this.startElement('http://www.w3.org/2004/08/xop/include', 'Include', 'xop');
      this.attribute('', 'href', attach(content, contentType));
      this.endElement();
    }
    return attach !== undefined;
  }

  text(value: string): void {
    if (value === '') {
      return;
    }
    const frame = this.#requireFrame('Text is allowed only in an element');
    const text = escapeText(value);
    this.#endTag();
    this.#add(text);
    frame.hasText = true;
    // The content turns out to be mixed: white space between its children would change it.
    for (const index of frame.indentation.splice(0)) {
      this.#pieces[index] = '';
    }
  }

  /** Writes a comment into the element that is open. `text` may hold no `--`, and nothing that XML cannot hold. */
  comment(text: string): void {
    this.#requireFrame('A comment is allowed only in an element');
    this.#beginChild();
    this.#add(`<!--${text}-->`);
  }

  endElement(): void {
    const frame = this.#requireFrame('There is no element to end');
    const depth = this.#frames.length;
    if (this.#tagOpen) {
      this.#add('/>');
    } else {
      if (this.#options.indent && frame.hasChildren && !frame.hasText) {
        this.#breakLine(depth - 1);
      }
      this.#add(`</${frame.tag}>`);
    }
    this.#tagOpen = false;
    this.#generated = frame.generated;
    this.#scope.leave(depth);
    this.#frames.pop();
  }

  prefixFor(namespace: string): string {
    if (this.#tagOpen) {
      return this.#usePrefix(namespace, undefined, true);
    }
    const bound = this.#findPrefix(namespace, undefined, true);
    if (bound === undefined) {
      throw namespace === ''
        ? new DefaultNamespaceError()
        : new XmlWriteError(
            `No prefix is bound to the namespace "${namespace}", and no start tag is open to declare one on`,
          );
    }
    return bound;
  }

  resolvePrefix(prefix: string): string | undefined {
    return this.#scope.resolve(prefix);
  }

  programNamespace(namespace: string): string {
    const { namespaces } = this.#options;
    return namespaces === undefined ? namespace : translatedBack(namespaces, namespace);
  }

  toString(): string {
    return this.#pieces.join('');
  }

  /** A prefix for use on the open start tag, declared there if there is none. */
  #usePrefix(namespace: string, preferred: string | undefined, allowDefault: boolean): string {
    const [prefix, declared] = this.#prefixOf(namespace, preferred, allowDefault);
    this.#add(declared);
    this.#used.add(prefix);
    return prefix;
  }

  /** A prefix of a namespace, and the declaration that it needs. */
  #prefixOf(
    namespace: string,
    preferred: string | undefined,
    allowDefault: boolean,
  ): readonly [prefix: string, declared: string] {
    const bound = this.#findPrefix(namespace, preferred, allowDefault);
    if (bound !== undefined) {
      return [bound, ''];
    }
    const prefix = this.#choosePrefix(namespace, preferred, allowDefault);
    return [prefix, this.#bind(prefix, namespace)];
  }

  /** A prefix that is bound to the namespace here, if possible the preferred one. */
  #findPrefix(namespace: string, preferred: string | undefined, allowDefault: boolean): string | undefined {
    if (namespace === xmlNamespace) {
      return 'xml';
    }
    for (const prefix of namespace === '' ? [''] : [preferred, '']) {
      if (prefix !== undefined && (allowDefault || prefix !== '') && this.#scope.resolve(prefix) === namespace) {
        return prefix;
      }
    }
    return namespace === '' ? undefined : this.#scope.prefixOf(namespace);
  }

  /** A prefix to declare for a namespace that has none here. */
  #choosePrefix(namespace: string, preferred: string | undefined, allowDefault: boolean): string {
    const { chosen, prefixes } = this.#options;
    const own = prefixes?.get(namespace);
    const candidates = chosen?.candidates(own, preferred, this.#scope) ?? [preferred, own];
    for (const prefix of namespace === '' ? [''] : candidates) {
      if (prefix !== undefined && (prefix !== '' || allowDefault) && !this.#isTaken(prefix)) {
        return prefix;
      }
    }
    if (namespace === '') {
      throw new DefaultNamespaceError();
    }
    for (;;) {
      const prefix = `ns${++this.#generated}`;
      if (this.#scope.depthOf(prefix) === undefined && !chosen?.all.has(prefix)) {
        return prefix;
      }
    }
  }

  /** Does the open start tag fix the meaning of a prefix already? */
  #isTaken(prefix: string): boolean {
    return this.#used.has(prefix) || this.#scope.depthOf(prefix) === this.#frames.length;
  }

  /** Binds a prefix on the open start tag. Returns the declaration as text. */
  #bind(prefix: string, namespace: string): string {
    if (prefix !== '') {
      checkName(prefix);
    }
    const wire = this.#options.namespaces?.get(namespace) ?? namespace;
    const fault = declarationFault(prefix, wire);
    if (fault !== undefined) {
      throw new XmlWriteError(fault);
    }
    const text = ` xmlns${prefix === '' ? '' : ':'}${prefix}="${escapeAttribute(wire)}"`;
    this.#scope.declare(prefix, namespace, this.#frames.length);
    this.#declared += text.length;
    if (this.#declared > freeDeclarations + declarationsEach * Math.max(0, this.#length - this.#declared)) {
      throw new XmlWriteError('Namespace declarations take up many times the space of everything else in the document');
    }
    return text;
  }

  #requireTag(what: string): void {
    if (!this.#tagOpen) {
      throw new XmlWriteError(`${what} must come before the content of an element`);
    }
  }

  /** The element that is open. */
  #requireFrame(message: string): Frame {
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      throw new XmlWriteError(message);
    }
    return frame;
  }

  #add(text: string): void {
    this.#length += text.length;
    this.#pieces.push(text);
  }
}

/** Throws `XmlWriteError` for what is no name, or has a colon. */
function checkName(name: string): void {
  if (!isNCName(name)) {
    throw new XmlWriteError(`${JSON.stringify(name)} is not an XML name without a colon`);
  }
}
