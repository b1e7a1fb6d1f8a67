import { anyType, builtInType } from '../../xsd/built-ins.js';
import type { HttpParameter, TypeDefinition, TypeKey } from '../model.js';
import { plainMembers, type SchemaLookup } from './lookup.js';

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
