import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What drawing.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:shapes}drawing']> = {
  shape: [
    {
      $type: 'Circle',
      id: 1,
      colour: 'red',
      radius: 2,
    },
    {
      $type: 'Ring',
      id: 2,
      radius: 2,
      hole: 1,
      id$shapes: 'inner',
    },
  ],
  frame: {
    id: 3,
    radius: 9.5,
  },
};
