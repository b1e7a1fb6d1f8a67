import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  HttpStatusError,
  ResponseTooLargeError,
  SoapFault,
  SoapFaultError,
  TimeoutError,
  TransportError,
} from '@wsdl-codegen/runtime';
import { createServer as createSoapServer } from '@wsdl-codegen/runtime/node';
import { httpClientTransport } from '@wsdl-codegen/soap';
import { HttpClient } from 'soap';
import { ErrorsApiClient, type ErrorsApiClientOptions, errorsApi } from 'wallet-api';

const namespaces = { api_namespace: 'http://wallet.example/api' };
const open: Server[] = [];
const service = createSoapServer({
  services: [
    errorsApi({
      getErrorDesc: ({ errorCode }) => {
        if (errorCode < 0) {
          throw new SoapFault('refused');
        }
        return `Ошибка 😀 ${errorCode}`;
      },
    }),
  ],
  namespaces,
});
const input = { errorCode: 5, cultureCode: 1033 };

afterAll(() => {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
});

async function client(
  listener: RequestListener,
  options: Partial<ErrorsApiClientOptions> = {},
): Promise<ErrorsApiClient> {
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new ErrorsApiClient({ baseUrl, namespaces, transport: httpClientTransport(new HttpClient()), ...options });
}

describe("a client over the package's HttpClient", () => {
  it('calls over every binding', async () => {
    const errors = await client(service.nodeListener);
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
      expect(await errors.getErrorDesc(input, { binding })).toBe('Ошибка 😀 5');
    }
  });

  it('sends the headers of the binding and the length of the body in bytes', async () => {
    let seen = '';
    const errors = await client((request, response) => {
      const { 'content-type': type, 'content-length': length, soapaction } = request.headers;
      seen = `${request.method} ${type} ${soapaction} ${Number(length) > 100}`;
      service.nodeListener(request, response);
    });
    await errors.getErrorDesc(input);
    expect(seen).toBe('POST text/xml; charset=utf-8 "http://wallet.example/api/GetErrorDesc" true');
  });

  it('reads faults and statuses', async () => {
    const errors = await client(service.nodeListener);
    await expect(errors.getErrorDesc({ errorCode: -1, cultureCode: 1 })).rejects.toBeInstanceOf(SoapFaultError);
    const absent = await client((_, response) => response.writeHead(302, { Location: '/elsewhere' }).end());
    await expect(absent.getErrorDesc(input)).rejects.toMatchObject({ name: 'RedirectError', status: 302 });
    await expect(absent.getErrorDesc(input)).rejects.toBeInstanceOf(HttpStatusError);
  });

  it('keeps the bytes of an answer, whatever its charset', async () => {
    const errors = await client((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/xml; charset=iso-8859-1' });
      response.end(Buffer.from('<string xmlns="http://wallet.example/api">caf\xe9</string>', 'latin1'));
    });
    expect(await errors.getErrorDesc(input, { binding: 'httpGet' })).toBe('café');
  });

  it('says where it failed', async () => {
    const errors = await client(service.nodeListener, { baseUrl: 'http://127.0.0.1:1' });
    await expect(errors.getErrorDesc(input)).rejects.toMatchObject({ name: 'TransportError', phase: 'connect' });
    const broken = await client((request) => request.socket.destroy());
    await expect(broken.getErrorDesc(input)).rejects.toBeInstanceOf(TransportError);
  });

  it('gives up on an answer that takes too long or is too large', async () => {
    const slow = await client(() => undefined, { timeoutMs: 50 });
    await expect(slow.getErrorDesc(input)).rejects.toBeInstanceOf(TimeoutError);
    const large = await client((_, response) => response.end('x'.repeat(5000)), { limits: { maxResponseBytes: 1000 } });
    await expect(large.getErrorDesc(input)).rejects.toBeInstanceOf(ResponseTooLargeError);
  });
});
