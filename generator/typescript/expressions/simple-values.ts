import type { EnumerationValue, SimpleTypeDefinition, TypeDefinition, TypeKey } from '../../contract/model.js';
import type { ContractIndex } from '../../contract/queries.js';
import { builtInFamily, type ValueFamily } from './built-ins.js';

/** The form of a simple type's values: of one family, a list of items, or one of several types. */
export type SimpleValue =
  | { readonly kind: 'family'; readonly family: ValueFamily; readonly builtIn: TypeKey }
  | { readonly kind: 'list'; readonly itemType: TypeKey }
  | { readonly kind: 'union'; readonly memberTypes: readonly TypeKey[] };

/** Follows restrictions down to the type that decides the values. */
export function simpleValueOf(key: TypeKey, index: ContractIndex): SimpleValue {
  const seen = new Set<TypeKey>();
  for (let at = key; !seen.has(at); ) {
    seen.add(at);
    const type = index.types.get(at);
    const family = builtInFamily(at) ?? builtInFamily((type?.kind === 'simpleType' && type.builtIn) || '');
    if (family !== undefined) {
      return { kind: 'family', family, builtIn: builtInOf(at, type) };
    }
    if (type?.kind === 'complexType' && type.content.kind === 'simple') {
      at = type.content.type;
    } else if (type?.kind === 'simpleType') {
      if (type.variety === 'list' && type.itemType !== undefined) {
        return { kind: 'list', itemType: type.itemType };
      }
      if (type.variety === 'union' && type.memberTypes) {
        return { kind: 'union', memberTypes: type.memberTypes };
      }
      at = type.base;
    }
  }
  return { kind: 'family', family: 'text', builtIn: key };
}

function builtInOf(key: TypeKey, type: TypeDefinition | undefined): TypeKey {
  return builtInFamily(key) === undefined && type?.kind === 'simpleType' ? (type.builtIn ?? key) : key;
}

/** True for an enumeration of texts: it becomes a const object and a union of its values. */
export function isTextEnumeration(type: TypeDefinition, index: ContractIndex): type is SimpleTypeDefinition {
  return type.kind === 'simpleType' && textEnumeration(type, index) !== undefined;
}

/** The distinct values of an enumeration of texts, in order; undefined for any other type. */
export function textEnumeration(
  type: SimpleTypeDefinition,
  index: ContractIndex,
): readonly EnumerationValue[] | undefined {
  const { enumeration } = type.facets;
  if (!enumeration || enumeration.length === 0 || type.variety !== 'atomic') {
    return undefined;
  }
  const value = simpleValueOf(type.key, index);
  if (value.kind !== 'family' || value.family !== 'text') {
    return undefined;
  }
  const distinct = new Map<string, EnumerationValue>();
  for (const item of enumeration) {
    const text = normalise(item.value, value.builtIn);
    if (!distinct.has(text)) {
      distinct.set(text, { ...item, value: text });
    }
  }
  return [...distinct.values()];
}

/** White space as the value space of a text type has it (Part 2, 4.3.6): kept for `string`, collapsed for `token` and kin. */
function normalise(text: string, builtIn: TypeKey): string {
  if (/\}(string|char|guid|anySimpleType|anyAtomicType)$/.test(builtIn)) {
    return text;
  }
  if (builtIn.endsWith('}normalizedString')) {
    return text.replace(/[\t\r\n]/g, ' ');
  }
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
}

/**
 * The literal values that lexical forms stand for; undefined if the family has no literals in TypeScript, or a form is
 * not one of it (then nothing can be promised).
 */
export function literalValues(
  lexical: readonly string[],
  family: ValueFamily,
  builtIn: TypeKey,
): readonly (string | number | bigint | boolean)[] | undefined {
  const values: (string | number | bigint | boolean)[] = [];
  for (const text of lexical) {
    const value = literalValue(text, family, builtIn);
    if (value === undefined) {
      return undefined;
    }
    if (!values.includes(value)) {
      values.push(value);
    }
  }
  return values;
}

function literalValue(
  text: string,
  family: ValueFamily,
  builtIn: TypeKey,
): string | number | bigint | boolean | undefined {
  const trimmed = text.trim();
  switch (family) {
    case 'text':
      return normalise(text, builtIn);
    case 'number': {
      const value = Number(trimmed);
      return /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(trimmed) &&
        Number.isFinite(value) &&
        !Object.is(value, -0)
        ? value
        : undefined;
    }
    case 'bigint':
      return /^[+-]?\d+$/.test(trimmed) ? BigInt(trimmed.replace(/^\+/, '')) : undefined;
    case 'boolean':
      return trimmed === 'true' || trimmed === '1' ? true : trimmed === 'false' || trimmed === '0' ? false : undefined;
    case 'lexical':
    case 'binary':
    case 'qname':
    case 'tree':
    case 'list':
    case 'none':
      return undefined;
  }
}
