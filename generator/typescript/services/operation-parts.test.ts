import type { Contract, Operation, Service } from '../../contract/model.js';
import { literal, objectValue } from '../expressions/expression.js';
import { operationParts } from './operation-parts.js';

const service = { name: 'Shop' } as Service;
const contract = { types: [], elements: [], services: [] } as unknown as Contract;

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
  ['packages for binary values', operation('base64Binary'), ['packages']],
  [
    'packages for attachments',
    operation('string', { output: { ...message, attachments: [{ name: 'a' }] } }),
    ['packages'],
  ],
  ['SOAP encoding for messages in it', operation('string', { input: { ...message, use: 'encoded' } }), ['encoded']],
  [
    'SOAP encoding for headers in it',
    operation('string', { input: { ...message, headers: [{ use: 'encoded', headerFaults: [] }] } }),
    ['encoded', 'headerBlocks'],
  ],
  ['SOAP encoding for faults in it', operation('string', { encodedFaults: ['Gone'] }, [{}]), ['encoded', 'faults']],
  ['rpc style', operation('string', { style: 'rpc' }), ['rpc']],
  ['declared faults', operation('string', {}, [{ name: 'Gone' }]), ['faults']],
  [
    'faults of headers',
    operation('string', { input: { ...message, headers: [{ headerFaults: [{ name: 'Gone' }] }] } }),
    ['faults', 'headerBlocks'],
  ],
  ['SOAP headers', operation('string', { output: { ...message, headers: [{ headerFaults: [] }] } }), ['headerBlocks']],
  ['nothing for binary values over HTTP alone', operation('base64Binary', { kind: 'httpGet' }), []],
])('an operation names %s', (_, found, parts) => {
  expect(operationParts(service, found, [], contract)).toEqual(parts);
});

it('an operation names what reads and writes messages whose fields are the children of the Body', () => {
  const fields = objectValue({ content: literal('') });
  expect(operationParts(service, operation('string'), [objectValue({}), fields], contract)).toEqual(['contents']);
  expect(operationParts(service, operation('string', { kind: 'httpGet' }), [fields], contract)).toEqual([]);
});
