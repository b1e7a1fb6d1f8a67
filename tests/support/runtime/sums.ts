import type { ServiceFacts } from '../../../runtime/src/client/operations-client.js';
import { element, field, record, sequence } from '../../../runtime/src/schema/index.js';
import * as xs from '../../../runtime/src/schema/xs.js';
import type { OperationDescriptor } from '../../../runtime/src/service/descriptor.js';

/** Namespace of the service. */
export const sumsNamespace = 'urn:o';

/** A service without operations, for clients that name theirs. */
export const sums: ServiceFacts = {
  kind: 'service',
  name: 'Sums',
  namespace: sumsNamespace,
  placeholders: [],
  ports: [{ name: 'Sums', binding: 'soap11', address: 'https://sums.example' }],
};

/** A message of one number. */
const numberMessage = (name: string, property: string): OperationDescriptor['input'] => ({
  element: element(
    sumsNamespace,
    name,
    record(sumsNamespace, '', { content: sequence([field(sumsNamespace, property, xs.int)]) }),
  ),
});

/** An operation of one number. */
export const double: OperationDescriptor<'double'> = {
  name: 'Double',
  input: numberMessage('Double', 'of'),
  output: { ...numberMessage('DoubleResponse', 'result'), unwrap: 'result' },
  soap11: { action: 'urn:o/Double', style: 'document' },
};

/** The method of the operation. */
export interface SumsMethods {
  double: { input: { of: number }; output: number };
}
