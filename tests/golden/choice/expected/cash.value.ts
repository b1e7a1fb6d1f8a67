import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What cash.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:choice}payment']> = {
  amount: '10.00',
  cash: true,
  note: 'keep it',
  discount: '1.0',
};
