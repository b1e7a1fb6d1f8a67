import type { Operation } from '../../contract/model.js';
import { methodDocumentation } from './method-documentation.js';

const operation = {
  name: 'Buy',
  pattern: 'oneWay',
  documentation: 'Buys a thing.',
  faults: [{ name: 'NoMoney' }, { name: 'Gone' }],
  bindings: [
    { kind: 'httpPost' },
    { kind: 'soap12', soapAction: 'urn:buy' },
    { kind: 'soap11', soapAction: 'urn:buy' },
  ],
} as unknown as Operation;

describe('the comment of a method', () => {
  it('says what the contract knows after the documentation in the input', () => {
    expect(methodDocumentation(operation)).toEqual([
      'Buys a thing.',
      '',
      '`Buy` over SOAP 1.1, SOAP 1.2 and POST, action `urn:buy`.',
      'One-way: nothing answers.',
      'Declared faults: `NoMoney` and `Gone`.',
    ]);
  });

  it('leaves out what there is nothing to say about', () => {
    const { documentation: _, ...plain } = operation;
    const bindings = [{ kind: 'soap11', soapAction: '' }] as unknown as Operation['bindings'];
    expect(methodDocumentation({ ...plain, pattern: 'requestResponse', faults: [], bindings })).toEqual([
      '`Buy` over SOAP 1.1.',
    ]);
  });
});
