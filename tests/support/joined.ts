import {
  type ClientOptions,
  createServer,
  DynamicClient,
  registerService,
  type ServerOptions,
  type ServiceContext,
  type ServiceDescriptor,
  type Transport,
} from '@wsdl-codegen/runtime';
import { complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';

/** A message of the service. */
export interface EchoMessage {
  text?: string;
}

/** Its method. */
export interface EchoMethods {
  echo: { input: EchoMessage; output: EchoMessage };
}

const namespace = 'urn:svc';
const message = (name: string): ReturnType<typeof element> =>
  element(
    namespace,
    name,
    complexType(namespace, '', { content: sequence([field(namespace, 'text', xs.string, { min: 0 })]) }),
  );
const facts = { action: 'urn:svc/Echo', style: 'document' } as const;

const service: ServiceDescriptor<EchoMethods> = {
  kind: 'service',
  name: 'Service',
  namespace,
  placeholders: [],
  ports: [
    { name: 'Soap', binding: 'soap11', address: 'http://localhost/service' },
    { name: 'Soap12', binding: 'soap12', address: 'http://localhost/service' },
  ],
  operations: {
    echo: {
      name: 'Echo',
      method: 'echo',
      input: { element: message('Echo') },
      output: { element: message('EchoResponse') },
      soap11: facts,
      soap12: facts,
    },
  },
};

/** A client and a server of a service that answers what it is sent, in one process. */
export interface JoinedEcho {
  readonly client: DynamicClient<EchoMethods>;
  /** The requests as they were sent. */
  readonly sent: string[];
  readonly principals: unknown[];
  /** Sends a request as it is, and gives the answer. */
  send(text: string): Promise<string>;
}

/** Joins them; `change` changes requests on their way. */
export function joinedEcho(
  clientOptions: Partial<ClientOptions>,
  serverOptions: Partial<ServerOptions>,
  change: (text: string) => string = (text) => text,
): JoinedEcho {
  const sent: string[] = [];
  const principals: unknown[] = [];
  const echo = (input: EchoMessage, context: unknown): EchoMessage => {
    principals.push((context as ServiceContext).principal);
    return input;
  };
  const server = createServer({ services: [registerService(service, { echo } as never)], ...serverOptions });
  const transport: Transport = async ({ method, url, headers, body }) => {
    const text = change(Buffer.from((body ?? '') as Uint8Array).toString());
    sent.push(text);
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const { pathname } = new URL(url);
    const answer = await server.handle({ method, url: pathname, headers: lower, body: new TextEncoder().encode(text) });
    const octets = typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body;
    return { status: answer.status, statusText: '', headers: new Headers(answer.headers), body: octets as Uint8Array };
  };
  return {
    client: new DynamicClient(service, { transport, ...clientOptions }),
    sent,
    principals,
    send: async (text) => {
      const headers = { 'content-type': 'text/xml', soapaction: '"urn:svc/Echo"' };
      const { body } = await server.handle({ method: 'POST', url: '/service', headers, body: Buffer.from(text) });
      return typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array);
    },
  };
}
