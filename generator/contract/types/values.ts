import type { SourceElement } from '../../source/document.js';
import { expandedName } from '../../source/names.js';
import { listItems, resolveQName } from '../../source/qualified-names.js';
import { builtInType } from '../../xsd/built-ins.js';
import type { SchemaSet, TypeReference, XsdTypeDefinition, XsdValueConstraint } from '../../xsd/components.js';
import type { ValueConstraint } from '../model.js';
import { isNameIn, isNameType, membersOf, type UnionMember } from './union-values.js';

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

/** The results so far about the types of each set of schemas. */
const known = new WeakMap<SchemaSet, Map<XsdTypeDefinition, Lexical>>();

/** Finds out what a type's text is made of, only from the definitions; `depth` counts the unions around it. */
export function lexicalOf(schemas: SchemaSet, reference: TypeReference | undefined, depth: number = 0): Lexical {
  const found = known.get(schemas) ?? new Map<XsdTypeDefinition, Lexical>();
  known.set(schemas, found);
  const passed: XsdTypeDefinition[] = [];
  let lexical = unknownLexical;
  for (let current = reference; current; ) {
    const builtIn = current.kind === 'named' ? builtInType(current.name) : undefined;
    if (builtIn) {
      const { itemType, name, primitive, variety } = builtIn;
      lexical = { builtIn: itemType ?? name, primitive, list: variety === 'list' };
      break;
    }
    const definition: XsdTypeDefinition | undefined =
      current.kind === 'inline' ? current.definition : schemas.types.get(current.name);
    if (!definition || found.has(definition)) {
      lexical = (definition && found.get(definition)) ?? unknownLexical;
      break;
    }
    found.set(definition, unknownLexical);
    passed.push(definition);
    if (definition.kind === 'simpleType' && definition.derivation.kind === 'union') {
      lexical = unionLexical(schemas, definition.derivation.memberTypes, depth);
      break;
    }
    current = textTypeOf(definition);
  }
  for (const definition of passed.reverse()) {
    lexical = isList(definition) && lexical !== unknownLexical ? { ...lexical, list: true } : lexical;
    found.set(definition, lexical);
  }
  return lexical;
}

function isList(definition: XsdTypeDefinition): boolean {
  return definition.kind === 'simpleType' && definition.derivation.kind === 'list';
}

/** Unions of lists of unions that are nested deeper are not checked. */
const maxDepth = 10;

function unionLexical(schemas: SchemaSet, union: readonly TypeReference[], depth: number): Lexical {
  if (depth > maxDepth) {
    return unknownLexical;
  }
  const members = membersOf(schemas, union, (reference) => lexicalOf(schemas, reference, depth + 1));
  return members.some(isNameType) ? { list: false, members } : unknownLexical;
}

/** The type of a type's text, or of its items; undefined for a union, and if there is no text. */
function textTypeOf(definition: XsdTypeDefinition): TypeReference | undefined {
  if (definition.kind === 'complexType') {
    const { content } = definition;
    if (content.kind !== 'simple') {
      return undefined;
    }
    return content.type ? { kind: 'inline', definition: content.type } : definition.base;
  }
  const { derivation } = definition;
  switch (derivation.kind) {
    case 'restriction':
      return derivation.base;
    case 'list':
      return derivation.itemType;
    case 'union':
      return undefined;
  }
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

/** `default` or `fixed` of a declaration with the given type, as a field to spread. */
export function valueField(
  schemas: SchemaSet,
  value: XsdValueConstraint | undefined,
  type: TypeReference | undefined,
  scope: SourceElement,
): { readonly value?: ValueConstraint } {
  if (!value) {
    return {};
  }
  return { value: { kind: value.kind, value: contractValue(value.value, lexicalOf(schemas, type), scope) } };
}
