import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What log.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:repeat}log']> = {
  title: 't',
  $items: [
    {
      line: 'one',
    },
    {
      $any: {
        namespace: 'urn:other',
        name: 'y',
        prefix: 'x',
        attributes: [],
        children: [
          '2',
        ],
        declarations: {
          '': 'urn:example:repeat',
          x: 'urn:other',
        },
      },
    },
    {
      count: 3,
    },
    {
      line: 'four',
    },
  ],
  $items2: [
    {
      key: 'k1',
    },
    {
      key: 'k2',
      value: 'v2',
    },
  ],
};
