import { type LexicalContext, parseSimple, type SimpleType } from '@wsdl-codegen/runtime/schema';
import { type DomElement, expandQName } from './dom.js';

/**
 * Lexical forms of equal values (XML Schema Part 2, 3.2), brought to one form without the runtime's own mappings: only which
 * member of a union takes a text is asked of the runtime.
 */

const xs = 'http://www.w3.org/2001/XMLSchema';

type Canonical = (text: string, element: DomElement) => string;

const integer: Canonical = (text) => canonicalDecimal(text);

const primitives: Readonly<Record<string, Canonical>> = {
  boolean: (text) => (text === '1' ? 'true' : text === '0' ? 'false' : text),
  decimal: integer,
  float: (text) => canonicalFloat(text, Math.fround),
  double: (text) => canonicalFloat(text, (value) => value),
  base64Binary: (text) => text.replace(/\s+/g, ''),
  hexBinary: (text) => text.toUpperCase(),
  QName: (text, element) => expandQName(text, element) ?? text,
  NOTATION: (text, element) => expandQName(text, element) ?? text,
};

/** A text of a simple type in the form that all texts of its value share. */
export function canonicalText(type: SimpleType, text: string, element: DomElement): string {
  const item = partOf(type, 'itemType');
  if (item) {
    const words = text.split(/[ \t\r\n]+/).filter((word) => word !== '');
    return words.map((word) => canonicalText(item, word, element)).join(' ');
  }
  const members = membersOf(type);
  if (members) {
    const member = members.find((candidate) => takes(candidate, text, element));
    return member ? canonicalText(member, text, element) : text;
  }
  const normal = normaliseWhitespace(text, whitespaceOf(type));
  return primitiveOf(type)?.(normal, element) ?? normal;
}

function takes(type: SimpleType, text: string, element: DomElement): boolean {
  const context: LexicalContext = {
    resolvePrefix: (prefix) => element.scope.get(prefix),
    prefixFor: () => '',
  };
  try {
    parseSimple(type, text, context, { strict: true });
    return true;
  } catch {
    return false;
  }
}

function resolve<T extends object>(lazy: T | (() => T)): T {
  return typeof lazy === 'function' ? (lazy as () => T)() : lazy;
}

function baseOf(type: SimpleType): SimpleType | undefined {
  return type.base === undefined ? undefined : resolve(type.base);
}

function partOf(type: SimpleType, part: 'itemType'): SimpleType | undefined {
  for (let step: SimpleType | undefined = type; step; step = baseOf(step)) {
    const found = step[part];
    if (found !== undefined) {
      return resolve(found);
    }
  }
  return undefined;
}

function membersOf(type: SimpleType): readonly SimpleType[] | undefined {
  for (let step: SimpleType | undefined = type; step; step = baseOf(step)) {
    if (step.memberTypes !== undefined) {
      return step.memberTypes.map((member) => resolve(member));
    }
  }
  return undefined;
}

function primitiveOf(type: SimpleType): Canonical | undefined {
  for (let step: SimpleType | undefined = type; step; step = baseOf(step)) {
    if (step.namespace === xs && Object.hasOwn(primitives, step.name)) {
      return primitives[step.name];
    }
  }
  return undefined;
}

/** The `whiteSpace` facet (Part 2, 4.3.6): `preserve` for `string`, `replace` for `normalizedString`, `collapse` for the rest. */
function whitespaceOf(type: SimpleType): 'preserve' | 'replace' | 'collapse' {
  for (let step: SimpleType | undefined = type; step; step = baseOf(step)) {
    if (step.facets?.whiteSpace) {
      return step.facets.whiteSpace;
    }
    if (step.namespace === xs && ['string', 'anySimpleType', 'anyAtomicType'].includes(step.name)) {
      return 'preserve';
    }
    if (step.namespace === xs && step.name === 'normalizedString') {
      return 'replace';
    }
    if (step.namespace === xs) {
      return 'collapse';
    }
  }
  return 'preserve';
}

function normaliseWhitespace(text: string, mode: 'preserve' | 'replace' | 'collapse'): string {
  if (mode === 'preserve') {
    return text;
  }
  const replaced = text.replace(/[\t\r\n]/g, ' ');
  return mode === 'replace' ? replaced : replaced.replace(/ +/g, ' ').replace(/^ | $/g, '');
}

function canonicalDecimal(text: string): string {
  const match = /^([+-]?)0*(\d*?)(?:\.(\d*?)0*)?$/.exec(text);
  if (!match) {
    return text;
  }
  const [, sign, whole, fraction] = match;
  const digits = `${whole || '0'}${fraction ? `.${fraction}` : ''}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

function canonicalFloat(text: string, round: (value: number) => number): string {
  if (text === 'INF' || text === '+INF' || text === '-INF' || text === 'NaN') {
    return text;
  }
  const value = round(Number(text));
  return Number.isFinite(value) ? String(value) : value < 0 ? '-INF' : 'INF';
}
