import { XmlReader } from '../xml/read/xml-reader.js';
import { XmlWriter } from '../xml/write/xml-writer.js';
import {
  all,
  attribute,
  type ComplexType,
  complexType,
  derivedTypes,
  type ElementDescriptor,
  element,
  field,
  formatXml,
  fromJson,
  type Nillable,
  parseXml,
  sequence,
  toJson,
  toJsonSchema,
  type UnknownContent,
  validate,
  validateXml,
  XmlDecodeError,
} from './index.js';
import { decodeEncoded, encodeEncoded } from './soap-encoding/encoded.js';
import * as xs from './xs.js';

/** Attributes of elements that are nil (XML Schema Part 1, 3.3.4). */

interface Amount {
  $value: string;
  currency: string;
  digits?: number;
}
const Amount: ComplexType<Amount> = complexType('', 'Amount', {
  text: xs.decimal,
  attributes: [
    attribute('', 'currency', xs.string, { required: true }),
    attribute('', 'digits', xs.int, { default: '2' }),
  ],
});
const Note = complexType('', 'Note', {
  attributes: [attribute('', 'lang', xs.language)],
  anyAttribute: { namespaces: { not: [''] }, process: 'lax' },
  content: sequence([field('', 'text', xs.string)]),
});
const Plain = complexType('', 'Plain', { content: sequence([field('', 'a', xs.int)]) });
const Base: ComplexType = complexType('', 'Base', () => ({
  typeName: 'Base',
  derived: derivedTypes(() => [Special]),
  content: sequence([field('', 'a', xs.int)]),
}));
const Special: ComplexType = complexType('', 'Special', () => ({
  typeName: 'Special',
  extends: Base,
  attributes: [attribute('', 'code', xs.int, { required: true })],
}));

interface Root {
  amount?: Nillable<Amount, 'currency' | 'digits'>;
  note?: Nillable<{ text: string; lang?: string; $anyAttribute?: Record<string, string> }, 'lang' | '$anyAttribute'>;
  plain?: { a: number } | null;
  base?: Nillable<{ $type?: 'Base'; a: number } | { $type: 'Special'; a: number; code: number }, '$type' | 'code'>;
  firm?: Amount;
}
const root: ElementDescriptor<Root> = element(
  '',
  'r',
  complexType('', '', {
    content: all([
      field('', 'amount', Amount, { min: 0, nillable: true }),
      field('', 'note', Note, { min: 0, nillable: true }),
      field('', 'plain', Plain, { min: 0, nillable: true }),
      field('', 'base', Base, { min: 0, nillable: true }),
      field('', 'firm', Amount, { min: 0 }),
    ]),
  }),
);

const document = (content: string): string =>
  `<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:o="urn:o">${content}</r>`;
const read = (content: string): Root => parseXml(root, document(content));
const strictCodes = (content: string): readonly string[] =>
  validateXml(root, document(content)).map(({ code }) => code);
const issues = (value: unknown): readonly string[] =>
  validate(root, value).map(({ path, code }) => `${path.join('.')} ${code}`);

describe('an element that is nil', () => {
  it('keeps its attributes, those that are there by default too', () => {
    const value = read('<amount xsi:nil="true" currency="EUR"/>');
    expect(value).toEqual({ amount: { $nil: true, currency: 'EUR', digits: 2 } });
    expect(parseXml(root, formatXml(root, value))).toEqual(value);
    expect(issues(value)).toEqual([]);
  });

  it('is null when it has none', () => {
    expect(read('<amount xsi:nil="true"/><note xsi:nil="1"/><plain xsi:nil="true"/>')).toEqual({
      amount: null,
      note: null,
      plain: null,
    });
    expect(formatXml(root, { note: null })).toContain(
      '<note xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>',
    );
  });

  it('keeps attributes that a wildcard allows', () => {
    const value = read('<note xsi:nil="true" o:mark="x"/>');
    expect(value).toEqual({ note: { $nil: true, $anyAttribute: { '{urn:o}mark': 'x' } } });
    expect(parseXml(root, formatXml(root, value))).toEqual(value);
  });

  it('has the attributes of the type that xsi:type names', () => {
    const value = read('<base xsi:nil="true" xsi:type="Special" code="1"/>');
    expect(value).toEqual({ base: { $nil: true, $type: 'Special', code: 1 } });
    expect(parseXml(root, formatXml(root, value))).toEqual(value);
    expect(strictCodes('<base xsi:nil="true" xsi:type="Special" code="1"/>')).toEqual([]);
    expect(strictCodes('<base xsi:nil="true" xsi:type="Special"/>')).toEqual(['missing-attribute']);
    expect(strictCodes('<base xsi:nil="true" code="1"/>')).toEqual(['unknown-attribute']);
  });

  it('keeps the type that it names where the declared one is abstract, with attributes or without', () => {
    const Shape: ComplexType = complexType('', 'Shape', () => ({
      typeName: 'Shape',
      abstract: true,
      derived: derivedTypes(() => [Circle, Square]),
    }));
    const Circle: ComplexType = complexType('', 'Circle', () => ({ typeName: 'Circle', extends: Shape }));
    const Square: ComplexType = complexType('', 'Square', () => ({
      typeName: 'Square',
      extends: Shape,
      attributes: [attribute('', 'side', xs.int)],
    }));
    interface Drawing {
      shape: Nillable<{ $type: 'Circle' } | { $type: 'Square'; side?: number }, '$type' | 'side'>;
    }
    const drawing = element<Drawing>(
      '',
      'r',
      complexType('', '', { content: sequence([field('', 'shape', Shape, { nillable: true })]) }),
    );
    const values: readonly Drawing[] = [
      { shape: { $nil: true, $type: 'Circle' } },
      { shape: { $nil: true, $type: 'Square' } },
      { shape: { $nil: true, $type: 'Square', side: 1 } },
    ];
    for (const value of values) {
      expect(validate(drawing, value)).toEqual([]);
      expect(parseXml(drawing, formatXml(drawing, value), { strict: true })).toEqual(value);
      expect(fromJson(drawing, toJson(drawing, value))).toEqual(value);
    }
    expect(validate(drawing, { shape: null }).map(({ code }) => code)).toEqual(['abstract-type']);
    expect(validateXml(drawing, formatXml(drawing, { shape: null })).map(({ code }) => code)).toEqual([
      'abstract-type',
    ]);
    expect(parseXml(drawing, formatXml(drawing, { shape: null }))).toEqual({ shape: null });
    expect(JSON.stringify(toJsonSchema(drawing))).toContain(
      '"properties":{"$nil":{"const":true},"$type":{"const":"Circle"}},"required":["$nil","$type"]',
    );
  });

  it('is reported if an attribute is ignored, and stays null', () => {
    const seen: UnknownContent[] = [];
    const value = parseXml(root, document('<plain xsi:nil="true" x="1"><a>1</a></plain>'), {
      onUnknown: (content) => seen.push(content),
    });
    expect(value).toEqual({ plain: null });
    expect(seen.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['attribute x']);
  });

  it('must have the attributes that its type requires', () => {
    expect(issues({ amount: null })).toEqual(['amount.currency missing-attribute']);
    expect(issues({ amount: { $nil: true, digits: 1 } })).toEqual(['amount.currency missing-attribute']);
    expect(strictCodes('<amount xsi:nil="true"/>')).toEqual(['missing-attribute']);
    expect(() => read('<amount xsi:nil="true" digits="1"/>')).toThrow(XmlDecodeError);
  });

  it('checks the values of attributes', () => {
    expect(issues({ amount: { $nil: true, currency: 1, digits: 1.5 } })).toEqual([
      'amount.currency wrong-type',
      'amount.digits wrong-type',
    ]);
  });

  it('has no content', () => {
    expect(issues({ amount: { $nil: true, currency: 'EUR', $value: '1' } })).toEqual(['amount.$value nil-content']);
    expect(issues({ note: { $nil: true, text: 'x' } })).toEqual(['note.text nil-content']);
    expect(strictCodes('<amount xsi:nil="true" currency="EUR">1</amount>')).toEqual(['nil-content']);
  });

  it('is not allowed where the declaration is not nillable', () => {
    expect(issues({ firm: { $nil: true, currency: 'EUR' } })).toEqual(['firm not-nillable']);
    expect(issues({ firm: null })).toEqual(['firm not-nillable']);
  });

  it('is written once in SOAP encoding, and referred to', () => {
    const shared = { $nil: true as const, currency: 'EUR', digits: 0 };
    const pair = element<unknown>(
      '',
      'pair',
      complexType('', '', {
        content: sequence([field('', 'a', Amount, { nillable: true }), field('', 'b', Amount, { nillable: true })]),
      }),
    );
    const writer = new XmlWriter();
    writer.startElement('', 'body');
    encodeEncoded(pair, { a: shared, b: shared }, writer);
    writer.endElement();
    const reader = new XmlReader(writer.toString());
    reader.next();
    reader.next();
    expect(decodeEncoded(pair, reader)).toEqual({ a: shared, b: shared });
  });

  it('is described in JSON Schema', () => {
    const { $defs } = toJsonSchema(root) as { $defs: Record<string, { properties: Record<string, unknown> }> };
    const amount = $defs.Anonymous?.properties.amount;
    expect(amount).toEqual({
      anyOf: [
        { $ref: '#/$defs/Amount' },
        {
          type: 'object',
          properties: { $nil: { const: true }, currency: { type: 'string' }, digits: expect.anything() },
          required: ['$nil', 'currency'],
          additionalProperties: false,
        },
        // Not null, which has no place for the attribute that is required.
      ],
    });
  });
});

describe('the type Nillable', () => {
  it('allows reading properties without a check, and has $nil', () => {
    const amounts = [
      null,
      { $nil: true, currency: 'EUR' },
      { $value: '1', currency: 'USD' },
    ] satisfies Root['amount'][];
    const shown = amounts.map((amount: Root['amount']) => {
      const text: string | undefined = amount?.$value;
      const currency: string | undefined = amount?.currency;
      if (amount?.$nil !== true && amount != null) {
        return `${amount.$value.length} ${currency}`;
      }
      return `${text} ${currency}`;
    });
    expect(shown).toEqual(['undefined undefined', 'undefined EUR', '1 USD']);
  });

  it('asks for required attributes, and lets nothing else in', () => {
    // @ts-expect-error the attribute is required
    const without: Root['amount'] = { $nil: true };
    // @ts-expect-error what is nil has no content
    const filled: Root['amount'] = { $nil: true, currency: 'EUR', $value: '1' };
    // @ts-expect-error of derived types, each has its own attributes
    const wrong: Root['base'] = { $nil: true, $type: 'Special' };
    const right: Root['base'] = { $nil: true, $type: 'Special', code: 1 };
    expect([without, filled, wrong, right]).toHaveLength(4);
  });
});

describe('an element that must not be nil', () => {
  const text = element('', 'r', complexType('', 'R', { content: sequence([field('', 's', xs.string)]) }));
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

  it('is read as an empty string if it is nil, and reported to the listener', () => {
    const unknown: UnknownContent[] = [];
    const document = `<r ${xsi}><s xsi:nil="true"/></r>`;
    expect(parseXml(text, document, { onUnknown: (content) => unknown.push(content) })).toEqual({ s: '' });
    expect(unknown).toMatchObject([{ kind: 'attribute', name: 'nil', path: '/r/s' }]);
    expect(() => parseXml(text, document, { strict: true })).toThrow(XmlDecodeError);
  });

  it('may say that it is not', () => {
    const unknown: UnknownContent[] = [];
    const document = `<r ${xsi}><s xsi:nil="false">x</s></r>`;
    expect(parseXml(text, document, { onUnknown: (content) => unknown.push(content) })).toEqual({ s: 'x' });
    expect(unknown).toEqual([]);
  });
});

describe('a month', () => {
  const month = element('', 'm', xs.gMonth);

  it.each([
    ['--04--', '--04'],
    ['--12--Z', '--12Z'],
    [' --04--+02:00 ', '--04+02:00'],
  ])('is read in the form of the first edition, %s', (written, value) => {
    expect(parseXml(month, `<m>${written}</m>`)).toBe(value);
    expect(() => parseXml(month, `<m>${written}</m>`, { strict: true })).toThrow(/not a valid gMonth/);
  });

  it('is no other month', () => {
    expect(() => parseXml(month, '<m>--13--</m>')).toThrow(/not a valid gMonth/);
  });
});
