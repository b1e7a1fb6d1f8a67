import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What report.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:nil}report']> = {
  total: {
    $nil: true,
    currency: 'EUR',
  },
  parts: [
    {
      currency: 'EUR',
      precision: 2,
      $value: '1.50',
    },
    {
      $nil: true,
      currency: 'USD',
      precision: 0,
    },
    null,
  ],
  tree: {
    id: 1,
    $anyAttribute: {},
    child: {
      $nil: true,
      id: 2,
      $anyAttribute: {
        '{urn:other}mark': 'x',
      },
    },
  },
  shape: [
    null,
    {
      $nil: true,
      $type: 'Circle',
      unit: 'cm',
    },
    {
      $type: 'Circle',
      label: 'c',
      radius: 1,
    },
  ],
  mark: [
    {
      $nil: true,
      $type: 'Stamp',
      day: '2024-01-15',
    },
    {
      $type: 'Diary',
      day: 1,
    },
    null,
  ],
  head: {
    $name: 'amount',
    $value: {
      $nil: true,
      currency: 'GBP',
    },
  },
  note: {
    $nil: true,
    lang: 'de',
  },
  paid: {
    $nil: true,
    when: '2024-01-15',
  },
  empty: null,
};
