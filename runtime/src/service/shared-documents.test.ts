import { sharedDocuments } from './generated-code.js';

const documents = [{ name: 'a.wsdl', text: '<definitions/>' }];

it('finds what a script has put under the key', () => {
  Object.assign(globalThis, { [Symbol.for('wsdl-codegen.documents')]: new Map([['a 1', documents]]) });
  expect(sharedDocuments('a 1')).toBe(documents);
});

it('says which documents are missing', () => {
  expect(() => sharedDocuments('b 1')).toThrow('The documents "b 1" are missing');
});
