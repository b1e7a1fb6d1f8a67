import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What either-order.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:repeat}eitherOrder']> = {
  $items: [
    {
      b: 1,
    },
    {
      a: 2,
    },
  ],
};
