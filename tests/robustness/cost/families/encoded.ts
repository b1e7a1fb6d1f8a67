import { dataSets } from '../documents.js';
import { type Area, familiesOf } from '../family.js';
import { around, count, fixed, type Grammar, type Grammars, repeat, times } from '../grammar.js';
import { encodedClient, put, putAnswer, server } from '../wire.js';

/** SOAP encoding with its references and arrays, and DataSets. */

const array = (inside: Grammar, type = 'xsd:int[1]'): Grammar =>
  around(`<ints c:arrayType="${type}" xsi:type="c:Array">`, inside, '</ints>');

/** Parameters, and the elements after the call. */
const messages: Readonly<Record<string, readonly [inside: Grammar, beside?: Grammar]>> = {
  'items of an array': [array(repeat('<i>1</i>'))],
  'items of an array, with types': [array(repeat('<i xsi:type="xsd:int">1</i>'))],
  'wrong items': [array(repeat('<i>x</i>'))],
  'items with positions': [
    array(
      count((i) => `<i c:position="[${i}]">1</i>`),
      'xsd:int[99999999]',
    ),
  ],
  'positions far apart': [
    array(
      count((i) => `<i c:position="[${i * 1000}]">1</i>`),
      'xsd:int[2147483647]',
    ),
  ],
  'a huge array': [array(repeat('<i/>'), 'xsd:int[2147483647]')],
  'dimensions of an array': [
    (size, random) => array(fixed('<i/>'), `xsd:int[${repeat('9,')(size, random)}9]`)(size, random),
  ],
  'brackets of an array': [
    (size, random) => array(fixed('<i/>'), `xsd:int${repeat('[]')(size, random)}[1]`)(size, random),
  ],
  'a long offset': [(size) => `<ints c:arrayType="xsd:int[1]" c:offset="[${'0'.repeat(size)}]" xsi:type="c:Array"/>`],
  'references to one element': [
    around('<nodes>', repeat('<i href="#x"/>'), '</nodes>'),
    fixed('<m id="x"><v>1</v></m>'),
  ],
  'references to elements of their own': [
    around(
      '<nodes>',
      count((i) => `<i href="#x${i}"/>`),
      '</nodes>',
    ),
    count((i) => `<m id="x${i}"><v>1</v></m>`),
  ],
  'references to nothing': [
    around(
      '<nodes>',
      count((i) => `<i href="#y${i}"/>`),
      '</nodes>',
    ),
  ],
  'one element referred to twice at each level': [
    fixed('<node href="#n0"/>'),
    (size) => {
      const levels = Math.round(size / 55);
      return times(levels, (i) => `<m id="n${i}"><l href="#n${i + 1}"/><r href="#n${i + 1}"/></m>`);
    },
  ],
  'a chain of references': [fixed('<node href="#n0"/>'), count((i) => `<m id="n${i}" href="#n${i + 1}"/>`)],
  'a chain through elements': [fixed('<node href="#n0"/>'), count((i) => `<m id="n${i}"><l href="#n${i + 1}"/></m>`)],
  'a circle': [
    fixed('<node href="#n0"/>'),
    (size) => {
      const n = Math.max(1, Math.round(size / 40));
      return times(n, (i) => `<m id="n${i}"><l href="#n${(i + 1) % n}"/></m>`);
    },
  ],
  'a long name that is referred to': [
    around('<nodes>', repeat('<i href="#x"/>'), '</nodes>'),
    (size) => `<m id="x"><${'a'.repeat(size / 2)}/></m>`,
  ],
  'a long attribute name that is referred to': [
    around('<nodes>', repeat('<i href="#x"/>'), '</nodes>'),
    (size) => `<m id="x" ${'a'.repeat(size)}=""/>`,
  ],
  'a long text that is referred to': [
    around('<nodes>', repeat('<i href="#x"/>'), '</nodes>'),
    (size) => `<m id="x"><v>${'a'.repeat(size)}</v></m>`,
  ],
  'a long namespace that is referred to': [
    around('<nodes>', repeat('<i href="#x"/>'), '</nodes>'),
    (size) => `<m id="x" xmlns:n="${'a'.repeat(size)}"><v>1</v></m>`,
  ],
  'references in any content': [around('<any>', repeat('<i href="#x"/>'), '</any>'), fixed('<m id="x"><v>1</v></m>')],
  'many prefixes that are referred to': [
    around('<nodes>', repeat('<i href="#x"/>'), '</nodes>'),
    fixed(`<m id="x"${times(100, (i) => ` xmlns:p${i}="u"`)}><v>1</v></m>`),
  ],
  'long ids': [
    around('<nodes>', repeat(`<i href="#${'x'.repeat(400)}"/>`), '</nodes>'),
    (size) => `<m id="${'x'.repeat(400)}"><v>${'1'.repeat(size / 100)}</v></m>`,
  ],
  'one id again and again': [fixed('<node href="#x"/>'), repeat('<m id="x"><v>1</v></m>')],
  'elements beside the call': [fixed('<node/>'), repeat('<m/>')],
  'types of any content': [
    around('<any xsi:type="c:Array" c:arrayType="xsd:anyType[1]">', repeat('<i xsi:type="xsd:int">1</i>'), '</any>'),
  ],
  'arrays in arrays': [
    around(
      '<any xsi:type="c:Array" c:arrayType="xsd:int[][1]">',
      repeat('<i xsi:type="c:Array" c:arrayType="xsd:int[1]"><j>1</j></i>'),
      '</any>',
    ),
  ],
  'nodes in nodes': [around('<node>', repeat('<l/>'), '</node>')],
};

const messagesOf = (make: (inside: Grammar, beside?: Grammar) => Grammar): Grammars =>
  Object.fromEntries(Object.entries(messages).map(([name, [inside, beside]]) => [name, make(inside, beside)]));

const declarations =
  'xmlns:m="urn:schemas-microsoft-com:xml-msdata" xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1" xmlns:xs="http://www.w3.org/2001/XMLSchema"';

const dataSet =
  (tables: Grammar, rows: Grammar, before: Grammar = fixed('')): Grammar =>
  (size, random) =>
    `<r ${declarations}><xs:schema id="D" xmlns=""><xs:element name="D" m:IsDataSet="true"><xs:complexType><xs:choice maxOccurs="unbounded">${tables(size / 2, random)}</xs:choice></xs:complexType></xs:element></xs:schema><d:diffgram><D xmlns="">${rows(size / 2, random)}</D><d:before>${before(size / 2, random)}</d:before></d:diffgram></r>`;

const table = (name: string, columns: string): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${columns}</xs:sequence></xs:complexType></xs:element>`;
const column = (name: string, type = 'int'): string => `<xs:element name="${name}" type="xs:${type}" minOccurs="0"/>`;
const oneTable = fixed(table('T', column('a') + column('b', 'string')));

const sets: Grammars = {
  rows: dataSet(oneTable, repeat('<T><a>1</a><b>x</b></T>')),
  'empty rows': dataSet(oneTable, repeat('<T/>')),
  'changed rows': dataSet(
    oneTable,
    count((i) => `<T d:id="T${i}" m:rowOrder="${i}" d:hasChanges="modified"><a>${i}</a></T>`),
    count((i) => `<T d:id="T${i}" m:rowOrder="${i}" xmlns=""><a>${i}</a></T>`),
  ),
  'rows from the last to the first': dataSet(
    oneTable,
    count((i) => `<T d:id="T${i}" m:rowOrder="${1e6 - i}"><a>1</a></T>`),
  ),
  'deleted rows': dataSet(
    oneTable,
    fixed(''),
    count((i) => `<T d:id="T${i}" m:rowOrder="${1e6 - i}" xmlns=""><a>1</a></T>`),
  ),
  'rows with errors': dataSet(
    oneTable,
    count((i) => `<T d:id="T${i}" d:hasErrors="true"><a>1</a></T>`),
  ),
  'rows of one id': dataSet(
    oneTable,
    repeat('<T d:id="T1" d:hasChanges="modified"><a>1</a></T>'),
    repeat('<T d:id="T1" xmlns=""><a>1</a></T>'),
  ),
  tables: dataSet(
    count((i) => table(`T${i}`, column('a'))),
    count((i) => `<T${i}><a>1</a></T${i}>`),
  ),
  columns: dataSet((size, random) => table('T', count((i) => column(`c${i}`))(size, random)), fixed('<T/>')),
  'columns and rows': dataSet(
    (size, random) => table('T', count((i) => column(`c${i}`))(size, random)),
    repeat('<T/>'),
  ),
  'columns that only rows have': dataSet(
    oneTable,
    count((i) => `<T><n${i}>1</n${i}></T>`),
  ),
  'one row with many columns': dataSet(
    oneTable,
    around(
      '<T>',
      count((i) => `<n${i}>1</n${i}>`),
      '</T>',
    ),
  ),
  'tables that only rows have': dataSet(
    oneTable,
    count((i) => `<U${i}><a>1</a></U${i}>`),
  ),
  'escaped names': dataSet(oneTable, repeat(`<T><a${'_x0020_'.repeat(20)}>1</a${'_x0020_'.repeat(20)}></T>`)),
  'a long escaped name': dataSet(oneTable, (size) => `<T><a${'_x00'.repeat(size / 8)}/></T>`),
  'long texts': dataSet(oneTable, around('<T><b>', repeat('x'), '</b></T>')),
};

export const encoded: Area = {
  name: 'encoded',
  families: [...familiesOf(server, messagesOf(put)), ...familiesOf(encodedClient, messagesOf(putAnswer))],
};

export const dataSetFamilies: Area = {
  name: 'DataSets',
  families: [...familiesOf(dataSets(false), sets), ...familiesOf(dataSets(true), sets)],
};
