import { apiNamespace, geoNamespace } from '../../../../tests/support/runtime/fixture.js';
import { env11, env12, walletServices } from '../../../../tests/support/runtime/server.js';
import { serverExchanges } from '../../exchange/server-exchanges.js';
import type { ProfileName } from '../profile/profile.js';
import { createServer } from '../server.js';

const profiles: readonly ProfileName[] = ['aspnet', 'wcf', 'strict'];
const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:gone"/>';

const body = (namespace: string, content: string): string =>
  `<e:Envelope xmlns:e="${namespace}"><e:Body><Exchange xmlns="${apiNamespace}">${content}</Exchange></e:Body></e:Envelope>`;
const part = (type: string, text: string): string =>
  `--b\r\nContent-Type: application/xop+xml; type="${type}"\r\nContent-ID: <root>\r\n\r\n${text}\r\n`;
const headersOf = (type: string): Record<string, string> => ({
  'content-type': `multipart/related; boundary=b; type="application/xop+xml"; start="<root>"; start-info="${type}"`,
  soapaction: `"${apiNamespace}/Exchange"`,
});

describe.each(profiles)('a package that is damaged (%s)', (profile) => {
  it.each([
    ['text/xml', env11, 500],
    ['application/soap+xml', env12, undefined],
  ])('is refused with words, which both hooks see: %s', async (type, namespace, status) => {
    const whole = `${part(type, body(namespace, ''))}--b--\r\n`;
    const damaged: readonly (readonly [string, RegExp])[] = [
      [whole.slice(0, whole.indexOf('</e:Body>')), /ends in the middle of a part/],
      [whole.replace('--b\r\n', `--b\r\nX: ${'x'.repeat(20_000)}\r\n`), /too long headers/],
      ['', /no parts|ends/],
      [whole.replace('</Exchange>', `<a>${include}</a></Exchange>`), /names no part of the message/],
    ];
    for (const [text, words] of damaged) {
      const seen: unknown[] = [];
      const exchanges: unknown[] = [];
      const server = createServer({
        services: walletServices([]),
        namespaces: { api_namespace: apiNamespace, geo_namespace: geoNamespace },
        profile,
        onError: (error) => seen.push(error),
        onExchange: serverExchanges(({ error }) => exchanges.push(error)),
      });
      const url = '/ExchangerApi.asmx';
      const answer = await server.handle({
        method: 'POST',
        url,
        headers: headersOf(type),
        body: new TextEncoder().encode(text),
      });
      expect([text, answer.status, String(answer.body)]).toEqual([
        text,
        status ?? expect.any(Number),
        expect.stringMatching(words),
      ]);
      expect(String(answer.body)).toContain(namespace);
      expect(seen).toEqual([expect.objectContaining({ message: expect.stringMatching(words) })]);
      expect(exchanges).toEqual([expect.objectContaining({ message: expect.stringMatching(words) })]);
    }
  });
});
