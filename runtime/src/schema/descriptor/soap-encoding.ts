import type { ComplexType, Type } from './descriptor.js';
import { resolve } from './resolve.js';

/** Which SOAP's section 5 (1.1) or Adjuncts 3 (1.2) encoding. */
export type SoapEncodingVersion = '1.1' | '1.2';

/** Namespaces of the encoding attributes; they are the encoding styles too (SOAP 1.1 ends its style with a slash). */
export const encoding: Readonly<Record<SoapEncodingVersion, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/encoding/',
  '1.2': 'http://www.w3.org/2003/05/soap-encoding',
};
/** Namespaces of the envelopes. */
export const envelope: Readonly<Record<SoapEncodingVersion, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

/** True for the namespace of SOAP encoding in either version. */
export function isEncoding(namespace: string): boolean {
  return namespace === encoding['1.1'] || namespace === encoding['1.2'];
}

/** True for the namespace of the envelope in either version. */
export function isEnvelope(namespace: string): boolean {
  return namespace === envelope['1.1'] || namespace === envelope['1.2'];
}

/** Namespace of `rpc:result` (SOAP 1.2 Part 2, 4.2.1). */
export const rpcNamespace = 'http://www.w3.org/2003/05/soap-rpc';

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
