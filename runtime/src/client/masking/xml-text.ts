import { escapeAttribute, escapeText, XmlEvent } from '../../xml/index.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import { cover, holdsText, isIdentifier, nameField, type TextRules, valueField } from './names.js';
import { unescapeText } from './unescape.js';

/** An element that is open. */
interface Open {
  /** Its content is the name of a field. */
  readonly isName: boolean;
  /** Its last field that is a name has a secret one: the value comes next. */
  isNamed: boolean;
}

const declaration =
  /^(?:<\?xml version=["']1\.\d["'](?: encoding=["'][\w.-]+["'])?(?: standalone=["']\w+["'])? ?\?>)?\s*/;
const attribute = /(\s+([^\s=]+)\s*=\s*)("[^"]*"|'[^']*')/gy;
/** Comments and processing instructions; also what looks like one in a section of CDATA. */
const aside = /<[?!](?!\[CDATA\[)/;

/**
 * XML without credentials: the text as it is but for elements and attributes with secret names, whose values are covered, and texts in which
 * `rules` hide something. What the reader refuses, and what comes after it, is given by its length; comments and processing
 * instructions are left out. `more` characters were cut off at the end.
 */
export function hideInXml(text: string, rules: TextRules, more = 0): string {
  return new XmlText(text, rules).shown(more);
}

/** The sign for characters that are left out. */
export function leftOut(length: number, shown: string): string {
  return shown === '' ? `(${length} characters)` : `(${length} more characters)`;
}

class XmlText {
  readonly #reader: XmlReader;
  readonly #rules: TextRules;
  readonly #open: Open[] = [];
  #shown = '';
  /** Where the token begins that comes next. */
  #at = 0;
  /** Depth of the element whose content is secret; 0 for none. */
  #secretDepth = 0;
  #secrets: string[] = [];

  constructor(text: string, rules: TextRules) {
    this.#reader = new XmlReader(text);
    this.#rules = rules;
  }

  shown(more: number): string {
    const { source } = this.#reader;
    try {
      while (this.#reader.next() !== XmlEvent.EndDocument) {
        this.#take(source);
      }
      this.#shown += /^\s*$/.exec(source.slice(this.#at))?.[0] ?? '';
      this.#at = source.length;
    } catch {
      // Not well-formed from here on.
    }
    const left = source.length - this.#at + more;
    if (more === 0 && /^\(\d{1,12} more characters\)$/.test(source.slice(this.#at, this.#at + 40))) {
      // It was masked before.
      return this.#shown + source.slice(this.#at);
    }
    return left === 0 ? this.#shown : this.#shown + (this.#secretDepth > 0 ? cover : leftOut(left, this.#shown));
  }

  #take(source: string): void {
    const { event, depth, offset, end } = this.#reader;
    // An empty element has no tag of its own for its end.
    const written = this.#at === end ? '' : source.slice(offset, end);
    if (this.#secretDepth > 0) {
      this.#takeSecret(source, written);
      return;
    }
    if (event === XmlEvent.StartElement) {
      this.#shown += this.#at === 0 ? (declaration.exec(source)?.[0] ?? '') : '';
      this.#takeStart(written, depth);
    } else if (event === XmlEvent.EndElement) {
      this.#open.length = depth - 1;
      this.#shown += written;
    } else {
      this.#takeText(written);
    }
    this.#at = end;
  }

  /** Passes over the content of a secret element. */
  #takeSecret(source: string, tag: string): void {
    const { event, depth, text, offset, end } = this.#reader;
    if (event === XmlEvent.Text) {
      this.#secrets.push(text);
    } else if (event === XmlEvent.EndElement && depth === this.#secretDepth) {
      const content = tag === '' ? '' : source.slice(this.#at, offset);
      this.#shown += (holdsText(content) ? cover : content) + tag;
      this.#secrets.filter(holdsText).forEach(this.#rules.secret);
      this.#secrets = [];
      this.#secretDepth = 0;
      this.#at = end;
    }
  }

  #takeStart(written: string, depth: number): void {
    const { localName, source, end } = this.#reader;
    const { names, messages } = this.#rules;
    const isMessage = messages.has(localName) && /^\s*<[^/!]/.test(source.slice(end, end + 128));
    const name = /^<[^\s/>]+/.exec(written)?.[0] ?? '';
    const isSecret = names.isSecret(localName) || this.#hasSecretName();
    this.#shown += name + this.#attributes(written.slice(name.length), isSecret);
    if ((isSecret && !isMessage) || (this.#open.at(-1)?.isNamed === true && valueField.test(localName))) {
      this.#secretDepth = depth;
    } else {
      this.#open.push({ isName: nameField.test(localName), isNamed: false });
    }
  }

  /** Is an attribute the name of a field, and secret: `<add key="password" value="…"/>`? */
  #hasSecretName(): boolean {
    const reader = this.#reader;
    return Array.from({ length: reader.attributeCount }).some(
      (_, index) => nameField.test(reader.attributeName(index)) && this.#isSecretName(reader.attributeValue(index)),
    );
  }

  #attributes(tag: string, isSecret: boolean): string {
    let index = 0;
    return tag.replace(attribute, (written, before: string, name: string, quoted: string) => {
      const isDeclaration = /^xmlns(?::|$)/.test(name);
      const value = isDeclaration ? unescapeText(quoted.slice(1, -1)) : this.#reader.attributeValue(index++);
      const hides = this.#rules.names.isSecret(name) || (isSecret && valueField.test(name));
      if (hides && !isDeclaration && holdsText(value)) {
        this.#rules.secret(value);
        return before + quoted.charAt(0) + cover + quoted.charAt(0);
      }
      const shown = this.#rules.text(value);
      return shown === value ? written : `${before}"${escapeAttribute(shown)}"`;
    });
  }

  #takeText(written: string): void {
    const { text } = this.#reader;
    if (this.#open.at(-1)?.isName === true && this.#open.length > 1) {
      this.#open.at(-2)!.isNamed = this.#isSecretName(text.trim());
    }
    const shown = this.#rules.text(text);
    this.#shown += shown === text && !aside.test(written) ? written : escapeText(shown);
  }

  #isSecretName(text: string): boolean {
    return isIdentifier(text) && this.#rules.names.isSecret(text);
  }
}
