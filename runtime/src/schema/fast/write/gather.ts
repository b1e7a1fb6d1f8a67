import type { Encoder } from '../../context/encoder.js';
import type { FastAttribute, FastProperties } from '../plan.js';
import type { Gathered, Value } from './gathered.js';
import { textWith } from './text.js';

/** Objects as they are met: attributes are written down, and other values are put in their places. */

/** True for an object that inherits nothing of its own class. */
export function isPlain(value: unknown): value is Value {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** For objects without attributes. */
export const noAttributes: readonly FastAttribute[] = [];

/**
 * Gathers the object, whose first properties are attributes. False if it is for the general way: it has a property without a place, or one that loops
 * over keys do not meet or that cannot be read, or an attribute is missing or not as it should be.
 */
export function gather(
  gathered: Gathered,
  properties: FastProperties,
  attributes: readonly FastAttribute[],
  isTyped: boolean,
): boolean {
  try {
    return gatherValues(gathered, properties, attributes, isTyped);
  } catch {
    return false;
  }
}

function gatherValues(
  gathered: Gathered,
  { names, places, next }: FastProperties,
  attributes: readonly FastAttribute[],
  isTyped: boolean,
): boolean {
  const { writing, value, base } = gathered;
  const { slots, used } = writing;
  while (slots.length < used) {
    slots.push(undefined);
  }
  let last = -1;
  let met = 0;
  let known = 0;
  // A loop over keys without a list of them: this runs for every object that is written.
  for (const property in value) {
    met++;
    const part = value[property];
    if (part === undefined || (isTyped && property === '$type')) {
      continue;
    }
    let place = next[last + 1]!;
    if (names[place] !== property) {
      const found = places.get(property);
      if (found === undefined) {
        if (isUnknown(writing.encoder, property)) {
          return false;
        }
        continue;
      }
      place = found;
      next[last + 1] = place;
    }
    last = place;
    known++;
    if (place >= attributes.length) {
      slots[base + place] = part;
    } else if (!addAttribute(gathered, attributes[place]!, place, part)) {
      return false;
    }
  }
  return (
    (known === names.length || isWhole(value, met, attributes)) &&
    (gathered.lastAttribute !== Number.POSITIVE_INFINITY || setAttributes(gathered, attributes))
  );
}

/** True for a property that is an error if the type does not have it. */
export function isUnknown(encoder: Encoder, property: string): boolean {
  return !encoder.ignoresUnknown || property.startsWith('$');
}

/** Writes an attribute down. False if it is not as it should be. */
function addAttribute(gathered: Gathered, attribute: FastAttribute, place: number, value: unknown): boolean {
  const escaped = textWith(attribute.text, value);
  if (escaped === undefined) {
    return false;
  }
  if (gathered.first === '') {
    gathered.first = attribute.start;
    gathered.attributes = escaped;
  } else {
    gathered.attributes = gathered.attributes + attribute.next + escaped;
  }
  gathered.lastAttribute = place > gathered.lastAttribute ? place : Number.POSITIVE_INFINITY;
  return true;
}

/** True if an object in which something is absent has all attributes that it needs, and no properties that loops over keys do not meet. */
function isWhole(value: Value, met: number, attributes: readonly FastAttribute[]): boolean {
  for (let i = 0; i < attributes.length; i++) {
    const { required, property } = attributes[i]!;
    if (required && value[property] === undefined) {
      return false;
    }
  }
  return Object.getOwnPropertyNames(value).length === met;
}

/** Writes all attributes down again, in the order of the type. */
function setAttributes(gathered: Gathered, attributes: readonly FastAttribute[]): boolean {
  const { value } = gathered;
  gathered.first = '';
  gathered.lastAttribute = -1;
  for (let i = 0; i < attributes.length; i++) {
    const { property } = attributes[i]!;
    const part = Object.hasOwn(value, property) ? value[property] : undefined;
    if (part !== undefined && !addAttribute(gathered, attributes[i]!, i, part)) {
      return false;
    }
  }
  return true;
}
