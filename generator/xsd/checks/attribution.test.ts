import { choice, complex, derive, element, type Rule, sequence, testRules } from '../fixtures/rules.js';

const attribution: readonly Rule[] = [
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

testRules('Unique Particle Attribution', attribution);
