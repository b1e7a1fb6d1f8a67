import { qualified } from './element-tag.js';
import { DefaultNamespaceError, XmlWriteError } from './errors.js';
import { declarationsEach, freeDeclarations } from './limits.js';
import { translatedBack } from './namespaces.js';
import { escapeAttribute, escapeText, isNCName } from './small-characters.js';
import { isNewName, mayDeclare, noDeclarations, type SmallScope } from './small-scope.js';
import type { XmlOutput, XmlWriterOptions } from './writer.js';

/** An open element. */
interface Frame {
  /** Its name as it is written. */
  tag: string;
  /** Each declaration inherits from those before it, so that the newest one comes first. */
  scope: SmallScope;
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
  /** What is missing of the start tag that is open. */
  #tagEnd = '';
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
    if (this.#declared > freeDeclarations + declarationsEach * (before.length - this.#declared)) {
      throw new XmlWriteError('Too many namespace declarations');
    }
    const outer = this.#open;
    this.#open = { ...outer, outer };
    this.#tagEnd = '>';
    this.#used = new Set();
    this.#attributes = new Map();
    // What is declared from here on comes after the name, which depends on it.
    this.#text = '';
    for (const [prefix, bound] of Object.entries(declarations)) {
      this.#require(prefix, bound);
    }
    this.#open.tag = qualified(this.#usePrefix(namespace, preferredPrefix), name);
    this.#text = `${before}<${this.#open.tag}${this.#text}`;
  }

  declare(prefix: string, namespace: string): void {
    this.#require(prefix, namespace);
  }

  attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    checkName(name);
    if ((!namespace && name === 'xmlns') || !isNewName(this.#attributes, namespace, name)) {
      throw new XmlWriteError(`The attribute "${name}" is given twice, or is a declaration`);
    }
    const prefix = namespace && this.#usePrefix(namespace, preferredPrefix, false);
    this.#text += ` ${qualified(prefix, name)}="${escapeAttribute(value)}"`;
  }

  text(value: string): void {
    if (value) {
      this.markup(escapeText(value));
    }
  }

  /** Writes what is markup already into the element that is open. */
  markup(text: string): void {
    this.#text += this.#tagEnd + text;
    this.#tagEnd = '';
  }

  endElement(): void {
    this.#text += this.#tagEnd ? '/>' : `</${this.#open.tag}>`;
    this.#tagEnd = '';
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

  /** A prefix for use in the open start tag, if possible the preferred one of those that are bound, declared there if there is none. */
  #usePrefix(namespace: string, preferred?: string, allowDefault = true): string {
    const { scope } = this.#open;
    const { chosen, prefixes } = this.#options;
    const mayBe = (prefix: string | undefined): prefix is string => !!prefix || (prefix === '' && allowDefault);
    let found = [preferred, ''].find((prefix) => mayBe(prefix) && scope[prefix] === namespace);
    if (found === undefined) {
      for (const prefix in scope) {
        found ??= prefix && scope[prefix] === namespace ? prefix : undefined;
      }
    }
    const own = prefixes?.get(namespace);
    const candidates = namespace
      ? (chosen?.candidates(own, preferred, { resolve: (prefix) => this.resolvePrefix(prefix) }) ?? [preferred, own])
      : [''];
    found ??= candidates.find((prefix) => this.#tagEnd && mayBe(prefix) && !this.#used.has(prefix));
    if (found === undefined && !namespace) {
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
    const { scope } = this.#open;
    if (scope[prefix] !== namespace) {
      if (prefix) {
        checkName(prefix);
      }
      const wire = this.#options.namespaces?.get(namespace) ?? namespace;
      if (!this.#tagEnd || this.#used.has(prefix) || !mayDeclare(prefix, wire)) {
        throw new XmlWriteError(`The prefix "${prefix}" cannot be declared here`);
      }
      this.#open.scope = { __proto__: scope, [prefix]: namespace };
      const text = ` xmlns${prefix && `:${prefix}`}="${escapeAttribute(wire)}"`;
      this.#text += text;
      this.#declared += text.length;
    }
    this.#used.add(prefix);
  }
}

/** Throws `XmlWriteError` for what is no name, or has a colon. */
function checkName(name: string): void {
  if (!isNCName(name)) {
    throw new XmlWriteError(`${JSON.stringify(name)} is not an XML name without a colon`);
  }
}
