/** Messages of the less usual constructs of XML Schema. Those whose values have a form of their own are given as XML. */
import { field, many, root, times, type } from '../lib/message-wsdl.mjs';

const namespace = (name) => `http://bench.example/${name}/`;
const answer = (name, components, content, of) => ({
  name,
  root: 'Answer',
  schemas: [[namespace(name.replace(/[^a-z0-9]+/gi, '-')), components + root('Answer', content)]],
  ...(typeof of === 'string' ? { text: of } : { value: of }),
});

const extension = (name, base, content) =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:${base}"><xs:sequence>${content}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
const attributeNames = times(10, (i) => `a${i}`);
const sentence = 'The quick brown fox jumps over the lazy dog, and nobody minds. ';
const bytes = (length) => Uint8Array.from({ length }, (_, i) => (i * 167 + (i >> 8)) & 0xff);
const binary = (name, length) => answer(name, '', field('content', 'xs:base64Binary'), { content: bytes(length) });

export default [
  answer(
    'choices and substitution',
    type('Shape', field('name', 'xs:string')) +
      extension('Circle', 'Shape', field('radius', 'xs:double')) +
      extension('Square', 'Shape', field('side', 'xs:double')) +
      '<xs:element name="shape" type="t:Shape"/><xs:element name="circle" type="t:Circle" substitutionGroup="t:shape"/><xs:element name="square" type="t:Square" substitutionGroup="t:shape"/>' +
      type(
        'Item',
        `<xs:choice>${field('text', 'xs:string')}${field('number', 'xs:int')}${field('flag', 'xs:boolean')}</xs:choice><xs:element ref="t:shape" ${many}/>`,
      ),
    field('item', 't:Item', many),
    times(2500, (i) => {
      const chosen = [`<text>text ${i}</text>`, `<number>${i}</number>`, '<flag>true</flag>'][i % 3];
      const circle = `<circle><name>c${i}</name><radius>${i / 4}</radius></circle>`;
      return `<item>${chosen}${circle}<square><name>s${i}</name><side>${i}</side></square></item>`;
    }).join(''),
  ),
  answer(
    'attributes',
    `<xs:complexType name="Row">${attributeNames.map((name, i) => `<xs:attribute name="${name}" type="xs:${i % 3 === 0 ? 'int' : 'string'}"/>`).join('')}</xs:complexType>`,
    field('row', 't:Row', many),
    {
      row: times(4000, (i) =>
        Object.fromEntries(attributeNames.map((name, k) => [name, k % 3 === 0 ? i + k : `value ${i}`])),
      ),
    },
  ),
  answer(
    'mixed',
    `<xs:complexType name="Paragraph" mixed="true"><xs:choice ${many}>${field('b', 'xs:string')}${field('i', 'xs:string')}</xs:choice></xs:complexType>`,
    field('p', 't:Paragraph', many),
    `<p>${sentence}<b>bold</b> and <i>italic</i>${sentence}</p>`.repeat(2000),
  ),
  answer('long text', '', field('text', 'xs:string', many), { text: times(20, () => sentence.repeat(800)) }),
  binary('base64, 1 MB', 1_000_000),
  binary('base64, 16 MB', 16_000_000),
];
