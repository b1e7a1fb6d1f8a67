import { inspect } from 'node:util';
import { ServiceError, type Transport } from '@wsdl-codegen/runtime';
import { AccountApiClient, ErrorsApiClient, ExchangerApiClient } from 'wallet-api';
import { mutate, mutateBytes } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import { apiNamespace } from '../../support/wallet-services.js';
import { type FuzzPart, itemOf } from '../part.js';

/** An answer, and numbers of the call and the binding. Octets of the body are one character each. */
interface Input {
  readonly call: number;
  readonly binding: number;
  readonly status: number;
  readonly statusText: string;
  readonly type: string;
  readonly retryAfter: string;
  readonly body: string;
}

const secret = 'Zq81-secret';
const env = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (body: string): string => `<s:Envelope xmlns:s="${env}"><s:Body>${body}</s:Body></s:Envelope>`;
const bodies: readonly (readonly [type: string, body: string])[] = [
  [
    'text/xml; charset=utf-8',
    envelope(`<ExchangeResponse xmlns="${apiNamespace}"><ExchangeResult>7</ExchangeResult></ExchangeResponse>`),
  ],
  [
    'text/xml',
    envelope(
      `<GetErrorDescResponse xmlns="${apiNamespace}"><GetErrorDescResult>&lt;a&gt;</GetErrorDescResult></GetErrorDescResponse>`,
    ),
  ],
  [
    'text/xml',
    envelope(
      `<s:Fault><faultcode>s:Client</faultcode><faultstring>${secret}</faultstring><detail><a b="${secret}"/></detail></s:Fault>`,
    ),
  ],
  ['text/xml', `<int xmlns="${apiNamespace}">1</int>`],
  ['text/html', `<html><title>${secret}</title><p>sessionId=${secret}</p></html>`],
  [
    'multipart/related; boundary=b; type="text/xml"',
    `--b\r\nContent-Type: text/xml\r\n\r\n${envelope('<a/>')}\r\n--b--`,
  ],
  ['application/json', JSON.stringify({ sessionId: secret })],
];
const statuses = [200, 200, 200, 202, 204, 301, 401, 404, 500, 503, 0];
const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

interface Options {
  readonly baseUrl: string;
  readonly namespaces: { readonly api_namespace: string };
  readonly transport: Transport;
  readonly binding: (typeof bindings)[number];
  readonly timeoutMs: number;
}

const calls: readonly { readonly sends: boolean; readonly run: (options: Options) => Promise<unknown> }[] = [
  {
    sends: true,
    run: (options) => {
      const input = { sessionId: secret, CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 1 };
      return new ExchangerApiClient(options).exchange(input);
    },
  },
  { sends: false, run: (options) => new ErrorsApiClient(options).getErrorDesc({ errorCode: 1, cultureCode: 1 }) },
  {
    sends: true,
    run: (options) => new AccountApiClient(options).topupAtmCard({ sessionId: secret, id: 1n, amount: 1 }),
  },
];

/** Whatever comes back is a value or a `ServiceError`, which can be printed and does not show what was sent in secret. */
export const answers: FuzzPart<Input> = {
  name: 'answers',
  cases: 3000,
  inputs: drawn((random) => {
    const [type, body] = random.pick(bodies);
    const ascii = (text: string): string => text.replace(/[^ -~]/g, '');
    const octets = random.oneIn(10) ? Buffer.from(body) : mutateBytes(mutate(body, random), random);
    return {
      call: random.below(calls.length),
      binding: random.below(bindings.length),
      status: random.pick(statuses),
      statusText: random.oneIn(5) ? ascii(mutate('OK', random)) : 'OK',
      type: ascii(random.oneIn(6) ? mutate(type, random) : type),
      retryAfter: ascii(mutate('120', random)),
      body: Buffer.from(octets).toString('latin1'),
    };
  }),
  check: async ({ call, binding, status, statusText, type, retryAfter, body }) => {
    const transport: Transport = async () => ({
      status,
      statusText,
      headers: new Headers({ 'content-type': type, location: `/x?ticket=${secret}`, 'retry-after': retryAfter }),
      body: Buffer.from(body, 'latin1'),
    });
    const { sends, run } = itemOf(calls, call);
    const error = await run({
      baseUrl: 'http://h',
      namespaces: { api_namespace: apiNamespace },
      transport,
      binding: itemOf(bindings, binding),
      timeoutMs: 0,
    }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) {
      return;
    }
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    const shown = `${inspect(error, { depth: Number.POSITIVE_INFINITY })}${JSON.stringify(error)}`;
    if (sends && shown.includes(secret)) {
      throw new Error(`shows the credential: ${shown}`);
    }
  },
};
