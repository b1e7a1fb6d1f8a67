import type { Encoder, WriteElement } from '../context/encoder.js';
import { itemTypeOf } from '../descriptor/soap-encoding.js';
import { type ComplexPlan, type ElementPlan, planOf } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';

/** Writes a SOAP array (SOAP 1.1, 5.4.2). */
export function encodeArray(encoder: Encoder, plan: ComplexPlan, value: unknown, write: WriteElement): void {
  const array = plan.type.soapArray;
  if (array === undefined || !Array.isArray(value)) {
    encoder.problem('wrong-type', `expected an array, got ${describe(value)}`);
    return;
  }
  encoder.encoding?.array(encoder, array, value.length);
  const target = planOf(itemTypeOf(array, plan.engine));
  const element: ElementPlan = {
    namespace: '',
    name: array.itemName,
    nillable: true,
    abstract: false,
    default: undefined,
    fixed: undefined,
    constraints: undefined,
    lazyType: target.type,
    target,
  };
  for (let i = 0; i < value.length; i++) {
    encoder.path.push(i);
    write(encoder, element, value[i]);
    encoder.path.pop();
  }
}
