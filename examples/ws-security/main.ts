import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSecurity } from '@wsdl-codegen/runtime/security';
import { mountOnSoap, security } from '@wsdl-codegen/soap';
import { listen, WSSecurity, WSSecurityCert } from 'soap';
import { ErrorsApiClient, errorsApi } from 'wallet-api';
import { selfSigned } from './self-signed.js';
import { signedListener } from './signed-listener.js';

const namespaces = { api_namespace: 'http://wallet.example/api' };
const service = errorsApi({ getErrorDesc: ({ errorCode }) => `Error ${errorCode}` });
const input = { errorCode: 5, cultureCode: 1033 };

// UsernameToken: the package `soap` sends it and receives it, our service checks the password.
const passwords = new Map([['user', 'secret']]);
const extensions = [checkSecurity({ passwords: (user) => passwords.get(user) })];
const first = createHttpServer((_, response) => response.writeHead(404).end());
let baseUrl = await listening(first);
await mountOnSoap(listen, first, service, { namespaces, baseUrl, extensions });
for (const password of ['secret', 'wrong']) {
  const token = new WSSecurity('user', password, { passwordType: 'PasswordDigest', mustUnderstand: true });
  console.log('user name token,', password, await call(token));
}
close(first);

// A signature: our server accepts only messages that are signed with the client's certificate, unchanged.
const { key, certificate } = selfSigned('client');
const second = createHttpServer(signedListener([service], namespaces, certificate));
baseUrl = await listening(second);
console.log('signed:', await call(new WSSecurityCert(key, certificate, '')));
console.log('unsigned:', await call({}));
close(second);

function call(object: Parameters<typeof security>[0]): Promise<string | undefined> {
  const client = new ErrorsApiClient({ baseUrl, namespaces, ...security(object) });
  return client.getErrorDesc(input).catch((error: Error) => error.name);
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}
