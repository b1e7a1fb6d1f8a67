import { attribute, complexType, element, field, JsonError, sequence } from '../schema/index.js';
import { jsonPointer } from '../schema/json/json-error.js';
import * as xs from '../schema/xs.js';
import type { OperationDescriptor } from '../service/descriptor.js';
import { headersFromJson, headersToJson } from './header-json.js';
import { answerFromJson, answerToJson, requestFromJson, requestToJson, valuesToJson } from './message-json.js';

const total = complexType('', 'Total', { content: sequence([field('', 'total', xs.int)]) });
const attachments = [{ property: 'scan', name: 'scan', contentTypes: ['image/png'] }];
const soap11 = { action: '', style: 'rpc', inputAttachments: attachments, outputAttachments: attachments } as const;
const scan = { contentType: 'image/png', content: new Uint8Array([1, 2, 3]) };
const scanJson = { contentType: 'image/png', content: 'AQID' };

const operation = (parts: Partial<OperationDescriptor>): OperationDescriptor => ({
  name: 'Count',
  input: {},
  ...parts,
});

function issuesOf(read: () => unknown): JsonError['issues'] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
    return error.issues;
  }
}

function problems(read: () => unknown): readonly string[] {
  return issuesOf(read).map(({ path }) => jsonPointer(path));
}

describe('the result of an rpc operation with one return value', () => {
  const count = operation({ output: { content: () => total, unwrap: 'total' } });

  it('is the value alone in JSON, both ways', () => {
    expect(answerToJson(count, 7)).toBe(7);
    expect(answerFromJson(count, 7)).toBe(7);
    expect(answerFromJson(count, '7', { coerce: true })).toBe(7);
  });

  it('has problems with paths from the value on', () => {
    expect(problems(() => answerFromJson(count, 'seven', { coerce: true }))).toEqual(['']);
  });
});

it('has up to a thousand problems of values, and any number of members that there are not', () => {
  const item = complexType('', 'Item', { content: sequence([field('', 'id', xs.int)]) });
  const many = complexType('', 'Many', { content: sequence([field('', 'n', item, { list: true, max: Infinity })]) });
  const whole = element('', 'many', many);
  const count = operation({
    input: { element: whole },
    soap11: { action: '', style: 'document', inputHeaders: [{ property: 'many', element: whole }] } as never,
  });
  // More than a call takes arguments.
  const n = Array.from({ length: 130_000 }, () => ({}));
  expect(issuesOf(() => requestFromJson(count, { n }))).toHaveLength(1000);
  expect(issuesOf(() => headersFromJson(count, 'input', { many: { n } }))).toHaveLength(1000);
  expect(issuesOf(() => headersFromJson(count, 'input', { ...n }))).toHaveLength(n.length);
});

describe('attachments beside a value that is not an object', () => {
  const pages = { element: element('urn:count', 'pages', xs.int), property: 'pages' };
  const count = operation({ input: pages, output: pages, soap11 });

  it('are objects with base64 in JSON, both ways', () => {
    const [value, json] = [
      { pages: 3, scan },
      { pages: 3, scan: scanJson },
    ];
    expect(requestToJson(count, value)).toEqual(json);
    expect(requestFromJson(count, json)).toEqual(value);
    expect(answerToJson(count, value)).toEqual(json);
    expect(answerFromJson(count, json)).toMatchObject({ pages: 3, scan: { contentType: 'image/png' } });
  });

  it('are not among the values by which calls are told apart', () => {
    expect(valuesToJson(count, { pages: 3, scan })).toEqual({ pages: 3 });
    expect(valuesToJson(count, { pages: 'three', scan })).toBeNull();
    expect(valuesToJson(operation({}), undefined)).toBeNull();
  });
});

describe('the JSON of a parameter', () => {
  const line = complexType('urn:o', 'Line', { content: sequence([field('urn:o', 'a/b', xs.int)]) });
  const order = complexType('urn:o', 'Order', {
    attributes: [attribute('', 'id', xs.long, { required: true })],
    content: sequence([field('urn:o', 'line', line, { min: 0, max: 9, list: true })]),
  });
  const place = operation({ input: { element: element('urn:o', 'order', order) } });

  it('keeps all digits, both ways', () => {
    const json = { id: '9007199254740993', line: [{ 'a/b': 1 }] };
    expect(requestToJson(place, requestFromJson(place, json))).toEqual(json);
  });

  it('is strict: what only stands for a value is refused, unless it is asked for', () => {
    expect(problems(() => requestFromJson(place, { id: 5 }))).toEqual(['/id']);
    expect(requestFromJson(place, { id: 5 }, { coerce: true })).toEqual({ id: 5n, line: [] });
  });

  it('has problems with pointers into the JSON, all at once', () => {
    const json = { id: '1', line: [{ 'a/b': 'x' }, { 'a/b': 1, c: 2 }], lines: [] };
    expect(problems(() => requestFromJson(place, json))).toEqual(['/line/0/a~1b', '/lines', '/line/1/c']);
    expect(problems(() => requestFromJson(place, { ...json, line: [{ 'a/b': 1, c: 2 }] }))).toEqual([
      '/lines',
      '/line/0/c',
    ]);
  });

  it('looks for the meant names of some unknown members, not of thousands: each search costs more than all else', () => {
    const names = Array.from({ length: 3000 }, (_, i) => `lin${i}`);
    const json = { id: '1', ...Object.fromEntries(names.map((name) => [name, 1])) };
    const refusals = [
      () => requestFromJson(place, json),
      () =>
        requestFromJson(operation({ input: { ...place.input, property: 'order' } }), { ...json, order: { id: '1' } }),
    ];
    for (const refusal of refusals) {
      const found = issuesOf(refusal);
      expect(found.length).toBeGreaterThanOrEqual(1000);
      expect(found.filter(({ message }) => message.includes('did you mean')).length).toBeLessThanOrEqual(20);
    }
    expect(issuesOf(() => requestFromJson(place, { id: '1', lin: [] }))[0]?.message).toContain('did you mean "line"');
  });

  it('is checked against required members, unless that is not wanted', () => {
    expect(problems(() => requestFromJson(place, undefined))).toEqual(['/id']);
    expect(requestFromJson(place, {}, { validate: false })).toEqual({ line: [] });
  });

  it('may be absent for an operation without parameter, and has no members then', () => {
    const ping = operation({});
    expect(requestFromJson(ping, undefined)).toBeUndefined();
    expect(requestFromJson(ping, {})).toBeUndefined();
    expect(problems(() => requestFromJson(ping, { id: 1 }))).toEqual(['/id']);
    expect(problems(() => requestFromJson(ping, 1))).toEqual(['']);
  });
});

describe('a result that may be absent or nil', () => {
  const wrapped = (options: object): OperationDescriptor => {
    const type = complexType('urn:r', '', { content: sequence([field('urn:r', 'result', xs.string, options)]) });
    return operation({ output: { element: element('urn:r', 'response', type), unwrap: 'result' } });
  };

  it('is null in JSON, which is nil where the element can be that, and absent elsewhere', () => {
    expect(answerToJson(wrapped({ min: 0 }), undefined)).toBeNull();
    expect(answerFromJson(wrapped({ min: 0 }), null)).toBeUndefined();
    expect(answerToJson(wrapped({ nillable: true }), null)).toBeNull();
    expect(answerFromJson(wrapped({ nillable: true }), null)).toBeNull();
    expect(problems(() => answerFromJson(wrapped({}), null))).toEqual(['']);
  });
});

describe('a message beside attachments', () => {
  const pages = { element: element('urn:count', 'pages', xs.int), property: 'pages' };
  const count = operation({ input: pages, soap11 });

  it('has paths with its property, and refuses members that it does not have', () => {
    expect(problems(() => requestFromJson(count, { pages: 'x' }))).toEqual(['/pages']);
    expect(problems(() => requestFromJson(count, { pages: 1, scann: 2 }))).toEqual(['/scann']);
  });

  it('refuses attachments that are not in base64, or have other members', () => {
    expect(problems(() => requestFromJson(count, { pages: 1, scan: { content: '?' } }))).toEqual(['/scan/content']);
    expect(problems(() => requestFromJson(count, { pages: 1, scan: 'AQID' }))).toEqual(['/scan']);
    for (const contentType of ['text/html\r\nX-Own: 1', 'text/\u00e4', 'a/b\u0000', 7]) {
      const scan = { contentType, content: '' };
      expect(problems(() => requestFromJson(count, { pages: 1, scan }))).toEqual(['/scan/contentType']);
    }
    expect(problems(() => requestFromJson(count, { pages: 1, scan: { content: '', type: 'a' } }))).toEqual([
      '/scan/type',
    ]);
    expect(requestFromJson(count, { pages: 1, scan: 'AQID' }, { coerce: true })).toMatchObject({
      scan: { contentType: 'application/octet-stream', content: new Uint8Array([1, 2, 3]) },
    });
  });
});

describe('the JSON of header blocks', () => {
  const header = { property: 'session', element: element('urn:h', 'Session', xs.long) };
  const login = operation({ soap12: { action: '', style: 'document', inputHeaders: [header] } });

  it('is that of their elements, by property, both ways', () => {
    expect(headersToJson(login, 'input', { session: 5n, $any: [] })).toEqual({ session: '5' });
    expect(headersFromJson(login, 'input', { session: '5' })).toEqual({ session: 5n });
    expect(headersFromJson(login, 'output', undefined)).toEqual({});
  });

  it('refuses what the operation does not declare, and wrong values', () => {
    expect(problems(() => headersFromJson(login, 'input', { sesion: '5', session: 'x' }))).toEqual([
      '/sesion',
      '/session',
    ]);
    expect(problems(() => headersFromJson(login, 'input', 'x'))).toEqual(['']);
  });
});
