/** Roots of documents: what is read, what surrounds it, and what is written. */
import {
  elementRoot,
  formatBytes,
  fromJson,
  items,
  jsonSchema,
  sample,
  standardSchema,
  toJson,
  typeRoot,
  validate,
} from '@wsdl-codegen/runtime/documents';
import { elements, Put, schema } from 'shop';
import { attempt, show } from '../kit.mjs';

const anyOrder = typeRoot(schema.Order);
const text = elementRoot(elements['{urn:shop}string']);
const all = ['prefixes', 'comments', 'instructions', 'schemaLocation', 'doctype'];
const document = `<?xml version="1.0"?><?style a?>
<!-- top --><s:Put xmlns:s="urn:shop" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="urn:shop shop.xsd">
  <!-- the order --><s:order id="1"><s:title>A<!-- in text --></s:title><!-- 1 --><s:item><s:name>n1</s:name></s:item>
    <!-- 2 --><s:item i:type="s:Gift"><s:name>n2</s:name><s:card>c</s:card></s:item><?end?></s:order>
</s:Put><!-- tail -->`;
const plain = '<Put xmlns="urn:shop"><order id="1"><title>é&amp;€</title></order></Put>';
const value = { order: { id: 1, title: 'é&€ ]]>\r', item: [{ name: '😀' }] } };
const bytesOf = (...codes) => Uint8Array.from(codes);
const latin = (given) => Uint8Array.from(given, (character) => character.charCodeAt(0));
const cases = {};

const documents = {
  'a text': plain,
  'its bytes': new TextEncoder().encode(plain),
  'bytes in ISO 8859-1': latin(
    '<?xml version="1.0" encoding="iso-8859-1"?><Put xmlns="urn:shop"><order id="1"><title>\xe9</title></order></Put>',
  ),
  'bytes in windows-1252': latin(
    '<?xml version="1.0" encoding="windows-1252"?><Put xmlns="urn:shop"><order id="1"><title>\x80</title></order></Put>',
  ),
  'bytes that are not UTF-8': bytesOf(0x3c, 0x61, 0x3e, 0xff),
  'an encoding that nobody knows': latin('<?xml version="1.0" encoding="x-none"?><a/>'),
  'a document type': `<!DOCTYPE Put>${plain}`,
  'another root': '<Get/>',
  'a wrong value': plain.replace('id="1"', 'id="x"'),
  'cut short': plain.slice(0, 40),
  'no document': 5,
};
for (const [name, given] of Object.entries(documents)) {
  cases[`root: parse ${name}`] = () => attempt(() => Put.parse(given));
  cases[`root: parse ${name}, keeping all`] = () => attempt(() => Put.format(Put.parse(given, { keep: all })));
  cases[`root: validate ${name}`] = () => attempt(() => validate(Put, given));
}

for (const keep of [...all, all, [], 'everything', ['prefixes', 'x'], 5, null]) {
  cases[`root: keep ${JSON.stringify(keep)}`] = async () => {
    const dropped = [];
    const written = await attempt(() =>
      Put.format(Put.parse(document, { keep, onDropped: (each) => dropped.push(each) })),
    );
    return [written, show(dropped)];
  };
}

const changes = {
  nothing: () => {},
  'the order of items': ({ order }) => order.item.reverse(),
  'an item less': ({ order }) => order.item.shift(),
  'an item more': ({ order }) => order.item.unshift({ name: 'new' }),
  'a text': ({ order }) => {
    order.title = 'B';
  },
  'a copy of an item': ({ order }) => {
    order.item[0] = { ...order.item[0] };
  },
};
for (const [name, change] of Object.entries(changes)) {
  cases[`root: what is kept after a change of ${name}`] = async () => {
    const read = Put.parse(document, { keep: all });
    const copy = structuredClone(read);
    change(read);
    return [
      await attempt(() => Put.format(read, { indent: 1 })),
      await attempt(() => Put.format(read, { like: read })),
      await attempt(() => Put.format(copy, { like: read })),
      await attempt(() => Put.format(read, { like: copy })),
    ];
  };
}

const forms = {
  'an indentation': { indent: 2 },
  prefixes: { prefixes: { s: 'urn:shop' } },
  'a wrong prefix': { prefixes: { 1: 'urn:shop' } },
  'the address of a schema': { schemaLocation: { 'urn:shop': 'shop.xsd', '': 'none.xsd' } },
  'an address with white space': { schemaLocation: { 'urn:shop': 'a b' } },
  'CDATA by name': { cdata: ['title', '{urn:shop}name'] },
  'CDATA by a function': { cdata: ({ name }) => name === 'name' },
  'CDATA of something else': { cdata: 'title' },
  'a document type': { doctype: { publicId: '-//A//B', systemId: 'a"b' } },
  'a document type of another name': { doctype: { name: 'put' } },
  'a document type with a wrong identifier': { doctype: { publicId: 'é', systemId: 'a' } },
  'a misspelt option': { doctyp: {} },
  'what is no object': 5,
};
for (const [name, options] of Object.entries(forms)) {
  cases[`root: format with ${name}`] = () => attempt(() => Put.format(value, options));
  cases[`root: format a type with ${name}`] = () =>
    attempt(() => anyOrder.format(value.order, { element: '{urn:x}a', ...options }));
}

for (const encoding of [
  'utf-8',
  'UTF-16',
  'utf-16be',
  'us-ascii',
  'iso-8859-1',
  'iso-8859-15',
  'windows-1251',
  'windows-1252',
  'koi8-r',
  'shift_jis',
  '',
  5,
]) {
  cases[`root: bytes in ${JSON.stringify(encoding)}`] = async () => {
    const bytes = await attempt(() => formatBytes(Put, value, { encoding, cdata: ['title'] }));
    return [bytes, await attempt(() => Put.parse(formatBytes(Put, value, { encoding })))];
  };
}

export const rootCases = {
  ...cases,
  'root: bytes of a comment that the encoding does not have': () => {
    const read = Put.parse(plain.replace('<order', '<!-- € --><order'), { keep: 'comments' });
    return attempt(() => formatBytes(Put, read, { encoding: 'us-ascii' }));
  },
  'root: values': async () => [
    [value, { order: { id: 'x' } }, null, undefined, 'text', []].map((each) => Put.is(each)),
    await attempt(() => Put.format({ order: { id: 'x' } })),
    await attempt(() => validate(Put, { order: { id: 'x', title: 5 } })),
    await attempt(() => sample(Put)),
  ],
  'root: a simple value': async () => [
    await attempt(() => text.parse('<!-- 1 --><string xmlns="urn:shop">a</string>', { keep: all })),
    await attempt(() => text.format('a', { cdata: ['string'], doctype: {} })),
    await attempt(() => text.format('\u0000', { cdata: ['string'] })),
  ],
  'root: a type': async () => [
    await attempt(() => anyOrder.parse('<x id="1"><title xmlns="urn:shop">A</title></x>', { keep: all })),
    await attempt(() => anyOrder.format(value.order)),
    await attempt(() => anyOrder.format(value.order, { element: 'a b' })),
    await attempt(() => anyOrder.parse('<x')),
  ],
  'root: items': async () => {
    const seen = [];
    const list = items(Put, [document], 'order.item');
    try {
      for await (const item of list) {
        seen.push(show(item));
      }
    } catch (error) {
      seen.push(show(error));
    }
    return seen;
  },
  'root: JSON': async () => [
    await attempt(() => toJson(Put, value)),
    await attempt(() => fromJson(Put, toJson(Put, value))),
    await attempt(() => fromJson(Put, { order: { id: 'x' } })),
    await attempt(() => jsonSchema(Put)),
    await attempt(async () => (await standardSchema(Put)['~standard'].validate({ order: {} })) ?? null),
  ],
};
