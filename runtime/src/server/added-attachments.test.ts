import { apiNamespace, ErrorsApi, type ErrorsApiMethods } from '../../../tests/support/runtime/fixture.js';
import { createFetchTransport } from '../client/fetch-transport.js';
import type { ClientAnswer, ClientOptions } from '../client/options/options.js';
import { DynamicClient } from '../dynamic-client.js';
import type { OutgoingAttachment } from '../soap/mime.js';
import type { ServiceContext } from './handlers/context.js';
import { createServer, registerService } from './index.js';

/** Parts besides the envelope that the WSDL does not declare: SOAP Messages with Attachments. */

const namespaces = { api_namespace: apiNamespace };
const input = { errorCode: 1, cultureCode: 2 };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const scan = { contentType: 'application/pdf', contentId: 'scan@shop', content: bytes('%PDF') };
const note = { contentType: 'text/plain', content: bytes('note') };

/** A client that is joined to a server with one handler. */
function joined(
  handle: (context: ServiceContext) => string,
  options: ClientOptions = {},
): DynamicClient<ErrorsApiMethods> {
  const errors = registerService(ErrorsApi, { getErrorDesc: (_, context) => handle(context) });
  const server = createServer({ services: [errors], namespaces });
  const transport = createFetchTransport((url, init) => server.fetch(new Request(url, init)));
  return new DynamicClient(ErrorsApi, { baseUrl: 'http://h', namespaces, transport, ...options });
}

describe.each(['soap11', 'soap12'] as const)('over %s', (binding) => {
  it('a call sends parts, and the handler finds them, with references that it can follow', async () => {
    let received: ServiceContext['attachments'] = [];
    const client = joined((context) => {
      received = context.attachments;
      return 'ok';
    });
    expect(await client.call('getErrorDesc', input, { binding, attachments: [scan, note] })).toBe('ok');
    expect(received).toEqual([scan, { ...note, contentId: 'attachment-2@wsdl-codegen' }]);
  });

  it('a handler answers with parts', async () => {
    const client = joined((context) => {
      context.responseAttachments.push(scan, note);
      return 'ok';
    });
    let answer: ClientAnswer | undefined;
    const onResponse = (given: ClientAnswer): void => {
      answer = given;
    };
    expect(await client.call('getErrorDesc', input, { binding, onResponse })).toBe('ok');
    expect(answer?.attachments).toEqual([scan, { ...note, contentId: 'attachment-2@wsdl-codegen' }]);
  });
});

it('an interceptor may add parts to a call', async () => {
  let received = 0;
  const client = joined(
    (context) => {
      received = context.attachments.length;
      return 'ok';
    },
    { interceptors: [(call, next) => next({ ...call, attachments: [...call.attachments, note] })] },
  );
  await client.call('getErrorDesc', input, { attachments: [scan] });
  expect(received).toBe(2);
});

it('parts go into an MTOM package with a client that sends those', async () => {
  let received: readonly OutgoingAttachment[] = [];
  const client = joined(
    (context) => {
      received = context.attachments;
      return 'ok';
    },
    { mtom: true },
  );
  await client.call('getErrorDesc', input, { attachments: [scan] });
  expect(received).toEqual([scan]);
});

it.each(['httpGet', 'httpPost'] as const)(
  'over %s there is no place for parts, so nothing is sent',
  async (binding) => {
    const client = joined(() => 'ok');
    await expect(client.call('getErrorDesc', input, { binding, attachments: [scan] })).rejects.toThrow(
      `GetErrorDesc cannot send attachments over ${binding}; SOAP can.`,
    );
  },
);

it('an answer over GET has no parts', async () => {
  const client = joined((context) => {
    context.responseAttachments.push(scan);
    return 'ok';
  });
  expect(await client.call('getErrorDesc', input, { binding: 'httpGet' })).toBe('ok');
});
