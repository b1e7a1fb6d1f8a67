import { DefaultNamespaceError, XmlWriteError } from './errors.js';
import { declarationsEach, freeDeclarations } from './limits.js';
import { translatedBack, xmlNamespace } from './namespaces.js';
import { escapeAttribute, escapeText, isNCName } from './small-characters.js';
import { isNewName, mayDeclare } from './small-scope.js';
import type { XmlOutput, XmlWriterOptions } from './writer.js';

/**
 * The namespaces by their prefixes. Each declaration inherits from those before it, so that the newest one comes first. Nothing else is inherited:
 * the prefix `__proto__` is one like any other.
 */
type Scope = Readonly<Record<string, unknown>>;

const noDeclarations: Scope = { __proto__: null, '': '', xml: xmlNamespace };

/** An open element. */
interface Frame {
  /** Its name as it is written. */
  tag: string;
  scope: Scope;
  /** How many prefixes were made in it and around it. */
  generated: number;
  readonly outer?: Frame;
}

/**
 * The writer of `xml-writer.ts` for browsers and workers, where size counts: the same documents, errors and limits, without what makes
 * repeated elements fast. It relies on its callers to write attributes before content, and one root element. `SmallDocumentWriter` has what few
 * messages need: binary content outside the document, prefixes that the root element declares.
 */
export class SmallWriter implements XmlOutput {
  readonly #options: XmlWriterOptions;
  #text = '';
  #isTagOpen = false;
  #open: Frame = { tag: '', scope: noDeclarations, generated: 0 };
  /** Characters of declarations. */
  #declared = 0;
  /** Prefixes that the open start tag relies on: their meaning cannot change any more. */
  #used: Set<string> = new Set();
  /** The names of its attributes. */
  #attributes: Map<string, Set<string>> = new Map();

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
    const before = this.#text;
    const others = before.length - this.#declared;
    if (this.#declared > freeDeclarations + declarationsEach * others) {
      throw new XmlWriteError('Too many namespace declarations');
    }
    const outer = this.#open;
    this.#open = { ...outer, outer };
    this.#isTagOpen = true;
    this.#used = new Set();
    this.#attributes = new Map();
    // What is declared from here on comes after the name, which depends on it.
    this.#text = '';
    for (const [prefix, bound] of Object.entries(declarations)) {
      this.#require(prefix, bound);
    }
    this.#open.tag = this.#qualified(this.#usePrefix(namespace, preferredPrefix), name);
    this.#text = `${before}<${this.#open.tag}${this.#text}`;
  }

  declare(prefix: string, namespace: string): void {
    this.#require(prefix, namespace);
  }

  attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    checkName(name);
    if ((namespace === '' && name === 'xmlns') || !isNewName(this.#attributes, namespace, name)) {
      throw new XmlWriteError(`The attribute "${name}" is given twice, or is a declaration`);
    }
    const prefix = namespace === '' ? '' : this.#usePrefix(namespace, preferredPrefix, false);
    this.#text += ` ${this.#qualified(prefix, name)}="${escapeAttribute(value)}"`;
  }

  text(value: string): void {
    if (value !== '') {
      this.markup(escapeText(value));
    }
  }

  /** Writes what is markup already into the element that is open. */
  markup(text: string): void {
    this.#text += this.#isTagOpen ? `>${text}` : text;
    this.#isTagOpen = false;
  }

  endElement(): void {
    this.#text += this.#isTagOpen ? '/>' : `</${this.#open.tag}>`;
    this.#isTagOpen = false;
    this.#open = this.#open.outer!;
  }

  prefixFor(namespace: string, preferred?: string, allowDefault?: boolean): string {
    return this.#usePrefix(namespace, preferred, allowDefault);
  }

  resolvePrefix(prefix: string): string | undefined {
    return this.#open.scope[prefix] as string | undefined;
  }

  programNamespace(namespace: string): string {
    return translatedBack(this.#options.namespaces, namespace);
  }

  toString(): string {
    return this.#text;
  }

  #qualified(prefix: string, name: string): string {
    return prefix === '' ? name : `${prefix}:${name}`;
  }

  /** A prefix for use in the open start tag, if possible the preferred one of those that are bound, declared there if there is none. */
  #usePrefix(namespace: string, preferred?: string, allowDefault = true): string {
    const { scope } = this.#open;
    const mayBe = (prefix: string | undefined): prefix is string =>
      prefix !== undefined && (prefix !== '' || allowDefault);
    let found = [preferred, ''].find((prefix) => mayBe(prefix) && scope[prefix] === namespace);
    if (found === undefined) {
      for (const prefix in scope) {
        found ??= prefix !== '' && scope[prefix] === namespace ? prefix : undefined;
      }
    }
    const { chosen, prefixes } = this.#options;
    const own = prefixes?.get(namespace);
    const candidates =
      namespace === ''
        ? ['']
        : (chosen?.candidates(own, preferred, { resolve: (prefix) => this.resolvePrefix(prefix) }) ?? [preferred, own]);
    found ??= candidates.find((prefix) => this.#isTagOpen && mayBe(prefix) && !this.#used.has(prefix));
    if (found === undefined && namespace === '') {
      throw new DefaultNamespaceError();
    }
    while (found === undefined) {
      const prefix = `ns${++this.#open.generated}`;
      found = prefix in scope || chosen?.all.has(prefix) ? undefined : prefix;
    }
    this.#require(found, namespace);
    return found;
  }

  /** Makes the open start tag rely on what a prefix means, and declares it there if need be. */
  #require(prefix: string, namespace: string): void {
    if (this.resolvePrefix(prefix) !== namespace) {
      this.#bind(prefix, namespace);
    }
    this.#used.add(prefix);
  }

  /** Declares a prefix on the open start tag. */
  #bind(prefix: string, namespace: string): void {
    if (prefix !== '') {
      checkName(prefix);
    }
    const wire = this.#options.namespaces?.get(namespace) ?? namespace;
    if (!this.#isTagOpen || this.#used.has(prefix) || !mayDeclare(prefix, wire)) {
      throw new XmlWriteError(`The prefix "${prefix}" cannot be declared here`);
    }
    this.#open.scope = { __proto__: this.#open.scope, [prefix]: namespace };
    const text = ` xmlns${prefix && ':'}${prefix}="${escapeAttribute(wire)}"`;
    this.#text += text;
    this.#declared += text.length;
  }
}

/** Throws `XmlWriteError` for what is no name, or has a colon. */
function checkName(name: string): void {
  if (!isNCName(name)) {
    throw new XmlWriteError(`${JSON.stringify(name)} is not an XML name without a colon`);
  }
}
