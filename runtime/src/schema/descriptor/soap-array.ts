import type { ComplexType, Type } from './descriptor.js';
import { resolve } from './resolve.js';

/** A SOAP array type (SOAP 1.1, 5.4.2). */
export type SoapArrayDescriptor = NonNullable<ComplexType['soapArray']>;

const inner = new WeakMap<SoapArrayDescriptor, ComplexType>();

/**
 * Type of the items. An array of arrays (`[][]`) has arrays as items: its last pair of brackets is the outer one. The
 * dimensions of one pair (`[,]`) do not nest: their items follow each other. `engine` is that of the type of the array.
 */
export function itemTypeOf(array: SoapArrayDescriptor, engine: object | undefined): Type {
  const ranks = array.rank.match(/\[[^[\]]*\]/g) ?? [];
  if (ranks.length < 2) {
    return resolve(array.itemType);
  }
  let type = inner.get(array);
  if (type === undefined) {
    // Never seen outside the engine, so it needs nothing that descriptors have for the outside.
    type = {
      kind: 'complex',
      namespace: '',
      name: '',
      engine,
      soapArray: { itemType: array.itemType, rank: ranks.slice(0, -1).join(''), itemName: 'item' },
    } as ComplexType;
    inner.set(array, type);
  }
  return type;
}
