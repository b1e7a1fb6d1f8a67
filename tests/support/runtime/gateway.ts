/** Gateways to the service of orders, for tests. Not published. */

import { createGateway, type GatewayClient, type GatewayOptions } from '@wsdl-codegen/gateway';
import {
  createFetchTransport,
  DynamicClient,
  registerService,
  type ServiceImplementation,
  type ServiceRegistration,
} from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { type OrderMethods, Orders } from './orders.js';

/** What implements the service. */
export type OrderImplementation = ServiceImplementation<OrderMethods>;

const implementation: OrderImplementation = {
  listOrders: ({ count }) => ({ title: 'all', orders: Array.from({ length: count }, (_, id) => ({ id })) }),
  getOrders: ({ count }) => Array.from({ length: count }, (_, id) => ({ id })),
  putOrders: ({ orders }) => orders.length,
  putFile: ({ content }) => content.length,
  getFile: ({ count }) => ({ content: new Uint8Array(count).fill(7) }),
};

/** The service, with some methods of a test's own. */
export function orderService(methods: Partial<OrderImplementation> = {}): ServiceRegistration {
  return registerService(Orders, { ...implementation, ...methods });
}

/** A client that calls the service over SOAP. */
export function orderClient(service: ServiceRegistration): DynamicClient<OrderMethods> {
  const server = createServer({ services: [service] });
  const transport = createFetchTransport((...request) => server.fetch(new Request(...request)));
  return new DynamicClient(Orders, { address: 'http://localhost/orders', transport });
}

/** What a test looks at of an answer. */
export interface SeenAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  readonly headers: Headers;
}

/** Sends a request, `POST` by default, to a path. */
export type Send = (path: string, request?: RequestInit) => Promise<SeenAnswer>;

/** Sends requests to a gateway. */
export function sender(options: GatewayOptions): Send {
  const gateway = createGateway(options);
  return async (path, request = {}) => {
    const answer = await gateway.fetch(new Request(`http://localhost${path}`, { method: 'POST', ...request }));
    const { status, headers } = answer;
    return { status, headers, type: headers.get('content-type'), text: await answer.text() };
  };
}

/** Sends requests to a gateway in front of a class, or of a client that calls that class over SOAP. */
export function orderGateway(
  methods: Partial<OrderImplementation> = {},
  { passOn, ...options }: Partial<GatewayOptions> & Pick<GatewayClient, 'passOn'> = {},
  way: 'class' | 'client' = 'class',
): Send {
  const service = orderService(methods);
  const behind =
    way === 'class' ? { service } : { client: orderClient(service), ...(passOn !== undefined && { passOn }) };
  return sender({ services: [behind], ...options });
}

/** A request with JSON. */
export function json(value: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return {
    body: typeof value === 'string' ? value : JSON.stringify(value),
    headers: { 'Content-Type': 'application/json', ...headers },
  };
}

/** The problem that an answer tells. */
export function problemOf({ text }: SeenAnswer): Readonly<Record<string, unknown>> & {
  readonly errors: readonly unknown[];
} {
  return JSON.parse(text);
}
