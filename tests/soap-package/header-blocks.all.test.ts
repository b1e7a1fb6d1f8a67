import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientAnswer } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { createClientAsync, listen } from 'soap';
import { ErrorsApi, ErrorsApiClient, errorsApi } from 'wallet-api';

const namespaces = { api_namespace: 'http://wallet.example/api' };
const who = { namespace: 'urn:x', name: 'Who', attributes: [], children: ['ann'] };

describe('header blocks that nobody declares', () => {
  it("of the package's client come to handlers, and those of handlers to it", async () => {
    const seen: unknown[] = [];
    const server = await createServer({
      namespaces,
      understoodHeaders: ['{urn:x}Who'],
      services: [
        errorsApi({
          getErrorDesc: (_, context) => {
            seen.push(context.soapHeaders.$any);
            context.responseSoapHeaders.$any = [{ tree: who, mustUnderstand: true }];
            return 'done';
          },
        }),
      ],
    }).listen(0, '127.0.0.1');
    try {
      const client = await createClientAsync(`${server.url}/ErrorsApi.asmx?WSDL`);
      client.addSoapHeader('<x:Who xmlns:x="urn:x" soap:mustUnderstand="1">bob</x:Who>');
      const [result, , headers] = await client.GetErrorDescAsync({ errorCode: 1, cultureCode: 1 });
      expect(result).toEqual({ GetErrorDescResult: 'done' });
      expect(seen).toMatchObject([[{ namespace: 'urn:x', name: 'Who', children: ['bob'] }]]);
      expect(headers).toMatchObject({ Who: { $value: 'ann' } });
    } finally {
      await server.close(0);
    }
  });

  it("of our client come to the package's server, and those of it to our client", async () => {
    const http: Server = createHttpServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const source = createServer({ namespaces, baseUrl, services: [errorsApi({ getErrorDesc: () => '' })] });
    const wsdl = await (await source.fetch(new Request(`${baseUrl}/ErrorsApi.asmx?WSDL`))).text();
    const port = { GetErrorDesc: () => ({ GetErrorDescResult: 'done' }) };
    const names = Object.fromEntries(ErrorsApi.ports.map(({ name }) => [name, port]));
    const server = listen(http, { path: '/ErrorsApi.asmx', services: { ErrorsApi: names }, xml: wsdl });
    const received: unknown[] = [];
    server.on('headers', (headers) => received.push(headers));
    server.addSoapHeader('<y:Stamp xmlns:y="urn:y">now</y:Stamp>');
    try {
      const answers: ClientAnswer[] = [];
      const client = new ErrorsApiClient({ baseUrl, namespaces, soapHeaders: { $any: [who] } });
      const onResponse = (answer: ClientAnswer): unknown => answers.push(answer);
      expect(await client.getErrorDesc({ errorCode: 1, cultureCode: 1 }, { onResponse })).toBe('done');
      expect(received).toMatchObject([{ Who: 'ann' }]);
      expect(answers[0]?.soapHeaders.$any).toMatchObject([{ namespace: 'urn:y', name: 'Stamp', children: ['now'] }]);
    } finally {
      http.closeAllConnections();
      http.close();
    }
  });
});
