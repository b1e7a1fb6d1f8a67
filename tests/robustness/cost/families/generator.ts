import { schemaOf } from '../documents.js';
import { type Area, boundedFamiliesOf, familiesOf } from '../family.js';
import { around, count, each, type Grammar, type Grammars, list, nest, repeat, times } from '../grammar.js';
import { configs, descriptions, generator, manifests, source } from '../sources.js';

/** Inputs that grow in each construct: WSDL, schemas, descriptions, and the other files that a generator reads. */

const element = (name: string, type: string, rest = ''): string => `<x:element name="${name}" type="${type}" ${rest}/>`;
const complex = (name: string, inside: string): string => `<x:complexType name="${name}">${inside}</x:complexType>`;
const simple = (name: string, inside: string): string => `<x:simpleType name="${name}">${inside}</x:simpleType>`;
const restricted = (base: string, facets: string): string => `<x:restriction base="${base}">${facets}</x:restriction>`;
const derived = (kind: 'extension' | 'restriction', base: string, inside: string): string =>
  `<x:complexContent><x:${kind} base="${base}">${inside}</x:${kind}></x:complexContent>`;
const sequence = (inside: string): string => `<x:sequence>${inside}</x:sequence>`;
const note = (text: string): string => `<x:annotation><x:documentation>${text}</x:documentation></x:annotation>`;
const int = (name: string): string => element(name, 'x:int');

/** Constructs of a schema. */
const constructs: Grammars = {
  elements: count((i) => int(`e${i}`)),
  'elements on lines': count((i) => `\n  ${int(`e${i}`)}`),
  'complex types': count((i) => complex(`c${i}`, sequence(int('a')))),
  'simple types': count((i) => simple(`s${i}`, restricted('x:int', ''))),
  'anonymous types': count(
    (i) => `<x:element name="e${i}"><x:complexType>${sequence(int('a'))}</x:complexType></x:element>`,
  ),
  'types that refer to the next': list(70, (all) =>
    times(all, (i) => complex(`c${i}`, sequence(element('a', `t:c${(i + 1) % all}`, 'minOccurs="0"')))),
  ),
  'references to elements': list(90, (all) =>
    times(all, (i) => `${int(`e${i}`)}${complex(`c${i}`, sequence(`<x:element ref="t:e${all - 1 - i}"/>`))}`),
  ),
  'children of a sequence': (size, random) => complex('c', sequence(count((i) => int(`e${i}`))(size, random))),
  'children of one name': (size, random) => complex('c', sequence(repeat(int('a'))(size, random))),
  'branches of a choice': (size, random) =>
    complex('c', `<x:choice>${count((i) => int(`e${i}`))(size, random)}</x:choice>`),
  'optional choices in a row': (size, random) =>
    complex(
      'c',
      sequence(count((i) => `<x:choice minOccurs="0">${int(`a${i}`)}${int(`b${i}`)}</x:choice>`)(size, random)),
    ),
  'members of an all group': (size, random) =>
    complex('c', `<x:all>${count((i) => int(`e${i}`))(size, random)}</x:all>`),
  'groups within groups of one type': (size) =>
    complex('c', nest('<x:sequence>', '</x:sequence>', int('a'))(Math.min(size, 12_000), undefined as never)),
  'attributes of one type': (size, random) =>
    complex('c', count((i) => `<x:attribute name="a${i}" type="x:int"/>`)(size, random)),
  'global attributes': count((i) => `<x:attribute name="a${i}" type="x:int"/>`),
  'references to attributes': (size, random) => {
    const all = Math.round(size / 80);
    void random;
    return (
      times(all, (i) => `<x:attribute name="a${i}" type="x:int"/>`) +
      complex(
        'c',
        times(all, (i) => `<x:attribute ref="t:a${i}"/>`),
      )
    );
  },
  'attribute groups in a chain': list(
    110,
    (all) =>
      times(
        all,
        (i) =>
          `<x:attributeGroup name="g${i}"><x:attribute name="a${i}" type="x:int"/>${i + 1 < all ? `<x:attributeGroup ref="t:g${i + 1}"/>` : ''}</x:attributeGroup>`,
      ) + complex('c', '<x:attributeGroup ref="t:g0"/>'),
  ),
  'attribute groups, each twice': list(
    110,
    (all) =>
      times(
        all,
        (i) =>
          `<x:attributeGroup name="g${i}"><x:attributeGroup ref="t:g${i + 1}"/><x:attributeGroup ref="t:g${i + 1}"/></x:attributeGroup>`,
      ) +
      `<x:attributeGroup name="g${all}"/>` +
      complex('c', '<x:attributeGroup ref="t:g0"/>'),
  ),
  'groups in a chain': list(
    110,
    (all) =>
      times(
        all,
        (i) =>
          `<x:group name="g${i}">${sequence(int(`a${i}`) + (i + 1 < all ? `<x:group ref="t:g${i + 1}"/>` : ''))}</x:group>`,
      ) + complex('c', '<x:group ref="t:g0"/>'),
  ),
  'groups, each twice': list(
    110,
    (all) =>
      times(
        all,
        (i) =>
          `<x:group name="g${i}">${sequence(`<x:group ref="t:g${i + 1}"/><x:group ref="t:g${i + 1}"/>`)}</x:group>`,
      ) +
      `<x:group name="g${all}">${sequence(int('a'))}</x:group>` +
      complex('c', '<x:group ref="t:g0"/>'),
  ),
  'groups, each in two branches': list(
    150,
    (all) =>
      times(
        all,
        (i) =>
          `<x:group name="g${i}"><x:choice><x:group ref="t:g${i + 1}"/>${sequence(`${int(`a${i}`)}<x:group ref="t:g${i + 1}"/>`)}</x:choice></x:group>`,
      ) +
      `<x:group name="g${all}">${sequence(int('z'))}</x:group>` +
      complex('c', '<x:group ref="t:g0"/>'),
  ),
  'one group in many types': (size, random) =>
    `<x:group name="g">${sequence(times(20, (i) => int(`a${i}`)))}</x:group>${count((i) => complex(`c${i}`, '<x:group ref="t:g"/>'))(size, random)}`,
  'a large group in many types': list(
    120,
    (all) =>
      `<x:group name="g">${sequence(times(all, (i) => int(`a${i}`)))}</x:group>${times(all, (i) => complex(`c${i}`, '<x:group ref="t:g"/>'))}`,
  ),
  'a large attribute group in many types': list(
    130,
    (all) =>
      `<x:attributeGroup name="g">${times(all, (i) => `<x:attribute name="a${i}" type="x:int"/>`)}</x:attributeGroup>${times(all, (i) => complex(`c${i}`, '<x:attributeGroup ref="t:g"/>'))}`,
  ),
  'extensions of extensions': list(
    130,
    (all) =>
      complex('c0', '') +
      times(all, (i) => complex(`c${i + 1}`, derived('extension', `t:c${i}`, sequence(int(`e${i}`))))),
  ),
  'extensions of extensions with attributes': list(
    130,
    (all) =>
      complex('c0', '') +
      times(all, (i) =>
        complex(`c${i + 1}`, derived('extension', `t:c${i}`, `<x:attribute name="a${i}" type="x:int"/>`)),
      ),
  ),
  'extensions of one type': list(
    120,
    (all) =>
      complex('c', sequence(int('a'))) +
      times(all, (i) => complex(`c${i}`, derived('extension', 't:c', sequence(int(`e${i}`))))),
  ),
  'extensions of a large type': list(
    100,
    (all) =>
      complex('c', sequence(times(200, (i) => int(`a${i}`)))) +
      times(all, (i) => complex(`c${i}`, derived('extension', 't:c', ''))),
  ),
  'values of elements at the end of a chain of extensions': list(
    190,
    (all) =>
      complex('c0', '') +
      times(all, (i) => complex(`c${i + 1}`, derived('extension', `t:c${i}`, ''))) +
      times(all, (i) => element(`e${i}`, `t:c${all}`, 'default="a"')),
  ),
  'restrictions of restrictions': list(
    140,
    (all) =>
      complex('c0', sequence(element('a', 'x:string', 'minOccurs="0"'))) +
      times(all, (i) =>
        complex(`c${i + 1}`, derived('restriction', `t:c${i}`, sequence(element('a', 'x:string', 'minOccurs="0"')))),
      ),
  ),
  'a restriction of many elements': (size, random) => {
    const inside = count((i) => element(`e${i}`, 'x:int', 'minOccurs="0"'))(size / 2, random);
    return complex('c', sequence(inside)) + complex('d', derived('restriction', 't:c', sequence(inside)));
  },
  'a restriction of many choices': (size, random) => {
    const inside = count((i) => `<x:choice minOccurs="0">${int(`a${i}`)}${int(`b${i}`)}</x:choice>`)(size / 2, random);
    return complex('c', sequence(inside)) + complex('d', derived('restriction', 't:c', sequence(inside)));
  },
  'a restriction to one of many': (size, random) =>
    complex('c', `<x:choice>${count((i) => int(`e${i}`))(size, random)}</x:choice>`) +
    complex('d', derived('restriction', 't:c', `<x:choice>${int('e1')}</x:choice>`)),
  'types that extend each other': list(120, (all) =>
    times(all, (i) => complex(`c${i}`, derived('extension', `t:c${(i + 1) % all}`, ''))),
  ),
  'one substitution group': list(
    60,
    (all) =>
      int('h') +
      times(all, (i) => element(`m${i}`, 'x:int', 'substitutionGroup="t:h"')) +
      complex('c', sequence('<x:element ref="t:h"/>')),
  ),
  'a substitution group in many types': list(
    150,
    (all) =>
      int('h') +
      times(
        all,
        (i) =>
          element(`m${i}`, 'x:int', 'substitutionGroup="t:h"') + complex(`c${i}`, sequence('<x:element ref="t:h"/>')),
      ),
  ),
  'a chain of substitution': list(
    70,
    (all) =>
      int('m0') +
      times(all, (i) => element(`m${i + 1}`, 'x:int', `substitutionGroup="t:m${i}"`)) +
      complex('c', sequence('<x:element ref="t:m0"/>')),
  ),
  'all members of a chain of substitution': list(
    120,
    (all) =>
      int('m0') +
      times(all, (i) => element(`m${i + 1}`, 'x:int', `substitutionGroup="t:m${i}"`)) +
      complex('c', sequence(times(all, (i) => `<x:element ref="t:m${i}" minOccurs="0"/>`))),
  ),
  'many heads of one element': list(
    40,
    (all) =>
      times(all, (i) => int(`h${i}`)) +
      element('m', 'x:int', `substitutionGroup="${Array.from({ length: all }, (_, i) => `t:h${i}`).join(' ')}"`),
  ),
  enumerations: (size, random) =>
    simple('s', restricted('x:string', count((i) => `<x:enumeration value="v${i}"/>`)(size, random))),
  'enumerations of one value': (size, random) =>
    simple('s', restricted('x:string', repeat('<x:enumeration value="v"/>')(size, random))),
  'enumerations with notes': (size, random) =>
    simple(
      's',
      restricted('x:string', count((i) => `<x:enumeration value="v${i}">${note('a')}</x:enumeration>`)(size, random)),
    ),
  'enumerations that differ in case': (size, random) =>
    simple(
      's',
      restricted(
        'x:string',
        count(
          (i) => `<x:enumeration value="${i.toString(2).padStart(16, '0').replace(/0/g, 'a').replace(/1/g, 'A')}"/>`,
        )(size, random),
      ),
    ),
  'enumerations of signs': (size, random) =>
    simple(
      's',
      restricted(
        'x:string',
        count(
          (i) => `<x:enumeration value="${i.toString(2).padStart(16, '0').replace(/0/g, '-').replace(/1/g, '+')}"/>`,
        )(size, random),
      ),
    ),
  'enumerations of numbers': (size, random) =>
    simple('s', restricted('x:decimal', count((i) => `<x:enumeration value="${i}"/>`)(size, random))),
  'restrictions of an enumeration': list(
    150,
    (all) =>
      simple(
        's',
        restricted(
          'x:string',
          times(all, (i) => `<x:enumeration value="v${i}"/>`),
        ),
      ) + times(all, (i) => simple(`s${i}`, restricted('t:s', `<x:enumeration value="v${i}"/>`))),
  ),
  'a long enumeration value': (size, random) =>
    simple('s', restricted('x:string', `<x:enumeration value="${repeat('a')(size, random)}"/>`)),
  patterns: (size, random) =>
    simple('s', restricted('x:string', count((i) => `<x:pattern value="a${i}"/>`)(size, random))),
  'a long pattern': (size, random) =>
    simple('s', restricted('x:string', `<x:pattern value="${repeat('a?')(size, random)}"/>`)),
  'a deep pattern': (size) =>
    simple('s', restricted('x:string', `<x:pattern value="${'('.repeat(size / 2)}a${')'.repeat(size / 2)}"/>`)),
  'types with a pattern': count((i) => simple(`s${i}`, restricted('x:string', '<x:pattern value="[a-z]{2,9}"/>'))),
  'facets of a chain': list(
    120,
    (all) =>
      simple('s0', restricted('x:int', '')) +
      times(all, (i) => simple(`s${i + 1}`, restricted(`t:s${i}`, `<x:minInclusive value="${i}"/>`))),
  ),
  'patterns of a chain': list(
    120,
    (all) =>
      simple('s0', restricted('x:string', '')) +
      times(all, (i) => simple(`s${i + 1}`, restricted(`t:s${i}`, '<x:pattern value="a*"/>'))),
  ),
  'members of a union': list(
    70,
    (all) =>
      times(all, (i) => simple(`s${i}`, restricted('x:int', ''))) +
      simple('u', `<x:union memberTypes="${Array.from({ length: all }, (_, i) => `t:s${i}`).join(' ')}"/>`),
  ),
  'a chain of unions': list(
    110,
    (all) =>
      simple('u0', '<x:union memberTypes="x:int x:date"/>') +
      times(all, (i) => simple(`u${i + 1}`, `<x:union memberTypes="t:u${i} t:u${i} x:date"/>`)),
  ),
  'lists of lists': list(
    70,
    (all) =>
      simple('l0', '<x:list itemType="x:int"/>') +
      times(all, (i) => simple(`l${i + 1}`, restricted(`t:l${i}`, '<x:maxLength value="9"/>'))),
  ),
  'simple content': count((i) =>
    complex(
      `c${i}`,
      `<x:simpleContent><x:extension base="x:string"><x:attribute name="a" type="x:int"/></x:extension></x:simpleContent>`,
    ),
  ),
  'anonymous types in each other': (size, random) =>
    nest(
      '<x:element name="e"><x:complexType><x:sequence>',
      '</x:sequence></x:complexType></x:element>',
      int('a'),
    )(Math.min(size, 15_000), random),
  'a long note': (size, random) =>
    `<x:element name="e" type="x:int">${note(repeat('word ')(size, random))}</x:element>`,
  'a note of code': (size, random) =>
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a document that looks like code.
    `<x:element name="e" type="x:int">${note(repeat('*/ ${a} ` {@link ')(size, random))}</x:element>`,
  'a note of lines': (size, random) =>
    `<x:element name="e" type="x:int">${note(repeat('\n   a')(size, random))}</x:element>`,
  'a note of spaces': (size, random) =>
    `<x:element name="e" type="x:int">${note(`a${repeat(' ')(size, random)}b`)}</x:element>`,
  'a note of empty lines': (size, random) =>
    `<x:element name="e" type="x:int">${note(`a${repeat(' \n')(size, random)}b`)}</x:element>`,
  'a note of markup': (size, random) =>
    `<x:element name="e" type="x:int">${note(repeat('<b>a</b>')(size, random))}</x:element>`,
  'a note of brackets': (size, random) =>
    `<x:element name="e" type="x:int">${note(repeat('[](')(size, random))}</x:element>`,
  'a note of references': (size, random) =>
    `<x:element name="e" type="x:int">${note(repeat('&amp;')(size, random))}</x:element>`,
  notes: count((i) => `<x:element name="e${i}" type="x:int">${note('a')}${note('b')}</x:element>`),
  'many notes of one element': (size, random) =>
    `<x:element name="e" type="x:int"><x:annotation>${repeat('<x:documentation>a</x:documentation>')(size, random)}</x:annotation></x:element>`,
  'a long name': (size) => int('n'.repeat(size)),
  'long names': count((i) => int(`${'n'.repeat(300)}${i}`)),
  'a name of signs': (size) => int(`a${'-_.'.repeat(size / 3)}`),
  'names that differ in case': count((i) => int(i.toString(2).padStart(16, '0').replace(/0/g, 'a').replace(/1/g, 'A'))),
  'names that differ in signs': count((i) =>
    int(`a${i.toString(2).padStart(16, '0').replace(/0/g, '-').replace(/1/g, '_')}`),
  ),
  'types and elements of one name': count(
    (i) => `${element(`n${i}`, `t:n${i}`)}${complex(`n${i}`, sequence(int('a')))}`,
  ),
  'properties that differ in case': (size, random) =>
    complex(
      'c',
      sequence(count((i) => int(i.toString(2).padStart(16, '0').replace(/0/g, 'a').replace(/1/g, 'A')))(size, random)),
    ),
  'anonymous types of one name': count((i) =>
    complex(
      `c${i}`,
      sequence(`<x:element name="item"><x:complexType>${sequence(int('a'))}</x:complexType></x:element>`),
    ),
  ),
  'one element again and again': repeat(int('e')),
  'one type again and again': repeat(complex('c', '')),
  'unknown types': count((i) => element(`e${i}`, `t:T${i}`)),
  'unknown types, similar names': list(100, (all) =>
    times(all, (i) => complex(`Customer${i}`, '') + element(`e${i}`, `t:Custmer${i}`)),
  ),
  'unknown prefixes': count((i) => element(`e${i}`, `q${i}:T`)),
  'unknown elements of the schema': count((i) => `<x:foo${i}/>`),
  'unknown attributes': count((i) => `<x:element name="e${i}" foo="1"/>`),
  'mistakes beside addresses with secrets': count((i) => `<x:foo${i} a="http://user:word@h/p?token=abc&amp;b=${i}"/>`),
  'wrong values': repeat('<x:element name="1" type="x:int" minOccurs="x"/>'),
  'keys of one element': (size, random) =>
    `<x:element name="e"><x:complexType>${sequence(int('a'))}</x:complexType>${count((i) => `<x:key name="k${i}"><x:selector xpath="t:a"/><x:field xpath="@b"/></x:key>`)(size, random)}</x:element>`,
  'elements with keys': count(
    (i) =>
      `<x:element name="e${i}"><x:complexType>${sequence(int('a'))}</x:complexType><x:key name="k${i}"><x:selector xpath="t:a"/><x:field xpath="@b"/></x:key></x:element>`,
  ),
  'key references': count(
    (i) =>
      `<x:element name="e${i}"><x:complexType>${sequence(int('a'))}</x:complexType><x:key name="k${i}"><x:selector xpath="t:a"/><x:field xpath="@b"/></x:key><x:keyref name="r${i}" refer="t:k${i}"><x:selector xpath="t:a"/><x:field xpath="@b"/></x:keyref></x:element>`,
  ),
  'paths of a selector': (size, random) =>
    `<x:element name="e"><x:complexType>${sequence(int('a'))}</x:complexType><x:key name="k"><x:selector xpath="${repeat('.//t:a|')(size, random)}t:a"/><x:field xpath="@b"/></x:key></x:element>`,
  'a long path of a selector': (size, random) =>
    `<x:element name="e"><x:complexType>${sequence(int('a'))}</x:complexType><x:key name="k"><x:selector xpath="${repeat('t:a/')(size, random)}t:a"/><x:field xpath="@b"/></x:key></x:element>`,
  'a selector of spaces': (size, random) =>
    `<x:element name="e"><x:complexType>${sequence(int('a'))}</x:complexType><x:key name="k"><x:selector xpath="t:a${repeat(' ')(size, random)}"/><x:field xpath="@b"/></x:key></x:element>`,
  'type alternatives': (size, random) =>
    `<x:element name="e" type="x:anyType">${count((i) => `<x:alternative test="@a='${i}'" type="x:string"/>`)(size, random)}</x:element>`,
  'a test of many operands': (size, random) =>
    `<x:element name="e" type="x:anyType"><x:alternative test="@a${repeat(' or @b')(size, random)}" type="x:string"/></x:element>`,
  'a deep test': (size) =>
    `<x:element name="e" type="x:anyType"><x:alternative test="${'('.repeat(size / 2)}@a${')'.repeat(size / 2)}" type="x:string"/></x:element>`,
  wildcards: count((i) => complex(`c${i}`, sequence('<x:any namespace="##other"/>'))),
  'wildcards of one type': (size, random) =>
    complex('c', sequence(repeat('<x:any minOccurs="0" namespace="urn:a"/>')(size, random))),
  'namespaces of a wildcard': (size, random) =>
    complex('c', sequence(`<x:any namespace="${count((i) => `urn:${i}`, ' ')(size, random)}"/>`)),
  'elements beside wildcards': (size, random) =>
    complex('c', sequence(count((i) => `${int(`a${i}`)}<x:any namespace="urn:${i}"/>`)(size, random))),
  'large occurrences': (size, random) =>
    complex('c', sequence(count((i) => element(`a${i}`, 'x:int', 'minOccurs="0" maxOccurs="9999999"'))(size, random))),
  'occurrences in occurrences': (size) =>
    complex(
      'c',
      nest(
        '<x:sequence minOccurs="0" maxOccurs="100">',
        '</x:sequence>',
        int('a'),
      )(Math.min(size, 15_000), undefined as never),
    ),
  notations: count((i) => `<x:notation name="n${i}" public="p"/>`),
  'arrays of arrays': list(
    150,
    (all) =>
      complex('A0', sequence(element('a', 'x:int', 'minOccurs="0" maxOccurs="unbounded"'))) +
      times(all, (i) => complex(`A${i + 1}`, sequence(element('a', `t:A${i}`, 'minOccurs="0" maxOccurs="unbounded"')))),
  ),
  'default values': count((i) => element(`e${i}`, 'x:int', `default="${i}"`)),
  'a long default value': (size, random) => element('e', 'x:string', `default="${repeat('a')(size, random)}"`),
  'required types twice each': list(
    100,
    (all) =>
      times(all, (i) => complex(`T${i}`, sequence(element('a', `t:T${i + 1}`) + element('b', `t:T${i + 1}`)))) +
      complex(`T${all}`, ''),
  ),
  comments: repeat('<!-- a -->'),
  'processing instructions': repeat('<?a b?>'),
  spaces: repeat(' \n'),
};

const definitions = (inside: string, schema = ''): string =>
  `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"><types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">${int('in')}${int('out')}${schema}</x:schema></types>${inside}</definitions>`;
const message = (name: string, element = 'in'): string =>
  `<message name="${name}"><part name="p" element="t:${element}"/></message>`;
const operation = (name: string, input = 'i', output = 'o'): string =>
  `<operation name="${name}"><input message="t:${input}"/><output message="t:${output}"/></operation>`;
const bound = (name: string, rest = ''): string =>
  `<operation name="${name}"><soap:operation soapAction="${name}"/><input>${rest}<soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
const binding = (name: string, type: string, inside: string): string =>
  `<binding name="${name}" type="t:${type}"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${inside}</binding>`;
const port = (name: string, to: string): string =>
  `<port name="${name}" binding="t:${to}"><soap:address location="http://h/${name}.asmx"/></port>`;
const service = (name: string, inside: string): string => `<service name="${name}">${inside}</service>`;
const base = message('i') + message('o', 'out');

/** Constructs of a WSDL document. */
const descriptors: Grammars = {
  operations: list(260, (all) =>
    definitions(
      `${base}<portType name="P">${times(all, (i) => operation(`Op${i}`))}</portType>${binding(
        'B',
        'P',
        times(all, (i) => bound(`Op${i}`)),
      )}${service('S', port('A', 'B'))}`,
    ),
  ),
  'operations with messages of their own': list(420, (all) =>
    definitions(
      `${times(all, (i) => message(`i${i}`, `in${i}`) + message(`o${i}`, 'out'))}<portType name="P">${times(all, (i) => operation(`Op${i}`, `i${i}`, `o${i}`))}</portType>${binding(
        'B',
        'P',
        times(all, (i) => bound(`Op${i}`)),
      )}${service('S', port('A', 'B'))}`,
      times(all, (i) => int(`in${i}`)),
    ),
  ),
  'operations of one name': list(200, (all) =>
    definitions(
      `${base}<portType name="P">${times(all, () => operation('Op'))}</portType>${binding(
        'B',
        'P',
        times(all, () => bound('Op')),
      )}${service('S', port('A', 'B'))}`,
    ),
  ),
  'operations of one name, told apart by their messages': list(330, (all) =>
    definitions(
      `${base}<portType name="P">${times(all, (i) => `<operation name="Op"><input name="i${i}" message="t:i"/><output message="t:o"/></operation>`)}</portType>${binding(
        'B',
        'P',
        times(
          all,
          (i) =>
            `<operation name="Op"><soap:operation soapAction="${i}"/><input name="i${all - 1 - i}"><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`,
        ),
      )}${service('S', port('A', 'B'))}`,
    ),
  ),
  'operations that differ in case': list(300, (all) => {
    const name = (i: number) => `o${i.toString(2).padStart(16, '0').replace(/0/g, 'a').replace(/1/g, 'A')}`;
    return definitions(
      `${base}<portType name="P">${times(all, (i) => operation(name(i)))}</portType>${binding(
        'B',
        'P',
        times(all, (i) => bound(name(i))),
      )}${service('S', port('A', 'B'))}`,
    );
  }),
  'operations with a fault': list(500, (all) =>
    definitions(
      `${base}${times(all, (i) => message(`f${i}`, `f${i}`))}<portType name="P">${times(all, (i) => `<operation name="Op${i}"><input message="t:i"/><output message="t:o"/><fault name="f" message="t:f${i}"/></operation>`)}</portType>${binding(
        'B',
        'P',
        times(
          all,
          (i) =>
            `<operation name="Op${i}"><soap:operation/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output><fault name="f"><soap:fault name="f" use="literal"/></fault></operation>`,
        ),
      )}${service('S', port('A', 'B'))}`,
      times(all, (i) => int(`f${i}`)),
    ),
  ),
  'faults of one operation': list(150, (all) =>
    definitions(
      `${base}${times(all, (i) => message(`f${i}`, `f${i}`))}<portType name="P"><operation name="Op"><input message="t:i"/><output message="t:o"/>${times(all, (i) => `<fault name="f${i}" message="t:f${i}"/>`)}</operation></portType>${binding('B', 'P', `<operation name="Op"><soap:operation/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>${times(all, (i) => `<fault name="f${i}"><soap:fault name="f${i}" use="literal"/></fault>`)}</operation>`)}${service('S', port('A', 'B'))}`,
      times(all, (i) => int(`f${i}`)),
    ),
  ),
  'headers of one operation': list(150, (all) =>
    definitions(
      `${base}${times(all, (i) => message(`h${i}`, `h${i}`))}<portType name="P">${operation('Op')}</portType>${binding(
        'B',
        'P',
        bound(
          'Op',
          times(all, (i) => `<soap:header message="t:h${i}" part="p" use="literal"/>`),
        ),
      )}${service('S', port('A', 'B'))}`,
      times(all, (i) => int(`h${i}`)),
    ),
  ),
  'parts of one message': list(100, (all) =>
    definitions(
      `<message name="i">${times(all, (i) => `<part name="p${i}" type="x:int"/>`)}</message>${message('o', 'out')}<portType name="P">${operation('Op')}</portType><binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${bound('Op')}</binding>${service('S', port('A', 'B'))}`,
    ),
  ),
  'messages that nobody uses': (size, random) => definitions(count((i) => message(`m${i}`))(size, random)),
  'port types': list(200, (all) =>
    definitions(
      `${base}${times(all, (i) => `<portType name="P${i}">${operation('Op')}</portType>`)}${binding('B', 'P0', bound('Op'))}${service('S', port('A', 'B'))}`,
    ),
  ),
  bindings: list(300, (all) =>
    definitions(
      `${base}<portType name="P">${operation('Op')}</portType>${times(all, (i) => binding(`B${i}`, 'P', bound('Op')))}${service(
        'S',
        times(all, (i) => port(`A${i}`, `B${i}`)),
      )}`,
    ),
  ),
  services: list(120, (all) =>
    definitions(
      `${base}<portType name="P">${operation('Op')}</portType>${binding('B', 'P', bound('Op'))}${times(all, (i) => service(`S${i}`, port(`A${i}`, 'B')))}`,
    ),
  ),
  'services of one name in case': list(130, (all) =>
    definitions(
      `${base}<portType name="P">${operation('Op')}</portType>${binding('B', 'P', bound('Op'))}${times(all, (i) => service(`s${i.toString(2).padStart(16, '0').replace(/0/g, 'a').replace(/1/g, 'A')}`, port(`A${i}`, 'B')))}`,
    ),
  ),
  ports: list(90, (all) =>
    definitions(
      `${base}<portType name="P">${operation('Op')}</portType>${binding('B', 'P', bound('Op'))}${service(
        'S',
        times(all, (i) => port(`A${i}`, 'B')),
      )}`,
    ),
  ),
  'operations at four ports': list(260, (all) =>
    definitions(
      `${base}<portType name="P">${times(all, (i) => operation(`Op${i}`))}</portType>${binding(
        'B',
        'P',
        times(all, (i) => bound(`Op${i}`)),
      )}${service(
        'S',
        times(4, (i) => port(`A${i}`, 'B')),
      )}`,
    ),
  ),
  'as many ports as operations that are not declared': list(220, (all) =>
    definitions(
      `${base}<portType name="P"/>${binding(
        'B',
        'P',
        times(all, (i) => bound(`Op${i}`)),
      )}${service(
        'S',
        times(all, (i) => port(`A${i}`, 'B')),
      )}`,
    ),
  ),
  'as many headers as parts': list(150, (all) =>
    definitions(
      `<message name="h">${times(all, (i) => `<part name="p${i}" element="t:in"/>`)}</message>${base}<portType name="P">${operation('Op')}</portType>${binding(
        'B',
        'P',
        bound(
          'Op',
          times(all, (i) => `<soap:header message="t:h" part="p${i}" use="literal"/>`),
        ),
      )}${service('S', port('A', 'B'))}`,
    ),
  ),
  'operations wrapped by one element': list(300, (all) =>
    definitions(
      `<message name="g"><part name="p" element="t:get"/></message>${base}<portType name="P">${times(all, (i) => `<operation name="Op${i}"><input name="get" message="t:g"/><output name="get" message="t:o"/></operation>`)}</portType>${binding(
        'B',
        'P',
        times(all, (i) => bound(`Op${i}`)),
      )}${service('S', port('A', 'B'))}`,
      `<x:element name="get"><x:complexType>${sequence(times(all, (i) => int(`c${i}`)))}</x:complexType></x:element>`,
    ),
  ),
  'ports of another transport': list(100, (all) =>
    definitions(
      `${base}<portType name="P">${operation('Op')}</portType>${binding('B', 'P', bound('Op'))}<binding name="J" type="t:P"><soap:binding transport="urn:queue"/>${bound('Op')}</binding>${service('S', port('A', 'B') + times(all, (i) => port(`Q${i}`, 'J')))}`,
    ),
  ),
  policies: list(220, (all) =>
    definitions(
      `${times(all, (i) => `<wsp:Policy wsu:Id="p${i}"><wsp:ExactlyOne><wsp:All><wsp:PolicyReference URI="#p${i + 1}"/></wsp:All></wsp:ExactlyOne></wsp:Policy>`)}${base}<portType name="P">${operation('Op')}</portType><binding name="B" type="t:P"><wsp:PolicyReference URI="#p0"/><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound('Op')}</binding>${service('S', port('A', 'B'))}`,
    ),
  ),
  'policies, each twice': list(220, (all) =>
    definitions(
      `${times(all, (i) => `<wsp:Policy wsu:Id="p${i}"><wsp:All><wsp:PolicyReference URI="#p${i + 1}"/><wsp:PolicyReference URI="#p${i + 1}"/></wsp:All></wsp:Policy>`)}${base}<portType name="P">${operation('Op')}</portType><binding name="B" type="t:P"><wsp:PolicyReference URI="#p0"/><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound('Op')}</binding>${service('S', port('A', 'B'))}`,
    ),
  ),
  'alternatives of policies': list(60, (all) =>
    definitions(
      `<wsp:Policy wsu:Id="p0">${times(all, () => '<wsp:ExactlyOne><wsp:All/><wsp:All/></wsp:ExactlyOne>')}</wsp:Policy>${base}<portType name="P">${operation('Op')}</portType><binding name="B" type="t:P"><wsp:PolicyReference URI="#p0"/><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound('Op')}</binding>${service('S', port('A', 'B'))}`,
    ),
  ),
  'unknown messages': list(150, (all) =>
    definitions(`<portType name="P">${times(all, (i) => operation(`Op${i}`, `x${i}`, `y${i}`))}</portType>`),
  ),
  'schemas of one namespace': (size, random) =>
    definitions('', '').replace(
      '</types>',
      `${count((i) => `<x:schema targetNamespace="urn:t">${int(`e${i}`)}</x:schema>`)(size, random)}</types>`,
    ),
  'schemas of many namespaces': (size, random) =>
    definitions('', '').replace(
      '</types>',
      `${count((i) => `<x:schema targetNamespace="urn:${i}">${int('e')}</x:schema>`)(size, random)}</types>`,
    ),
  'schemas that import each other': list(170, (all) =>
    definitions('', '').replace(
      '</types>',
      `${times(all, (i) => `<x:schema targetNamespace="urn:${i}" xmlns:n="urn:${(i + 1) % all}"><x:import namespace="urn:${(i + 1) % all}"/>${element('e', 'x:int')}<x:complexType name="c"><x:sequence><x:element ref="n:e"/></x:sequence></x:complexType></x:schema>`)}</types>`,
    ),
  ),
  'schemas that all import one': list(150, (all) =>
    definitions('', '').replace(
      '</types>',
      `${times(all, (i) => `<x:schema targetNamespace="urn:${i}"><x:import namespace="urn:t"/><x:complexType name="c"><x:sequence><x:element ref="t:in"/></x:sequence></x:complexType></x:schema>`)}</types>`,
    ),
  ),
  'a schema that imports many': list(160, (all) =>
    definitions('', '').replace(
      '</types>',
      `<x:schema targetNamespace="urn:all">${times(all, (i) => `<x:import namespace="urn:${i}"/>`)}</x:schema>${times(all, (i) => `<x:schema targetNamespace="urn:${i}">${int('e')}</x:schema>`)}</types>`,
    ),
  ),
};

/** Constructs of a WSDL document that mean more than they are long: every port has all operations of its binding. */
const multiplied: Readonly<Record<string, readonly [worst: number, grammar: Grammar]>> = {
  'as many ports as operations': [
    180 * 350,
    list(350, (all) =>
      definitions(
        `${base}<portType name="P">${times(all, (i) => operation(`Op${i}`))}</portType>${binding(
          'B',
          'P',
          times(all, (i) => bound(`Op${i}`)),
        )}${service(
          'S',
          times(all, (i) => port(`A${i}`, 'B')),
        )}`,
      ),
    ),
  ],
  'as many ports as parts': [
    310 * 140,
    list(140, (all) =>
      definitions(
        `<message name="i">${times(all, (i) => `<part name="p${i}" type="x:int"/>`)}</message>${message('o', 'out')}<portType name="P">${operation('Op')}</portType><binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${bound('Op')}</binding>${service(
          'S',
          times(all, (i) => port(`A${i}`, 'B')),
        )}`,
      ),
    ),
  ],
  'as many operations as parts': [
    310 * 300,
    list(300, (all) =>
      definitions(
        `<message name="i">${times(all, (i) => `<part name="p${i}" type="x:int"/>`)}</message>${message('o', 'out')}<portType name="P">${times(all, (i) => operation(`Op${i}`))}</portType><binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${times(all, (i) => bound(`Op${i}`))}</binding>${service('S', port('A', 'B'))}`,
      ),
    ),
  ],
  'as many services as operations': [
    180 * 350,
    list(350, (all) =>
      definitions(
        `${base}<portType name="P">${times(all, (i) => operation(`Op${i}`))}</portType>${binding(
          'B',
          'P',
          times(all, (i) => bound(`Op${i}`)),
        )}${times(all, (i) => service(`S${i}`, port('A', 'B')))}`,
      ),
    ),
  ],
  'as many ports as faults': [
    310 * 250,
    list(250, (all) =>
      definitions(
        `${base}${times(all, (i) => message(`f${i}`, `in`))}<portType name="P"><operation name="Op"><input message="t:i"/><output message="t:o"/>${times(all, (i) => `<fault name="f${i}" message="t:f${i}"/>`)}</operation></portType>${binding('B', 'P', bound('Op'))}${service(
          'S',
          times(all, (i) => port(`A${i}`, 'B')),
        )}`,
      ),
    ),
  ],
  'as many ports as headers': [
    310 * 150,
    list(150, (all) =>
      definitions(
        `${base}<portType name="P">${operation('Op')}</portType>${binding(
          'B',
          'P',
          bound(
            'Op',
            times(all, () => `<soap:header message="t:i" part="p" use="literal"/>`),
          ),
        )}${service(
          'S',
          times(all, (i) => port(`A${i}`, 'B')),
        )}`,
      ),
    ),
  ],
  'as many GET operations as children': [
    310 * 300,
    list(300, (all) =>
      definitions(
        `<message name="g"><part name="p" element="t:get"/></message>${message('o', 'out')}<portType name="P">${times(all, (i) => operation(`Op${i}`, 'g'))}</portType><binding name="B" type="t:P" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"><http:binding verb="GET"/>${times(all, (i) => `<operation name="Op${i}"><http:operation location="/${i}"/><input><http:urlEncoded/></input><output><mime:mimeXml/></output></operation>`)}</binding>${service('S', port('A', 'B'))}`,
        `<x:element name="get"><x:complexType>${sequence(times(all, (i) => int(`c${i}`)))}</x:complexType></x:element>`,
      ),
    ),
  ],
};

const include = (name: string): string => `<x:include schemaLocation="${name}"/>`;
const file = (name: string, text: string): string => `%% ${name}\n${text}\n`;

/** Documents that lead to each other. */
const graphs: Grammars = {
  'a chain of includes': list(220, (all) =>
    times(all, (i) => file(`${i}.xsd`, schemaOf((i + 1 < all ? include(`${i + 1}.xsd`) : '') + int(`e${i}`)))),
  ),
  'one document that includes many': list(
    260,
    (all) =>
      file('a.xsd', schemaOf(times(all, (i) => include(`${i}.xsd`)))) +
      times(all, (i) => file(`${i}.xsd`, schemaOf(int(`e${i}`)))),
  ),
  'documents that include the next two': list(260, (all) =>
    times(all, (i) =>
      file(
        `${i}.xsd`,
        schemaOf(
          (i + 1 < all ? include(`${i + 1}.xsd`) : '') + (i + 2 < all ? include(`${i + 2}.xsd`) : '') + int(`e${i}`),
        ),
      ),
    ),
  ),
  'documents in a circle': list(220, (all) =>
    times(all, (i) => file(`${i}.xsd`, schemaOf(include(`${(i + 1) % all}.xsd`) + int(`e${i}`)))),
  ),
  'a chain of imports': list(300, (all) =>
    times(all, (i) =>
      file(
        `${i}.xsd`,
        `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:${i}">${i + 1 < all ? `<x:import namespace="urn:${i + 1}" schemaLocation="${i + 1}.xsd"/>` : ''}${int('e')}</x:schema>`,
      ),
    ),
  ),
  'a chain of redefinitions': list(400, (all) =>
    times(all, (i) =>
      file(
        `${i}.xsd`,
        schemaOf(
          i + 1 < all
            ? `<x:redefine schemaLocation="${i + 1}.xsd">${complex('c', derived('extension', 't:c', sequence(int(`e${i}`))))}</x:redefine>`
            : complex('c', sequence(int('z'))),
        ),
      ),
    ),
  ),
  'includes without a namespace': list(
    260,
    (all) =>
      file('a.xsd', schemaOf(times(all, (i) => include(`${i}.xsd`)))) +
      times(all, (i) =>
        file(`${i}.xsd`, `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">${int(`e${i}`)}</x:schema>`),
      ),
  ),
  'one document without a namespace, included by many': list(
    300,
    (all) =>
      file('a.xsd', schemaOf(times(all, (i) => `<x:import namespace="urn:${i}" schemaLocation="${i}.xsd"/>`))) +
      times(all, (i) =>
        file(
          `${i}.xsd`,
          `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:${i}">${include('z.xsd')}</x:schema>`,
        ),
      ) +
      file('z.xsd', `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">${int('e')}</x:schema>`),
  ),
  'documents that are missing': (size, random) =>
    file('a.xsd', schemaOf(count((i) => include(`${i}.xsd`))(size, random))),
};

/** Texts that are not descriptors, or only nearly. */
const raw: Grammars = {
  'start tags': repeat('<a>'),
  letters: repeat('a'),
  'nothing but spaces': repeat(' '),
  entities: around(
    '<!DOCTYPE x [',
    count((i) => `<!ENTITY e${i} "&e${i + 1};">`),
    ']><x>&e0;</x>',
  ),
  'entities, each twice': around(
    '<!DOCTYPE x [',
    count((i) => `<!ENTITY e${i} "&e${i + 1};&e${i + 1};">`),
    ']><x>&e0;</x>',
  ),
  'one entity again and again': around('<!DOCTYPE x [<!ENTITY e "aaaaaaaaaa">]><x>', repeat('&e;'), '</x>'),
  'attributes of one element': around(
    '<a',
    count((i) => ` a${i}="1"`),
    '/>',
  ),
  'namespaces of one element': around(
    '<a',
    count((i) => ` xmlns:a${i}="u"`),
    '/>',
  ),
  'a long attribute': around('<a b="', repeat('c'), '"/>'),
  'a long line of mistakes': around(
    '<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">',
    repeat('<x:foo/>'),
    '</x:schema>',
  ),
  'end tags': repeat('</a>'),
  'comments before the root': around('', repeat('<!---->'), '<a/>'),
  'a comment of dashes': around('<!--', repeat('- '), ''),
};

const yaml = (inside: Grammar): Grammar =>
  around("description: 1\nprofile: asmx\nnamespace: 'urn:a'\naddress: 'http://h'\n", inside, '\n');
const oneService = 'services:\n  S:\n    path: /S.asmx\n    operations:\n';

/** Descriptions in YAML. */
const descriptionTexts: Grammars = {
  operations: yaml(
    around(
      oneService,
      count((i) => `      Op${i}:\n        result: int\n`),
      '',
    ),
  ),
  services: yaml(
    around(
      'services:\n',
      count((i) => `  S${i}:\n    path: /S${i}.asmx\n    operations:\n      Op:\n        result: int\n`),
      '',
    ),
  ),
  parameters: yaml(
    around(
      `${oneService}      Op:\n        params:\n`,
      count((i) => `          p${i}: int\n`),
      '',
    ),
  ),
  types: yaml(
    around(
      `types:\n`,
      count((i) => `  T${i}:\n    fields:\n      a: int\n`),
      `${oneService}      Op:\n        result: int\n`,
    ),
  ),
  'types that refer to the next': yaml(
    around(
      `types:\n`,
      count((i) => `  T${i}:\n    fields:\n      a: T${i + 1}?\n`),
      `${oneService}      Op:\n        result: T0\n`,
    ),
  ),
  'values of an enumeration': yaml(
    around(
      `types:\n  E:\n    enum:\n`,
      count((i) => `      - v${i}\n`),
      `${oneService}      Op:\n        result: E\n`,
    ),
  ),
  'unknown types': yaml(
    around(
      oneService,
      count((i) => `      Op${i}:\n        result: T${i}\n`),
      '',
    ),
  ),
  'unknown keys': yaml(count((i) => `k${i}: 1\n`)),
  'one key again and again': yaml(repeat('types: {}\n')),
  'a long text': yaml(around('documentation: "', repeat('a '), '"')),
  'a long text on lines': yaml(around('documentation: |\n', repeat('  a\n'), '')),
  brackets: repeat('['),
  'lists in lists': nest('[', ']'),
  'lists in lists, one after the other': around('a: [', repeat(`${'['.repeat(40)}${']'.repeat(40)},`), ']'),
  braces: repeat('{a: '),
  spaces: repeat(' '),
  dashes: repeat('- '),
  quotes: repeat("'"),
  anchors: count((i) => `a${i}: &b${i} c\n`),
  aliases: around('a: &a b\nc: [', repeat('*a, '), ']'),
  comments: repeat('# a\n'),
  documents: repeat('---\na: 1\n'),
  tabs: repeat('\t'),
  'block scalars': repeat('a: |\n'),
  colons: repeat(': '),
  'percent directives': repeat('%YAML 1.2\n'),
};

/** JSON that is right, and nearly. */
const json: Grammars = {
  packages: around(
    '{"packages":[',
    count((i) => `{"name":"p${i}","inputs":["a.wsdl"],"out":"o${i}"}`, ','),
    ']}',
  ),
  'packages in one folder': around(
    '{"packages":[',
    count((i) => `{"name":"p${i}","inputs":["a.wsdl"],"out":"o"}`, ','),
    ']}',
  ),
  'packages with skeletons': around(
    '{"packages":[',
    count((i) => `{"name":"p${i}","inputs":["a.wsdl"],"out":"o/${i}","skeletons":{"dir":"s/${i}"}}`, ','),
    ']}',
  ),
  'a deep folder': around('{"packages":[{"name":"p","inputs":["a.wsdl"],"out":"', repeat('a/'), '"}]}'),
  inputs: around(
    '{"packages":[{"name":"p","out":"o","inputs":[',
    count((i) => `"a${i}.wsdl"`, ','),
    ']}]}',
  ),
  placeholders: around(
    '{"packages":[{"name":"p","out":"o","inputs":[],"placeholders":{',
    count((i) => `"p${i}":"v"`, ','),
    '}}]}',
  ),
  'unknown keys': around(
    '{',
    count((i) => `"k${i}":1`, ','),
    '}',
  ),
  'lists in lists': nest('[', ']'),
  'objects in objects': nest('{"a":', '}', '1'),
  'a long string': around('"', repeat('a'), '"'),
  'a string of backslashes': around('"', repeat('\\\\'), '"'),
  'a string without end': around('"', repeat('a'), ''),
  spaces: around('[', repeat(' '), ''),
  'digits without end': around('[', repeat('1'), ''),
  'numbers of points': around('[', repeat('1.'), ''),
  'values without end': around('[', repeat('1,'), ''),
  'names that are long': around('{"packages":[{"name":"', repeat('a-'), '","inputs":[],"out":"o"}]}'),
  'operation patterns': around('{"packages":[{"name":"a","out":"o","inputs":[],"include":["', repeat('a.'), '"]}]}'),
};

const manifestTexts: Grammars = {
  ...json,
  files: around(
    '{"formatVersion":1,"inputs":{},"templates":{},"files":{',
    count((i) => `"src/f${i}.ts":"x"`, ','),
    '},"skeletons":[],"contract":{}}',
  ),
  'merge conflicts': repeat('<<<<<<< a\n'),
  'angle brackets': repeat('<'),
  'line breaks': repeat('\n'),
};

const schemaFile = (inside: Grammar): Grammar => source('a.xsd', (size, random) => schemaOf(inside(size, random)));

/** Largest descriptor that the tests measure: the pipeline does much more for each character than a reader. */
const max = 2 ** 20;

export const schemas: Area = { name: 'schemas', families: familiesOf(generator, each(constructs, schemaFile), max) };

export const wsdls: Area = {
  name: 'descriptors',
  families: [
    ...familiesOf(
      generator,
      each(descriptors, (text) => source('a.wsdl', text)),
      max,
    ),
    ...boundedFamiliesOf(
      generator,
      Object.fromEntries(
        Object.entries(multiplied).map(([name, [worst, text]]) => [name, [worst, source('a.wsdl', text)] as const]),
      ),
    ),
    ...familiesOf(generator, graphs, max),
    ...familiesOf(
      generator,
      each(raw, (text) => source('a.xsd', text)),
      max,
    ),
  ],
};

export const settings: Area = {
  name: 'settings',
  families: [
    ...familiesOf(descriptions, descriptionTexts, max),
    ...familiesOf(configs, json),
    ...familiesOf(manifests, manifestTexts),
  ],
};
