import type { SourceElement } from '../source/document.js';
import { listItems } from '../source/qualified-names.js';
import type { DisallowedNames, XsdNamespaceConstraint, XsdWildcard } from './components.js';
import type { SchemaReader } from './reader.js';

/** `xs:any` and `xs:anyAttribute` (Part 1, 3.10.2). */
export function readWildcard(reader: SchemaReader, element: SourceElement): XsdWildcard {
  const notNames = readNotNames(reader, element);
  return {
    ...reader.component(element),
    namespaces: readNamespaces(reader, element),
    processContents: reader.choice(element, 'processContents', ['strict', 'lax', 'skip'], 'strict'),
    ...(notNames && { notNames }),
  };
}

/** `notQName` (XML Schema 1.1): names, `##defined` and `##definedSibling`, which means nothing for attributes. */
function readNotNames(reader: SchemaReader, element: SourceElement): DisallowedNames | undefined {
  const words = listItems(reader.attribute(element, 'notQName') ?? '');
  if (words.length === 0) {
    return undefined;
  }
  const names = words.filter((word) => word !== '##defined' && word !== '##definedSibling');
  return {
    names: names.flatMap((name) => reader.qualifiedName(name, element, 'notQName')?.name ?? []),
    defined: words.includes('##defined'),
    siblings: words.includes('##definedSibling') && element.local === 'any',
  };
}

function readNamespaces(reader: SchemaReader, element: SourceElement): XsdNamespaceConstraint {
  const { targetNamespace } = reader.unit;
  const except = reader.attribute(element, 'notNamespace');
  if (except !== undefined) {
    return { kind: 'not', namespaces: namespaceList(except, targetNamespace) };
  }
  const value = reader.attribute(element, 'namespace') ?? '##any';
  if (value === '##any') {
    return { kind: 'any' };
  }
  // Not the target namespace, and not absent either.
  if (value === '##other') {
    return { kind: 'not', namespaces: [...new Set(['', targetNamespace])] };
  }
  const names = namespaceList(value, targetNamespace);
  const odd = names.find((name) => name.startsWith('##'));
  if (odd !== undefined) {
    const expected = '##any, ##other, or a list of namespaces, ##targetNamespace and ##local';
    reader.report('xsd/bad-attribute', { attribute: 'namespace', value: odd, expected }, element, 'namespace');
  }
  return { kind: 'enumeration', namespaces: names.filter((name) => !name.startsWith('##')) };
}

function namespaceList(value: string, targetNamespace: string): readonly string[] {
  const names = listItems(value);
  const mapped = names.map((name) => (name === '##targetNamespace' ? targetNamespace : name === '##local' ? '' : name));
  return [...new Set(mapped)];
}

type Constraint = XsdNamespaceConstraint;

/** The names that both allow (Part 1, 3.10.6, attribute wildcard intersection). */
export function intersectNamespaces(a: Constraint, b: Constraint): Constraint {
  switch (a.kind) {
    case 'any':
      return b;
    case 'enumeration':
      return { kind: 'enumeration', namespaces: a.namespaces.filter((namespace) => allows(b, namespace)) };
    case 'not':
      return b.kind === 'not'
        ? { kind: 'not', namespaces: distinct(a.namespaces, b.namespaces) }
        : intersectNamespaces(b, a);
  }
}

/** The names that either allows (Part 1, 3.10.6, attribute wildcard union). */
export function uniteNamespaces(a: Constraint, b: Constraint): Constraint {
  switch (a.kind) {
    case 'any':
      return a;
    case 'enumeration':
      return b.kind === 'enumeration'
        ? { kind: 'enumeration', namespaces: distinct(a.namespaces, b.namespaces) }
        : uniteNamespaces(b, a);
    case 'not': {
      const namespaces = a.namespaces.filter((namespace) => !allows(b, namespace));
      return namespaces.length === 0 ? { kind: 'any' } : { kind: 'not', namespaces };
    }
  }
}

/**
 * False if no wildcard of XML Schema 1.0 can express the result of a union or an intersection: all but two namespaces, or all
 * but one and yet no namespace at all (Part 1, 3.10.6).
 */
export function isExpressible(constraint: Constraint): boolean {
  if (constraint.kind !== 'not') {
    return true;
  }
  const named = constraint.namespaces.filter((namespace) => namespace !== '');
  return named.length === 0 || (named.length === 1 && constraint.namespaces.includes(''));
}

/** True if the constraint allows the namespace (Part 1, 3.10.4); `''` is the absent namespace. */
export function allows(constraint: Constraint, namespace: string): boolean {
  switch (constraint.kind) {
    case 'any':
      return true;
    case 'not':
      return !constraint.namespaces.includes(namespace);
    case 'enumeration':
      return constraint.namespaces.includes(namespace);
  }
}

function distinct(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])];
}
