import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What item.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:attributes}item']> = {
  kind: 'used',
  lang: 'plain',
  lang$attributes: 'en',
  name$attr: 'attribute',
  $anyAttribute: {
    '{urn:x}extra': '1',
  },
  name: 'element',
  price: {
    currency: 'EUR',
    scale: 3,
    net: true,
    $value: '12.500',
  },
};
