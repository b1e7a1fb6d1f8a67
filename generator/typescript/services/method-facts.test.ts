import type { Operation } from '../../contract/model.js';
import { methodFacts } from './method-facts.js';

const operation = {
  name: 'Buy',
  pattern: 'oneWay',
  faults: [{ name: 'NoMoney' }, { name: 'Gone' }],
  bindings: [
    { kind: 'httpPost' },
    { kind: 'soap12', soapAction: 'urn:buy' },
    { kind: 'soap11', soapAction: 'urn:buy' },
  ],
} as unknown as Operation;

describe('the comment of a method', () => {
  it('says what the contract knows of its operation', () => {
    expect(methodFacts(operation)).toEqual([
      '`Buy` over SOAP 1.1, SOAP 1.2 and POST, action `urn:buy`.',
      'One-way: nothing answers.',
      'Declared faults: `NoMoney` and `Gone`.',
    ]);
  });

  it('leaves out what there is nothing to say about', () => {
    const bindings = [{ kind: 'soap11', soapAction: '' }] as unknown as Operation['bindings'];
    expect(methodFacts({ ...operation, pattern: 'requestResponse', faults: [], bindings })).toEqual([
      '`Buy` over SOAP 1.1.',
    ]);
  });
});
