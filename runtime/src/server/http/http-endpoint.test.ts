import { apiNamespace } from '../../../../tests/support/runtime/fixture.js';
import { exchangeInput, send, type TextAnswer, walletServer } from '../../../../tests/support/runtime/server.js';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const good = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';
const exchange = '/ExchangerApi.asmx/Exchange';

function withValue(name: string, value: string): string {
  return good.replace(new RegExp(`${name}=[^&]*`), `${name}=${value}`);
}

describe('success', () => {
  it.each([
    ['GET', `${exchange}?${good}`, {}, ''],
    ['POST', exchange, form, good],
  ])('answers %s as ASP.NET writes it', async (method, url, headers, body) => {
    const { server, calls } = walletServer();
    const got = await send(server, method, url, headers, body);
    expect(got.status).toBe(200);
    expect(got.headers).toMatchObject({
      'content-type': 'text/xml; charset=utf-8',
      'cache-control': 'private, max-age=0',
    });
    expect(got.text).toBe(`<?xml version="1.0" encoding="utf-8"?>\r\n<int xmlns="${apiNamespace}">123</int>`);
    expect(calls).toEqual([
      { method: 'exchange', input: exchangeInput, binding: method === 'GET' ? 'httpGet' : 'httpPost' },
    ]);
  });

  it('distinguishes no string, an empty one and one with markup', async () => {
    const { server } = walletServer();
    const ask = async (code: number): Promise<string> =>
      (await send(server, 'GET', `/ErrorsApi.asmx/GetErrorDesc?errorCode=${code}&cultureCode=1`)).text.split(
        '\r\n',
      )[1] ?? '';
    expect(await ask(0)).toMatch(/^<string (?=.*xsi:nil="true")(?=.*xmlns="http:\/\/wallet.example\/api").*\/>$/);
    expect(await ask(1)).toBe(`<string xmlns="${apiNamespace}"/>`);
    expect(await ask(2)).toBe(`<string xmlns="${apiNamespace}">&lt;2&gt; &amp; "Я"</string>`);
  });
});

describe('what is read', () => {
  it.each<[string, string, object]>([
    [
      'names in any letter case',
      good.toUpperCase().replace('=S&', '=s&').replace('=Z', '=z').replace('=R', '=r'),
      exchangeInput,
    ],
    ['unknown ones ignored', `${good}&extra=1&WSDL`, exchangeInput],
    ['any order', good.split('&').reverse().join('&'), exchangeInput],
    ['an empty string', withValue('sessionId', ''), { ...exchangeInput, sessionId: '' }],
    ['a repeated one is joined', `${good}&sessionId=t`, { ...exchangeInput, sessionId: 's,t' }],
    ['+ and %20 are spaces', withValue('sessionId', 'a+b%20c'), { ...exchangeInput, sessionId: 'a b c' }],
    ['%uXXXX', withValue('sessionId', '%u042F%uD83D%uDE00'), { ...exchangeInput, sessionId: 'Я😀' }],
    ['%XX as UTF-8', withValue('sessionId', '%D0%AF'), { ...exchangeInput, sessionId: 'Я' }],
    ['invalid bytes', withValue('sessionId', '%FF'), { ...exchangeInput, sessionId: '\ufffd' }],
    ['carriage returns are kept', withValue('sessionId', 'a%0D%0Ab'), { ...exchangeInput, sessionId: 'a\r\nb' }],
    ['a digit as char is that character', withValue('CurrencyToBuy', '1'), { ...exchangeInput, CurrencyToBuy: '1' }],
    ['double: thousands separators', withValue('amountToPay', '1,5'), { ...exchangeInput, amountToPay: 15 }],
    ['double: exponent and sign', withValue('amountToPay', '%2B1.25E%2B2'), { ...exchangeInput, amountToPay: 125 }],
    ['double: dots at either end', withValue('amountToPay', '%20.5%20'), { ...exchangeInput, amountToPay: 0.5 }],
    [
      'double: Infinity',
      withValue('amountToPay', '-Infinity'),
      { ...exchangeInput, amountToPay: Number.NEGATIVE_INFINITY },
    ],
    ['double: NaN', withValue('amountToPay', 'NaN'), { ...exchangeInput, amountToPay: Number.NaN }],
    ['double: minus zero becomes zero', withValue('amountToPay', '-0'), { ...exchangeInput, amountToPay: 0 }],
  ])('%s', async (_, parameters, input) => {
    for (const method of ['GET', 'POST']) {
      const { server, calls } = walletServer();
      const got = await (method === 'GET'
        ? send(server, 'GET', `${exchange}?${parameters}`)
        : send(server, 'POST', exchange, form, parameters));
      expect([got.status, calls.map((call) => call.input)]).toEqual([200, [input]]);
    }
  });

  it('reads a form in its charset, raw bytes too', async () => {
    const { server, calls } = walletServer();
    const type = { 'Content-Type': 'Application/X-WWW-Form-UrlEncoded; charset=windows-1251' };
    await send(server, 'POST', exchange, type, withValue('sessionId', '%CF'));
    await send(server, 'POST', exchange, form, withValue('sessionId', 'П'));
    expect(calls.map((call) => (call.input as { sessionId: string }).sessionId)).toEqual(['П', 'П']);
  });

  it('refuses a form in a charset that nobody knows, which ASP.NET ignores', async () => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded; charset=x-nothing' };
    const answers = [];
    for (const profile of ['strict', 'wcf', 'aspnet'] as const) {
      const { server, calls } = walletServer({ profile });
      const { status, text } = await send(server, 'POST', exchange, type, withValue('sessionId', 's'));
      answers.push([status, status === 200 || text, calls.length]);
    }
    const words = 'The charset &quot;x-nothing&quot; of the request is not known.\r\n';
    expect(answers).toEqual([
      [415, words, 0],
      [415, words, 0],
      [200, true, 1],
    ]);
  });

  it.each([
    ['true', true],
    ['TRUE', true],
    ['%20fAlse+', false],
  ])('boolean %s', async (text, value) => {
    const { server, calls } = walletServer();
    await send(server, 'GET', `/AccountApi.asmx/ContactSetFavorite?sessionId=&wmid=&value=${text}`);
    expect(calls[0]?.input).toEqual({ sessionId: '', wmid: '', value });
  });

  it.each([
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['+%2B007+', 7n],
    ['-0', 0n],
  ])('long %s', async (text, id) => {
    const { server, calls } = walletServer();
    await send(server, 'GET', `/AccountApi.asmx/TopupAtmCard?sessionId=&id=${text}&amount=1&purseFrom=`);
    expect(calls[0]?.input).toEqual({ sessionId: '', id, amount: 1, purseFrom: '' });
  });

  it.each([
    ['wmz', 'wmz'],
    ['+TRY+', 'TRY'],
    ['3', 'TRY'],
    ['wme,wmz', 'TRY'],
    ['0', 'Unknown'],
  ])('enumeration %s', async (text, currency) => {
    const { server, calls } = walletServer();
    await send(server, 'GET', `/AccountApi.asmx/MarkAllOperationsAsReadForCurrency?sessionId=&currency=${text}`);
    expect(calls[0]?.input).toEqual({ sessionId: '', currency });
  });
});

describe('failures are 500 text/plain', () => {
  const cannot = (text: string, type: string, why: string): string =>
    `Cannot convert ${text} to ${type}.\r\nParameter name: type ---&gt; ${why}`;
  const format = 'Input string was not in a correct format.';

  it.each([
    ['missing', 'CurrencyToBuy=z', 'Missing parameter: sessionId.'],
    ['without =', good.replace('sessionId=s', 'sessionId'), 'Missing parameter: sessionId.'],
    ['double in XML Schema form', withValue('amountToPay', 'INF'), cannot('INF', 'System.Double', format)],
    [
      'double overflow',
      withValue('amountToPay', '1e400'),
      cannot('1e400', 'System.Double', 'Value was either too large or too small for a Double.'),
    ],
    ['double with nothing', withValue('amountToPay', ''), cannot('', 'System.Double', format)],
    [
      'char as number',
      withValue('CurrencyToBuy', '122'),
      cannot('122', 'System.Char', 'String must be exactly one character long.'),
    ],
    [
      'char empty',
      withValue('CurrencyToBuy', ''),
      cannot('', 'System.Char', 'String must be exactly one character long.'),
    ],
    ['escaped', withValue('amountToPay', '%3Cb%3E'), cannot('&lt;b&gt;', 'System.Double', format)],
  ])('%s', async (_, parameters, text) => {
    for (const got of await both(exchange, parameters)) {
      expect([got.status, got.headers['content-type'], got.text]).toEqual([
        500,
        'text/plain; charset=utf-8',
        `${text}\r\n`,
      ]);
    }
  });

  it.each([
    ['/ErrorsApi.asmx/GetErrorDesc', 'errorCode=abc&cultureCode=1', cannot('abc', 'System.Int32', format)],
    ['/ErrorsApi.asmx/GetErrorDesc', 'errorCode=1.0&cultureCode=1', cannot('1.0', 'System.Int32', format)],
    ['/ErrorsApi.asmx/GetErrorDesc', 'errorCode=1&errorCode=2&cultureCode=1', cannot('1,2', 'System.Int32', format)],
    [
      '/ErrorsApi.asmx/GetErrorDesc',
      'errorCode=2147483648&cultureCode=1',
      cannot('2147483648', 'System.Int32', 'Value was either too large or too small for an Int32.'),
    ],
    [
      '/AccountApi.asmx/ContactSetFavorite',
      'sessionId=&wmid=&value=1',
      cannot('1', 'System.Boolean', 'String was not recognized as a valid Boolean.'),
    ],
    [
      '/AccountApi.asmx/MarkAllOperationsAsReadForCurrency',
      'sessionId=&currency=WMZ',
      cannot('WMZ', 'Currency', 'Requested value &#39;WMZ&#39; was not found.'),
    ],
    [
      '/AccountApi.asmx/MarkAllOperationsAsReadForCurrency',
      'sessionId=&currency=99',
      cannot('99', 'Currency', 'Requested value &#39;99&#39; was not found.'),
    ],
    ['/AccountApi.asmx/NoSuchOp', '', 'NoSuchOp Web Service method name is not valid.'],
    [
      '/AccountApi.asmx/contactsetfavorite',
      '',
      'Invalid method name &#39;contactsetfavorite&#39;,  method names are case sensitive.   The method name &#39;ContactSetFavorite&#39; with the same name but different casing was found.\r\nParameter name: methodName',
    ],
    [
      '/AccountApi.asmx/MarkAllOperationsAsReadForCurrency',
      'sessionId=&currency=',
      cannot('', 'Currency', 'Must specify valid information for parsing in the string.'),
    ],
    [
      '/AccountApi.asmx/MarkAllOperationsAsReadForCurrency',
      'sessionId=&currency=2147483648',
      cannot('2147483648', 'Currency', 'Value was either too large or too small for an Int32.'),
    ],
    [
      '/AccountApi.asmx/MarkAllOperationsAsReadForCurrency',
      'sessionId=&currency=1,2',
      cannot('1,2', 'Currency', 'Requested value &#39;1,2&#39; was not found.'),
    ],
  ])('%s?%s', async (url, parameters, text) => {
    for (const got of await both(url, parameters)) {
      expect([got.status, got.headers['content-type'], got.text]).toEqual([
        500,
        'text/plain; charset=utf-8',
        `${text}\r\n`,
      ]);
    }
  });

  async function both(url: string, parameters: string): Promise<TextAnswer[]> {
    const { server, calls } = walletServer();
    const answers = [
      await send(server, 'GET', `${url}?${parameters}`),
      await send(server, 'POST', url, form, parameters),
    ];
    expect(calls).toEqual([]);
    return answers;
  }

  it.each<[string, Record<string, string>, string]>([
    ['POST with the parameters in the query', form, 'Missing parameter: sessionId.'],
    ['SOAP', { 'Content-Type': 'text/xml; charset=utf-8' }, 'Request format is invalid: text/xml; charset=utf-8.'],
    ['no content type', {}, 'Request format is invalid: .'],
    [
      'multipart',
      { 'Content-Type': 'multipart/form-data; boundary=b' },
      'Request format is invalid: multipart/form-data; boundary=b.',
    ],
  ])('%s', async (_, headers, text) => {
    const { server } = walletServer();
    const got = await send(server, 'POST', `${exchange}?${good}`, headers, '');
    expect([got.status, got.text]).toEqual([500, `${text}\r\n`]);
  });

  it.each(['HEAD', 'PUT', 'DELETE', 'OPTIONS'])('%s is not a format of an operation', async (method) => {
    const { server } = walletServer();
    const got = await send(server, method, `${exchange}?${good}`);
    expect([got.status, got.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(got.text).toContain('Request format is unrecognized for URL unexpectedly ending in &#39;/Exchange&#39;.');
  });

  it('a slash without an operation is not a format either', async () => {
    const { server } = walletServer();
    for (const method of ['GET', 'POST']) {
      const got = await send(server, method, '/ExchangerApi.asmx/');
      expect([got.status, got.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    }
  });

  describe('request validation, where asked for', () => {
    const dangerous = (value: string): string => withValue('sessionId', encodeURIComponent(value));

    it.each([
      ['<script>', '&lt;script&gt;'],
      ['<!', '&lt;!'],
      ['</a', '&lt;/a'],
      ['<?a', '&lt;?a'],
      ['a&#60;', 'a&amp;#60;'],
      [`${'x'.repeat(20)}<b${'y'.repeat(30)}`, `...${'x'.repeat(10)}&lt;b${'y'.repeat(18)}...`],
    ])('refuses %s', async (value, excerpt) => {
      const { server, calls } = walletServer({ requestValidation: true });
      const query = await send(server, 'GET', `${exchange}?${dangerous(value)}`);
      const posted = await send(server, 'POST', exchange, form, dangerous(value));
      const text = (collection: string): string =>
        `A potentially dangerous Request.${collection} value was detected from the client (sessionId=&quot;${excerpt}&quot;).\r\n`;
      expect([query.status, query.text]).toEqual([500, text('QueryString')]);
      expect([posted.status, posted.text]).toEqual([500, text('Form')]);
      expect(calls).toEqual([]);
    });

    it.each(['< a', 'a<1', '&amp;', 'a>b'])('takes %s', async (value) => {
      const { server } = walletServer({ requestValidation: true });
      expect((await send(server, 'GET', `${exchange}?${dangerous(value)}`)).status).toBe(200);
    });

    it('is off by default', async () => {
      const { server } = walletServer();
      expect((await send(server, 'GET', `${exchange}?${dangerous('<script>')}`)).status).toBe(200);
    });
  });

  it('bounds the number of fields', async () => {
    const { server } = walletServer({ limits: { maxFormFields: 4 } });
    expect((await send(server, 'GET', `${exchange}?${good}`)).status).toBe(200);
    expect((await send(server, 'GET', `${exchange}?${good}&a=b`)).status).toBe(500);
  });
});
