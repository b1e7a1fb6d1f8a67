import { codes, components, schema, validity } from '../fixtures/memory.js';

/** A pair of a mistake and a valid counterpart. */
type Pair = readonly [what: string, wrong: string, right: string];

const annotated = (content: string) =>
  `<xs:element name="e"><xs:annotation ${content}</xs:annotation><xs:complexType/></xs:element>`;

const annotations: readonly Pair[] = [
  ['text beside documentation', annotated('>text'), annotated('><xs:documentation>text</xs:documentation>')],
  [
    'other elements',
    annotated('><b/>'),
    annotated('><xs:appinfo><b/>text<xs:element name="1" id="1" x="1"/></xs:appinfo>'),
  ],
  ['an annotation of an annotation', annotated('><xs:annotation/>'), annotated('><xs:appinfo/><xs:documentation/>')],
  ['a name', annotated('name="a">'), annotated('id="a" tns:name="a">')],
  [
    'a language without prefix',
    annotated('><xs:documentation lang="en"/>'),
    annotated('><xs:documentation xml:lang="en" source="urn:s"/>'),
  ],
  ['an id of documentation', annotated('><xs:documentation id="a"/>'), annotated('><xs:documentation tns:id="a"/>')],
];

it.each(annotations)('annotation: %s is reported, and does no harm', async (_, wrong, right) => {
  const [schemas, diagnostics] = await components(wrong);
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning xsd/annotation']);
  expect(schemas.elements.size).toBe(1);
  expect(codes((await components(right))[1])).toEqual([]);
});

it('a second annotation is misplaced', async () => {
  expect(codes((await components('<xs:element name="e"><xs:annotation/><xs:annotation/></xs:element>'))[1])).toEqual([
    'error xsd/misplaced 2:38',
  ]);
});

it('attributes of the namespace of XML Schema itself are reported, including "id"', async () => {
  const [, diagnostics] = await components('<xs:element name="e" xs:id="a"/>');
  expect(codes(diagnostics)).toEqual(['error xsd/unknown-attribute 2:1']);
});

const head = (attributes: string, body = '') => schema(body, `targetNamespace="urn:t" ${attributes}`);
const type = (content: string) => schema(`<xs:complexType name="t">${content}</xs:complexType>`);
const many = (count: string) => type(`<xs:all minOccurs="0" ${count}><xs:element name="a"/></xs:all>`);

const values: readonly (readonly [...Pair, code: string])[] = [
  ['blockDefault', head('blockDefault="list"'), head('blockDefault="restriction substitution"'), 'idle-value'],
  [
    'blockDefault that says all and more',
    head('blockDefault="#all extension"'),
    head('blockDefault="#all"'),
    'idle-value',
  ],
  ['finalDefault', head('finalDefault="substitution"'), head('finalDefault="list  union"'), 'idle-value'],
  ['finalDefault of nothing', head('finalDefault="none"'), head('finalDefault=""'), 'idle-value'],
  ['a language with a space', head('xml:lang="en GB"'), head('xml:lang="en-GB"'), 'idle-value'],
  [
    'a notation without identifiers',
    head('', '<xs:notation name="n"/>'),
    head('', '<xs:notation name="n" system="n"/>'),
    'notation-identifier',
  ],
  ['an include of nothing', head('', '<xs:include/>'), head('', '<xs:import namespace="urn:u"/>'), 'missing-location'],
  ['xs:all that never occurs', many('maxOccurs="0"'), many('maxOccurs="1"'), 'all-limited'],
];

it.each(values)('%s', async (_, wrong, right, code) => {
  expect((await validity({ 'a.xsd': wrong })).map((each) => each.code)).toEqual([`xsd/${code}`]);
  expect(codes(await validity({ 'a.xsd': right }))).toEqual([]);
});

it('an empty language is valid', async () => {
  expect(codes(await validity(annotated('><xs:documentation xml:lang=""/>')))).toEqual([]);
});

it('a local simple type may have "final" (appendix A, localSimpleType)', async () => {
  const simple = '<xs:simpleType final="list"><xs:restriction base="xs:int"/></xs:simpleType>';
  expect(codes((await components(`<xs:element name="e">${simple}</xs:element>`))[1])).toEqual([]);
});
