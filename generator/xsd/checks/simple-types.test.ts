import { complex, derive, element, facet, type Rule, sequence, simple, testRules } from '../fixtures/rules.js';

const facets: readonly Rule[] = [
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
    'minInclusive of the built-in integers < maxExclusive',
    simple('a', 'xs:positiveInteger', facet('maxExclusive', '1')),
    simple('a', 'xs:positiveInteger', facet('maxExclusive', '2')),
    'empty-range',
  ],
  [
    'minExclusive < maxInclusive of the built-in integers',
    simple('a', 'xs:byte', facet('minExclusive', '127')),
    simple('a', 'xs:byte', facet('minExclusive', '126')),
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
    (pattern): Rule => [
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

const simpleTypes: readonly Rule[] = [
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
  [
    'cos-st-restricts',
    simple('a', 'xs:anySimpleType'),
    '<xs:attribute name="a" type="xs:anySimpleType"/>',
    'restricted-root',
  ],
  [
    'enumeration required for NOTATION',
    element('e', 'type="xs:NOTATION"'),
    `<xs:notation name="n" public="p"/>${simple('a', 'xs:NOTATION', facet('enumeration', 'tns:n'))}${element('e', 'type="tns:a"')}`,
    'bare-notation',
  ],
];

const values: readonly Rule[] = [
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

testRules('facets', facets);
testRules('simple types', simpleTypes);
testRules('values', values);
