import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What garage.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:subst}garage']> = {
  vehicle: [
    {
      $name: 'car',
      $value: {
        wheels: 4,
        doors: 5,
      },
    },
    {
      $name: 'bike',
      $value: null,
    },
    {
      $name: 'bike',
      $value: {
        wheels: 2,
      },
    },
  ],
  note: {
    $name: 'remark',
    $value: 'full',
  },
};
