import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from 'soap';
import { ErrorsApiClient } from 'wallet-api';

const namespace = 'http://wallet.example/api';
const http = createServer();
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

// A server of the package `soap`, from the same WSDL.
const template = readFileSync(new URL('../../../wsdl/ErrorsApi.wsdl', import.meta.url), 'utf8');
const wsdl = template.replaceAll('{base_url}', baseUrl).replaceAll('{api_namespace}', namespace);
const service = { GetErrorDesc: ({ errorCode }: { errorCode: number }) => ({ GetErrorDescResult: `<${errorCode}>` }) };
const ports = { ErrorsApiSoap: service, ErrorsApiSoap12: service };
await new Promise((resolve) => listen(http, '/ErrorsApi.asmx', { ErrorsApi: ports }, wsdl, resolve));

const errors = new ErrorsApiClient({ baseUrl, namespaces: { api_namespace: namespace } });
for (const binding of ['soap11', 'soap12'] as const) {
  console.log(binding, await errors.getErrorDesc({ errorCode: -5, cultureCode: 1033 }, { binding }));
}
http.close();
http.closeAllConnections();
