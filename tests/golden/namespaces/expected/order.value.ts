import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What order.xml decodes to. */
export const value: ValueOf<Elements['{http://example.org/orders/v1}order']> = {
  at: {
    $type: 'orders-v1.Point',
    x: 1,
    y: 2,
    z: 3,
    tag$common: 'common',
    tag: 'own',
  },
  plain: 'p',
};
