import { codes, schema, validity } from '../fixtures/memory.js';

const valued = (value: string) => validity(`<xs:element name="e" type="xs:anyURI" default="${value}"/>`);

it.each([
  '',
  'a',
  '../a b/ü?x#y',
  'urn:a:b',
  'http://',
  'http://[::1]:80/',
  'mailto:a@b',
  './a:b',
  '%20',
  '{placeholder}:x',
])('%j is a URI reference', async (value) => {
  expect(await valued(value)).toEqual([]);
});

it.each(['%', 'a%2', 'a#b#c', ':a', '1a:b', 'a b:c', 'urn:', 'urn:#a', 'http://[::1/', 'http://a]/'])(
  '%j is not a URI reference in XML Schema 1.0',
  async (value) => {
    expect(codes(await valued(value))).toEqual(['warning xsd/uri-reference 2:48']);
  },
);

it('every text is a value in XML Schema 1.1', async () => {
  const version = 'xmlns:vc="http://www.w3.org/2007/XMLSchema-versioning" vc:minVersion="1.1"';
  const text = schema('<xs:element name="e" type="xs:anyURI" default="%"/>', version);
  expect(await validity({ 'a.xsd': text })).toEqual([]);
});

it.each([
  [
    'an enumeration',
    '<xs:simpleType name="t"><xs:restriction base="xs:anyURI"><xs:enumeration value="%"/></xs:restriction></xs:simpleType>',
  ],
  ['the source of documentation', '<xs:annotation><xs:documentation source="%"/></xs:annotation>'],
  ['the identifier of a notation', '<xs:notation name="n" system="%"/>'],
])('%s is checked', async (_, declarations) => {
  expect(codes(await validity(declarations)).map((code) => code.split(' ')[1])).toEqual(['xsd/uri-reference']);
});
