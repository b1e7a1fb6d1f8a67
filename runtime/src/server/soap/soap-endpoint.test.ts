import { apiNamespace, ExchangerApi } from '../../../../tests/support/runtime/fixture.js';
import {
  env11,
  env12,
  envelope,
  exchangeBody,
  exchangeInput,
  headers11,
  headers12,
  namespaces,
  send,
  walletServer,
} from '../../../../tests/support/runtime/server.js';
import { registerService } from '../handlers/registration.js';
import type { ProfileName } from '../profile/profile.js';
import { createServer } from '../server.js';

const path = '/ExchangerApi.asmx';
const declarations =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

function answer(namespace: string, body: string, header = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${namespace}" ${declarations}>${header}<soap:Body>${body}</soap:Body></soap:Envelope>`;
}

const result = `<ExchangeResponse xmlns="${apiNamespace}"><ExchangeResult>123</ExchangeResult></ExchangeResponse>`;

function fault11(code: string, text: string, detail = '<detail/>'): string {
  return answer(
    env11,
    `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${text}</faultstring>${detail}</soap:Fault>`,
  );
}

function fault12(code: string, text: string, detail = '<soap:Detail/>'): string {
  return answer(
    env12,
    `<soap:Fault><soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason>${detail}</soap:Fault>`,
  );
}

const noAction = 'Unable to handle request without a valid action parameter. Please supply a valid soap action.';
const unknown11 = (action: string): string =>
  `Server did not recognize the value of HTTP Header SOAPAction: ${action}.`;

describe('success', () => {
  it('answers SOAP 1.1 as ASP.NET writes it', async () => {
    const { server, calls } = walletServer();
    const got = await send(server, 'POST', path, headers11(), envelope(env11, exchangeBody));
    expect(got.status).toBe(200);
    expect(got.headers).toMatchObject({
      'content-type': 'text/xml; charset=utf-8',
      'cache-control': 'private, max-age=0',
    });
    expect(got.text).toBe(answer(env11, result));
    expect(calls).toEqual([{ method: 'exchange', input: exchangeInput, binding: 'soap11' }]);
  });

  it('answers SOAP 1.2 in its own envelope and media type', async () => {
    const { server, calls } = walletServer();
    const got = await send(server, 'POST', path, headers12(), envelope(env12, exchangeBody));
    expect(got.status).toBe(200);
    expect(got.headers['content-type']).toBe('application/soap+xml; charset=utf-8');
    expect(got.text).toBe(answer(env12, result));
    expect(calls[0]?.binding).toBe('soap12');
  });

  it('leaves an absent string result out and keeps an empty one', async () => {
    const { server } = walletServer();
    const ask = async (code: number): Promise<string> => {
      const body = `<GetErrorDesc xmlns="${apiNamespace}"><errorCode>${code}</errorCode><cultureCode>1</cultureCode></GetErrorDesc>`;
      return (
        await send(
          server,
          'POST',
          '/ErrorsApi.asmx',
          headers11(`"${apiNamespace}/GetErrorDesc"`),
          envelope(env11, body),
        )
      ).text;
    };
    expect(await ask(0)).toContain(`<GetErrorDescResponse xmlns="${apiNamespace}"/>`);
    expect(await ask(1)).toContain('<GetErrorDescResult/>');
    expect(await ask(2)).toContain('<GetErrorDescResult>&lt;2&gt; &amp; "Я"</GetErrorDescResult>');
  });
});

describe('which requests reach the operation', () => {
  const wrongElement = '<Other xmlns="urn:x"><sessionId>s</sessionId></Other>';
  const empty = { CurrencyToBuy: '\0', CurrencyToPay: '\0', amountToPay: 0 };
  const action = `${apiNamespace}/Exchange`;
  const reordered = `<Exchange xmlns="${apiNamespace}"><amountToPay>1.5</amountToPay><extra/><CurrencyToPay>114</CurrencyToPay><sessionId>s</sessionId><sessionId>t</sessionId><CurrencyToBuy> 122 </CurrencyToBuy><x:sessionId xmlns:x="urn:x">u</x:sessionId></Exchange>`;
  const plain: Record<string, string> = { 'Content-Type': 'text/xml' };

  it.each<[string, Record<string, string>, string, object]>([
    ['quoted SOAPAction', headers11(`"${action}"`), envelope(env11, exchangeBody), exchangeInput],
    ['unquoted SOAPAction', headers11(action), envelope(env11, exchangeBody), exchangeInput],
    ['no SOAPAction: by body element', plain, envelope(env11, exchangeBody), exchangeInput],
    [
      'no SOAPAction, with headers before the Body',
      plain,
      envelope(env11, exchangeBody, '<h xmlns="urn:h"/>'),
      exchangeInput,
    ],
    ['SOAPAction decides over a wrong element', headers11(), envelope(env11, wrongElement), empty],
    ['SOAPAction and an empty Body', headers11(), envelope(env11, ''), empty],
    [
      'any order, unknown, duplicate and foreign children, white space',
      headers11(),
      envelope(env11, reordered),
      exchangeInput,
    ],
    [
      'content type in capitals, charset quoted',
      { ...headers11(), 'Content-Type': 'TEXT/XML; Charset="UTF-8"' },
      envelope(env11, exchangeBody),
      exchangeInput,
    ],
    ['1.2: action parameter', headers12(action), envelope(env12, exchangeBody), exchangeInput],
    [
      '1.2: unquoted action before charset',
      { 'Content-Type': `application/soap+xml; action=${action}; charset=utf-8` },
      envelope(env12, exchangeBody),
      exchangeInput,
    ],
    ['1.2: unknown action, then by element', headers12('urn:unknown'), envelope(env12, exchangeBody), exchangeInput],
    ['1.2: empty action, then by element', headers12(''), envelope(env12, exchangeBody), exchangeInput],
    [
      '1.2: a wrong SOAPAction header is ignored',
      { ...headers12(), SOAPAction: '"urn:x"' },
      envelope(env12, exchangeBody),
      exchangeInput,
    ],
    ['1.2: action decides over a wrong element', headers12(action), envelope(env12, wrongElement), empty],
    [
      'unmarked and mustUnderstand="0" headers',
      headers11(),
      envelope(env11, exchangeBody, '<a xmlns="urn:h" s:mustUnderstand="0"/><b/>'),
      exchangeInput,
    ],
    [
      'xsi:type and foreign attributes on scalars',
      headers11(),
      envelope(
        env11,
        exchangeBody.replace(
          '<sessionId>',
          `<sessionId xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="urn:x" i:type="x:nonsense" x:a="1">`,
        ),
      ),
      exchangeInput,
    ],
    [
      'nil on a string is the empty string',
      headers11(),
      envelope(
        env11,
        exchangeBody.replace(
          '<sessionId>s<',
          '<sessionId xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"><',
        ),
      ),
      { ...exchangeInput, sessionId: '' },
    ],
  ])('%s', async (_, headers, body, input) => {
    const { server, calls } = walletServer();
    const got = await send(server, 'POST', path, headers, body);
    expect([got.status, got.text.includes('<ExchangeResult>123<')]).toEqual([200, true]);
    expect(calls.map((call) => call.input)).toEqual([input]);
  });

  it('answers a SOAP 1.2 envelope sent as text/xml in SOAP 1.2', async () => {
    const { server, calls } = walletServer();
    const got = await send(server, 'POST', path, headers11(), envelope(env12, exchangeBody));
    expect([got.status, got.headers['content-type'], got.text]).toEqual([
      200,
      'application/soap+xml; charset=utf-8',
      answer(env12, result),
    ]);
    expect(calls[0]?.binding).toBe('soap12');
  });

  it('matches paths in any letter case for .asmx, and actions in no other', async () => {
    const { server } = walletServer();
    expect((await send(server, 'POST', '/exchangerapi.ASMX', headers11(), envelope(env11, exchangeBody))).status).toBe(
      200,
    );
    expect((await send(server, 'POST', '/geosrvex/addresslocator.SVC', headers11(), '')).status).toBe(500);
    const strict = walletServer({ profile: 'strict' }).server;
    expect((await send(strict, 'POST', '/exchangerapi.asmx', headers11(), '')).status).toBe(404);
  });
});

describe('a format that the service does not take', () => {
  const later = { ...ExchangerApi, ports: ExchangerApi.ports.filter(({ binding }) => binding === 'soap12') };
  const serverFor = (profile: ProfileName) =>
    createServer({ services: [registerService(later, { exchange: () => 1 })], namespaces, profile });

  it.each<ProfileName>(['aspnet', 'wcf', 'strict'])(
    'is answered with the formats that it takes (%s)',
    async (profile) => {
      const words = 'It takes SOAP 1.2 (application/soap+xml).';
      const other = await send(serverFor(profile), 'POST', path, headers11(), envelope(env11, exchangeBody));
      expect([other.status, other.headers.accept]).toEqual([415, 'application/soap+xml']);
      expect(other.text).toBe(
        profile === 'strict' ? `The Content-Type of the request is none that this service takes. ${words}\r\n` : '',
      );
      const { server } = walletServer({ profile });
      const mixed = await send(server, 'POST', path, headers12(), envelope(env11, exchangeBody));
      expect([mixed.status, mixed.headers.accept]).toEqual([415, 'text/xml, application/soap+xml']);
      expect(mixed.text).toMatch(profile === 'strict' ? /^The envelope is of another version of SOAP/ : /^$/);
    },
  );
});

describe('faults and refusals', () => {
  const good11 = envelope(env11, exchangeBody);
  const good12 = envelope(env12, exchangeBody);
  const soap11 = 'text/xml; charset=utf-8';
  const soap12 = 'application/soap+xml; charset=utf-8';
  const bad = (value: string): string => exchangeBody.replace('1.5', value);

  it.each<[string, Record<string, string>, string, number, string | undefined, string]>([
    ['unknown SOAPAction', headers11('"urn:x"'), good11, 500, soap11, fault11('Client', unknown11('urn:x'))],
    ['empty SOAPAction', headers11('""'), good11, 500, soap11, fault11('Client', unknown11(''))],
    ['single quotes', headers11("'a'"), good11, 500, soap11, fault11('Client', unknown11("'a'"))],
    [
      'other letter case',
      headers11(`"${apiNamespace}/exchange"`),
      good11,
      500,
      soap11,
      fault11('Client', unknown11(`${apiNamespace}/exchange`)),
    ],
    ['bare operation name', headers11('"Exchange"'), good11, 500, soap11, fault11('Client', unknown11('Exchange'))],
    [
      'no SOAPAction and an unknown element',
      { 'Content-Type': 'text/xml' },
      envelope(env11, '<x/>'),
      500,
      soap11,
      fault11('Client', noAction),
    ],
    ['1.2: neither action nor element', headers12(), envelope(env12, '<x/>'), 500, soap12, fault12('Sender', noAction)],
    [
      '1.2: unknown action and element',
      headers12('urn:x'),
      envelope(env12, '<x/>'),
      500,
      soap12,
      fault12('Sender', "Unable to handle request. The action 'urn:x' was not recognized."),
    ],
    ['application/xml', { 'Content-Type': 'application/xml' }, good11, 415, undefined, ''],
    ['text/plain', { 'Content-Type': 'text/plain' }, good11, 415, undefined, ''],
    ['no content type', {}, good11, 415, undefined, ''],
    ['a SOAP 1.1 envelope as application/soap+xml', headers12(`${apiNamespace}/Exchange`), good11, 415, undefined, ''],
    ['malformed', headers11(), good11.replace('</s:Body>', ''), 400, undefined, ''],
    ['malformed at the very end', headers11(), `${good11}<x/>`, 400, undefined, ''],
    ['text after the root', headers11(), `${good11}x`, 400, undefined, ''],
    ['empty request', headers11(), '', 400, undefined, ''],
    [
      'DTD',
      headers11(),
      good11.replace('<s:Envelope', '<!DOCTYPE x [<!ENTITY a "b">]><s:Envelope'),
      400,
      undefined,
      '',
    ],
    ['control character', headers11(), envelope(env11, bad('1\u0001')), 400, undefined, ''],
    ['element inside a scalar', headers11(), envelope(env11, bad('<b>1</b>')), 400, undefined, ''],
    ['1.2 with action: malformed', headers12(`${apiNamespace}/Exchange`), good12.slice(0, -5), 400, undefined, ''],
  ])('%s', async (_, headers, body, status, contentType, text) => {
    const { server, calls } = walletServer();
    const got = await send(server, 'POST', path, headers, body);
    expect([got.status, got.headers['content-type'], got.text]).toEqual([status, contentType, text]);
    expect(calls).toEqual([]);
  });

  it('1.2 without action: malformed XML is a fault of the server', async () => {
    const { server } = walletServer();
    for (const body of ['', 'nonsense', '<!DOCTYPE a><a/>']) {
      const got = await send(server, 'POST', path, headers12(), body);
      expect([got.status, got.headers['content-type']]).toEqual([500, soap12]);
      expect(got.text).toContain('<soap:Value>soap:Receiver</soap:Value>');
    }
  });

  it.each(['abc', '', '1,5', '--1', '1 2'])('a double %p cannot be read', async (value) => {
    const { server, calls } = walletServer();
    const got = await send(server, 'POST', path, headers11(), envelope(env11, bad(value)));
    expect(got.status).toBe(500);
    expect(got.text).toMatch(
      /<faultcode>soap:Client<\/faultcode><faultstring>Server was unable to read request. ---&gt; There is an error in XML document \(1, \d+\). ---&gt; Input string was not in a correct format.<\/faultstring><detail\/>/,
    );
    expect(calls).toEqual([]);
  });

  it.each(['z', '', '-1', '65536'])('a char %p cannot be read', async (value) => {
    const { server } = walletServer();
    const got = await send(server, 'POST', path, headers12(), envelope(env12, exchangeBody.replace('122', value)));
    expect(got.status).toBe(500);
    expect(got.text).toContain('<soap:Value>soap:Sender</soap:Value>');
  });

  it('an envelope without Body is a Client fault', async () => {
    const { server } = walletServer();
    const got = await send(server, 'POST', path, headers11(), `<e:Envelope xmlns:e="${env11}"/>`);
    expect(got.status).toBe(500);
    expect(got.text).toContain(
      '<faultcode>soap:Client</faultcode><faultstring>Server was unable to read request. ---&gt; ',
    );
  });

  it.each([
    ['unknown envelope namespace', headers11(), good11.replaceAll(env11, 'urn:soap')],
    ['another root element', headers11(), '<root/>'],
    ['the same as application/soap+xml', headers12(`${apiNamespace}/Exchange`), good11.replaceAll(env11, 'urn:soap')],
  ])('version mismatch: %s', async (_, headers, body) => {
    const { server } = walletServer();
    const got = await send(server, 'POST', path, headers, body);
    expect([got.status, got.headers['content-type']]).toEqual([500, soap11]);
    expect(got.text).toContain('<faultcode>soap:VersionMismatch</faultcode>');
    expect(got.text).toContain('<soap12:SupportedEnvelope qname="soap:Envelope"/>');
    expect(got.text).toContain('<detail/>');
  });

  it.each(['s:mustUnderstand="1"', 's:mustUnderstand="true"', 's:mustUnderstand="1" s:actor="urn:someone.else"'])(
    'a header with %s must be understood',
    async (attributes) => {
      const { server, calls } = walletServer();
      const body = envelope(env11, exchangeBody, `<h:Security xmlns:h="urn:h" ${attributes}/>`);
      const got = await send(server, 'POST', path, headers11(), body);
      expect([got.status, got.text]).toEqual([
        500,
        fault11('MustUnderstand', 'SOAP header Security was not understood.', ''),
      ]);
      expect(calls).toEqual([]);
    },
  );

  it('the same in SOAP 1.2', async () => {
    const { server } = walletServer();
    const body = envelope(env12, exchangeBody, '<h xmlns="urn:h" s:mustUnderstand="true"/>');
    const got = await send(server, 'POST', path, headers12(), body);
    expect([got.status, got.text]).toEqual([500, fault12('MustUnderstand', 'SOAP header h was not understood.', '')]);
  });
});

it('does not repeat characters in a fault that XML cannot contain', async () => {
  const { server, calls } = walletServer();
  const got = await send(server, 'POST', path, headers11('"a\0\u0019\ud800b"'), '');
  expect([got.status, got.text]).toEqual([500, fault11('Client', unknown11('a\ufffd\ufffd\ufffdb'))]);
  expect(calls).toEqual([]);
});

describe('charsets', () => {
  const text = (encoding = ''): string =>
    `${encoding === '' ? '' : `<?xml version="1.0" encoding="${encoding}"?>`}<s:Envelope xmlns:s="${env11}"><s:Body>${exchangeBody.replace('>s<', '>é<')}</s:Body></s:Envelope>`;
  const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);
  const latin1 = (value: string): Uint8Array => Uint8Array.from(value, (c) => c.charCodeAt(0));
  const utf16 = (value: string): Uint8Array => new Uint8Array(Uint16Array.from(value, (c) => c.charCodeAt(0)).buffer);

  it.each<[string, string, Uint8Array, string]>([
    ['utf-8 in the header', 'text/xml; charset=utf-8', utf8(text()), 'é'],
    ['the header wins over the declaration', 'text/xml; charset=utf-8', utf8(text('iso-8859-1')), 'é'],
    ['iso-8859-1', 'text/xml; charset=iso-8859-1', latin1(text()), 'é'],
    ['utf-16 with byte order mark', 'text/xml; charset=utf-16', utf16(`\ufeff${text()}`), 'é'],
    ['byte order mark of utf-8', 'text/xml; charset=utf-8', utf8(`\ufeff${text()}`), 'é'],
    ['no charset: the declaration', 'text/xml', latin1(text('iso-8859-1')), 'é'],
    ['no charset and no declaration: utf-8', 'text/xml', utf8(text()), 'é'],
    ['aspnet ignores an unknown charset', 'text/xml; charset=nonsense', utf8(text()), 'é'],
    ['invalid utf-8 becomes U+FFFD', 'text/xml; charset=utf-8', latin1(text()), '\ufffd'],
  ])('%s', async (_, contentType, body, sessionId) => {
    const { server, calls } = walletServer();
    await send(server, 'POST', path, { ...headers11(), 'Content-Type': contentType }, body);
    expect(calls[0]?.input).toEqual({ ...exchangeInput, sessionId });
  });

  const requestIn = (version: '1.1' | '1.2', charset: string, encoding = '') => {
    const namespace = version === '1.1' ? env11 : env12;
    const { 'Content-Type': type = '', ...headers } = version === '1.1' ? headers11() : headers12();
    const contentType = type.replace(/; charset=utf-8/, charset === '' ? '' : `; charset=${charset}`);
    return [{ ...headers, 'Content-Type': contentType }, text(encoding).replace(env11, namespace)] as const;
  };

  describe.each(['1.1', '1.2'] as const)('that nobody knows, over SOAP %s', (version) => {
    it.each<[ProfileName, number, RegExp | string]>([
      ['aspnet', 200, /ExchangeResult/],
      ['wcf', 415, ''],
      ['strict', 415, 'The charset "x-nothing" of the request is not known.\r\n'],
    ])('is answered by %s with %d', async (profile, status, words) => {
      const { server } = walletServer({ profile });
      // Headers that were right before are known.
      await send(server, 'POST', path, ...requestIn(version, 'utf-8'));
      for (const charset of ['x-nothing', '"x-nothing"']) {
        const got = await send(server, 'POST', path, ...requestIn(version, charset));
        expect([got.status, got.text]).toEqual([
          status,
          typeof words === 'string' ? words : expect.stringMatching(words),
        ]);
      }
    });

    it('is named when the XML declaration has it', async () => {
      const { server, calls } = walletServer({ profile: 'strict' });
      for (let known = 0; known < 2; known++) {
        const got = await send(server, 'POST', path, ...requestIn(version, '', 'x-nothing'));
        expect(got.status).toBe(version === '1.1' ? 500 : 400);
        expect(got.text).toContain('The encoding "x-nothing" is not known');
        expect(calls).toHaveLength(known);
        await send(server, 'POST', path, ...requestIn(version, '', 'utf-8'));
      }
      const dotNet = walletServer({ profile: 'aspnet' });
      const got = await send(dotNet.server, 'POST', path, ...requestIn(version, '', 'x-nothing'));
      expect([got.status, got.text, dotNet.calls]).toEqual([400, '', []]);
    });

    it('does not matter in the XML declaration where the header says it', async () => {
      const { server } = walletServer({ profile: 'strict' });
      const got = await send(server, 'POST', path, ...requestIn(version, 'utf-8', 'x-nothing'));
      expect(got.status).toBe(200);
    });
  });

  it('reads text/xml without charset as ASCII if the option is set', async () => {
    const { server, calls } = walletServer({ textXmlCharset: 'us-ascii' });
    await send(server, 'POST', path, { ...headers11(), 'Content-Type': 'text/xml' }, utf8(text('utf-8')));
    expect(calls[0]?.input).toEqual({ ...exchangeInput, sessionId: '??' });
  });
});
