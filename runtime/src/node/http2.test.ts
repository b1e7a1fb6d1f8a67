import {
  connect,
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  env11,
  envelope,
  exchangeBody,
  headers11,
  namespaces,
  walletServices,
} from '../../../tests/support/runtime/server.js';
import { createServer } from './index.js';

const path = '/ExchangerApi.asmx';
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';

it('reads bodies over HTTP/2 with and without a length', async () => {
  const listener = createServer({ services: walletServices([]), namespaces }).nodeListener as unknown as (
    request: Http2ServerRequest,
    response: Http2ServerResponse,
  ) => void;
  const server = createHttp2Server(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const body = envelope(env11, exchangeBody);
    for (const length of [{}, { 'content-length': Buffer.byteLength(body) }]) {
      const stream = session.request({ ':method': 'POST', ':path': path, ...headers11(), ...length });
      stream.end(body);
      expect(await text(stream)).toContain('<ExchangeResult>123<');
    }
    const get = session.request({ ':path': `${path}/Exchange?${form}` });
    expect(await text(get)).toContain('>123</int>');
  } finally {
    session.destroy();
    server.close();
  }
});
