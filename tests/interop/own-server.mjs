import { createServer as createHttpServer } from 'node:http';
import { SoapFault } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { addressLocator } from 'address-locator';
import { accountApi, errorsApi, exchangerApi, pushApi, telepayApi } from 'wallet-api';
import { answerOf, bits, faultReason, geoNamespace, hex, namespace, services, texts } from './cases.mjs';

/** A value that a handler got, in the form of the protocol. */
function token({ type, name }, input) {
  const value = input[name];
  if (value === undefined || value === null) {
    return 'null';
  }
  if (type === 'string') {
    return hex(value);
  }
  if (type === 'double') {
    return bits(value);
  }
  return type === 'char' ? String(value.charCodeAt(0)) : String(value);
}

/** Implementation of a service whose methods record what they get and answer by the common rule. */
function recording(service, record) {
  const methods = {};
  for (const [operation, parameters] of Object.entries(services[service])) {
    const method = operation[0].toLowerCase() + operation.slice(1);
    methods[method] = (input) => {
      const args = parameters.map((p) => token(p, input));
      record(operation, args);
      return operation === 'GetErrorDesc' ? describe(Number(args[0])) : answerOf(operation, args);
    };
  }
  return methods;
}

function describe(code) {
  if (code < 0) {
    throw new SoapFault(faultReason);
  }
  return texts[code];
}

/** The address locator has open content: its parameter is an element `address`, its result one of the name `<Op>Result`. */
function locator(record) {
  const methods = {};
  for (const operation of Object.keys(services.AddressLocator)) {
    methods[operation[0].toLowerCase() + operation.slice(1)] = (input) => {
      const address = input.$any?.find((e) => e.name === 'address' && e.namespace === geoNamespace);
      const text = address?.children.map((c) => (typeof c === 'string' ? c : '')).join('');
      record(operation, [text === undefined ? 'null' : hex(text)]);
      const result = {
        name: `${operation}Result`,
        namespace: geoNamespace,
        attributes: [],
        children: [text ?? ''],
      };
      return { $any: [result] };
    };
  }
  return methods;
}

/** All six services, implemented by handlers that record and answer by the common rule. */
export function recordingServices(record) {
  return [
    accountApi(recording('AccountApi', record)),
    telepayApi(recording('TelepayApi', record)),
    exchangerApi(recording('ExchangerApi', record)),
    pushApi(recording('PushApi', record)),
    errorsApi(recording('ErrorsApi', record)),
    addressLocator(locator(record)),
  ];
}

/** Our server on a free port, with further options and services; `take` gives the calls since the last `take`, and the last request and answer as text. */
export async function startOwnServer(options = {}, more = () => []) {
  let calls = [];
  let request = '';
  let answer = '';
  const record = (operation, args) => calls.push({ operation, args });
  const server = createServer({
    services: [...recordingServices(record), ...more(record)],
    namespaces: { api_namespace: namespace, geo_namespace: geoNamespace },
    ...options,
  });
  const http = createHttpServer((incoming, response) => {
    const body = [];
    incoming.on('data', (chunk) => body.push(chunk));
    incoming.on('end', () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`);
      request = `${incoming.method} ${incoming.url}\n${headers.join('\n')}\n\n${Buffer.concat(body)}`;
    });
    const end = response.end.bind(response);
    response.end = (chunk = '', ...rest) => {
      answer = `${response.statusCode}\n\n${chunk}`;
      return end(chunk, ...rest);
    };
    server.nodeListener(incoming, response);
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${http.address().port}`,
    take() {
      const taken = { calls, request, answer };
      calls = [];
      request = '';
      answer = '';
      return taken;
    },
    close() {
      http.close();
      http.closeAllConnections();
    },
  };
}
