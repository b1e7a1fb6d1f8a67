import {
  attribute,
  based,
  choice,
  complex,
  derive,
  element,
  type Rule,
  sequence,
  testRules,
} from '../fixtures/rules.js';

const content: readonly Rule[] = [
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
    based(sequence(sequence()), sequence(sequence(), sequence(element('x', 'minOccurs="0" maxOccurs="0"')))),
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

testRules('content', content);
