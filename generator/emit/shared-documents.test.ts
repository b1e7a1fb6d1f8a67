import { runInNewContext } from 'node:vm';
import { sharedDocuments } from '../../runtime/src/service/generated-code.js';
import { sharedScript } from './shared-documents.js';

const owner = { owner: 'wallet@1.0.0', name: 'a' };
const documents = [
  { name: 'a.wsdl', text: "<a>\n  `$' \\ \u2028</a>" },
  { name: 'b.xsd', text: '<b/>' },
];

it('is a script that gives its documents to ES modules and CommonJS', () => {
  const script = sharedScript(owner, documents, ['Generated.']);
  const place = "Symbol.for('wsdl-codegen.documents')";
  const shared: unknown = runInNewContext(`${script.text}globalThis[${place}]`);
  Object.assign(globalThis, { [Symbol.for('wsdl-codegen.documents')]: shared });
  expect(script.path).toBe('documents/a.js');
  expect(sharedDocuments(script.key)).toEqual(documents);
});

it('has the lines of the documents, so that a change of one line is a change of one line', () => {
  const before = sharedScript(owner, [{ name: 'a', text: '<a>\n<b/>\n</a>' }], []).text.split('\n');
  const after = sharedScript(owner, [{ name: 'a', text: '<a>\n <b/>\n</a>' }], []).text.split('\n');
  expect(after.filter((line, index) => line !== before[index])).toEqual([' <b/>']);
});

it('has a key that no content changes, so that an edit changes only the lines of the documents', () => {
  const key = (text: string): string => sharedScript(owner, [{ name: 'a', text }], []).key;
  expect(key('<a/>')).toBe(key('<b/>'));
});
