import { append } from '../../diagnostics/append.js';
import type { SourceElement } from '../../source/document.js';
import { expandedName } from '../../source/names.js';
import { listItems, resolveQName } from '../../source/qualified-names.js';
import { type EffectiveType, type SimpleView, type Types, typesOf } from '../../xsd/checks/types.js';
import type { SchemaSet, TypeReference, XsdValueConstraint } from '../../xsd/components.js';
import type { ValueConstraint } from '../model.js';
import { isNameIn, isNameType, type UnionMember } from './union-values.js';

/** The form of a simple type's text: the primitive type at the bottom, and whether it is a list. */
export interface Lexical {
  /** Local name of the built-in type nearest up the chain; absent for unions and `xs:anySimpleType`. */
  readonly builtIn?: string;
  readonly primitive?: string;
  readonly list: boolean;
  /** Members of a union, where one of them has qualified names for values. */
  readonly members?: readonly UnionMember[];
}

const unknownLexical: Lexical = { list: false };

/** The results so far. */
const known = new WeakMap<SimpleView, Lexical>();

/** Finds out what a type's text is made of, only from the definitions. */
export function lexicalOf(schemas: SchemaSet, reference: TypeReference | undefined): Lexical {
  const types = typesOf(schemas);
  return lexicalOfType(types, reference && types.resolve(reference), 0);
}

/** Lists of unions of lists that are nested deeper are not checked. */
const maxDepth = 20;

function lexicalOfType(types: Types, type: EffectiveType | undefined, depth: number): Lexical {
  const view = type === undefined ? undefined : types.simple(type);
  if (view === undefined || depth > maxDepth) {
    return unknownLexical;
  }
  const lexical = known.get(view) ?? lexicalOfView(types, view, depth);
  known.set(view, lexical);
  return lexical;
}

function lexicalOfView(types: Types, view: SimpleView, depth: number): Lexical {
  switch (view.variety) {
    case 'atomic': {
      const { builtIn, primitive } = view;
      return builtIn === '' ? unknownLexical : { builtIn, primitive, list: false };
    }
    case 'list': {
      const item = lexicalOfType(types, view.itemType, depth + 1);
      return item === unknownLexical ? item : { ...item, list: true };
    }
    case 'union': {
      const members = membersOf(types, view, depth);
      return members.some(isNameType) ? { list: false, members } : unknownLexical;
    }
  }
}

/** Members of more unions than this are not checked. */
const maxMembers = 1000;

/** The members of a union in their order, those of nested unions in their place (Part 2, 2.5.1.3). */
function membersOf(types: Types, union: SimpleView, depth: number): readonly UnionMember[] {
  const members: UnionMember[] = [];
  const pending = [...union.memberTypes].reverse();
  for (let count = 0; count < maxMembers && pending.length > 0; count++) {
    const type = pending.pop();
    const view = type === undefined ? undefined : types.simple(type);
    if (view?.variety === 'union' && view.depth === 0) {
      append(pending, [...view.memberTypes].reverse());
      continue;
    }
    const { builtIn, primitive } = lexicalOfType(types, type, depth + 1);
    const values = (view?.step ?? []).filter(({ name }) => name === 'enumeration').map(({ value }) => value.trim());
    members.push({ builtIn, primitive, enumeration: values.length === 0 ? undefined : new Set(values) });
  }
  return members;
}

/**
 * A value of a schema document in the form of the contract: white space normalised as its type demands, the names in values
 * of `QName` and `NOTATION` expanded with the namespaces in scope.
 */
export function contractValue(value: string, lexical: Lexical, scope: SourceElement): string {
  if (lexical.primitive === 'QName' || lexical.primitive === 'NOTATION') {
    return listItems(value)
      .map((name) => expandQName(name, scope))
      .join(' ');
  }
  const { members } = lexical;
  if (members !== undefined) {
    const expand = (text: string): string => (isNameIn(members, text) ? expandQName(text, scope) : text);
    return lexical.list ? listItems(value).map(expand).join(' ') : namedOr(value, expand);
  }
  if (lexical.list) {
    return collapse(value);
  }
  switch (lexical.builtIn) {
    case undefined:
    case 'string':
      return value;
    case 'normalizedString':
      return value.replace(/[\t\r\n]/g, ' ');
    default:
      return collapse(value);
  }
}

/**
 * A value that is a qualified name for any member; otherwise the text unchanged, because its white space matters in other
 * members.
 */
function namedOr(value: string, expand: (text: string) => string): string {
  const text = value.trim();
  return /^[^\s\d.+-][^\s]*$/.test(text) && expand(text) !== text ? expand(text) : value;
}

function collapse(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
}

function expandQName(name: string, scope: SourceElement): string {
  const { namespace, local } = resolveQName(name, scope);
  return expandedName(namespace, local);
}

/** `default` or `fixed` of a declaration with the given type, as a field to spread: not one that the type refuses. */
export function valueField(
  schemas: SchemaSet,
  value: XsdValueConstraint | undefined,
  type: TypeReference | undefined,
  scope: SourceElement,
): { readonly value?: ValueConstraint } {
  if (!value || schemas.refused?.has(value)) {
    return {};
  }
  return { value: { kind: value.kind, value: contractValue(value.value, lexicalOf(schemas, type), scope) } };
}
