import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { schema, validity } from './fixtures/memory.js';

/** Codes without stage, in the order of the document. */
async function found(input: Parameters<typeof validity>[0]): Promise<readonly string[]> {
  const diagnostics = await validity(input);
  expect(diagnostics.every((each: Diagnostic) => each.severity === 'warning' && each.span !== undefined)).toBe(true);
  return diagnostics.map(({ code }) => code.slice('xsd/'.length));
}

const simple = (name: string, base: string, facets = '', attributes = '') =>
  `<xs:simpleType name="${name}" ${attributes}><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
const facet = (name: string, value: string, rest = '') => `<xs:${name} value="${value}" ${rest}/>`;
const complex = (name: string, content: string, attributes = '') =>
  `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;
const derive = (method: string, base: string, content = '', kind = 'complex') =>
  `<xs:${kind}Content><xs:${method} base="${base}">${content}</xs:${method}></xs:${kind}Content>`;
const sequence = (...parts: string[]) => `<xs:sequence>${parts.join('')}</xs:sequence>`;
const choice = (...parts: string[]) => `<xs:choice>${parts.join('')}</xs:choice>`;
const element = (name: string, rest = 'type="xs:string"') => `<xs:element name="${name}" ${rest}/>`;

/** Each rule with a schema that breaks it, and one beside it that does not: name, the breach, the right one, the code. */
type Pair = readonly [rule: string, wrong: string, right: string, code: string];

const facets: readonly Pair[] = [
  [
    'enumeration valid restriction',
    simple('a', 'xs:int', facet('enumeration', 'x')),
    simple('a', 'xs:int', facet('enumeration', ' 1 ')),
    'invalid-value',
  ],
  [
    'enumeration within an enumeration',
    simple('a', 'xs:string', facet('enumeration', 'x')) + simple('b', 'tns:a', facet('enumeration', 'y')),
    simple('a', 'xs:string', facet('enumeration', 'x')) + simple('b', 'tns:a', facet('enumeration', 'x')),
    'invalid-value',
  ],
  [
    'enumeration of qualified names',
    simple('a', 'xs:QName', facet('enumeration', 'no:x')),
    simple('a', 'xs:QName', facet('enumeration', 'tns:x')),
    'invalid-value',
  ],
  [
    'minInclusive valid restriction',
    simple('a', 'xs:int', facet('minInclusive', '5')) + simple('b', 'tns:a', facet('minInclusive', '4')),
    simple('a', 'xs:int', facet('minInclusive', '5')) + simple('b', 'tns:a', facet('minInclusive', '5')),
    'invalid-value',
  ],
  [
    'maxExclusive valid restriction',
    simple('a', 'xs:int', facet('maxExclusive', '5')) + simple('b', 'tns:a', facet('maxExclusive', '6')),
    simple('a', 'xs:int', facet('maxExclusive', '5')) + simple('b', 'tns:a', facet('maxExclusive', '5')),
    'invalid-value',
  ],
  [
    'a bound outside the enumeration',
    simple('a', 'xs:int', facet('enumeration', '1') + facet('enumeration', '3')) +
      simple('b', 'tns:a', facet('maxInclusive', '2')),
    simple('a', 'xs:int', facet('enumeration', '1') + facet('enumeration', '3')) +
      simple('b', 'tns:a', facet('maxInclusive', '01')),
    'invalid-value',
  ],
  [
    'a bound outside the base type',
    simple('a', 'xs:byte', facet('maxInclusive', '200')),
    simple('a', 'xs:byte', facet('maxInclusive', '100')),
    'invalid-value',
  ],
  [
    'minInclusive <= maxInclusive',
    simple('a', 'xs:date', facet('minInclusive', '2020-01-02') + facet('maxInclusive', '2020-01-01')),
    simple('a', 'xs:date', facet('minInclusive', '2020-01-01') + facet('maxInclusive', '2020-01-01')),
    'empty-range',
  ],
  [
    'minInclusive < maxExclusive',
    simple('a', 'xs:decimal', facet('minInclusive', '1') + facet('maxExclusive', '1.0')),
    simple('a', 'xs:decimal', facet('minExclusive', '1') + facet('maxExclusive', '1.0')),
    'empty-range',
  ],
  [
    'minExclusive < maxInclusive',
    simple('a', 'xs:date', facet('minExclusive', '2020-01-01') + facet('maxInclusive', '2020-01-01')),
    // Neither is before the other: a date without a time zone lasts longer than a day.
    simple('a', 'xs:date', facet('minExclusive', '2020-01-01') + facet('maxInclusive', '2020-01-01Z')),
    'empty-range',
  ],
  [
    'minLength of the built-in lists',
    simple('a', 'xs:IDREFS', facet('maxLength', '0')),
    simple('a', 'xs:IDREFS', facet('maxLength', '1')),
    'empty-range',
  ],
  [
    'minLength <= maxLength down the chain',
    simple('a', 'xs:string', facet('maxLength', '5')) + simple('b', 'tns:a', facet('minLength', '6')),
    simple('a', 'xs:string', facet('maxLength', '5')) + simple('b', 'tns:a', facet('minLength', '5')),
    'empty-range',
  ],
  [
    'length valid restriction',
    simple('a', 'xs:string', facet('length', '5')) + simple('b', 'tns:a', facet('length', '6')),
    simple('a', 'xs:string', facet('length', '5')) + simple('b', 'tns:a', facet('length', '5')),
    'facet-loosened',
  ],
  [
    'totalDigits valid restriction',
    simple('a', 'xs:decimal', facet('totalDigits', '5')) + simple('b', 'tns:a', facet('totalDigits', '6')),
    simple('a', 'xs:decimal', facet('totalDigits', '5')) + simple('b', 'tns:a', facet('totalDigits', '4')),
    'facet-loosened',
  ],
  [
    'fractionDigits of integers',
    simple('a', 'xs:int', facet('fractionDigits', '1')),
    simple('a', 'xs:int', facet('fractionDigits', '0')),
    'facet-loosened',
  ],
  [
    'whiteSpace valid restriction',
    simple('a', 'xs:token', facet('whiteSpace', 'preserve')),
    simple('a', 'xs:string', facet('whiteSpace', 'collapse')),
    'facet-loosened',
  ],
  [
    'length and minLength',
    simple('a', 'xs:string', facet('length', '5') + facet('maxLength', '5')),
    simple('a', 'xs:NMTOKENS', facet('length', '5') + facet('minLength', '1')),
    'length-conflict',
  ],
  [
    'minLength after length',
    simple('a', 'xs:string', facet('length', '5')) + simple('b', 'tns:a', facet('minLength', '5')),
    simple('a', 'xs:string', facet('minLength', '2')) +
      simple('b', 'tns:a', facet('length', '5')) +
      simple('c', 'tns:b', facet('minLength', '2')),
    'length-conflict',
  ],
  [
    'minLength that changes beside length',
    simple('a', 'xs:string', facet('minLength', '2')) +
      simple('b', 'tns:a', facet('length', '5') + facet('minLength', '3')),
    simple('a', 'xs:string', facet('minLength', '2')) +
      simple('b', 'tns:a', facet('length', '5') + facet('minLength', '2')),
    'length-conflict',
  ],
  ...['[a-c-e]', '[\\w-.]', '[+--]', '[---]', 'a\\/b', '\\$', '{x}', 'x}'].map(
    (pattern): Pair => [
      `the grammar of patterns: ${pattern}`,
      simple('a', 'xs:string', facet('pattern', pattern)),
      simple('a', 'xs:string', facet('pattern', '[-a\\-c.]|[^-x][x-]|a\\{2\\}|[a-z-[b-d]]')),
      'loose-pattern',
    ],
  ),
  [
    'fixed facets',
    simple('a', 'xs:int', facet('maxInclusive', '10', 'fixed="true"')) +
      simple('b', 'tns:a', facet('maxInclusive', '9')),
    simple('a', 'xs:int', facet('maxInclusive', '10', 'fixed="true"')) +
      simple('b', 'tns:a', facet('maxInclusive', '010')),
    'fixed-facet',
  ],
];

const simpleTypes: readonly Pair[] = [
  [
    'final of a simple type: restriction',
    simple('a', 'xs:int', '', 'final="restriction"') + simple('b', 'tns:a'),
    simple('a', 'xs:int', '', 'final="list"') + simple('b', 'tns:a'),
    'final',
  ],
  [
    'final of a simple type: list',
    `${simple('a', 'xs:int', '', 'final="list"')}<xs:simpleType name="b"><xs:list itemType="tns:a"/></xs:simpleType>`,
    `${simple('a', 'xs:int', '', 'final="union"')}<xs:simpleType name="b"><xs:list itemType="tns:a"/></xs:simpleType>`,
    'final',
  ],
  [
    'cos-list-of-atomic',
    '<xs:simpleType name="a"><xs:list itemType="xs:NMTOKENS"/></xs:simpleType>',
    '<xs:simpleType name="a"><xs:list itemType="xs:NMTOKEN"/></xs:simpleType>',
    'list-of-lists',
  ],
  [
    'a list of unions that hold lists',
    '<xs:simpleType name="a"><xs:list itemType="tns:u"/></xs:simpleType><xs:simpleType name="u"><xs:union memberTypes="xs:int xs:IDREFS"/></xs:simpleType>',
    '<xs:simpleType name="a"><xs:list itemType="tns:u"/></xs:simpleType><xs:simpleType name="u"><xs:union memberTypes="xs:int xs:IDREF"/></xs:simpleType>',
    'list-of-lists',
  ],
  ['cos-st-restricts', simple('a', 'xs:anySimpleType'), element('a', 'type="xs:anySimpleType"'), 'restricted-root'],
  [
    'enumeration required for NOTATION',
    element('e', 'type="xs:NOTATION"'),
    `<xs:notation name="n" public="p"/>${simple('a', 'xs:NOTATION', facet('enumeration', 'tns:n'))}${element('e', 'type="tns:a"')}`,
    'bare-notation',
  ],
];

const values: readonly Pair[] = [
  [
    'default of an element',
    element('a', 'type="xs:boolean" default="yes"'),
    element('a', 'type="xs:boolean" default=" true "'),
    'invalid-value',
  ],
  [
    'fixed value of an attribute',
    '<xs:attribute name="a" type="xs:int" fixed=""/>',
    '<xs:attribute name="a" type="xs:int" fixed="+1"/>',
    'invalid-value',
  ],
  [
    'default against a pattern',
    simple('t', 'xs:string', facet('pattern', '[a-z]')) + element('a', 'type="tns:t" default="1"'),
    simple('t', 'xs:string', facet('pattern', '[a-z]')) + element('a', 'type="tns:t" default="x"'),
    'invalid-value',
  ],
  [
    'default of simple content',
    complex('t', derive('extension', 'xs:int', '', 'simple')) + element('a', 'type="tns:t" default="x"'),
    complex('t', derive('extension', 'xs:int', '', 'simple')) + element('a', 'type="tns:t" default="1"'),
    'invalid-value',
  ],
  [
    'default of mixed content',
    complex('t', sequence(element('x')), 'mixed="true"') + element('a', 'type="tns:t" default="x"'),
    complex('t', sequence(element('x', 'minOccurs="0"')), 'mixed="true"') + element('a', 'type="tns:t" default="x"'),
    'value-without-text',
  ],
  [
    'ID with a value',
    element('a', 'type="xs:ID" fixed="x"'),
    element('a', 'type="xs:IDREF" fixed="x"'),
    'id-with-value',
  ],
];

const attribute = (name: string, rest = 'type="xs:int"') => `<xs:attribute name="${name}" ${rest}/>`;
const based = (base: string, derived: string) =>
  complex('a', base) + complex('b', derive('restriction', 'tns:a', derived));

const attributes: readonly Pair[] = [
  [
    'ct-props-correct.4 in an extension',
    complex('a', attribute('x')) + complex('b', derive('extension', 'tns:a', attribute('x'))),
    complex('a', attribute('x')) + complex('b', derive('extension', 'tns:a', attribute('y'))),
    'attribute-twice',
  ],
  [
    'ag-props-correct by way of groups',
    `<xs:attributeGroup name="g">${attribute('x')}</xs:attributeGroup>${complex('a', `${attribute('x')}<xs:attributeGroup ref="tns:g"/>`)}`,
    `<xs:attributeGroup name="g">${attribute('x')}</xs:attributeGroup>${complex('a', '<xs:attributeGroup ref="tns:g"/><xs:attributeGroup ref="tns:g"/>')}`,
    'attribute-twice',
  ],
  [
    'ct-props-correct.5 by way of the base',
    complex('a', attribute('x', 'type="xs:ID"')) +
      complex('b', derive('extension', 'tns:a', attribute('y', 'type="xs:ID"'))),
    complex('a', attribute('x', 'type="xs:ID"')) +
      complex('b', derive('extension', 'tns:a', attribute('y', 'type="xs:IDREF"'))),
    'two-ids',
  ],
  [
    'src-attribute',
    complex('a', attribute('x', 'default="1" use="prohibited"')),
    complex('a', attribute('x', 'fixed="1" use="required"')),
    'required-with-default',
  ],
  [
    'au-props-correct',
    `${attribute('x', 'type="xs:int" fixed="1"')}${complex('a', '<xs:attribute ref="tns:x" default="1"/>')}`,
    `${attribute('x', 'type="xs:int" fixed="1"')}${complex('a', '<xs:attribute ref="tns:x" fixed="01"/>')}`,
    'fixed-differs',
  ],
  ['no-xmlns', complex('a', attribute('xmlns')), complex('a', attribute('xml')), 'reserved-attribute'],
  [
    'derivation-ok-restriction.2: use',
    based(attribute('x', 'use="required"'), attribute('x', 'use="prohibited"')),
    based(attribute('x'), attribute('x', 'use="prohibited"')),
    'attribute-restriction',
  ],
  [
    'derivation-ok-restriction.2: type',
    based(attribute('x', 'type="xs:int"'), attribute('x', 'type="xs:long"')),
    based(attribute('x', 'type="xs:int"'), attribute('x', 'type="xs:short" use="required"')),
    'attribute-restriction',
  ],
  [
    'derivation-ok-restriction.2: fixed value',
    based(attribute('x', 'type="xs:int" fixed="1"'), attribute('x', 'type="xs:int"')),
    based(attribute('x', 'type="xs:int" fixed="1"'), attribute('x', 'type="xs:int" fixed="1"')),
    'attribute-restriction',
  ],
  [
    'derivation-ok-restriction.2: new ones',
    based('', attribute('x')),
    based('<xs:anyAttribute namespace="##local"/>', attribute('x')),
    'attribute-restriction',
  ],
  [
    'derivation-ok-restriction.4: wildcard subset',
    based('<xs:anyAttribute namespace="##other"/>', '<xs:anyAttribute namespace="##local"/>'),
    based('<xs:anyAttribute namespace="##other"/>', '<xs:anyAttribute namespace="urn:x"/>'),
    'attribute-restriction',
  ],
  [
    'derivation-ok-restriction.4: strictness',
    based('<xs:anyAttribute/>', '<xs:anyAttribute processContents="lax"/>'),
    based('<xs:anyAttribute processContents="lax"/>', '<xs:anyAttribute/>'),
    'attribute-restriction',
  ],
];

const content: readonly Pair[] = [
  [
    'final of a complex type',
    complex('a', '', 'final="#all"') + complex('b', derive('restriction', 'tns:a')),
    complex('a', '', 'final="extension"') + complex('b', derive('restriction', 'tns:a')),
    'final',
  ],
  [
    'src-ct: simple content',
    complex('a', sequence(element('x'))) + complex('b', derive('extension', 'tns:a', '', 'simple')),
    complex('a', derive('extension', 'xs:int', '', 'simple')) +
      complex('b', derive('extension', 'tns:a', '', 'simple')),
    'content-base',
  ],
  [
    'src-ct: restriction of a simple type',
    complex('a', derive('restriction', 'xs:int', '', 'simple')),
    complex('a', derive('extension', 'xs:int', '', 'simple')),
    'content-base',
  ],
  [
    'cos-ct-extends',
    complex('a', sequence(element('x')), 'mixed="true"') +
      complex('b', derive('extension', 'tns:a', sequence(element('y')))),
    complex('a', sequence(element('x')), 'mixed="true"') + complex('b', derive('extension', 'tns:a', attribute('y'))),
    'mixed-extension',
  ],
  [
    'cos-ct-extends: xs:anyType',
    complex('a', derive('extension', 'xs:anyType', sequence(element('x')))),
    complex('a', derive('restriction', 'xs:anyType', sequence(element('x')))),
    'mixed-extension',
  ],
  [
    'Attribute Wildcard Union',
    complex('a', '<xs:anyAttribute namespace="##other"/>') +
      complex('b', derive('extension', 'tns:a', '<xs:anyAttribute namespace="##local"/>')),
    complex('a', '<xs:anyAttribute namespace="##other"/>') +
      complex('b', derive('extension', 'tns:a', '<xs:anyAttribute namespace="##local ##targetNamespace"/>')),
    'wildcard-not-expressible',
  ],
  [
    'derivation-ok-restriction.5: mixed and empty',
    complex('a', sequence(element('x')), 'mixed="true"') + complex('b', derive('restriction', 'tns:a'), 'mixed="true"'),
    complex('a', sequence(element('x', 'minOccurs="0"')), 'mixed="true"') +
      complex('b', derive('restriction', 'tns:a'), 'mixed="true"'),
    'content-restriction',
  ],
  [
    'derivation-ok-restriction.5: base mixed and empty',
    complex('a', '', 'mixed="true"') + complex('b', derive('restriction', 'tns:a', sequence(element('x')))),
    complex('a', '', 'mixed="true"') + complex('b', derive('restriction', 'tns:a', sequence())),
    'content-restriction',
  ],
  [
    'derivation-ok-restriction.5: empty',
    based(sequence(element('x')), ''),
    based(sequence(element('x', 'minOccurs="0"')), ''),
    'content-restriction',
  ],
  [
    'NameAndTypeOK: type',
    based(sequence(element('x', 'type="xs:int"')), sequence(element('x', 'type="xs:long"'))),
    based(sequence(element('x', 'type="xs:int"')), sequence(element('x', 'type="xs:short"'))),
    'content-restriction',
  ],
  [
    'NameAndTypeOK: nillable',
    based(sequence(element('x')), sequence(element('x', 'type="xs:string" nillable="true"'))),
    based(sequence(element('x', 'type="xs:string" nillable="true"')), sequence(element('x'))),
    'content-restriction',
  ],
  [
    'Occurrence Range OK',
    based(sequence(element('x', 'maxOccurs="3"')), sequence(element('x', 'maxOccurs="4"'))),
    based(sequence(element('x', 'maxOccurs="3"')), sequence(element('x', 'minOccurs="2" maxOccurs="2"'))),
    'content-restriction',
  ],
  [
    'NSCompat',
    based(sequence('<xs:any namespace="##other"/>'), sequence(element('x'))),
    based(sequence('<xs:any namespace="##targetNamespace"/>'), sequence(element('x'))),
    'content-restriction',
  ],
  [
    'NSSubset',
    based(sequence('<xs:any namespace="urn:a urn:b"/>'), sequence('<xs:any namespace="urn:c"/>')),
    based(sequence('<xs:any namespace="urn:a urn:b"/>'), sequence('<xs:any namespace="urn:a"/>')),
    'content-restriction',
  ],
  [
    'Recurse',
    based(sequence(element('x', 'minOccurs="0"'), element('y')), sequence(element('y'), element('x'))),
    based(sequence(element('x', 'minOccurs="0"'), element('y')), sequence(element('y'))),
    'content-restriction',
  ],
  [
    'RecurseLax',
    based(choice(element('x'), element('y')), choice(element('z'))),
    based(choice(element('x'), element('y')), choice(element('y'))),
    'content-restriction',
  ],
  [
    'RecurseLax: a substitution group within the choice',
    element('h', 'type="xs:int"') +
      element('m', 'type="xs:int" substitutionGroup="tns:h"') +
      based(choice(element('x'), '<xs:element ref="tns:m"/>'), choice('<xs:element ref="tns:h"/>')),
    element('h', 'type="xs:int"') +
      element('m', 'type="xs:int" substitutionGroup="tns:h"') +
      based(choice(element('x'), '<xs:element ref="tns:h"/>'), choice('<xs:element ref="tns:h"/>')),
    'content-restriction',
  ],
  [
    'derivation-ok-restriction.5: groups of nothing',
    based('', sequence(element('x'))),
    based('', sequence(sequence(), sequence(element('x', 'minOccurs="0" maxOccurs="0"')))),
    'content-restriction',
  ],
  [
    'MapAndSum',
    based(choice(element('x'), element('y')), sequence(element('x'), element('y'))),
    based(
      '<xs:choice maxOccurs="2"><xs:element name="x"/><xs:element name="y"/></xs:choice>',
      sequence(element('x'), element('y')),
    ),
    'content-restriction',
  ],
  [
    'cos-all-limited in an extension',
    complex('a', '<xs:all><xs:element name="x"/></xs:all>') +
      complex('b', derive('extension', 'tns:a', sequence(element('y')))),
    complex('a', attribute('q')) +
      complex('b', derive('extension', 'tns:a', '<xs:all><xs:element name="x"/></xs:all>')),
    'all-limited',
  ],
  [
    'cos-all-limited by way of a group',
    `<xs:group name="g"><xs:all><xs:element name="x"/></xs:all></xs:group>${complex('a', sequence('<xs:group ref="tns:g"/>'))}`,
    `<xs:group name="g"><xs:all><xs:element name="x"/></xs:all></xs:group>${complex('a', '<xs:group ref="tns:g" minOccurs="0"/>')}`,
    'all-limited',
  ],
  [
    'Element Declarations Consistent',
    complex('a', choice(element('x', 'type="xs:int"'), sequence(element('y'), element('x', 'type="xs:long"')))),
    complex('a', choice(element('x', 'type="xs:int"'), sequence(element('y'), element('x', 'type="xs:int"')))),
    'inconsistent-elements',
  ],
];

const attribution: readonly Pair[] = [
  [
    'in a choice',
    complex('a', choice(element('x'), sequence(element('x'), element('y')))),
    complex('a', sequence(element('x'), element('y', 'minOccurs="0"'))),
    'ambiguous-content',
  ],
  [
    'behind a repeated element',
    complex('a', sequence(element('x', 'type="xs:string" maxOccurs="2"'), element('x'))),
    complex('a', sequence(element('x', 'type="xs:string" minOccurs="2" maxOccurs="2"'), element('x'))),
    'ambiguous-content',
  ],
  [
    'with a wildcard',
    complex('a', sequence(element('x', 'minOccurs="0"'), '<xs:any/>')),
    complex('a', sequence(element('x', 'minOccurs="0"'), '<xs:any namespace="##other"/>')),
    'ambiguous-content',
  ],
  [
    'of two wildcards',
    complex('a', sequence('<xs:any namespace="##any" minOccurs="0"/>', '<xs:any namespace="##other"/>')),
    complex('a', sequence('<xs:any namespace="##local" minOccurs="0"/>', '<xs:any namespace="##other"/>')),
    'ambiguous-content',
  ],
  [
    'by way of a substitution group',
    `${element('h')}${element('m', 'type="xs:string" substitutionGroup="tns:h"')}${complex('a', choice('<xs:element ref="tns:h"/>', '<xs:element ref="tns:m"/>'))}`,
    `${element('h')}${element('m', 'type="xs:string"')}${complex('a', choice('<xs:element ref="tns:h"/>', '<xs:element ref="tns:m"/>'))}`,
    'ambiguous-content',
  ],
  [
    'with the content of the base type',
    complex('a', sequence(element('x', 'type="xs:string" minOccurs="0"'))) +
      complex('b', derive('extension', 'tns:a', sequence(element('x')))),
    complex('a', sequence(element('x', 'type="xs:string"'))) +
      complex('b', derive('extension', 'tns:a', sequence(element('x')))),
    'ambiguous-content',
  ],
  [
    'round a repeated group',
    complex(
      'a',
      '<xs:sequence maxOccurs="unbounded"><xs:element name="x" minOccurs="0"/><xs:element name="y"/><xs:element name="x" minOccurs="0"/></xs:sequence>',
    ),
    complex(
      'a',
      '<xs:sequence maxOccurs="unbounded"><xs:element name="x" minOccurs="0"/><xs:element name="y"/></xs:sequence>',
    ),
    'ambiguous-content',
  ],
];

const key = (kind: string, name: string, fields: number, refer = '') =>
  `<xs:${kind} name="${name}" ${refer}><xs:selector xpath="*"/>${'<xs:field xpath="@x"/>'.repeat(fields)}</xs:${kind}>`;
const keyed = (...constraints: string[]) => `<xs:element name="e">${constraints.join('')}</xs:element>`;

const declarations: readonly Pair[] = [
  [
    'e-props-correct.4',
    element('a', 'type="xs:int"') + element('b', 'type="xs:long" substitutionGroup="tns:a"'),
    element('a', 'type="xs:long"') +
      element('b', 'type="xs:int" substitutionGroup="tns:a"') +
      element('c', 'substitutionGroup="tns:a"'),
    'substitution-type',
  ],
  [
    '{substitution group exclusions}',
    element('a', 'type="xs:long" final="restriction"') + element('b', 'type="xs:int" substitutionGroup="tns:a"'),
    element('a', 'type="xs:long" final="extension"') + element('b', 'type="xs:int" substitutionGroup="tns:a"'),
    'substitution-final',
  ],
  [
    'c-props-correct',
    keyed(key('key', 'k', 2), key('keyref', 'r', 1, 'refer="tns:k"')),
    keyed(key('unique', 'k', 2), key('keyref', 'r', 2, 'refer="tns:k"')),
    'keyref-fields',
  ],
  [
    'the target of a keyref',
    keyed(key('key', 'k', 1), key('keyref', 'r', 1, 'refer="tns:k"'), key('keyref', 's', 1, 'refer="tns:r"')),
    keyed(key('key', 'k', 1), key('keyref', 'r', 1, 'refer="tns:k"'), key('keyref', 's', 1, 'refer="tns:k"')),
    'keyref-target',
  ],
  ['ids', element('a', 'id="1"'), element('a', 'id="x"'), 'bad-id'],
  [
    'ids of one document',
    element('a', 'id="x"') + element('b', 'id="x"'),
    element('a', 'id="x"') + element('b', 'id="y"'),
    'duplicate-id',
  ],
  [
    'src-resolve.4',
    '<xs:element name="a"><xs:complexType><xs:attribute ref="xml:lang"/></xs:complexType></xs:element>',
    '<xs:import namespace="http://www.w3.org/XML/1998/namespace"/><xs:element name="a"><xs:complexType><xs:attribute ref="xml:lang"/></xs:complexType></xs:element>',
    'missing-import',
  ],
  ['src-import', '<xs:import namespace="urn:t"/>', '<xs:import namespace="urn:u"/>', 'import-own-namespace'],
];

describe.each([
  ['facets', facets],
  ['simple types', simpleTypes],
  ['values', values],
  ['attributes', attributes],
  ['content', content],
  ['Unique Particle Attribution', attribution],
  ['declarations', declarations],
] as const)('%s', (_, pairs) => {
  it.each(pairs)('%s', async (_rule, wrong, right, code) => {
    expect(await found(wrong)).toEqual([code]);
    expect(await found(right)).toEqual([]);
  });
});

describe('findings', () => {
  it('name the rule, the place and the other place', async () => {
    const [finding] = await validity(`${element('a', 'id="x"')}\n${element('b', 'id="x"')}`);
    expect(finding).toMatchObject({ span: { line: 3 }, notes: [{ span: { line: 2 } }] });
    const [fixed] = await validity(element('a', 'type="xs:int" fixed="x"'));
    expect(fixed?.message).toContain('Element Default Valid');
  });

  it('are made once for a schema that takes part in several namespaces', async () => {
    const including = (namespace: string, next = '') =>
      schema(`<xs:include schemaLocation="c.xsd"/>${next}`, `targetNamespace="${namespace}"`);
    const files = {
      'a.xsd': including('urn:a', '').replace(
        '<xs:include',
        '<xs:import namespace="urn:b" schemaLocation="b.xsd"/><xs:include',
      ),
      'b.xsd': including('urn:b'),
      'c.xsd': schema(element('x', 'type="xs:int" default="x"'), ''),
    };
    expect(await found(files)).toEqual(['invalid-value']);
  });

  it('are bounded: exact counts in exact counts do not grow without end', async () => {
    let particle = element('x', 'minOccurs="9" maxOccurs="9"');
    for (let depth = 0; depth < 40; depth++) {
      particle = `<xs:sequence minOccurs="9" maxOccurs="9">${particle}${element('x')}</xs:sequence>`;
    }
    const started = process.cpuUsage();
    await validity(complex('a', particle));
    const { user } = process.cpuUsage(started);
    expect(user / 1e6).toBeLessThan(3);
  });

  it('are bounded: unions of unions, and long chains of them', async () => {
    const union = (i: number, next: string) =>
      `<xs:simpleType name="u${i}"><xs:union memberTypes="${next}"/></xs:simpleType>`;
    const doubled = Array.from({ length: 60 }, (_, i) => union(i, `tns:u${i + 1} tns:u${i + 1}`)).join('');
    const chain = Array.from({ length: 5000 }, (_, i) => union(i, `tns:u${i + 1}`)).join('');
    const rest = `${element('a', 'type="tns:u0" default="x"')}<xs:simpleType name="l"><xs:list itemType="tns:u0"/></xs:simpleType>`;
    const members = `${element('h', 'type="tns:u0"')}${element('m', 'type="xs:string" substitutionGroup="tns:h"')}`;
    const started = process.cpuUsage();
    expect(await found(doubled + simple('u60', 'xs:int') + rest + members)).toEqual([]);
    expect(await found(chain + simple('u5000', 'xs:int') + rest + members)).toEqual([]);
    const { user } = process.cpuUsage(started);
    expect(user / 1e6).toBeLessThan(3);
  });
});

describe('a schema of XML Schema 1.1', () => {
  const loose =
    complex('a', sequence(element('x', 'type="xs:string" minOccurs="0"'), '<xs:any processContents="skip"/>')) +
    complex('b', `<xs:all>${element('y', 'type="xs:string" maxOccurs="3"')}</xs:all>`) +
    complex('c', '<xs:attribute name="i" type="xs:ID"/><xs:attribute name="j" type="xs:ID"/>');

  it('may have what 1.0 forbids: elements beside wildcards, xs:all with repeats, several IDs', async () => {
    expect(await found(loose)).toEqual(['two-ids', 'all-limited', 'ambiguous-content']);
    expect(await found(loose + complex('d', '<xs:openContent mode="none"/>'))).toEqual([]);
  });

  it('still tells one element from another, and one wildcard from another', async () => {
    const any = '<xs:any processContents="skip" minOccurs="0"/>';
    expect(await found(complex('d', `<xs:openContent mode="none"/>${sequence(any, any)}`))).toEqual([
      'ambiguous-content',
    ]);
  });
});
