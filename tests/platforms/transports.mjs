/**
 * A program that calls a server over TLS through a proxy, with cookies, Digest and compressed requests; it prints `done` if all calls succeed. The certificate
 * is read from the files `key.pem` and `certificate.pem`.
 */
export const transports = `import { readFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { connect } from 'node:net';
import { AccessDeniedError } from '@wsdl-codegen/runtime';
import { withCookies, withDigestAuth, withGzip } from '@wsdl-codegen/runtime/http';
import { createNodeTransport, createServer } from '@wsdl-codegen/runtime/node';
import { ErrorsApiClient, errorsApi } from 'wallet-api';

const namespaces = { api_namespace: 'http://wallet.example/api' };
const [key, cert] = ['key.pem', 'certificate.pem'].map((name) => readFileSync(name));
const seen = [];
const getErrorDesc = ({ errorCode }, context) => {
  seen.push([context.header('content-encoding'), context.header('cookie')]);
  context.responseHeaders['Set-Cookie'] = 'session=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Secure';
  return 'error ' + errorCode;
};
const server = createServer({ services: [errorsApi({ getErrorDesc })], namespaces, tls: { key, cert }, hosts: ['far.example'] });
const listening = await server.listen(0, '127.0.0.1');

// A service that wants Digest, in front of the same handler.
const guard = createProxy((request, response) => {
  if (request.headers.authorization?.startsWith('Digest username="me"')) {
    server.nodeListener(request, response);
  } else {
    request.resume();
    response.writeHead(401, { 'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth"' }).end();
  }
});
await new Promise((done) => guard.listen(0, '127.0.0.1', done));

const tunnels = [];
const proxy = createProxy();
proxy.on('connect', (request, socket) => {
  tunnels.push(request.url);
  const inner = connect(listening.port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\\r\\n\\r\\n');
    inner.pipe(socket).pipe(inner);
  });
  inner.on('error', () => socket.destroy());
  socket.on('error', () => inner.destroy());
});
await new Promise((done) => proxy.listen(0, '127.0.0.1', done));

const proxied = createNodeTransport({
  proxy: 'http://127.0.0.1:' + proxy.address().port,
  tls: { rejectUnauthorized: false },
});
const transport = withCookies(withGzip(proxied, { minBytes: 1 }));
const far = new ErrorsApiClient({ baseUrl: 'https://far.example', namespaces, transport });
const results = [
  await far.getErrorDesc({ errorCode: 1, cultureCode: 1033 }),
  await far.getErrorDesc({ errorCode: 2, cultureCode: 1033 }),
];
const baseUrl = 'http://127.0.0.1:' + guard.address().port;
const user = { username: 'me', password: 'secret' };
const digest = new ErrorsApiClient({ baseUrl, namespaces, transport: withDigestAuth(user) });
results.push(await digest.getErrorDesc({ errorCode: 3, cultureCode: 1033 }));
const refused = await new ErrorsApiClient({ baseUrl, namespaces }).getErrorDesc({ errorCode: 4, cultureCode: 1033 }).catch((e) => e);

const found = JSON.stringify([results, seen.slice(0, 2), [...new Set(tunnels)], refused instanceof AccessDeniedError]);
const wanted = '[["error 1","error 2","error 3"],[["gzip",null],["gzip","session=1"]],["far.example:443"],true]';
console.log(found === wanted ? 'done' : found);
process.exit();
`;
