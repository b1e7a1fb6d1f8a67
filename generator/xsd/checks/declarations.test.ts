import { element, type Rule, testRules } from '../fixtures/rules.js';

const key = (kind: string, name: string, fields: number, refer = '') =>
  `<xs:${kind} name="${name}" ${refer}><xs:selector xpath="*"/>${'<xs:field xpath="@x"/>'.repeat(fields)}</xs:${kind}>`;
const keyed = (...constraints: string[]) => `<xs:element name="e">${constraints.join('')}</xs:element>`;

const declarations: readonly Rule[] = [
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

testRules('declarations', declarations);
