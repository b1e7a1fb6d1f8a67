import type { Operation } from '../../contract/model.js';
import { operationParts } from './operation-parts.js';

/** An operation over SOAP 1.1 with one parameter of a built-in type. */
function operation(type: string, binding: object = {}, faults: readonly object[] = []): Operation {
  const message = { headers: [], attachments: [] };
  const input = {
    kind: 'rpc',
    parts: [{ name: 'a', type: `{http://www.w3.org/2001/XMLSchema}${type}` }],
  };
  const bindings = [{ kind: 'soap11', style: 'document', input: message, output: message, ...binding }];
  return { name: 'Buy', input, faults, bindings } as unknown as Operation;
}

const message = { headers: [], attachments: [], use: 'literal' };

it.each([
  ['nothing for strings in document style', operation('string'), []],
  ['nothing for binary values', operation('base64Binary'), []],
  ['SOAP encoding for messages in it', operation('string', { input: { ...message, use: 'encoded' } }), ['encoded']],
  [
    'SOAP encoding for headers in it',
    operation('string', { input: { ...message, headers: [{ use: 'encoded', headerFaults: [] }] } }),
    ['encoded'],
  ],
  ['SOAP encoding for faults in it', operation('string', { encodedFaults: ['Gone'] }, [{}]), ['encoded', 'faults']],
  ['rpc style', operation('string', { style: 'rpc' }), ['rpc']],
  ['declared faults', operation('string', {}, [{ name: 'Gone' }]), ['faults']],
  [
    'faults of headers',
    operation('string', { input: { ...message, headers: [{ headerFaults: [{ name: 'Gone' }] }] } }),
    ['faults'],
  ],
  ['nothing for SOAP headers', operation('string', { output: { ...message, headers: [{ headerFaults: [] }] } }), []],
])('an operation names %s', (_, found, parts) => {
  expect(operationParts(found)).toEqual(parts);
});
