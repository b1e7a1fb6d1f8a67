import { XmlEvent } from '../../xml/interfaces/reader.js';
import type { Decoder, ReadElement } from '../context/decoder.js';
import { encoding, itemTypeOf } from '../descriptor/soap-encoding.js';
import { type ComplexPlan, type ElementPlan, elementOf } from '../plan/plan.js';
import { isNil, skipNil } from './decode-nil.js';

/** A SOAP array (SOAP 1.1, 5.4.2) without references: its child elements are the items, whatever their names. */
export function decodeArray(
  decoder: Decoder,
  plan: ComplexPlan,
  element: ElementPlan,
  read: ReadElement,
): unknown[] | null {
  if (element.nillable && isNil(decoder)) {
    return skipNil(decoder, element);
  }
  const { cursor } = decoder;
  const items: unknown[] = [];
  const array = plan.type.soapArray;
  if (array === undefined) {
    return items;
  }
  const type = itemTypeOf(array, plan.engine);
  for (let event = cursor.next(); event !== XmlEvent.EndElement; event = cursor.next()) {
    if (event !== XmlEvent.StartElement) {
      continue;
    }
    decoder.path.push(items.length);
    items.push(read(decoder, { ...elementOf(cursor.namespace, cursor.localName, type), nillable: true }));
    decoder.path.pop();
  }
  return items;
}

/** True if `xsi:type` says only that an array is one, which it may of every array in SOAP encoding (SOAP 1.1, 5.4.2). */
export function isEncodedArray({ mode }: ComplexPlan, named: string): boolean {
  return mode === 'array' && named === `{${encoding['1.1']}}Array`;
}
