import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What drawing.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:drawing}drawing']> = {
  drawn: '2024-01-15T09:30:00Z',
  shape: [
    {
      kind: 'circle',
      radius: 1.5,
    },
    {
      kind: 'square',
      side: 2,
    },
    {
      kind: 'point',
    },
  ],
  $open: [
    {
      namespace: 'urn:example:signature',
      name: 'signature',
      attributes: [],
      children: [
        'J. D.',
      ],
      declarations: {
        '': 'urn:example:signature',
      },
    },
  ],
};
