import { XmlLimitError, XmlSyntaxError } from './errors.js';
import { defaultMaxDepth, fewNamespaces, maxListed } from './limits.js';
import { translatedBack, xmlnsNamespace } from './namespaces.js';
import type { TextPosition } from './position.js';
import {
  endDocument,
  endElement,
  startElement,
  textEvent,
  type XmlCursor,
  type XmlEvent,
  type XmlReaderOptions,
} from './reader.js';
import { indexOfInvalidCharacter, ncName } from './small-characters.js';
import { isNewName, mayDeclare, noDeclarations } from './small-scope.js';

type Declaration = readonly [prefix: string, namespace: string];

/** An element that is open. */
interface Open {
  /** Its name as it is written, and where it begins. */
  readonly written: string;
  readonly start: number;
  readonly outer: Open | undefined;
  /** Its declarations, and the meaning of those prefixes around it. */
  readonly declared: readonly (readonly [...Declaration, hidden: string | undefined])[];
  readonly tag: Pick<XmlCursor, 'localName' | 'namespace' | 'prefix' | 'depth'>;
}

interface Attribute {
  readonly prefix: string;
  readonly name: string;
  readonly value: string;
  readonly offset: number;
  namespace: string;
}

/** The match of a sticky expression and its groups; nothing where it does not match. */
type Match = readonly (string | undefined)[];

// In all of them, controls that XML does not allow pass for white space: they are found another way.
// The XML declaration may have any version 1.x (production 23, fifth edition).
const xmlDeclaration =
  /\ufeff?(?:<\?xml[\0- ]+version[\0- ]*=[\0- ]*(["'])1\.\d+\1(?:[\0- ]+encoding[\0- ]*=[\0- ]*(["'])[A-Za-z][\w.-]*\2)?(?:[\0- ]+standalone[\0- ]*=[\0- ]*(["'])(?:yes|no)\3)?[\0- ]*\?>)?/y;
/**
 * Character data, and a CDATA section, a comment or an instruction after it: of one that is not well-formed the first two characters, of a comment
 * that holds `--` all up to there. Namespaces forbid a colon in the name of an instruction.
 */
const content = new RegExp(
  `([^<]*)(?:<(?:!(?:\\[CDATA\\[([^]*?)]]>|--[^]*?--(>?))|\\?(?![xX][mM][lL][\\0- ?])${ncName}(?:[\\0- ][^]*?)?\\?>|[!?]))?`,
  'y',
);
const startTag = new RegExp(`<(?:(${ncName}):)?(${ncName})`, 'y');
/** The end of a start tag, or an attribute, as far as it is well-formed. */
const attribute = new RegExp(
  `[\\0- ]*(/?>)|([\\0- ]+)(?:(?:(${ncName}):)?(${ncName})[\\0- ]*(?:=[\\0- ]*(?:("[^"<]*"|'[^'<]*')|["'][^<]*(?=<))?)?)?`,
  'y',
);
const endTag = /<\/([^\0- >]*)[\0- ]*>/y;
/** Characters that stand for something else: white space to normalise, and references. */
const special = /\r\n?|[\t\n]|&(?:#(\d+|x[\da-fA-F]+)|(amp|lt|gt|quot|apos));|&/g;
const meant: Readonly<Record<string, number>> = { amp: 38, lt: 60, gt: 62, quot: 34, apos: 39 };

/**
 * The reader of `xml-reader.ts` for browsers and workers, where size counts: the same events and limits, and errors of the same kinds at
 * the same places, with fewer texts, and without what makes large documents fast.
 */
export class SmallReader implements XmlCursor {
  declare readonly event: XmlEvent;
  declare readonly offset: number;
  declare readonly passedOver: number;
  declare readonly text: string;
  declare readonly localName: string;
  declare readonly namespace: string;
  declare readonly prefix: string;
  declare readonly depth: number;
  declare readonly attributeCount: number;
  declare readonly next: () => XmlEvent;
  declare readonly attributeName: (index: number) => string;
  declare readonly attributeNamespace: (index: number) => string;
  declare readonly attributePrefix: (index: number) => string;
  declare readonly attributeValue: (index: number) => string;
  declare readonly attribute: (namespace: string, name: string) => string | undefined;
  declare readonly resolvePrefix: (prefix: string) => string | undefined;
  declare readonly declarations: () => readonly Declaration[];
  declare readonly namespacesInScope: () => ReadonlyMap<string, string>;
  declare readonly wireNamespace: (namespace: string) => string;
  declare readonly position: (offset?: number) => TextPosition;

  constructor(text: string, options: XmlReaderOptions = {}) {
    begin(this, text, options);
  }
}

/** Gives a cursor its methods. Their state is in variables, which take the least space. */
function begin(
  cursor: { -readonly [Name in keyof XmlCursor]: XmlCursor[Name] },
  source: string,
  { limits = {}, namespaces }: XmlReaderOptions,
): void {
  const scope = new Map<string, string>();
  /** The namespaces that the program knows, by those on the wire. One copy of each: comparing them is comparing pointers. */
  const known = new Map(namespaces);
  /** Where a character is that XML does not allow; beyond every text if there is none. */
  const invalid = indexOfInvalidCharacter(source) >>> 0;
  // The element that just ended stays open until the next call, so that its namespaces can be asked for.
  let open: Open | undefined;
  let attributes: readonly Attribute[] = [];
  /** Those of the start tag that was read last. */
  let declared: Open['declared'][0][] = [];
  /** How many declarations are in force, including those that others hide. */
  let inForce = 0;
  let depth = 0;
  let at = 0;
  let inScope: Map<string, string> | undefined;
  let listed = 0;

  const position = (offset = cursor.offset): TextPosition => {
    const before = source.slice(0, offset);
    const lines = before.split(/\r\n?|\n/);
    return { line: lines.length, column: lines.at(-1)!.length + 1, offset: before.length };
  };
  const fail: (offset?: number) => never = (offset = at) => {
    throw new XmlSyntaxError('Not well-formed XML', position(offset));
  };
  /** Throws for more than a limit. */
  const allow = (name: string, count: number, offset?: number, most = defaultMaxDepth): void => {
    const limit = (limits as Readonly<Record<string, number | undefined>>)[name] ?? most;
    if (count > limit) {
      throw new XmlLimitError(`More than ${limit} (${name})`, position(offset));
    }
  };
  /** Moves past what a sticky expression matches. */
  const take = (expression: RegExp): Match => {
    expression.lastIndex = at;
    const match: Match = expression.exec(source) ?? [''];
    at += match[0]!.length;
    if (at > invalid) {
      fail(invalid);
    }
    return match;
  };
  const resolvePrefix = (prefix: string): string | undefined => scope.get(prefix) ?? noDeclarations.get(prefix);

  /** The meaning of a text that begins at `start`: white space is normalised, each to `space` if that is given, and references are replaced. */
  const meaning = (text: string, start: number, space?: string): string =>
    text.replace(
      special,
      (found: string, code: string | undefined, name: string | undefined, index: number): string => {
        if (found[0] !== '&') {
          return space ?? (found === '\t' ? found : '\n');
        }
        const number = code ? Number(`0${code}`) : (meant[name!] ?? 0);
        const character = String.fromCodePoint(number > 0x10ffff ? 0 : number);
        return indexOfInvalidCharacter(character) < 0 ? character : fail(start + index);
      },
    );

  /** Reads character data up to the next tag. Outside the root element, where only white space may be, the text is empty. */
  const readText = (): string => {
    for (let text = ''; ; ) {
      const start = at;
      const [, run = '', data, end] = take(content);
      const length = at - start - run.length;
      if (open && length === 0 && at === source.length) {
        fail(open.start);
      }
      const wrong = run.search(open ? /]]>/ : /[^\0- ]/);
      if (wrong >= 0) {
        fail(start + wrong);
      }
      text += open ? meaning(run, start) : '';
      if (end === '') {
        fail(at - 2);
      }
      if (length === 2 || (data !== undefined && !open)) {
        fail(at - length);
      }
      if (length === 0) {
        return text;
      }
      if (data !== undefined) {
        text += data.replace(/\r\n?/g, '\n');
      } else if (open) {
        cursor.passedOver++;
      }
    }
  };

  const declare = (prefix: string, wire: string, offset: number): void => {
    if (!mayDeclare(prefix, wire)) {
      fail(offset);
    }
    const namespace = known.get(wire) ?? wire;
    known.set(wire, namespace);
    declared.push([prefix, namespace, scope.get(prefix)]);
    scope.set(prefix, namespace);
    inScope = undefined;
    allow('maxNamespaces', ++inForce, offset);
  };

  const readStartTag = (): XmlEvent => {
    const start = at;
    const [written = '', prefix = '', localName = fail(start + 1)] = take(startTag);
    allow('maxDepth', ++depth);
    const found: Attribute[] = [];
    const seen = new Map<string, Set<string>>();
    for (let count = 1; ; count++) {
      const before = at;
      const [, end, space, prefix = '', name = '', value] = take(attribute);
      if (end) {
        break;
      }
      const offset = before + (space ?? fail()).length;
      allow('maxAttributes', count, offset);
      const text = meaning(value ?? fail(), at - value!.length, ' ').slice(1, -1);
      const isDefault = !prefix && name === 'xmlns';
      if (isDefault || prefix === 'xmlns') {
        if (!isNewName(seen, xmlnsNamespace, name)) {
          fail(offset);
        }
        declare(isDefault ? '' : name, text, offset);
      } else {
        found.push({ prefix, name, value: text, offset, namespace: '' });
      }
    }
    for (const each of found) {
      each.namespace = each.prefix && (resolvePrefix(each.prefix) ?? fail(each.offset));
    }
    for (const { namespace, name, offset } of found) {
      if (!isNewName(seen, namespace, name)) {
        fail(offset);
      }
    }
    attributes = found;
    const tag = { localName, namespace: resolvePrefix(prefix) ?? fail(start), prefix, depth };
    open = { written: written.slice(1), start, outer: open, declared, tag };
    return startElement;
  };

  /** Ends the scope of the element that has ended. */
  const leave = (): void => {
    for (const [prefix, , hidden] of open!.declared) {
      inScope = undefined;
      inForce--;
      if (hidden === undefined) {
        scope.delete(prefix);
      } else {
        scope.set(prefix, hidden);
      }
    }
    depth--;
    open = open!.outer;
  };

  const advance = (): XmlEvent => {
    declared = [];
    attributes = [];
    if (cursor.event === startElement && source[at - 2] === '/') {
      return endElement;
    }
    const isAfter = cursor.event === endElement;
    if (isAfter) {
      leave();
    }
    if (at === 0) {
      take(xmlDeclaration);
    }
    cursor.offset = at;
    cursor.text = readText();
    if (cursor.text) {
      return textEvent;
    }
    cursor.offset = at;
    const isEnd = source[at + 1] === '/';
    const isOver = at === source.length;
    if (!open && (isEnd || isAfter !== isOver)) {
      fail();
    }
    if (isOver) {
      return endDocument;
    }
    if (!isEnd) {
      return readStartTag();
    }
    if (take(endTag)[1] !== open!.written) {
      fail(cursor.offset);
    }
    return endElement;
  };

  Object.assign(cursor, {
    event: endDocument,
    offset: 0,
    passedOver: 0,
    next: () => {
      cursor.event = advance();
      cursor.attributeCount = attributes.length;
      Object.assign(cursor, open?.tag);
      return cursor.event;
    },
    attributeName: (index: number) => attributes[index]!.name,
    attributeNamespace: (index: number) => attributes[index]!.namespace,
    attributePrefix: (index: number) => attributes[index]!.prefix,
    attributeValue: (index: number) => attributes[index]!.value,
    attribute: (namespace: string, name: string) =>
      attributes.find((each) => each.name === name && each.namespace === namespace)?.value,
    resolvePrefix,
    declarations: () => declared.map(([prefix, namespace]) => [prefix, namespace]),
    namespacesInScope: () => {
      if (!inScope) {
        inScope = new Map([...scope].filter(([, namespace]) => namespace));
        listed += inScope.size > fewNamespaces ? inScope.size : 0;
        allow('namespaces in scope', listed, undefined, maxListed);
      }
      return inScope;
    },
    wireNamespace: (namespace: string) => translatedBack(namespaces, namespace),
    position,
  });
  allow('maxLength', source.length, 0, source.length);
}
