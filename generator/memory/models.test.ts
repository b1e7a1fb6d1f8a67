import { formatXml, parseXml, validate, validateXml } from '@wsdl-codegen/runtime/schema';
import { contractOf } from '../../tests/support/descriptors.js';
import { descriptorsOf } from './descriptors.js';

const schema = `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">
  <x:element name="doc"><x:complexType><x:choice>
    <x:sequence><x:element name="a" type="x:int"/><x:element name="b" type="x:int"/><x:element name="a" type="x:int"/></x:sequence>
    <x:element name="b" type="x:int"/>
  </x:choice></x:complexType></x:element>
</x:schema>`;

/** An element that occurs in several places keeps its order in an array, which allows more orders than the schema does. */
describe('content whose order becomes an array', () => {
  const read = async () => {
    const doc = descriptorsOf((await contractOf({ 'a.xsd': schema })).contract).elements.get('{}doc');
    if (!doc) {
      throw new Error('no element');
    }
    return doc;
  };

  it.each(['<doc><a>1</a><b>2</b><a>3</a></doc>', '<doc><b>1</b></doc>'])('keeps %s', async (text) => {
    const doc = await read();
    expect(validateXml(doc, text)).toEqual([]);
    expect(formatXml(doc, parseXml(doc, text, { strict: true }))).toContain(text);
  });

  it.each(['<doc><a>1</a><a>2</a><a>3</a></doc>', '<doc><a>1</a></doc>', '<doc><b>1</b><b>1</b></doc>'])(
    'refuses %s',
    async (text) => {
      expect(validateXml(await read(), text)).toMatchObject([{ code: 'content-model' }]);
    },
  );

  it('is validated as a value, too', async () => {
    const doc = await read();
    expect(validate(doc, { $items: [{ a: 1 }, { b: 2 }, { a: 3 }] })).toEqual([]);
    expect(validate(doc, { $items: [{ a: 1 }, { a: 2 }, { a: 3 }] })).toMatchObject([{ code: 'content-model' }]);
  });
});
