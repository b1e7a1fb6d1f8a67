import type { ServiceContext, Transport } from '@wsdl-codegen/runtime';
import { createServer, type NodeServer } from '@wsdl-codegen/runtime/node';
import {
  type AddressLocatorBinding,
  AddressLocatorClient,
  type AddressLocatorService,
  addressLocator,
} from 'address-locator';
import {
  AccountApiClient,
  accountApi,
  ErrorsApiClient,
  ExchangerApiClient,
  errorsApi,
  exchangerApi,
  PushApiClient,
  pushApi,
  TelepayApiClient,
  telepayApi,
} from 'wallet-api';

/** The bindings of the wallet API. */
export const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;
export type Binding = (typeof bindings)[number];

/** The values of the specification's placeholders in these tests. */
export const baseUrl = 'http://wallet.example';
export const apiNamespace = 'http://wallet.example/api';
export const geoBaseUrl = 'http://geo.example';
export const geoNamespace = 'http://geo.example/ns';

/** Answers every call of every service; given the method's name and its input. */
export type Answer = (method: string, input: unknown, context: ServiceContext) => unknown;

/** A server of all six services in which one function answers everything. */
export function serverOf(answer: Answer): NodeServer {
  const all = answering(answer);
  return createServer({
    services: [
      accountApi(all as never),
      telepayApi(all as never),
      exchangerApi(all as never),
      pushApi(all as never),
      errorsApi(all as never),
      addressLocator(all as unknown as AddressLocatorService),
    ],
    namespaces: { api_namespace: apiNamespace, geo_namespace: geoNamespace },
  });
}

/** An implementation that has every method. */
function answering(answer: Answer): object {
  return new Proxy(
    {},
    { get: (_, method) => (input: unknown, context: ServiceContext) => answer(String(method), input, context) },
  );
}

/** Calls a method of the generated clients by the names of its service and operation. */
export type Caller = (service: string, operation: string, input: unknown, binding: Binding) => Promise<unknown>;

/** The generated clients over a transport. */
export function callerOf(transport: Transport): Caller {
  const options = { baseUrl, namespaces: { api_namespace: apiNamespace }, transport, timeoutMs: 0 };
  const clients: Readonly<Record<string, object>> = {
    AccountApi: new AccountApiClient(options),
    TelepayApi: new TelepayApiClient(options),
    ExchangerApi: new ExchangerApiClient(options),
    PushApi: new PushApiClient(options),
    ErrorsApi: new ErrorsApiClient(options),
  };
  return (service, operation, input, binding) => {
    const client = clients[service] as Record<string, (input: unknown, options: object) => Promise<unknown>>;
    return client[methodName(operation)]!(input, { binding });
  };
}

/** The client of the address locator over a transport. */
export function locatorOf(transport: Transport): AddressLocatorClient {
  const binding: AddressLocatorBinding = 'soap11';
  return new AddressLocatorClient({
    baseUrl: geoBaseUrl,
    namespaces: { geo_namespace: geoNamespace },
    transport,
    binding,
    timeoutMs: 0,
  });
}

/** The method of an operation. */
export function methodName(operation: string): string {
  return operation.charAt(0).toLowerCase() + operation.slice(1);
}
