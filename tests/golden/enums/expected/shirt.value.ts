import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import type { Elements } from './src/elements.js';

type ValueOf<E> = E extends ElementDescriptor<infer T> ? T : never;

/** What shirt.xml decodes to. */
export const value: ValueOf<Elements['{urn:example:enums}Shirt']> = {
  size: 'X L',
  grade: 2,
  big: 9007199254740993n,
  rate: '2.5',
  colour: '',
};
