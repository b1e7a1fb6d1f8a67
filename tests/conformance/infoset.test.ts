import { descriptorsOf } from '../../generator/memory/descriptors.js';
import { contractOf } from '../support/descriptors.js';
import { differenceOf } from './infoset.js';

const schema = `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
  <x:element name="a"><x:complexType><x:sequence>
    <x:element name="n" type="x:decimal" minOccurs="0" maxOccurs="9"/><x:element name="f" type="x:double" minOccurs="0"/>
    <x:element name="s" type="x:string" minOccurs="0"/><x:element name="q" type="x:QName" minOccurs="0"/>
    <x:element name="b" type="x:base64Binary" minOccurs="0"/><x:element name="d" type="x:int" default="7" minOccurs="0"/>
    <x:element name="l" minOccurs="0"><x:simpleType><x:list itemType="x:boolean"/></x:simpleType></x:element>
    <x:element name="m" minOccurs="0"><x:complexType mixed="true"><x:sequence><x:element name="n" type="x:int" minOccurs="0"/></x:sequence></x:complexType></x:element>
    <x:element name="all" minOccurs="0"><x:complexType><x:all><x:element name="p" type="x:int"/><x:element name="q" type="x:int"/></x:all></x:complexType></x:element>
    <x:element name="base" type="t:Base" minOccurs="0"/><x:any namespace="##other" processContents="skip" minOccurs="0"/>
  </x:sequence><x:attribute name="k" type="x:int" default="1"/></x:complexType></x:element>
  <x:complexType name="Base"><x:sequence/></x:complexType>
  <x:complexType name="More"><x:complexContent><x:extension base="t:Base"/></x:complexContent></x:complexType>
</x:schema>`;

async function differ(left: string, right: string): Promise<string | undefined> {
  const descriptors = descriptorsOf((await contractOf({ 'a.xsd': schema })).contract);
  const a = descriptors.elements.get('{urn:t}a');
  if (!a) {
    throw new Error('no element');
  }
  const around = (content: string): string =>
    /^<(p:)?a /.test(content)
      ? content
      : `<a xmlns="urn:t" xmlns:t="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</a>`;
  return differenceOf(around(left), around(right), a, descriptors);
}

describe('documents are the same under a schema', () => {
  it.each([
    ['comments', '<s>x<!-- c -->y</s>', '<s>xy</s>'],
    ['prefixes', '<s>x</s>', '<p:a xmlns:p="urn:t"><p:s>x</p:s></p:a>'],
    [
      'schemaLocationHints',
      '<a xmlns="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:t a.xsd"/>',
      '',
    ],
    ['redundantType', '<base xsi:type="t:Base"/>', '<base/>'],
    ['nilFalse', '<s xsi:nil="0">x</s>', '<s>x</s>'],
    ['whitespaceBetweenElements', '\n <s>x</s>\n', '<s>x</s>'],
    ['defaultedAttributes', '<a xmlns="urn:t" k="01"/>', ''],
    ['defaultedContent', '<d/>', '<d>7</d>'],
    [
      'equalLexicalForms',
      '<n> +01.50 </n><f>1E1</f><q>t:x</q><b>AQ ID</b><l> 1  false</l>',
      '<n>1.5</n><f>10</f><q xmlns:u="urn:t">u:x</q><b>AQID</b><l>true 0</l>',
    ],
    ['orderWithinAll', '<all><q>2</q><p>1</p></all>', '<all><p>1</p><q>2</q></all>'],
  ])('%s', async (_, left, right) => {
    expect(await differ(left, right)).toBeUndefined();
  });
});

describe('documents are not the same under a schema', () => {
  it.each([
    ['text', '<s>x </s>', '<s>x</s>'],
    ['a value', '<n>1.5</n>', '<n>1.50001</n>'],
    ['precision of a float', '<f>0.1</f>', '<f>0.2</f>'],
    ['order', '<n>1</n><n>2</n>', '<n>2</n><n>1</n>'],
    ['number of elements', '<n>1</n>', '<n>1</n><n>1</n>'],
    ['white space in mixed content', '<m> <n>1</n></m>', '<m><n>1</n></m>'],
    ['white space in a wildcard', '<o xmlns="urn:o"> </o>', '<o xmlns="urn:o"/>'],
    ['an attribute in a wildcard', '<o xmlns="urn:o" z="1"/>', '<o xmlns="urn:o"/>'],
    ['a type', '<base xsi:type="t:More"/>', '<base/>'],
    ['an attribute', '<a xmlns="urn:t" k="2"/>', ''],
    ['a namespace', '<o xmlns="urn:o"/>', '<o xmlns="urn:p"/>'],
  ])('%s', async (_, left, right) => {
    expect(await differ(left, right)).toBeDefined();
  });
});
