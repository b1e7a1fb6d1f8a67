import type { AttributeEngine } from '../context/attribute-engine.js';
import { decodeAttributesPlainly, decodeNilPlainly } from '../decode/plain-attributes.js';
import { encodeAttributes } from '../encode/declared-attributes.js';
import { planAttributes } from '../plan/attributes.js';

/** Attributes that types declare. */
export const declaredAttributes: AttributeEngine = {
  plan: planAttributes,
  decode: decodeAttributesPlainly,
  decodeNil: decodeNilPlainly,
  properties: ({ attributes, anyAttribute }) => [
    ...attributes.map(({ property }) => property),
    ...(anyAttribute === undefined ? [] : ['$anyAttribute']),
  ],
  encode: encodeAttributes,
};
