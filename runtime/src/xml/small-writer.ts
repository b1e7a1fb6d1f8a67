import { DefaultNamespaceError, XmlWriteError } from './errors.js';
import { declarationsEach, freeDeclarations } from './limits.js';
import { declarationFault, translatedBack, xmlNamespace } from './namespaces.js';
import { escapeAttribute, escapeText, isNCName } from './small-characters.js';
import { isNewName, resolveIn, type SmallScope } from './small-scope.js';
import { isMediaNamespace, type XmlOutput, type XmlWriterOptions } from './writer.js';

/** An open element. */
interface Frame {
  /** Its name as it is written. */
  tag: string;
  readonly outer: Frame | undefined;
  scope: SmallScope;
  /** How many prefixes were made in it and around it. */
  generated: number;
  /** Prefixes that its start tag relies on: their meaning cannot change any more. */
  readonly used: Set<string>;
  readonly attributes: Map<string, Set<string>>;
}

const outside: Frame = {
  tag: '',
  outer: undefined,
  scope: new Map(),
  generated: 0,
  used: new Set(),
  attributes: new Map(),
};

/**
 * The writer of `xml-writer.ts` for browsers and workers, where size counts: the same documents, errors and limits, without what makes
 * repeated elements fast. It relies on its callers to write attributes before content, and one root element.
 */
export class SmallWriter implements XmlOutput {
  readonly #options: XmlWriterOptions;
  /** The document up to the start tag that is open, and what that tag holds so far; undefined if none is open. */
  #text = '';
  #tag: string | undefined;
  #open: Frame = outside;
  /** Characters of declarations. */
  #declared = 0;
  /** Media type that the element which was opened last says of its content. */
  #contentType: string | undefined;

  constructor(options: XmlWriterOptions = {}) {
    this.#options = options;
  }

  declaration(): void {
    this.#text = '<?xml version="1.0" encoding="utf-8"?>';
  }

  startElement(
    namespace: string,
    name: string,
    preferredPrefix?: string,
    declarations: Readonly<Record<string, string>> = {},
  ): void {
    checkName(name);
    this.markup('');
    const outer = this.#open;
    const { scope, generated } = outer;
    this.#open = { tag: '', outer, scope, generated, used: new Set(), attributes: new Map() };
    this.#tag = '';
    this.#contentType = undefined;
    for (const [prefix, bound] of Object.entries(declarations)) {
      this.#require(prefix, bound);
    }
    for (const [prefix, bound] of outer === outside ? (this.#options.chosen?.declared ?? []) : []) {
      if (!this.#open.used.has(prefix)) {
        this.#bind(prefix, bound);
      }
    }
    const prefix = this.#usePrefix(namespace, preferredPrefix, true);
    this.#open.tag = prefix === '' ? name : `${prefix}:${name}`;
  }

  declare(prefix: string, namespace: string): void {
    if (this.#options.chosen !== undefined) {
      this.#usePrefix(namespace, prefix, false);
      return;
    }
    this.#require(prefix, namespace);
  }

  attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    checkName(name);
    if (namespace === '' && name === 'xmlns') {
      throw new XmlWriteError('"xmlns" is a declaration, not an attribute');
    }
    if (!isNewName(this.#open.attributes, namespace, name)) {
      throw new XmlWriteError(`The attribute "${name}" is given twice`);
    }
    if (name === 'contentType' && isMediaNamespace(namespace)) {
      this.#contentType = value;
    }
    const prefix = namespace === '' ? '' : `${this.#usePrefix(namespace, preferredPrefix, false)}:`;
    this.#tag += ` ${prefix}${name}="${escapeAttribute(value)}"`;
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
    if (value !== '') {
      this.markup(escapeText(value));
    }
  }

  /** Writes what is markup already into the element that is open. */
  markup(text: string): void {
    this.#text = this.#written() + (this.#tag === undefined ? text : `>${text}`);
    this.#tag = undefined;
  }

  endElement(): void {
    this.#text = this.#written() + (this.#tag === undefined ? `</${this.#open.tag}>` : '/>');
    this.#tag = undefined;
    this.#open = this.#open.outer ?? outside;
  }

  prefixFor(namespace: string): string {
    if (this.#tag !== undefined) {
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
    return resolveIn(this.#open.scope, prefix);
  }

  programNamespace(namespace: string): string {
    return translatedBack(this.#options.namespaces, namespace);
  }

  toString(): string {
    return this.#written();
  }

  #written(): string {
    return this.#tag === undefined ? this.#text : `${this.#text}<${this.#open.tag}${this.#tag}`;
  }

  /** A prefix for use on the open start tag, declared there if there is none. */
  #usePrefix(namespace: string, preferred: string | undefined, allowDefault: boolean): string {
    const prefix =
      this.#findPrefix(namespace, preferred, allowDefault) ?? this.#choosePrefix(namespace, preferred, allowDefault);
    this.#require(prefix, namespace);
    return prefix;
  }

  /** Makes the open start tag rely on what a prefix means, and declares it there if need be. */
  #require(prefix: string, namespace: string): void {
    if (this.resolvePrefix(prefix) !== namespace) {
      this.#bind(prefix, namespace);
    }
    this.#open.used.add(prefix);
  }

  /** A prefix that is bound to the namespace here, if possible the preferred one. */
  #findPrefix(namespace: string, preferred: string | undefined, allowDefault: boolean): string | undefined {
    if (namespace === xmlNamespace) {
      return 'xml';
    }
    for (const prefix of namespace === '' ? [''] : [preferred, '']) {
      if (prefix !== undefined && (allowDefault || prefix !== '') && this.resolvePrefix(prefix) === namespace) {
        return prefix;
      }
    }
    let last: string | undefined;
    for (const [prefix, bound] of this.#open.scope) {
      last = bound === namespace && prefix !== '' ? prefix : last;
    }
    return last;
  }

  /** A prefix to declare for a namespace that has none here. */
  #choosePrefix(namespace: string, preferred: string | undefined, allowDefault: boolean): string {
    const { chosen, prefixes } = this.#options;
    const { used, scope } = this.#open;
    const own = prefixes?.get(namespace);
    const bound = { resolve: (prefix: string) => this.resolvePrefix(prefix) };
    const candidates = chosen?.candidates(own, preferred, bound) ?? [preferred, own];
    for (const prefix of namespace === '' ? [''] : candidates) {
      if (prefix !== undefined && (prefix !== '' || allowDefault) && !used.has(prefix)) {
        return prefix;
      }
    }
    if (namespace === '') {
      throw new DefaultNamespaceError();
    }
    for (;;) {
      const prefix = `ns${++this.#open.generated}`;
      if (!scope.has(prefix) && !chosen?.all.has(prefix)) {
        return prefix;
      }
    }
  }

  /** Declares a prefix on the open start tag. */
  #bind(prefix: string, namespace: string): void {
    const { scope, used } = this.#open;
    if (prefix !== '') {
      checkName(prefix);
    }
    const wire = this.#options.namespaces?.get(namespace) ?? namespace;
    const fault = declarationFault(prefix, wire);
    if (fault !== undefined || used.has(prefix)) {
      throw new XmlWriteError(fault ?? `The prefix "${prefix}" means something else on this element already`);
    }
    const text = ` xmlns${prefix === '' ? '' : ':'}${prefix}="${escapeAttribute(wire)}"`;
    // What was declared last is the last of its scope.
    const inner = new Map(scope);
    inner.delete(prefix);
    this.#open.scope = inner.set(prefix, namespace);
    used.add(prefix);
    this.#tag += text;
    this.#declared += text.length;
    if (this.#declared > freeDeclarations + declarationsEach * Math.max(0, this.#written().length - this.#declared)) {
      throw new XmlWriteError('Namespace declarations take up many times the space of everything else in the document');
    }
  }
}

/** Throws `XmlWriteError` for what is no name, or has a colon. */
function checkName(name: string): void {
  if (!isNCName(name)) {
    throw new XmlWriteError(`${JSON.stringify(name)} is not an XML name without a colon`);
  }
}
