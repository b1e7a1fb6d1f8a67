import { SoapFaultError } from '../client/errors/errors.js';
import {
  any,
  attribute,
  type ComplexType,
  choice,
  complexType,
  derivedTypes,
  element,
  field,
  fromJson,
  JsonError,
  sequence,
  toJson,
} from '../schema/index.js';
import { jsonPointer } from '../schema/json/json-error.js';
import * as xs from '../schema/xs.js';
import type { OperationDescriptor } from '../service/descriptor.js';
import { faultToJson } from './fault-json.js';
import { headersFromJson, headersToJson } from './header-json.js';
import { answerFromJson, answerToJson, requestFromJson, requestToJson } from './message-json.js';
import { messageMembers, stepsInJson } from './message-members.js';
import { SharedSchemas } from './shared-schemas.js';

const camelCase = { members: 'camelCase' } as const;
const ns = 'urn:camel';
const many = { list: true, min: 0, max: 9 } as const;

const base: ComplexType = complexType(ns, 'Party', {
  typeName: 'Party',
  derived: derivedTypes(() => [person]),
  content: sequence([field(ns, 'Party-Name', xs.string)]),
});
const person: ComplexType = complexType(ns, 'Person', {
  typeName: 'Person',
  content: sequence([field(ns, 'Party-Name', xs.string), field(ns, 'BirthDate', xs.date, { min: 0 })]),
});
const order = complexType(ns, 'Order', {
  attributes: [attribute('', 'ID', xs.long, { required: true })],
  content: sequence([
    field(ns, 'Customer', base),
    field(ns, 'Note', xs.string, { min: 0 }),
    field(ns, 'note', xs.string, { min: 0 }),
    field(ns, 'ToString', xs.string, { min: 0 }),
    choice([field(ns, 'IBAN', xs.string), field(ns, 'CardNumber', xs.string)]),
    field(ns, 'Lines', xs.int, many),
    any({ min: 0, max: 9 }),
  ]),
});
const value = {
  ID: 9007199254740993n,
  Customer: { $type: 'Person', 'Party-Name': 'Ada', BirthDate: '1815-12-10' },
  Note: 'one',
  note: 'two',
  CardNumber: '4',
  Lines: [1, 2],
  $any: [],
};
const json = {
  id: '9007199254740993',
  customer: { $type: 'Person', partyName: 'Ada', birthDate: '1815-12-10' },
  Note: 'one',
  note: 'two',
  cardNumber: '4',
  lines: [1, 2],
  $any: [],
};

const operation = (parts: Partial<OperationDescriptor>): OperationDescriptor => ({
  name: 'Place',
  input: {},
  ...parts,
});

function problems(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
    return error.issues.map(({ path, message }) => `${jsonPointer(path)}: ${message}`);
  }
}

describe('members in camel case', () => {
  it('are those of objects, also of derived types, and two that would be the same keep their own names', () => {
    expect(toJson(order, value, camelCase)).toEqual(json);
    expect(fromJson(order, json, camelCase)).toEqual(value);
    expect(toJson(order, { ...value, ToString: 'x' } as never, camelCase)).toMatchObject({ ToString: 'x' });
  });

  it('change nothing where properties are in camel case', () => {
    const named = complexType(ns, 'Named', {
      content: sequence([
        field(ns, 'ID', xs.int, { property: 'id' }),
        field(ns, 'Auth', xs.int, { property: 'Auth$b' }),
      ]),
    });
    expect(toJson(named, { id: 1, Auth$b: 2 } as never, camelCase)).toEqual({ id: 1, Auth$b: 2 });
    expect(fromJson(named, { id: 1, Auth$b: 2 }, camelCase)).toEqual({ id: 1, Auth$b: 2 });
  });

  it('are the names in problems, and names of properties are none', () => {
    const wrong = {
      ...json,
      ID: '5',
      customer: { 'Party-Name': 'Ada', partyName: 5 },
      iban: 'X',
      lines: [1, 'x'],
    };
    expect(problems(() => fromJson(order, wrong, camelCase))).toEqual([
      '/ID: the type has no such property; did you mean "id"?',
      '/customer/Party-Name: the type has no such property; did you mean "partyName"?',
      '/customer/partyName: 5 is not a value of type string; write "5"',
      '/lines/1: "x" is not a value of type int',
    ]);
    const { cardNumber: _, ...neither } = json;
    expect(problems(() => fromJson(order, { ...neither, CardNumber: '4' }, camelCase))).toEqual([
      '/CardNumber: the type has no such property; did you mean "cardNumber"?',
      ': one of iban, cardNumber must be present',
    ]);
    expect(problems(() => fromJson(order, { ...json, iban: 'X' }, camelCase))).toEqual([
      ': only one branch of the choice of iban, cardNumber may be present',
    ]);
    expect(problems(() => fromJson(order, { ...json, customer: { $type: 'Person' } }, camelCase))).toEqual([
      expect.stringMatching(/^\/customer/) as string,
    ]);
  });

  it('stay names of the value in problems of writing it', () => {
    expect(problems(() => toJson(order, { ...value, Customer: { 'Party-Name': 5 } } as never, camelCase))).toEqual([
      '/Customer/Party-Name: 5 is not a value of type string; write "5"',
    ]);
  });

  it('are those of schemas', () => {
    const schemas = new SharedSchemas(camelCase);
    schemas.of(order);
    const { properties, required, allOf } = schemas.definitions.Order as Record<string, unknown>;
    expect(Object.keys(properties as object)).toEqual([
      'id',
      'customer',
      'Note',
      'note',
      'ToString',
      'iban',
      'cardNumber',
      'lines',
      '$any',
    ]);
    expect(required).toEqual(['id', 'customer']);
    expect(JSON.stringify(allOf)).toContain('"required":["cardNumber"]');
    expect(Object.keys((schemas.definitions.Person as { properties: object }).properties)).toEqual([
      '$type',
      'partyName',
      'birthDate',
    ]);
  });
});

describe('messages with members in camel case', () => {
  const attachments = [
    { property: 'Scan', name: 'Scan', contentTypes: ['image/png'] },
    { property: 'total', name: 'total', contentTypes: ['image/png'] },
  ];
  const total = complexType('', 'Result', { content: sequence([field('', 'Total', xs.int)]) });
  const headers = [
    { property: 'SessionId', element: element(ns, 'SessionId', xs.string) },
    { property: 'Trace', element: element(ns, 'Trace', order) },
  ];
  const place = operation({
    input: { element: element(ns, 'Total', xs.int), property: 'Total' },
    output: { content: () => total, unwrap: 'Total' },
    soap11: { action: '', style: 'rpc', inputAttachments: attachments, inputHeaders: headers, outputHeaders: headers },
    faults: [{ name: 'Refused', element: element(ns, 'Refused', order) }],
  });
  const scan = { contentType: 'image/png', content: new Uint8Array([1]) };
  const scanJson = { contentType: 'image/png', content: 'AQ==' };

  it('have attachments, of which one has a mark where its name is that of another member', () => {
    const parameter = { Total: 3, Scan: scan, total: scan };
    const whole = { total: 3, scan: scanJson, total$attachment: scanJson };
    expect(requestToJson(place, parameter, camelCase)).toEqual(whole);
    expect(requestFromJson(place, whole, camelCase)).toEqual(parameter);
    expect([...messageMembers(place, 'input', 'camelCase')]).toEqual([
      ['total', 'Total'],
      ['scan', 'Scan'],
      ['total$attachment', 'total'],
    ]);
    expect(Object.keys(new SharedSchemas(camelCase).request(place)?.properties as object)).toEqual(Object.keys(whole));
    expect(problems(() => requestFromJson(place, { Total: 3, scan: 5 }, camelCase))).toEqual([
      '/Total: the message has no such property; did you mean "total"?',
      expect.stringMatching(/^\/total: /) as string,
      expect.stringMatching(/^\/scan: expected an object/) as string,
      expect.stringMatching(/^\/scan\/content: /) as string,
    ]);
  });

  it('have the only value of a result as it is', () => {
    expect(answerToJson(place, 7, camelCase)).toBe(7);
    expect(answerFromJson(place, 7, camelCase)).toBe(7);
    expect(problems(() => answerFromJson(place, 'x', camelCase))).toEqual([expect.stringMatching(/^: /) as string]);
    expect(new SharedSchemas(camelCase).answer(place)).toMatchObject({ type: 'integer' });
  });

  it('have header blocks and faults', () => {
    const blocks = { SessionId: 's', Trace: value };
    const written = headersToJson(place, 'output', blocks, camelCase);
    expect(written).toEqual({ sessionId: 's', trace: json });
    expect(headersFromJson(place, 'input', written, camelCase)).toEqual(blocks);
    expect(
      problems(() => headersFromJson(place, 'input', { SessionId: 's', trace: { ...json, id: 5 } }, camelCase)),
    ).toEqual([
      '/SessionId: the operation declares no such header block; did you mean "sessionId"?',
      '/trace/id: expected a text of digits, got 5; write "5"',
    ]);
    expect(Object.keys(new SharedSchemas(camelCase).headers(place, 'input')).sort()).toEqual(['sessionId', 'trace']);
    const fault = new SoapFaultError({
      version: '1.1',
      code: { namespace: '', name: 'Server' },
      kind: 'Server',
      subcodes: [],
      reason: 'no',
      reasons: [],
      faultName: 'Refused',
      detail: value,
    } as never);
    expect(faultToJson(place, fault, camelCase)).toMatchObject({ name: 'Refused', detail: json });
  });

  it('have ways to their parts', () => {
    const nested = operation({
      input: {
        element: element(ns, 'Place', complexType(ns, '', { content: sequence([field(ns, 'Order', order)]) })),
      },
    });
    expect(stepsInJson(nested, 'input', ['Order', 'Lines'], 'camelCase')).toEqual(['order', 'lines']);
    expect(stepsInJson(nested, 'input', ['Order', 'Lines'])).toEqual(['Order', 'Lines']);
    expect(stepsInJson(place, 'input', ['Total'], 'camelCase')).toEqual(['total']);
  });
});
