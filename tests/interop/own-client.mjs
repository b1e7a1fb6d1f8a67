import { ServiceError, SoapFaultError } from '@wsdl-codegen/runtime';
import { createNodeTransport } from '@wsdl-codegen/runtime/node';
import { AddressLocatorClient } from 'address-locator';
import { AccountApiClient, ErrorsApiClient, ExchangerApiClient, PushApiClient, TelepayApiClient } from 'wallet-api';
import { geoNamespace, hex, namespace, unbits, unhex } from './cases.mjs';

const classes = {
  AccountApiClient,
  TelepayApiClient,
  ExchangerApiClient,
  PushApiClient,
  ErrorsApiClient,
  AddressLocatorClient,
};

function plainValue({ type, value }) {
  if (type === 'string') {
    return unhex(value);
  }
  if (type === 'long') {
    return BigInt(value);
  }
  if (type === 'int') {
    return Number(value);
  }
  if (type === 'double') {
    return unbits(value);
  }
  if (type === 'char') {
    return String.fromCharCode(Number(value));
  }
  return type === 'boolean' ? value === 'true' : value;
}

function inputOf(call) {
  if (call.service === 'AddressLocator') {
    return {
      $any: call.args.map((a) => ({
        name: a.name,
        namespace: geoNamespace,
        attributes: [],
        children: [plainValue(a)],
      })),
    };
  }
  return Object.fromEntries(call.args.map((a) => [a.name, plainValue(a)]));
}

function resultOf(call, value) {
  if (value === undefined || value === null) {
    return { type: 'null', value: '' };
  }
  if (call.service !== 'AddressLocator') {
    return typeof value === 'string' ? { type: 'string', value: hex(value) } : { type: 'int', value: String(value) };
  }
  const result = value.$any?.find((e) => e.name === `${call.operation}Result`);
  return result === undefined ? { type: 'null', value: '' } : { type: 'string', value: hex(result.children.join('')) };
}

/** A transport that keeps the last exchange as text. */
export function recordingTransport(inner = createNodeTransport()) {
  let exchange = { request: '', answer: '' };
  const transport = async (request) => {
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    exchange = {
      request: `${request.method} ${request.url}\n${headers.join('\n')}\n\n${request.body ?? ''}`,
      answer: '',
    };
    const response = await inner(request);
    exchange.answer = `${response.status}\n\n${Buffer.from(response.body)}`;
    return response;
  };
  return {
    transport,
    lastExchange: () => exchange,
    forget() {
      exchange = { request: '', answer: '' };
    },
  };
}

/**
 * Our clients, called the way a driver is. `addresses` says where each service is, by `Service` or `Service binding`; `options` are further
 * ones for all clients.
 */
export function createOwnClient(addresses, options = {}) {
  const { transport, lastExchange, forget } = recordingTransport(options.transport);
  const clients = new Map();
  return {
    lastExchange,
    async call(call, binding) {
      forget();
      const address = addresses[`${call.service} ${binding}`] ?? addresses[call.service];
      const key = `${call.service} ${address}`;
      if (!clients.has(key)) {
        const Client = classes[`${call.service}Client`];
        const namespaces = { api_namespace: namespace, geo_namespace: geoNamespace };
        clients.set(
          key,
          new Client({
            address,
            baseUrl: 'http://unused.example',
            namespaces,
            timeoutMs: 20_000,
            ...options,
            transport,
          }),
        );
      }
      const method = call.operation[0].toLowerCase() + call.operation.slice(1);
      try {
        return resultOf(call, await clients.get(key)[method](inputOf(call), { binding }));
      } catch (error) {
        if (error instanceof SoapFaultError) {
          return { type: 'fault', value: hex(error.reason) };
        }
        const kind = error instanceof ServiceError ? 'error' : 'crash';
        return { type: kind, value: hex(`${error.name}: ${error.message}`) };
      }
    },
  };
}
