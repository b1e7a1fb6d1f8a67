import { anyType, builtInType } from '../../xsd/built-ins.js';
import type { HttpOperationBinding, HttpParameter, Part, TypeDefinition, TypeKey } from '../model.js';
import { plainChildren, plainMembers, type SchemaLookup } from './lookup.js';

/**
 * The parameters whose values a query or form cannot carry: `name=value` has a text for each name (WSDL 1.1, 4.5 and 4.6), so a value is of a
 * simple type, or an array of such values that repeats the name.
 */
export function unsendableParameters(
  lookup: SchemaLookup,
  parameters: readonly HttpParameter[],
): readonly HttpParameter[] {
  return parameters.filter(({ type, element }) => {
    const key = type ?? (element === undefined ? undefined : lookup.elements.get(element)?.type);
    return key !== undefined && !isText(lookup, key) && !isArrayOfTexts(lookup, key);
  });
}

/** True for simple types, and for types that are not known. */
function isText(lookup: SchemaLookup, key: TypeKey): boolean {
  return key !== anyType && (builtInType(key) !== undefined || lookup.types.get(key)?.kind !== 'complexType');
}

/** True for an array of SOAP encoding, and for a type with one repeated element, as ASP.NET's `ArrayOfString`. */
function isArrayOfTexts(lookup: SchemaLookup, key: TypeKey): boolean {
  const type: TypeDefinition | undefined = lookup.types.get(key);
  if (type?.kind !== 'complexType') {
    return false;
  }
  if (type.soapArray !== undefined) {
    return isText(lookup, type.soapArray.itemType);
  }
  const [item, ...others] = plainMembers(lookup, key) ?? [];
  return item !== undefined && others.length === 0 && item.maxOccurs !== 1 && isText(lookup, item.type);
}

/** Why a query, a form or a location cannot have a place of its own for the value of each parameter, and which parameters these are. */
export interface UnfitParameters {
  readonly reason: 'repeated' | 'no-place' | 'several-values';
  readonly names: readonly string[];
}

/**
 * The parameters that have no place of their own: a name is that of one parameter, and a location with `(name)` parts has a place for one value of each (WSDL 1.1, 4.6).
 * Undefined where all is well.
 */
export function unfitParameters(
  lookup: SchemaLookup,
  parts: readonly Part[],
  { input, location, parameters }: Pick<HttpOperationBinding, 'input' | 'location' | 'parameters'>,
): UnfitParameters | undefined {
  if (input === 'xml') {
    return undefined;
  }
  const names = parameters.map(({ name }) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  if (repeated.length > 0) {
    return { reason: 'repeated', names: [...new Set(repeated)] };
  }
  if (input !== 'urlReplacement') {
    return undefined;
  }
  const lost = names.filter((name) => !location.includes(`(${name})`));
  if (lost.length > 0) {
    return { reason: 'no-place', names: lost };
  }
  const several = parts.flatMap((part) => severalValues(lookup, part));
  return several.length === 0 ? undefined : { reason: 'several-values', names: several };
}

/** Names of the parameters of a part that may have several values. */
function severalValues(lookup: SchemaLookup, { name, type, element }: Part): readonly string[] {
  const children = element === undefined ? undefined : plainChildren(lookup, element);
  if (children !== undefined) {
    return children
      .filter((child) => child.maxOccurs !== 1 || isArrayOfTexts(lookup, child.type))
      .map((child) => child.name);
  }
  const key = type ?? (element === undefined ? undefined : lookup.elements.get(element)?.type);
  return key !== undefined && isArrayOfTexts(lookup, key) ? [name] : [];
}
