import { codes, components, schema, validity } from '../fixtures/memory.js';

const complex = (name: string, content: string, mixed = false) =>
  `<xs:complexType name="${name}" mixed="${mixed}">${content}</xs:complexType>`;
const extend = (base: string, content: string, kind = 'complex') =>
  `<xs:${kind}Content><xs:extension base="${base}">${content}</xs:extension></xs:${kind}Content>`;
const all = '<xs:all><xs:element name="a"/></xs:all>';

async function found(body: string): Promise<readonly string[]> {
  return (await validity(body)).map(({ code }) => code);
}

describe('extensions', () => {
  it('with xs:all may have an empty base, but not a mixed one', async () => {
    expect(await found(complex('b', '') + complex('t', extend('tns:b', all)))).toEqual([]);
    expect(await found(complex('b', '', true) + complex('t', extend('tns:b', all), true))).toEqual(['xsd/all-limited']);
  });

  it('may add attributes to xs:all', async () => {
    expect(await found(complex('b', all) + complex('t', extend('tns:b', '<xs:attribute name="x"/>')))).toEqual([]);
  });

  it('of xs:anyType cannot add elements', async () => {
    const elements = '<xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence>';
    expect(await found(complex('t', extend('xs:anyType', elements), true))).toEqual(['xsd/extended-any-type']);
    expect(await found(complex('t', extend('xs:anyType', '<xs:attribute name="x"/>'), true))).toEqual([]);
    expect(await found(complex('t', elements, true))).toEqual([]);
  });

  it('of xs:anySimpleType have no facets', async () => {
    const base = complex('b', extend('xs:anySimpleType', '', 'simple'));
    const restrict = (facets: string) =>
      complex('t', `<xs:simpleContent><xs:restriction base="tns:b">${facets}</xs:restriction></xs:simpleContent>`);
    expect(await found(base + restrict('<xs:enumeration value="1"/>'))).toEqual(['xsd/restricted-root']);
    expect(await found(base + restrict(''))).toEqual([]);
  });
});

describe('content with only particles that may never occur', () => {
  const never = '<xs:sequence><xs:element name="a" minOccurs="0" maxOccurs="0"/></xs:sequence>';
  const restrict = (content: string) =>
    complex('t', `<xs:complexContent><xs:restriction base="tns:b">${content}</xs:restriction></xs:complexContent>`);

  it('does not restrict absent content, but restricts content of the same form (3.4.2, clause 2.1)', async () => {
    expect(await found(complex('b', '<xs:sequence/>') + restrict(never))).toEqual(['xsd/content-restriction']);
    expect(await found(complex('b', never) + restrict(never))).toEqual([]);
    expect(await found(complex('b', never) + restrict('<xs:sequence/>'))).toEqual([]);
  });
});

describe('redefined groups', () => {
  const before =
    schema(`<xs:group name="g"><xs:sequence><xs:element name="x"/><xs:element name="y" minOccurs="0"/></xs:sequence></xs:group>
    <xs:attributeGroup name="g"><xs:attribute name="p" use="required"/><xs:attribute name="q"/></xs:attributeGroup>
    <xs:simpleType name="s"><xs:restriction base="xs:int"/></xs:simpleType><xs:complexType name="c"/>`);
  const files = (body: string, more = '') => ({
    'a.xsd': schema(`<xs:redefine schemaLocation="b.xsd">${body}</xs:redefine>${more}`),
    'b.xsd': before,
  });
  const group = (content: string) => `<xs:group name="g"><xs:sequence>${content}</xs:sequence></xs:group>`;
  const attributes = (content: string) => `<xs:attributeGroup name="g">${content}</xs:attributeGroup>`;
  const required = '<xs:attribute name="p" use="required"/>';

  it.each([
    ['the group with more', group('<xs:group ref="tns:g"/><xs:element name="z"/>')],
    ['a restriction of the group', group('<xs:element name="x"/>')],
    ['the attributes with more', attributes('<xs:attributeGroup ref="tns:g"/><xs:attribute name="n"/>')],
    ['a restriction of the attributes', attributes(required)],
  ])('%s', async (_, body) => {
    expect(codes(await validity(files(body)))).toEqual([]);
  });

  it.each([
    ['another element', group('<xs:element name="z"/>'), 'content'],
    ['without what the group requires', group('<xs:element name="y"/>'), 'content'],
    ['nothing', group(''), 'content'],
    ['another attribute', attributes(`${required}<xs:attribute name="n"/>`), 'attribute'],
    ['a required attribute that is optional', attributes('<xs:attribute name="p"/>'), 'attribute'],
    ['without what the attributes require', attributes('<xs:attribute name="q"/>'), 'attribute'],
    ['a wildcard', attributes(`${required}<xs:anyAttribute/>`), 'attribute'],
  ])('%s is not a restriction', async (_, body, what) => {
    const diagnostics = await validity(files(body));
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([`warning xsd/${what}-restriction`]);
  });

  const narrower = '<xs:simpleType name="s"><xs:restriction base="tns:s"/></xs:simpleType>';

  it('redefine a type only once in a schema', async () => {
    expect(codes((await components(files(narrower)))[1])).toEqual([]);
    const [schemas, diagnostics] = await components(files(narrower + narrower));
    expect(diagnostics.map(({ code }) => code)).toEqual(['xsd/repeated-definition']);
    expect(schemas.types.size).toBe(2);
  });

  it('cannot replace a complex type by a simple one', async () => {
    const body = '<xs:simpleType name="c"><xs:restriction base="tns:c"/></xs:simpleType>';
    expect(codes((await components(files(body)))[1])[0]).toContain('xsd/unresolved-redefinition');
  });
});

describe('identical definitions', () => {
  const one = '<xs:element name="a" type="xs:int"/><xs:element name="b"/>';

  it('are reported once for two schemas, and used', async () => {
    const [schemas, diagnostics] = await components({
      'a.xsd': schema(`<xs:include schemaLocation="b.xsd"/>${one}`),
      'b.xsd': schema(one),
    });
    expect(codes(diagnostics)).toEqual(['warning xsd/repeated-definition 2:1']);
    expect(schemas.elements.size).toBe(2);
  });

  it('are not reported if one file is included twice', async () => {
    const [, diagnostics] = await components({
      'a.xsd': schema('<xs:include schemaLocation="b.xsd"/><xs:include schemaLocation="c.xsd"/>'),
      'b.xsd': schema(one),
      'c.xsd': schema('<xs:include schemaLocation="b.xsd"/>'),
    });
    expect(codes(diagnostics)).toEqual([]);
  });
});

describe('a group that is used twice', () => {
  const group = '<xs:group name="g"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:group>';
  const type = (content: string) => group + complex('t', `<xs:sequence>${content}</xs:sequence>`);
  const use = (rest = '') => `<xs:group ref="tns:g" ${rest}/>`;

  it('has separate particles each time', async () => {
    expect(await found(type(use() + use()))).toEqual(['xsd/ambiguous-content']);
  });

  it('does not conflict with itself if something is between the uses, or if one use occurs several times', async () => {
    expect(await found(type(`${use()}<xs:element name="b"/>${use()}`))).toEqual([]);
    expect(await found(type(use('minOccurs="2" maxOccurs="2"')))).toEqual([]);
    expect(await found(type(use('maxOccurs="unbounded"')))).toEqual([]);
  });
});
