import type { TypeDefinition } from '../contract/model.js';
import { typeText } from './context.js';

/** A type as the subject of a change. */
export function typeSubject(type: TypeDefinition): string {
  return type.name === undefined ? typeText(type.key).replace(/^the /, '') : `type ${typeText(type.key)}`;
}
