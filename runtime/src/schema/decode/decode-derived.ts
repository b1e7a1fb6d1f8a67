import type { Decoder } from '../context/decoder.js';
import type { NamedType } from '../context/derivation-engine.js';
import { typeNamed } from '../plan/derived-types.js';
import type { ElementPlan, TypePlan } from '../plan/plan.js';
import { isNil } from './is-nil.js';
import { typeAttribute } from './other-attributes.js';

/** The type of the element at whose start the cursor is: the declared one, or the one that `xsi:type` names. Throws `XmlDecodeError` if it is abstract. */
export function decodeDerived(decoder: Decoder, element: ElementPlan, declared: TypePlan): NamedType {
  const name = typeAttribute(decoder);
  const named = name === undefined ? undefined : typeNamed(element, declared, name);
  const { plan, typeName } = named ?? { plan: declared, typeName: undefined };
  if (plan.kind === 'complex' && plan.abstract && !(element.nillable && isNil(decoder))) {
    throw decoder.error('abstract-type', `the type "${plan.type.name}" is abstract; xsi:type must name another`);
  }
  return { plan, typeName };
}
