/** Programs that use the packages as they are installed. Each prints `done` in the end. */

const service = `errorsApi({ getErrorDesc: ({ errorCode }) => 'Error ' + errorCode })`;
const namespaces = `{ api_namespace: 'http://wallet.example/api' }`;

/** The body of a program with a server and a client, four bindings and a fault. */
const calls = `
async function main() {
  const server = createServer({ services: [${service}, exchangerApi({ exchange() { throw new SoapFault('No.'); } })], namespaces: ${namespaces} });
  const { url, close } = await server.listen(0, '127.0.0.1');
  const options = { baseUrl: url, namespaces: ${namespaces} };
  for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] AS_CONST) {
    const text = await new ErrorsApiClient({ ...options, binding }).getErrorDesc({ errorCode: 7, cultureCode: 1033 });
    if (text !== 'Error 7') throw new Error(binding + ': ' + text);
  }
  const order = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 1 };
  const error = await new ExchangerApiClient(options).exchange(order).catch((reason: unknown) => reason);
  if (!(error instanceof SoapFaultError) || error.reason !== 'No.') throw error;
  await close();
  console.log('done');
}
`;

const names = {
  '@wsdl-codegen/runtime': 'SoapFault, SoapFaultError',
  '@wsdl-codegen/runtime/node': 'createServer',
  'wallet-api': 'ErrorsApiClient, ExchangerApiClient, errorsApi, exchangerApi',
};
const javaScript = calls.replace(' AS_CONST', '').replace(': unknown', '');
const imports = Object.entries(names).map(([from, list]) => `import { ${list} } from '${from}';\n`);

/** An ES module. */
export const esm = `${imports.join('')}${javaScript}\nawait main();\n`;

/** CommonJS. */
export const cjs = `${Object.entries(names)
  .map(([from, list]) => `const { ${list} } = require('${from}');\n`)
  .join('')}${javaScript}\nmain();\n`;

/** TypeScript for either, which also uses what is not called: descriptors, readers and types. */
export const typeScript = `${imports.join('')}import { type ElementDescriptor, validateXml } from '@wsdl-codegen/runtime/schema';
import { XmlReader } from '@wsdl-codegen/runtime/xml';
import { type CurrencyCode, schema } from 'wallet-api';
import { ErrorsApiClient as ClientOfModule } from 'wallet-api/errors-api.client';
import type { Exchange } from 'wallet-api/types';
${calls.replace('AS_CONST', 'as const')}
export const element: ElementDescriptor<unknown> = schema.Exchange$element;
export const currency: CurrencyCode = 'wmz';
export const used: readonly unknown[] = [validateXml, XmlReader];
export const client: typeof ErrorsApiClient = ClientOfModule;
export const isExchange = (value: unknown): value is Exchange => value !== undefined;
main();
`;

/** A test of jest with CommonJS, and the same in TypeScript. */
export const jestTest = `${cjs.replace('\nmain();\n', '')}\ntest('calls', main);\n`;
export const tsJestTest = `${imports.join('')}${calls.replace('AS_CONST', 'as const')}\ntest('calls', main);\n`;

/** A test of vitest. */
export const vitestTest = `import { test } from 'vitest';\n${imports.join('')}${javaScript}\ntest('calls', main);\n`;

/** A page for browsers, or a program for whatever runs a bundle. It calls through a transport of its own. */
export const page = `import { ErrorsApiClient } from 'wallet-api';
const answer = '<string xmlns="http://wallet.example/api">Error 7</string>';
const transport = async () => ({ status: 200, statusText: 'OK', headers: new Headers({ 'content-type': 'text/xml' }), body: new TextEncoder().encode(answer) });
const client = new ErrorsApiClient({ baseUrl: 'https://host.example', namespaces: ${namespaces}, binding: 'httpGet', transport });
client.getErrorDesc({ errorCode: 7, cultureCode: 1033 }).then((text) => console.log(text === 'Error 7' ? 'done' : text));
`;

/** A program with one operation of a service: a bundle of it has nothing of the others. */
export const oneOperation = `import { AccountApi$topupAtmCard, AccountApiClient$of } from 'wallet-api';
let sent = '';
const transport = async ({ body }) => { sent = String(body); throw new Error('There is no server.'); };
const client = AccountApiClient$of({ topupAtmCard: AccountApi$topupAtmCard }, { baseUrl: 'https://host.example', namespaces: ${namespaces}, transport });
client.topupAtmCard({ sessionId: 's', id: 1n, amount: 1, purseFrom: 'a' }).catch((error) => console.log(sent.includes('TopupAtmCard') ? 'done' : error));
`;

/** What only other operations of that service have. */
export const otherOperation = 'markOperationAsRead';

/**
 * A program for bundles without Node: a server of `fetch` that publishes its documents, a client of it over four bindings and a fault, and
 * a mock of the service.
 */
export const fetchServer = `import { createFetchTransport, createServer, SoapFault, SoapFaultError } from '@wsdl-codegen/runtime';
import { mockService } from '@wsdl-codegen/testing';
import { ErrorsApi, ErrorsApiClient, ExchangerApiClient, errorsApi, exchangerApi } from 'wallet-api';
const namespaces = ${namespaces};
const baseUrl = 'https://host.example';
const services = [${service}, exchangerApi({ exchange() { throw new SoapFault('No.'); } })];
const server = createServer({ services, namespaces, baseUrl });
const transport = createFetchTransport((url, init) => server.fetch(new Request(url, init)));
async function documents() {
  for (const name of ['ErrorsApi', 'ExchangerApi']) {
    const answer = await server.fetch(new Request(baseUrl + '/' + name + '.asmx?wsdl'));
    const text = await answer.text();
    if (!text.includes('targetNamespace="http://wallet.example/api"')) throw new Error(name + ': ' + answer.status + ' ' + text);
  }
}
async function calls() {
  const options = { baseUrl, namespaces, transport };
  for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost']) {
    const text = await new ErrorsApiClient({ ...options, binding }).getErrorDesc({ errorCode: 7, cultureCode: 1033 });
    if (text !== 'Error 7') throw new Error(binding + ': ' + text);
  }
  const order = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 1 };
  const error = await new ExchangerApiClient(options).exchange(order).catch((reason) => reason);
  if (!(error instanceof SoapFaultError) || error.reason !== 'No.') throw error;
}
async function mock() {
  const mocked = mockService(ErrorsApi, { getErrorDesc: 'Mocked' }, { namespaces });
  const client = new ErrorsApiClient({ baseUrl, namespaces, transport: mocked.transport });
  const text = await client.getErrorDesc({ errorCode: 7, cultureCode: 1033 });
  if (text !== 'Mocked') throw new Error('mock: ' + text);
}
documents().then(calls).then(mock).then(() => console.log('done'));
`;
