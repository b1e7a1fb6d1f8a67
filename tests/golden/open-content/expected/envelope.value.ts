import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What envelope.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:open}envelope']> = {
  text: {
    lang: 'en',
    $content: [
      'some ',
      {
        namespace: 'urn:example:open',
        name: 'b',
        attributes: [],
        children: [
          'bold',
        ],
        declarations: {
          '': 'urn:example:open',
        },
      },
      ' and ',
      {
        namespace: 'urn:example:open',
        name: 'i',
        attributes: [],
        children: [
          'slanted',
        ],
        declarations: {
          '': 'urn:example:open',
        },
      },
      ' words',
    ],
  },
  anything: {
    namespace: 'urn:example:open',
    name: 'anything',
    attributes: [
      {
        namespace: '',
        name: 'x',
        value: '1',
      },
    ],
    children: [
      {
        namespace: 'urn:y',
        name: 'y',
        attributes: [],
        children: [
          'z',
        ],
        declarations: {
          '': 'urn:y',
        },
      },
    ],
    declarations: {
      '': 'urn:example:open',
    },
  },
  $any: {
    namespace: 'urn:example:open',
    name: 'one',
    attributes: [],
    children: [],
    declarations: {
      '': 'urn:example:open',
    },
  },
  $any2: [
    {
      namespace: 'urn:a',
      name: 'a',
      attributes: [],
      children: [
        '1',
      ],
      declarations: {
        '': 'urn:a',
      },
    },
    {
      namespace: 'urn:b',
      name: 'b',
      attributes: [],
      children: [],
      declarations: {
        '': 'urn:b',
      },
    },
  ],
};
