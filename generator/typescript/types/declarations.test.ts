import { declared } from '../fixtures/bound.js';

const sequence = (content: string): string => `<xs:sequence>${content}</xs:sequence>`;
const type = (name: string, content: string, attributes = ''): string =>
  `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;

describe('a complex type', () => {
  it('becomes an interface with a member for each element and attribute', async () => {
    const order = type(
      'Order',
      `${sequence('<xs:element name="item" type="xs:string"/>')}<xs:attribute name="id" type="xs:int" use="required"/>`,
    );
    expect(await declared(order)).toEqual(['interface Order { item: string; id: number }']);
  });

  it('has optional members for elements and attributes that may be absent', async () => {
    const order = type(
      'Order',
      `${sequence('<xs:element name="item" type="xs:string" minOccurs="0"/>')}<xs:attribute name="id" type="xs:int"/>`,
    );
    expect(await declared(order)).toEqual(['interface Order { item?: string; id?: number }']);
  });

  it('has an array for an element that may be repeated', async () => {
    const order = type(
      'Order',
      sequence('<xs:element name="a" type="xs:string"/><xs:element name="item" type="xs:int" maxOccurs="unbounded"/>'),
    );
    expect(await declared(order)).toEqual(['interface Order { a: string; item: number[] }']);
  });

  it('accepts null for an element that may be nil', async () => {
    const order = type('Order', sequence('<xs:element name="item" type="xs:string" nillable="true"/>'));
    expect(await declared(order)).toEqual(['interface Order { item: string | null }']);
  });

  it('accepts exactly one branch of a choice', async () => {
    const order = type(
      'Order',
      '<xs:choice><xs:element name="card" type="xs:string"/><xs:element name="cash" type="xs:decimal"/></xs:choice>',
    );
    expect(await declared(order)).toEqual(['type Order = Choice<{ card: string } | { cash: string }>']);
  });

  it('keeps the order of a repeated choice in a list of objects', async () => {
    const order = type(
      'Order',
      '<xs:choice maxOccurs="unbounded"><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:int"/></xs:choice>',
    );
    expect(await declared(order)).toEqual(['interface Order { $items: Choice<{ a: string } | { b: number }>[] }']);
  });

  it('extends the interface of its base', async () => {
    const base = type('Base', sequence('<xs:element name="a" type="xs:string"/>'));
    const derived = type(
      'Derived',
      `<xs:complexContent><xs:extension base="tns:Base">${sequence('<xs:element name="b" type="xs:string"/>')}</xs:extension></xs:complexContent>`,
    );
    expect(await declared(base + derived)).toEqual([
      'interface Base { a: string }',
      "type Base$ = Base & { $type?: 'Base' } | Derived & { $type: 'Derived' }",
      'interface Derived extends Base { b: string }',
    ]);
  });

  it('holds its text in $value when its content is simple', async () => {
    const price = type(
      'Price',
      '<xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string"/></xs:extension></xs:simpleContent>',
    );
    expect(await declared(price)).toEqual(['interface Price { $value: string; currency?: string }']);
  });

  it('holds its nodes in $content when its content is mixed', async () => {
    expect(await declared(type('Text', sequence('<xs:element name="b" type="xs:string"/>'), 'mixed="true"'))).toEqual([
      'interface Text { $content: XmlNode[] }',
    ]);
  });

  it('has the content of wildcards in $any and $anyAttribute', async () => {
    expect(
      await declared(
        type('Open', `${sequence('<xs:element name="a" type="xs:string"/><xs:any minOccurs="0"/>')}<xs:anyAttribute/>`),
      ),
    ).toEqual(['interface Open { a: string; $any?: XmlElement; $anyAttribute?: Record<string, string> }']);
  });

  it('becomes an array when it is only a list of one element', async () => {
    expect(
      await declared(
        type('ArrayOfInt', sequence('<xs:element name="int" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>')),
      ),
    ).toEqual(['type ArrayOfInt = number[]']);
  });

  it('gives an anonymous type the name of its element', async () => {
    const inner = `<xs:element name="item"><xs:complexType>${sequence('<xs:element name="n" type="xs:int"/>')}</xs:complexType></xs:element>`;
    expect(await declared(type('Order', sequence(inner)))).toEqual([
      'interface Order { item: Order$item }',
      'interface Order$item { n: number }',
    ]);
  });
});

describe('a simple type', () => {
  const simple = (content: string): string => `<xs:simpleType name="S">${content}</xs:simpleType>`;

  it('becomes an alias of its base type', async () => {
    expect(
      await declared(simple('<xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction>')),
    ).toEqual(['type S = string']);
  });

  it('becomes an enumeration when its values are named', async () => {
    expect(
      await declared(
        simple(
          '<xs:restriction base="xs:string"><xs:enumeration value="red"/><xs:enumeration value="not red"/></xs:restriction>',
        ),
      ),
    ).toEqual(["enum S { red: 'red'; not red: 'not red' }"]);
  });

  it('becomes an array when it is a list', async () => {
    expect(await declared(simple('<xs:list itemType="xs:int"/>'))).toEqual(['type S = number[]']);
  });

  it('becomes a union of its members', async () => {
    expect(await declared(simple('<xs:union memberTypes="xs:int xs:boolean"/>'))).toEqual([
      'type S = number | boolean',
    ]);
  });

  it('holds 64-bit integers as bigint', async () => {
    expect(await declared(simple('<xs:restriction base="xs:long"/>'))).toEqual(['type S = bigint']);
  });
});

describe('the head of a substitution group', () => {
  it('gets a union of its members', async () => {
    const elements =
      '<xs:element name="shape" abstract="true"/><xs:element name="circle" type="xs:string" substitutionGroup="tns:shape"/><xs:element name="line" type="xs:int" substitutionGroup="tns:shape"/>';
    expect(await declared(elements + type('Drawing', sequence('<xs:element ref="tns:shape"/>')))).toEqual([
      'interface Drawing { shape: shape$group }',
      "type shape$group = NamedElement<'circle', string> | NamedElement<'line', number>",
    ]);
  });
});
