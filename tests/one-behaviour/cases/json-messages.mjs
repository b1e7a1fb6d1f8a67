/** Messages in their JSON form: what is read, what is refused and where, and the schemas. */
import {
  headersFromJson,
  parseJsonText,
  requestFromJson,
  requestToJson,
  SharedSchemas,
} from '@wsdl-codegen/runtime/json';
import { complexType, field, fromJson, sequence, toJson } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { Shop } from 'shop';
import { attempt } from '../kit.mjs';

const { put, describe } = Shop.operations;
const order = { order: { id: 1, title: 'é', item: [{ name: '😀' }] } };
const bytes = (text) => new TextEncoder().encode(text);

const texts = {
  'as text': ['{"a":[1,-0,1e400,"\\u00e4\\ud800"],"__proto__":{"b":null}}'],
  'as bytes with a mark': [bytes('\ufeff"é"')],
  'that are not UTF-8': [Uint8Array.of(0x22, 0xff, 0x22)],
  'with two members of one name': ['{"a":1,\r\n"\\u0061":2}'],
  'that end too early': ['{"a":'],
  'with a wrong word': ['[tru]'],
  'that are too deep': ['['.repeat(100_000)],
  'that are too long': ['"éé"', { maxBytes: 5 }],
  'with too many members': ['{"a":1,"b":2}', { maxMembers: 1 }],
  'with a wrong limit': ['1', { maxDepth: 0 }],
};

const names = ['Card-Number', 'Note', 'note', 'ToString', 'ÄÖName', '名前', 'XMLText'];
const card = complexType('urn:card', 'Card', {
  content: sequence(names.map((name) => field('urn:card', name, xs.string, { min: 0 }))),
});
const camelCase = { members: 'camelCase' };

export const jsonMessages = {
  ...Object.fromEntries(
    Object.entries(texts).map(([name, given]) => [`JSON texts ${name}`, () => attempt(() => parseJsonText(...given))]),
  ),
  'JSON of requests': async () => [
    await attempt(() => requestToJson(put, requestFromJson(put, order))),
    await attempt(() => requestFromJson(put, { order: { ...order.order, titel: 1, item: [{}] } })),
    await attempt(() => requestFromJson(describe, null)),
    await attempt(() => requestFromJson(put, order, { coerse: true })),
    await attempt(() => headersFromJson(put, 'input', { sesion: 1 })),
  ],
  'JSON with members in camel case': async () => {
    const value = Object.fromEntries(names.map((name) => [name, 'x']));
    const json = toJson(card, value, camelCase);
    return [
      json,
      await attempt(() => fromJson(card, json, camelCase)),
      await attempt(() => fromJson(card, { ...json, Note: 5, 'Card-Number': 'x', cardNumber: 5 }, camelCase)),
      await attempt(() => toJson(card, value, { members: 'CamelCase' })),
    ];
  },
  'JSON schemas of a service': () =>
    attempt(() => {
      const schemas = new SharedSchemas({ services: [Shop] });
      return [put, describe].map((each) => [schemas.request(each), schemas.answer(each), schemas.definitions]);
    }),
};
