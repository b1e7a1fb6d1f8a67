import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What values.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:lists}values']> = {
  nil: null,
  some: [
    1,
    null,
  ],
  three: [
    1,
    2,
    3,
  ],
  ints: [
    1,
    2,
    3,
  ],
  pair: [
    4,
    5,
  ],
  flags: [
    'Read',
    'Write',
  ],
  limit: [
    7,
    'unbounded',
  ],
  when: '2024-05-31T12:00:00.123456789+03:00',
  bytes: new Uint8Array([1, 2, 3]),
  version: '1.0',
};
