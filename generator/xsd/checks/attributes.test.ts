import { attribute, based, complex, derive, type Rule, testRules } from '../fixtures/rules.js';

const attributes: readonly Rule[] = [
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

testRules('attributes', attributes);
