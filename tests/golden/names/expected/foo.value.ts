import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What foo.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:names}Foo']> = {
  element: {
    y: new Uint8Array([1]),
  },
  odd: {
    __proto__$element: 'p',
    constructor$element: 'c',
    toString$element: 't',
    'a-b': 1,
    delete: 'constructor',
    'улица': 'дом',
  },
  Foo: {},
};
