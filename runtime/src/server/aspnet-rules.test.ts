import { apiNamespace } from '../../../tests/support/runtime/fixture.js';
import {
  env11,
  env12,
  envelope,
  exchangeBody,
  exchangeInput,
  headers11,
  headers12,
  send,
  type TextAnswer,
  walletServer,
} from '../../../tests/support/runtime/server.js';

/** Rules that were looked up one by one at a real ASP.NET server; the wording is its own. */

const format = 'Input string was not in a correct format.';

const operations: Readonly<Record<string, readonly [path: string, operation: string, fields: readonly string[]]>> = {
  double: ['/ExchangerApi.asmx', 'Exchange', ['sessionId', 'CurrencyToBuy', 'CurrencyToPay', 'amountToPay']],
  long: ['/AccountApi.asmx', 'TopupAtmCard', ['id']],
  boolean: ['/AccountApi.asmx', 'ContactSetFavorite', ['value']],
  currency: ['/AccountApi.asmx', 'MarkAllOperationsAsReadForCurrency', ['currency']],
  int: ['/ErrorsApi.asmx', 'GetErrorDesc', ['errorCode']],
  char: ['/ExchangerApi.asmx', 'Exchange', ['CurrencyToBuy']],
};

/** Sends one value as the last field of an operation; returns the answer and the values that arrived. */
async function sendValue(kind: string, xml: string): Promise<{ got: TextAnswer; arrived: unknown }> {
  const [path, operation, fields] = operations[kind] ?? ['', '', []];
  const field = fields[fields.length - 1] ?? '';
  const { server, calls } = walletServer();
  const body = `<${operation} xmlns="${apiNamespace}"><${field}>${xml}</${field}></${operation}>`;
  const got = await send(server, 'POST', path, headers11(`"${apiNamespace}/${operation}"`), envelope(env11, body));
  return { got, arrived: (calls[0]?.input as Record<string, unknown> | undefined)?.[field] };
}

function faultString(got: TextAnswer): string | undefined {
  return /<faultstring>(.*?)<\/faultstring>/s.exec(got.text)?.[1];
}

describe('values that SOAP requests may contain', () => {
  it.each<[string, string, unknown]>([
    ['double', 'Infinity', Number.POSITIVE_INFINITY],
    ['double', ' -Infinity ', Number.NEGATIVE_INFINITY],
    ['double', 'INF', Number.POSITIVE_INFINITY],
    ['double', '1.', 1],
    ['double', '.5', 0.5],
    ['double', '+1.5', 1.5],
    ['double', '1e-400', 0],
    ['double', '<![CDATA[1]]>5', 15],
    ['long', ' +0007 ', 7n],
    ['boolean', ' 1 ', true],
    ['char', '0122', 'z'],
  ])('%s %j', async (kind, text, value) => {
    const { got, arrived } = await sendValue(kind, text);
    expect([got.status, arrived]).toEqual([200, value]);
  });

  it.each([
    ['double', '1e400', 'Value was either too large or too small for a Double.'],
    ['double', '+Infinity', format],
    ['double', 'inf', format],
    ['long', '9223372036854775808', 'Value was either too large or too small for an Int64.'],
    ['long', '1.0', format],
    ['long', '', format],
    ['int', '-2147483649', 'Value was either too large or too small for an Int32.'],
    ['char', '65536', 'Value was either too large or too small for a UInt16.'],
    ['char', 'z', format],
    ['char', '-1', format],
    ['boolean', ' TRUE ', "The string 'TRUE' is not a valid Boolean value."],
    ['boolean', '', "The string '' is not a valid Boolean value."],
    ['currency', 'wme ', "Instance validation error: 'wme ' is not a valid value for Currency."],
    ['currency', '15', "Instance validation error: '15' is not a valid value for Currency."],
    ['currency', '', "Instance validation error: '' is not a valid value for Currency."],
  ])('%s %j is a fault in the words of .NET', async (kind, text, why) => {
    const { got, arrived } = await sendValue(kind, text);
    expect([got.status, arrived]).toEqual([500, undefined]);
    expect(faultString(got)?.replace(/\(\d+, \d+\)/, '(L, C)')).toBe(
      `Server was unable to read request. ---&gt; There is an error in XML document (L, C). ---&gt; ${why}`,
    );
  });

  it('the position is that after the element, where the reader of .NET is by then', async () => {
    const { server } = walletServer();
    const place = async (inside: string): Promise<string | undefined> => {
      const body = `<s:Envelope xmlns:s="${env11}">\n <s:Body>\n  <Exchange xmlns="${apiNamespace}">\n   ${inside}</Exchange>\n </s:Body>\n</s:Envelope>`;
      const got = await send(server, 'POST', '/ExchangerApi.asmx', headers11(), body);
      return /\(\d+, \d+\)/.exec(got.text)?.[0];
    };
    expect(await place('<amountToPay>abc</amountToPay>\n  ')).toBe('(4, 34)');
    expect(await place('<amountToPay>abc</amountToPay>')).toBe('(4, 36)');
    expect(await place('<amountToPay>abc</amountToPay><sessionId/>')).toBe('(4, 35)');
    expect(await place('<amountToPay/><sessionId/>')).toBe('(4, 19)');
  });
});

describe('inside a value', () => {
  it.each(['1<!-- c -->', '<!-- c -->1', '1<?p?>', '<b>1</b>'])('%s is not allowed: 400', async (xml) => {
    const { got, arrived } = await sendValue('double', xml);
    expect([got.status, got.text, arrived]).toEqual([400, '', undefined]);
  });

  it.each(['s<!-- c -->', '<!-- c -->', 's<?p?>t', 's<b/>'])('%s in a string: 400', async (xml) => {
    const { server } = walletServer();
    const body = envelope(env11, exchangeBody.replace('>s<', `>${xml}<`));
    expect((await send(server, 'POST', '/ExchangerApi.asmx', headers11(), body)).status).toBe(400);
  });

  it('comments between elements are ignored, and so is xsi:nil on elements that are not nillable', async () => {
    const { server, calls } = walletServer();
    const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
    const inner = exchangeBody
      .replace('<sessionId>', `<!-- c -->t<?p?><sessionId ${xsi} i:nil="maybe">`)
      .replace('</Exchange>', '<!-- c --></Exchange>');
    const got = await send(server, 'POST', '/ExchangerApi.asmx', headers11(), envelope(env11, inner));
    expect([got.status, calls[0]?.input]).toEqual([200, exchangeInput]);
  });

  it('strict accepts comments anywhere', async () => {
    const { server, calls } = walletServer({ profile: 'strict' });
    const body = envelope(env11, exchangeBody.replace('>1.5<', '>1<!-- c -->.5<'));
    await send(server, 'POST', '/ExchangerApi.asmx', headers11(), body);
    expect(calls[0]?.input).toEqual(exchangeInput);
  });
});

describe('requests without an operation', () => {
  const plain = { 'Content-Type': 'text/xml; charset=utf-8' };
  const noBody = 'Request format is invalid: Missing required soap:Body element.';
  const process = 'Server was unable to process request. ---&gt; ';

  it.each<[string, Record<string, string>, string, string, string]>([
    [
      'nonsense',
      plain,
      'nonsense',
      'soap:Receiver',
      `${process}Data at the root level is invalid. Line 1, position 1.`,
    ],
    ['nothing', plain, '', 'soap:Receiver', `${process}Root element is missing.`],
    ['a DTD', headers12(), '<!DOCTYPE a><a/>', 'soap:Receiver', `${process}DTD is prohibited in this XML document.`],
    ['no Body', headers12(), `<e:Envelope xmlns:e="${env12}"/>`, 'soap:Receiver', process + noBody],
    [
      'no Body, action known',
      headers12(`${apiNamespace}/Exchange`),
      `<e:Envelope xmlns:e="${env12}"/>`,
      'soap:Sender',
      `Server was unable to read request. ---&gt; ${noBody}`,
    ],
  ])('%s', async (_, headers, body, code, reason) => {
    const { server } = walletServer();
    const got = await send(server, 'POST', '/ExchangerApi.asmx', headers, body);
    expect([got.status, got.headers['content-type']]).toEqual([500, 'application/soap+xml; charset=utf-8']);
    expect(got.text).toContain(`<soap:Value>${code}</soap:Value>`);
    expect(got.text).toContain(`<soap:Text xml:lang="en">${reason}</soap:Text>`);
  });

  it('no Body, SOAP 1.1: the server is at fault where it looked for the operation, else the client', async () => {
    const { server } = walletServer();
    const ask = async (headers: Record<string, string>): Promise<string> =>
      (await send(server, 'POST', '/ExchangerApi.asmx', headers, `<e:Envelope xmlns:e="${env11}"/>`)).text;
    expect(await ask(plain)).toContain(
      `<faultcode>soap:Server</faultcode><faultstring>${process}${noBody}</faultstring>`,
    );
    expect(await ask(headers11())).toContain(
      `<faultcode>soap:Client</faultcode><faultstring>Server was unable to read request. ---&gt; ${noBody}</faultstring>`,
    );
  });

  it('names the namespace of an envelope that it does not know', async () => {
    const { server } = walletServer();
    const got = await send(server, 'POST', '/ExchangerApi.asmx', headers11(), '<a xmlns="urn:x"/>');
    expect(faultString(got)).toBe(
      `Possible SOAP version mismatch: Envelope namespace urn:x was unexpected. Expecting ${env11}.`,
    );
  });

  it('a fault about a header is cached like an answer, as ASP.NET has it', async () => {
    const { server } = walletServer();
    const body = envelope(env11, exchangeBody, '<h xmlns="urn:h" s:mustUnderstand="1"/>');
    const got = await send(server, 'POST', '/ExchangerApi.asmx', headers11(), body);
    expect([got.status, got.headers['cache-control']]).toEqual([500, 'private, max-age=0']);
  });
});

describe('other methods at the address', () => {
  it.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE'])('%s: 405', async (method) => {
    const { server } = walletServer();
    for (const query of ['', '?wsdl']) {
      const got = await send(server, method, `/ExchangerApi.asmx${query}`);
      expect([got.status, got.headers.allow]).toEqual([405, 'GET, POST']);
    }
  });

  it('strict answers HEAD and OPTIONS', async () => {
    const { server } = walletServer({ profile: 'strict' });
    const head = await send(server, 'HEAD', '/ExchangerApi.asmx?wsdl');
    expect([head.status, head.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    const options = await send(server, 'OPTIONS', '/ExchangerApi.asmx');
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    expect((await send(server, 'PUT', '/ExchangerApi.asmx')).status).toBe(405);
  });
});
