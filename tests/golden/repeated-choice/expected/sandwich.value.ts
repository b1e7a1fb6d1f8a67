import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What sandwich.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:repeat}sandwich']> = {
  plate: 'p',
  $items: [
    {
      bread: 'top',
    },
    {
      cheese: 'c',
    },
    {
      bread: 'bottom',
    },
  ],
  napkin: [
    '1',
    '2',
  ],
};
