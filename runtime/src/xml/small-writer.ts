import { describe } from '../describe.js';
import { qualified } from './element-tag.js';
import { DefaultNamespaceError, XmlWriteError } from './errors.js';
import { declarationsEach, freeDeclarations } from './limits.js';
import { translatedBack } from './namespaces.js';
import { escapeAttribute, escapeText, isNCName } from './small-characters.js';
import { isNewName, mayDeclare, noDeclarations } from './small-scope.js';
import type { XmlOutput, XmlWriterOptions } from './writer.js';

/** The meaning of prefixes, the newest declaration first. */
export type SmallScope = readonly (readonly [prefix: string, namespace: string | undefined])[];

/** An open element. */
interface Frame {
  /** Its name as it is written. */
  tag: string;
  scope: SmallScope;
  /** How many prefixes were made in it and around it. */
  generated: number;
  readonly outer?: Frame;
}

/** The prefixes to try for a namespace: `own` is that of the options, `preferred` that of the caller. */
export type Candidates = (own: string | undefined, preferred: string | undefined) => readonly (string | undefined)[];

/** A writer of messages, and the part on which `SmallDocumentWriter` builds. */
export interface SmallOutput extends XmlOutput {
  /** Writes what is markup already into the element that is open. */
  markup(text: string): void;
  prefixFor(namespace: string, preferred?: string, allowDefault?: boolean): string;
}

/**
 * The writer of `xml-writer.ts` for browsers and workers, where size counts: the same documents, errors and limits, without what makes
 * repeated elements fast. It relies on its callers to write attributes before content, and one root element. `SmallDocumentWriter` has what few
 * messages need: binary content outside the document, prefixes that the root element declares.
 */
export class SmallWriter implements SmallOutput {
  declare readonly declaration: SmallOutput['declaration'];
  declare readonly startElement: SmallOutput['startElement'];
  declare readonly declare: SmallOutput['declare'];
  declare readonly attribute: SmallOutput['attribute'];
  declare readonly text: SmallOutput['text'];
  declare readonly markup: SmallOutput['markup'];
  declare readonly endElement: SmallOutput['endElement'];
  declare readonly prefixFor: SmallOutput['prefixFor'];
  declare readonly resolvePrefix: SmallOutput['resolvePrefix'];
  declare readonly programNamespace: SmallOutput['programNamespace'];

  constructor(options: XmlWriterOptions = {}) {
    Object.assign(this, smallWriter(options));
  }
}

/**
 * The methods of a writer. Their state is in variables, which take the least space. `candidates` gives the prefixes to try for a namespace, the best
 * first; what is in `scope` is never made.
 */
export function smallWriter(
  { namespaces, prefixes }: XmlWriterOptions,
  candidates: Candidates = (own, preferred) => [preferred, own],
  scope: SmallScope = [...noDeclarations],
): SmallOutput {
  let written = '';
  /** The rest of the start tag that is open. */
  let tagEnd = '';
  let open: Frame = { tag: '', scope, generated: 0 };
  /** Characters of declarations. */
  let declared = 0;
  /** Prefixes that the open start tag relies on, whose meaning cannot change any more, and the names of its attributes. */
  let used: Set<string> = new Set();
  let attributes: Map<string, Set<string>>;

  const resolvePrefix = (prefix: string): string | undefined => open.scope.find(([each]) => each === prefix)?.[1];

  /** Makes the open start tag rely on what a prefix means, and declares it there if need be. */
  const declare = (prefix: string, namespace: string): void => {
    if (resolvePrefix(prefix) !== namespace) {
      if (prefix) {
        checkName(prefix);
      }
      const wire = namespaces?.get(namespace) ?? namespace;
      if (!tagEnd || used.has(prefix) || !mayDeclare(prefix, wire)) {
        throw new XmlWriteError(`The prefix "${prefix}" cannot be declared here`);
      }
      open.scope = [[prefix, namespace], ...open.scope];
      const text = ` xmlns${prefix && `:${prefix}`}="${escapeAttribute(wire)}"`;
      written += text;
      declared += text.length;
    }
    used.add(prefix);
  };

  /** A prefix for use in the open start tag, if possible the preferred one of those that are bound, declared there if there is none. */
  const prefixFor: SmallOutput['prefixFor'] = (namespace, preferred, allowDefault = true) => {
    const mayBe = (prefix: string | undefined): prefix is string => !!prefix || (prefix === '' && allowDefault);
    const isBound = (prefix: string): boolean => resolvePrefix(prefix) === namespace;
    let found =
      [preferred, ''].find((prefix) => mayBe(prefix) && isBound(prefix)) ??
      open.scope.find(([prefix, bound]) => prefix && bound === namespace && isBound(prefix))?.[0];
    const choice = namespace ? candidates(prefixes?.get(namespace), preferred) : [''];
    found ??= choice.find((prefix) => tagEnd && mayBe(prefix) && !used.has(prefix));
    if (found === undefined && !namespace) {
      throw new DefaultNamespaceError('A name in no namespace cannot be written here');
    }
    while (found === undefined) {
      const prefix = `ns${++open.generated}`;
      found = open.scope.some(([each]) => each === prefix) ? undefined : prefix;
    }
    declare(found, namespace);
    return found;
  };

  const markup = (text: string): void => {
    written += tagEnd + text;
    tagEnd = '';
  };

  return {
    declaration: () => {
      written = '<?xml version="1.0" encoding="utf-8"?>';
    },
    startElement: (namespace, name, preferredPrefix, declarations = {}) => {
      checkName(name);
      markup('');
      const before = written;
      if (declared > freeDeclarations + declarationsEach * (before.length - declared)) {
        throw new XmlWriteError('Too many namespace declarations');
      }
      open = { ...open, outer: open };
      tagEnd = '>';
      used = new Set();
      attributes = new Map();
      // Declarations from here on come after the name, which depends on them.
      written = '';
      for (const [prefix, bound] of Object.entries(declarations)) {
        declare(prefix, bound);
      }
      open.tag = qualified(prefixFor(namespace, preferredPrefix), name);
      written = `${before}<${open.tag}${written}`;
    },
    declare,
    attribute: (namespace, name, value, preferredPrefix) => {
      checkName(name);
      if ((!namespace && name === 'xmlns') || !isNewName(attributes, namespace, name)) {
        throw new XmlWriteError(`The attribute "${name}" is given twice, or is a declaration`);
      }
      const prefix = namespace && prefixFor(namespace, preferredPrefix, false);
      written += ` ${qualified(prefix, name)}="${escapeAttribute(value)}"`;
    },
    text: (value) => {
      if (value) {
        markup(escapeText(value));
      }
    },
    markup,
    endElement: () => {
      written += tagEnd ? '/>' : `</${open.tag}>`;
      tagEnd = '';
      open = open.outer!;
    },
    prefixFor,
    resolvePrefix,
    programNamespace: (namespace) => translatedBack(namespaces, namespace),
    toString: () => written,
  };
}

/** Throws `XmlWriteError` for what is no name, or has a colon. */
function checkName(name: string): void {
  if (typeof name !== 'string' || !isNCName(name)) {
    throw new XmlWriteError(`${describe(name)} is not an XML name without a colon`);
  }
}
