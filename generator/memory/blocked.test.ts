import { formatXml, validate, validateXml } from '@wsdl-codegen/runtime/schema';
import { contractOf } from '../../tests/support/descriptors.js';
import { type Descriptors, descriptorsOf } from './descriptors.js';

const document = `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
  <x:complexType name="Base"><x:sequence><x:element name="a" type="x:int"/></x:sequence></x:complexType>
  <x:complexType name="More"><x:complexContent><x:extension base="t:Base"><x:sequence><x:element name="b" type="x:int"/></x:sequence></x:extension></x:complexContent></x:complexType>
  <x:simpleType name="Small"><x:restriction base="x:int"><x:maxInclusive value="9"/></x:restriction></x:simpleType>
  <x:element name="open" type="t:Base"/>
  <x:element name="closed" type="t:Base" block="extension"/>
  <x:element name="number" type="x:int"/>
  <x:element name="closedNumber" type="x:int" block="#all"/>
  <x:element name="anything"/>
  <x:element name="closedAnything" block="restriction"/>
</x:schema>`;

/** Codes of the issues of a document that names a type. */
function issues(descriptors: Descriptors, name: string, type: string, content: string): readonly string[] {
  const element = descriptors.elements.get(`{urn:t}${name}`);
  if (!element) {
    throw new Error(name);
  }
  const text = `<${name} xmlns="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${type}">${content}</${name}>`;
  return validateXml(element, text, { declarations: descriptors }).map(({ code }) => code);
}

describe('an element that blocks derivations', () => {
  let descriptors: Descriptors;
  beforeAll(async () => {
    descriptors = descriptorsOf((await contractOf({ 'a.xsd': document })).contract);
  });

  it.each([
    ['open', 'More', '<a>1</a><b>2</b>'],
    ['closed', 'Base', '<a>1</a>'],
    ['number', 'Small', '5'],
    ['closedNumber', 'x:int', '5'],
    ['anything', 'Small', '5'],
  ])('%s accepts xsi:type %s', (name, type, content) => {
    expect(issues(descriptors, name, type, content)).toEqual([]);
  });

  it.each([
    ['closed', 'More', '<a>1</a><b>2</b>', 'unknown-type'],
    ['closedNumber', 'Small', '5', 'unknown-type'],
    ['closedAnything', 'Small', '5', 'unknown-type'],
  ])('%s refuses xsi:type %s', (name, type, content, code) => {
    expect(issues(descriptors, name, type, content)).toEqual([code]);
  });

  it('is not written with a type that it blocks', () => {
    const [open, closed] = ['open', 'closed'].map((name) => descriptors.elements.get(`{urn:t}${name}`));
    const value = { $type: 'More', a: 1, b: 2 };
    if (!open || !closed) {
      throw new Error('not declared');
    }
    expect(validate(open, value)).toEqual([]);
    expect(validate(closed, value)).toMatchObject([{ code: 'unknown-type' }]);
    expect(() => formatXml(closed, value)).toThrow('More');
  });
});
