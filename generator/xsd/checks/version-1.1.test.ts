import { codes, components, load, schema, validity } from '../fixtures/memory.js';
import { readSchemas } from '../schemas.js';
import { checkValidity } from '../validity.js';

/** A mistake, and a valid counterpart. */
type Pair = readonly [what: string, wrong: string, right: string];

const complex = (name: string, content: string) => `<xs:complexType name="${name}">${content}</xs:complexType>`;
const sequence = (content: string) => `<xs:sequence>${content}</xs:sequence>`;
const local = (rest: string) => complex('t', sequence(`<xs:element name="a" ${rest}/>`));
const attribute = (rest: string) => complex('t', `<xs:attribute name="a" ${rest}/>`);
const any = (rest: string) => complex('t', sequence(`<xs:any ${rest}/>`));
const open = (rest: string, content = '') => complex('t', `<xs:openContent ${rest}>${content}</xs:openContent>`);
const simple = (name: string, base: string, facets: string) =>
  `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;

const types = complex('base', '<xs:attribute name="k" type="xs:int"/>') + complex('other', '');
const derived = complex('derived', '<xs:complexContent><xs:extension base="tns:base"/></xs:complexContent>');
const element = (...alternatives: string[]) =>
  `${types}${derived}<xs:element name="e" type="tns:base">${alternatives.map((each) => `<xs:alternative ${each}/>`).join('')}</xs:element>`;
const restriction = (base: string) =>
  complex('b', sequence('<xs:element name="a" minOccurs="0"/>')) +
  complex(
    't',
    `<xs:complexContent><xs:restriction base="${base}">${sequence('<xs:element name="a" targetNamespace="urn:u" minOccurs="0"/>')}</xs:restriction></xs:complexContent>`,
  );
const key = '<xs:key name="k"><xs:selector xpath="."/><xs:field xpath="."/></xs:key>';
const keyed = (use: string) =>
  `<xs:element name="a">${key}</xs:element><xs:element name="b"><xs:${use} ref="tns:k"/></xs:element>`;
const group = (kind: string, rest = '') =>
  `<xs:group name="g"><xs:${kind}><xs:element name="a"/></xs:${kind}></xs:group>` +
  complex('t', `<xs:all><xs:group ref="tns:g" ${rest}/><xs:element name="b"/></xs:all>`);

const pairs: readonly Pair[] = [
  [
    'a form beside a target namespace',
    local('targetNamespace="urn:t" form="qualified"'),
    local('targetNamespace="urn:t"'),
  ],
  ['an element of another namespace', local('targetNamespace="urn:u"'), local('form="unqualified"')],
  ['an attribute of another namespace', attribute('targetNamespace="urn:u"'), attribute('targetNamespace="urn:t"')],
  ['namespace beside notNamespace', any('namespace="##any" notNamespace="urn:u"'), any('notNamespace="urn:u ##local"')],
  ['notNamespace of ##any', any('notNamespace="##any"'), any('notNamespace="##targetNamespace"')],
  ['notNamespace of nothing', any('notNamespace=""'), any('namespace=""')],
  ['names that the wildcard never takes', any('namespace="##other" notQName="tns:a"'), any('notQName="tns:a"')],
  [
    'attributes have no siblings',
    complex('t', '<xs:anyAttribute notQName="##definedSibling"/>'),
    complex('t', '<xs:anyAttribute notQName="##defined"/>'),
  ],
  ['open content of nothing', open('mode="suffix"'), open('mode="suffix"', '<xs:any/>')],
  ['no open content of something', open('mode="none"', '<xs:any/>'), open('mode="none"')],
  [
    'an alternative that is not derived',
    element('test="@k = 1" type="tns:other"'),
    element('test="@k = 1" type="tns:derived"'),
  ],
  [
    'a default that is not the last alternative',
    element('type="tns:derived"', 'test="@k = 1" type="tns:derived"'),
    element('test="@k = 1" type="xs:error"', 'type="tns:derived"'),
  ],
  ['a group in xs:all that is none', group('sequence'), group('all')],
  ['a group in xs:all that may be missing', group('all', 'minOccurs="0"'), group('all', 'minOccurs="1"')],
  [
    'xs:all that repeats',
    complex('t', '<xs:all maxOccurs="2"><xs:any namespace="##other"/></xs:all>'),
    complex('t', '<xs:all minOccurs="0"><xs:any namespace="##other" maxOccurs="2"/></xs:all>'),
  ],
  ['a key as a unique constraint', keyed('unique'), keyed('key')],
];

it.each(pairs)('%s', async (_, wrong, right) => {
  const diagnostics = await validity(wrong);
  expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning xsd/rule-of-1.1']);
  expect(codes(await validity(right))).toEqual([]);
});

it('a restriction may redeclare an element of another namespace, but not a restriction of xs:anyType', async () => {
  const rule = 'xsd/rule-of-1.1';
  expect((await validity(restriction('xs:anyType'))).map(({ code }) => code)).toContain(rule);
  expect((await validity(restriction('tns:b'))).map(({ code }) => code)).not.toContain(rule);
});

const asserting = (test: string) => complex('t', `<xs:assert test="${test}"/>`);

/** Codes without those that say that assertions are not evaluated. */
async function findings(body: string): Promise<readonly string[]> {
  const [sources] = await load({ 'a.xsd': schema(body) });
  const [schemas] = readSchemas(sources);
  return (await checkValidity(schemas))[1].map(({ message }) => message);
}

it.each([
  ['', 'it is empty'],
  ['(1', 'brackets'],
  ['a[1)', 'brackets'],
  ["'a", 'quote'],
  ['(: a', 'comment'],
  ['@a eq', 'missing at the end'],
  ['@a =', 'missing at the end'],
  ['no:f(1)', 'the prefix "no"'],
])('"%s" is not XPath', async (test, reason) => {
  expect(await findings(asserting(test))).toEqual([expect.stringContaining(reason)]);
});

it.each([
  '@a eq 1',
  "matches(@a, '[(]no:x =')",
  'child::tns:a | *:b',
  'tns:a/xs:int(.) lt 3 (: what = :)',
  'if (a) then b else c',
  "'it''s' = $value",
  '/',
  'eq',
  'a and eq',
  'a/*',
])('%s may be XPath', async (test) => {
  expect(await findings(asserting(test))).toEqual([]);
});

it('mistakes in an assertion outside its test are reported', async () => {
  const [, diagnostics] = await components(complex('t', '<xs:assert test="1" name="a"/>'));
  expect(codes(diagnostics)).toContain('error xsd/unknown-attribute 2:52');
});

describe('explicitTimezone', () => {
  const zone = (value: string, rest = '') => `<xs:explicitTimezone value="${value}" ${rest}/>`;

  it.each([
    ['required', 'optional'],
    ['required', 'prohibited'],
  ])('%s does not become %s', async (before, after) => {
    const step = simple('a', 'xs:date', zone(before));
    expect((await validity(step + simple('b', 'tns:a', zone(after)))).map(({ code }) => code)).toEqual([
      'xsd/facet-loosened',
    ]);
    expect(codes(await validity(step + simple('b', 'tns:a', zone(before))))).toEqual([]);
  });

  it('is required of a dateTimeStamp', async () => {
    expect((await validity(simple('a', 'xs:dateTimeStamp', zone('optional')))).map(({ code }) => code)).toEqual([
      'xsd/facet-loosened',
    ]);
  });

  it('can be fixed', async () => {
    const fixed = simple('a', 'xs:date', zone('optional', 'fixed="true"'));
    expect((await validity(fixed + simple('b', 'tns:a', zone('required')))).map(({ code }) => code)).toEqual([
      'xsd/fixed-facet',
    ]);
  });
});

it('only built-in types restrict xs:anyAtomicType', async () => {
  expect((await validity(simple('a', 'xs:anyAtomicType', ''))).map(({ code }) => code)).toEqual([
    'xsd/restricted-root',
  ]);
});

it('a simple type may exclude extensions in XML Schema 1.1, and not before', async () => {
  const type = '<xs:simpleType name="a" final="extension list"><xs:restriction base="xs:int"/></xs:simpleType>';
  const of11 = 'vc:minVersion="1.1" xmlns:vc="http://www.w3.org/2007/XMLSchema-versioning"';
  const found = async (attributes: string) => codes((await components({ 'a.xsd': schema(type, attributes) }))[1]);
  expect(await found(of11)).toEqual([]);
  expect(await found('')).toEqual(['error xsd/bad-attribute 2:32']);
});
