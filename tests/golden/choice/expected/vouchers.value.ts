import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What vouchers.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:choice}payment']> = {
  $type: 'Invoice',
  amount: '10.00',
  voucher: [
    'a',
    'b',
  ],
  from: '2024-01-01',
  until: '2024-02-01',
  number: 7,
};
