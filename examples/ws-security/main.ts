import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mountOnSoap, security } from '@wsdl-codegen/runtime/node-soap';
import { listen, passwordDigest, WSSecurity, WSSecurityCert } from 'soap';
import { ErrorsApiClient, errorsApi } from 'wallet-api';
import { certificate, key } from './keys.js';
import { signedListener } from './signed-listener.js';

const namespaces = { api_namespace: 'http://wallet.example/api' };
const service = errorsApi({ getErrorDesc: ({ errorCode }) => `Error ${errorCode}` });
const input = { errorCode: 5, cultureCode: 1033 };

// UsernameToken: the server of the package `soap` checks the password, our service answers.
const first = createHttpServer();
let baseUrl = await listening(first);
const checked = await mountOnSoap(listen, first, service, { namespaces, baseUrl });
checked.authenticate = ({ UsernameToken: token }: SecurityBlock) =>
  token.Password.$value === passwordDigest(token.Nonce.$value, token.Created, 'secret');
for (const password of ['secret', 'wrong']) {
  const token = new WSSecurity('user', password, { passwordType: 'PasswordDigest', mustUnderstand: true });
  console.log('user name token,', password, await call(token));
}
close(first);

// A signature: our server accepts only messages that are signed with the client's certificate, unchanged.
const second = createHttpServer(signedListener([service], namespaces, certificate));
baseUrl = await listening(second);
console.log('signed:', await call(new WSSecurityCert(key, certificate, '')));
console.log('unsigned:', await call({}));
close(second);

function call(object: Parameters<typeof security>[0]): Promise<string | undefined> {
  const client = new ErrorsApiClient({ baseUrl, namespaces, ...security(object) });
  return client.getErrorDesc(input).catch((error: Error) => error.name);
}

/** The package's parsed form of the header block. */
interface SecurityBlock {
  UsernameToken: { Password: { $value: string }; Nonce: { $value: string }; Created: string };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}
