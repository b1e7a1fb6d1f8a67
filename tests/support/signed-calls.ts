import {
  type ClientOptions,
  createServer,
  DynamicClient,
  type EnvelopeContext,
  ExtensionStates,
  registerService,
  type ServerOptions,
  type ServiceContext,
  type SoapHeaderExtension,
  type Transport,
  type WholeEnvelope,
} from '@wsdl-codegen/runtime';
import { complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';

/** A service that pays, for messages that are signed. */

/** The namespace of the service. */
export const payNamespace = 'urn:pay';
const ns = payNamespace;

const message = (name: string): ReturnType<typeof element> =>
  element(
    ns,
    name,
    complexType(ns, '', {
      content: sequence([
        field(ns, 'to', xs.string, { min: 0 }),
        field(ns, 'amount', xs.int, { min: 0 }),
        field(ns, 'data', xs.base64Binary, { min: 0 }),
        field(ns, 'item', xs.string, { min: 0, max: Number.POSITIVE_INFINITY }),
      ]),
    }),
  );

/** What is sent and answered. */
export interface Payment {
  to?: string;
  amount?: unknown;
  data?: Uint8Array;
  item?: string[];
}

interface Methods {
  pay: { input: Payment; output: Payment };
}

const facts = (action: string): { readonly action: string; readonly style: 'document' } => ({
  action,
  style: 'document',
});

const Service = {
  kind: 'service',
  name: 'Service',
  namespace: ns,
  placeholders: [],
  ports: [
    { name: 'Soap', binding: 'soap11', address: 'http://localhost/service' },
    { name: 'Soap12', binding: 'soap12', address: 'http://localhost/service' },
  ],
  operations: {
    pay: {
      name: 'Pay',
      method: 'pay',
      input: { element: message('Pay') },
      output: { element: message('PayResponse') },
      soap11: facts('urn:pay'),
      soap12: facts('urn:pay'),
    },
  },
} as const;

type Pay = (input: Payment, context: ServiceContext) => Payment | Promise<Payment>;

/** How a client and a server are joined. */
export interface SignedCallOptions {
  readonly client?: Partial<ClientOptions>;
  readonly server?: Partial<ServerOptions>;
  readonly pay?: Pay;
  /** Changes a message on its way. */
  readonly change?: (text: string, isAnswer: boolean) => string;
}

/** A client and a server without a network, and what was on the wire between them. */
export interface SignedCalls {
  readonly client: DynamicClient<Methods>;
  readonly sent: string[];
  readonly answered: string[];
  /** The calls that came to the handler, with who made them. */
  readonly called: { readonly input: Payment; readonly principal: unknown }[];
  /** What `onError` of the server got. */
  readonly errors: unknown[];
  /** Gives the server a message as it is. */
  post(text: string): Promise<string>;
}

/** Joins a client and a server. */
export function signedCalls({ client = {}, server = {}, pay, change }: SignedCallOptions): SignedCalls {
  const calls: Omit<SignedCalls, 'client' | 'post'> = { sent: [], answered: [], called: [], errors: [] };
  const handler: Pay = (input, context) => {
    calls.called.push({ input, principal: context.principal });
    return pay === undefined ? input : pay(input, context);
  };
  const services = [registerService(Service as never, { pay: handler } as never)];
  const running = createServer({ services, onError: (error) => calls.errors.push(error), ...server });
  const changed = (content: string | Uint8Array | undefined, isAnswer: boolean): Uint8Array => {
    const text = Buffer.from(content ?? '').toString('latin1');
    return Buffer.from(change?.(text, isAnswer) ?? text, 'latin1');
  };
  const transport: Transport = async ({ method, url, headers, body: given }) => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const body = changed(given as string | Uint8Array | undefined, false);
    calls.sent.push(Buffer.from(body).toString());
    const answer = await running.handle({ method, url: new URL(url).pathname, headers: lower, body });
    const back = changed(answer.body as string | Uint8Array | undefined, true);
    calls.answered.push(Buffer.from(back).toString());
    return { status: answer.status, statusText: '', headers: new Headers(answer.headers as never), body: back };
  };
  return {
    ...calls,
    client: new DynamicClient(Service as never, { transport, ...client }) as DynamicClient<Methods>,
    post: async (text) => {
      const type = text.includes('http://www.w3.org/2003/05/soap-envelope') ? 'application/soap+xml' : 'text/xml';
      const headers = { 'content-type': `${type}; charset=utf-8`, soapaction: '"urn:pay"' };
      const { body } = await running.handle({ method: 'POST', url: '/service', headers, body: Buffer.from(text) });
      return Buffer.from((body ?? '') as string).toString();
    },
  };
}

const contextOf = (more: Partial<EnvelopeContext>): EnvelopeContext => ({
  side: 'server',
  message: 'request',
  version: '1.1',
  url: '/service',
  extensions: new ExtensionStates(),
  ...more,
});

/** An envelope as an extension seals it. */
export async function sealedBy(
  extension: SoapHeaderExtension,
  text: string,
  parts: WholeEnvelope['parts'] = [],
  context: Partial<EnvelopeContext> = { side: 'client' },
): Promise<string> {
  return (await extension.seal!({ text, parts }, contextOf(context))).text;
}

/** An envelope as an extension opens it. */
export function openedBy(
  extension: SoapHeaderExtension,
  text: string,
  parts: WholeEnvelope['parts'] = [],
  context: Partial<EnvelopeContext> = {},
): Promise<WholeEnvelope> {
  return Promise.resolve(extension.open!({ text, parts }, contextOf(context)));
}
