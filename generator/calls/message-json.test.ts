import type { OperationDescriptor } from '@wsdl-codegen/runtime';
import { complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { answerFromJson as mockAnswer } from '../mock/message-json.js';
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

describe('the result of an rpc operation with one return value', () => {
  const count = operation({ output: { content: () => total, unwrap: 'total' } });

  it('is the value alone in JSON, both ways', () => {
    expect(answerToJson(count, 'soap11', 7)).toBe(7);
    expect(answerFromJson(count, '7')).toBe(7);
  });

  it('has problems with paths from the value on', () => {
    expect(mockAnswer(count, 'seven')).toMatchObject([{ path: [] }]);
    expect(mockAnswer(count, '7')).toEqual({ value: 7 });
  });
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
    expect(requestFromJson(count, json)).toMatchObject({ pages: 3, scan: { contentType: 'image/png' } });
    expect(answerToJson(count, 'soap11', value)).toEqual(json);
    expect(answerFromJson(count, json)).toMatchObject({ pages: 3, scan: { contentType: 'image/png' } });
  });

  it('are not among the values by which calls are told apart', () => {
    expect(valuesToJson(count, { pages: 3, scan })).toEqual({ pages: 3 });
    expect(valuesToJson(count, { pages: 'three', scan })).toBeNull();
    expect(valuesToJson(operation({}), undefined)).toBeNull();
  });
});
