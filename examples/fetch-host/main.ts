import { createFetchTransport, createServer } from '@wsdl-codegen/runtime';
import { ErrorsApiClient } from 'wallet-api';
import { namespaces, walletServices } from '../services/all.js';

// The form of a server for hosts such as Workers, Deno and Bun: an object with `fetch(request)`. Nothing here needs Node.
const host = createServer({ services: walletServices(), namespaces });

const response = await host.fetch(
  new Request('https://wallet.example/ErrorsApi.asmx/GetErrorDesc?errorCode=0&cultureCode=1033'),
);
console.log(response.status, response.headers.get('content-type'));

// A client that calls the host directly, without a network: good for tests.
const transport = createFetchTransport((url, init) => host.fetch(new Request(url, init)));
const errors = new ErrorsApiClient({ baseUrl: 'https://wallet.example', namespaces, transport });
console.log(await errors.getErrorDesc({ errorCode: -3, cultureCode: 1033 }));

export default host;
