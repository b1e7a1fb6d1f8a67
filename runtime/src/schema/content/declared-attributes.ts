import type { AttributeEngine } from '../context/attribute-engine.js';
import { encodeAttributes } from '../encode/declared-attributes.js';
import { planAttributes } from '../plan/attributes.js';

/** Attributes that types declare. */
export const declaredAttributes: AttributeEngine = {
  plan: planAttributes,
  properties: ({ attributes, anyAttribute }) => [
    ...attributes.map(({ property }) => property),
    ...(anyAttribute === undefined ? [] : ['$anyAttribute']),
  ],
  encode: encodeAttributes,
};
