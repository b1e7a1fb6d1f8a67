import type { AttributeEngine } from '../context/attribute-engine.js';
import { decodeDeclared, isReadAs } from '../decode/declared-attributes.js';
import { encodeDeclared } from '../encode/declared-attributes.js';
import { attributesOf } from '../plan/attributes.js';

/** Attributes that types declare. */
export const declaredAttributes: AttributeEngine = {
  plan: attributesOf,
  decode: decodeDeclared,
  encode: encodeDeclared,
  isReadAs,
};
