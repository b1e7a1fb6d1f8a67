import { apiNamespace, Exchange$element } from '../../../tests/support/runtime/fixture.js';
import {
  env11,
  env12,
  envelope,
  exchangeBody,
  exchangeInput,
  headers11,
  headers12,
  send,
  walletServer,
} from '../../../tests/support/runtime/server.js';
import { complexType, element, field, guid, sequence } from '../schema/construct/construct.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import * as xs from '../schema/xs.js';
import type { HttpBindingDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import { createServer, registerService } from './index.js';

/** Rules of a real ASP.NET server, one in each row: the answer to a request, and the arguments that reach the operation. */

const path = '/ExchangerApi.asmx';
const action = `${apiNamespace}/Exchange`;
const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
const withSession = (content: string): string => exchangeBody.replace('>s<', `>${content}<`);
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';

interface Row {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The arguments that reach the operation; absent if it is not called. */
  readonly input?: object;
  readonly status?: number;
  readonly says?: string | RegExp;
}

const rows: Readonly<Record<string, Row>> = {
  'SOAPAction with a slash at its end is another one': {
    headers: headers11(`"${action}/"`),
    body: envelope(env11, exchangeBody),
    status: 500,
    says: `did not recognize the value of HTTP Header SOAPAction: ${action}/.`,
  },
  'SOAPAction with spaces inside the quotes is another one': {
    headers: headers11(`" ${action} "`),
    body: envelope(env11, exchangeBody),
    status: 500,
    says: 'did not recognize the value of HTTP Header SOAPAction',
  },
  'children count by their namespace, whatever element they stand in': {
    headers: headers11(),
    body: envelope(env11, exchangeBody.replaceAll('Exchange', 'Other')),
    input: exchangeInput,
  },
  'children of no namespace do not count': {
    headers: headers11(),
    body: envelope(env11, exchangeBody.replace('<sessionId>', '<sessionId xmlns="">')),
    input: { CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 1.5 },
  },
  'a prefix says nothing': {
    headers: headers11(),
    body: envelope(env11, exchangeBody.replace('xmlns=', 'xmlns:q=').replace(/<(\/?)(\w)/g, '<$1q:$2')),
    input: exchangeInput,
  },
  'encodingStyle is ignored': {
    headers: headers11(),
    body: envelope(env11, exchangeBody).replace(
      '<s:Body',
      '<s:Body s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"',
    ),
    input: exchangeInput,
  },
  'what is missing of a value type is its default': {
    headers: headers11(),
    body: envelope(env11, exchangeBody.replace(/<amountToPay>.*<\/amountToPay>/, '')),
    input: { ...exchangeInput, amountToPay: 0 },
  },
  'nil of a value type is a fault': {
    headers: headers11(),
    body: envelope(env11, exchangeBody.replace(/<amountToPay>.*?</, `<amountToPay ${xsi} i:nil="true"><`)),
    status: 500,
    says: 'Server was unable to read request.',
  },
  'a string is as it stands, white space too': {
    headers: headers11(),
    body: envelope(env11, withSession('  a\tb  ')),
    input: { ...exchangeInput, sessionId: '  a\tb  ' },
  },
  'ends of lines in a string are LF, unless they are written as references': {
    headers: headers11(),
    body: envelope(env11, withSession('a\r\nb\rc&#13;d')),
    input: { ...exchangeInput, sessionId: 'a\nb\nc\rd' },
  },
  'CDATA in a string is text': {
    headers: headers11(),
    body: envelope(env11, withSession('a<![CDATA[<b>&]]>c')),
    input: { ...exchangeInput, sessionId: 'a<b>&c' },
  },
  '1.2: without charset the XML declaration says it, or UTF-8': {
    headers: { 'Content-Type': 'application/soap+xml' },
    body: envelope(env12, withSession('é')),
    input: { ...exchangeInput, sessionId: 'é' },
  },
  '1.2: a value that is none is the Sender’s fault, with 500': {
    headers: headers12(action),
    body: envelope(env12, exchangeBody.replace('1.5', 'abc')),
    status: 500,
    says: /<soap:Value>soap:Sender<\/soap:Value>.*unable to read request.*<soap:Detail\/>/,
  },
  '1.2: broken behind the element that is looked for': {
    headers: headers12(),
    body: envelope(env12, exchangeBody).replace('</s:Body>', ''),
    status: 400,
    says: /^$/,
  },
  '1.2: an action in another letter case is not known, the element is': {
    headers: headers12(action.toUpperCase()),
    body: envelope(env12, exchangeBody),
    input: exchangeInput,
  },
};

it.each(Object.entries(rows))('%s', async (_, { headers, body, input, status = 200, says = '>123<' }) => {
  const { server, calls } = walletServer();
  const got = await send(server, 'POST', path, headers, body);
  expect(got.status).toBe(status);
  expect(got.text).toMatch(says);
  expect(calls.map((call) => call.input)).toEqual(input === undefined ? [] : [input]);
});

describe('GET and POST', () => {
  it('a content type on GET does not matter', async () => {
    for (const type of ['text/xml; charset=utf-8', 'application/json', 'nonsense']) {
      const { server, calls } = walletServer();
      const got = await send(server, 'GET', `${path}/Exchange?${form}`, { 'Content-Type': type });
      expect([got.status, calls[0]?.input]).toEqual([200, exchangeInput]);
    }
  });

  const http = (name: string, output?: ElementDescriptor): Pick<ServiceDescriptor['operations'][string], 'httpGet'> => {
    const facts: HttpBindingDescriptor = { location: `/${name}`, input: 'urlEncoded', parameters: [] };
    return { httpGet: output === undefined ? facts : { ...facts, output } };
  };
  const input = { element: element(apiNamespace, 'In', complexType(apiNamespace, '', { content: sequence([]) })) };
  const result = (name: string, type: ElementDescriptor['type']) => ({
    element: element(
      apiNamespace,
      `${name}Response`,
      complexType(apiNamespace, '', { content: sequence([field(apiNamespace, 'r', type)]) }),
    ),
    unwrap: 'r',
  });
  const service: ServiceDescriptor = {
    kind: 'service',
    name: 'Odd',
    namespace: apiNamespace,
    placeholders: [],
    ports: [{ name: 'OddGet', binding: 'httpGet', address: 'http://h/Odd.asmx' }],
    operations: {
      nothing: { name: 'Nothing', method: 'nothing', input, output: { element: Exchange$element }, ...http('Nothing') },
      letter: {
        name: 'Letter',
        method: 'letter',
        input,
        output: result('Letter', xs.unsignedShort),
        ...http('Letter', element(apiNamespace, 'char', xs.unsignedShort)),
      },
    },
  };
  const odd = createServer({
    services: [registerService(service, { nothing: () => ({}), letter: () => 122 } as never)],
  });

  it('an operation without a result answers nothing, without a content type', async () => {
    const got = await send(odd, 'GET', '/Odd.asmx/Nothing');
    expect([got.status, got.text, got.headers['content-type']]).toEqual([200, '', undefined]);
  });

  it('a char is answered as its number', async () => {
    const got = await send(odd, 'GET', '/Odd.asmx/Letter');
    expect(got.text).toBe(`<?xml version="1.0" encoding="utf-8"?>\r\n<char xmlns="${apiNamespace}">122</char>`);
  });
});

describe('at the address', () => {
  it.each(['?singleWsdl', '?xsd=xsd0', '?anything'])('%s is the help page', async (query) => {
    const { server } = walletServer();
    const got = await send(server, 'GET', path + query);
    expect([got.status, got.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(got.text).toContain('href="?op=Exchange"');
  });

  it('another .asmx is 404', async () => {
    const { server } = walletServer();
    expect((await send(server, 'GET', '/Other.asmx')).status).toBe(404);
  });

  it('all ports are at the host of the request', async () => {
    const { server } = walletServer();
    const got = await send(server, 'GET', `${path}?WSDL`, { Host: 'shop.example:8080' });
    const locations = [...got.text.matchAll(/<[\w:]*address location="([^"]*)"/g)].map(([, location]) => location);
    expect(new Set(locations)).toEqual(new Set(['http://shop.example:8080/ExchangerApi.asmx']));
  });
});

describe('dates and decimals', () => {
  const parts = { day: xs.dateTime, sum: xs.decimal };
  const fields = Object.entries(parts).map(([name, type]) => field(apiNamespace, name, type));
  const http: HttpBindingDescriptor = {
    location: '/Book',
    input: 'urlEncoded',
    parameters: Object.entries(parts).map(([name, type]) => ({ name, property: name, type })),
  };
  const service: ServiceDescriptor = {
    kind: 'service',
    name: 'Books',
    namespace: apiNamespace,
    placeholders: [],
    ports: [
      { name: 'BooksSoap', binding: 'soap11', address: 'http://h/Books.asmx' },
      { name: 'BooksGet', binding: 'httpGet', address: 'http://h/Books.asmx' },
    ],
    operations: {
      book: {
        name: 'Book',
        method: 'book',
        input: { element: element(apiNamespace, 'Book', complexType(apiNamespace, '', { content: sequence(fields) })) },
        output: { element: Exchange$element },
        soap11: { action: `${apiNamespace}/Book`, style: 'document' },
        httpGet: http,
      },
    },
  };

  /** The values of a date and a decimal that arrive over SOAP and over GET; the failure if none arrives. */
  async function book(day: string, sum: string) {
    const inputs: unknown[] = [];
    const implementation = { book: (input: unknown) => ({ count: inputs.push(input) }) };
    const server = createServer({ services: [registerService(service, implementation as never)] });
    const body = `<Book xmlns="${apiNamespace}"><day>${day}</day><sum>${sum}</sum></Book>`;
    const soap = await send(server, 'POST', '/Books.asmx', headers11(`${apiNamespace}/Book`), envelope(env11, body));
    const overSoap = inputs.pop() ?? soap.text;
    const query = `day=${encodeURIComponent(day)}&sum=${encodeURIComponent(sum)}`;
    const get = await send(server, 'GET', `/Books.asmx/Book?${query}`);
    return [overSoap, inputs.pop() ?? get.text];
  }

  it.each([
    ['2020-01-02T03:04:05', '12.50'],
    ['2020-01-02T03:04:05.1234567Z', '-0.10'],
    ['2020-01-02T03:04:05+02:00', '79228162514264337593543950335'],
  ])('%s and %s are the same in both families', async (day, sum) => {
    expect(await book(day, sum)).toEqual([
      { day, sum },
      { day, sum },
    ]);
  });

  it.each([
    ['2020-01-02', '2020-01-02T00:00:00'],
    ['01/02/2020', '2020-01-02T00:00:00'],
    ['1/2/2020 3:04:05 PM', '2020-01-02T15:04:05'],
    ['2020-01-02 03:04', '2020-01-02T03:04:00'],
    ['1/2/2020 12:00:00 AM', '2020-01-02T00:00:00'],
    ['2020/1/2', '2020-01-02T00:00:00'],
    ['Jan 2 2020', '2020-01-02T00:00:00'],
    ['2 January 2020 5:06 PM', '2020-01-02T17:06:00'],
    ['Thursday, January 2, 2020', '2020-01-02T00:00:00'],
    ['Thu, 02 Jan 2020 03:04:05 GMT', '2020-01-02T03:04:05Z'],
  ])('GET accepts %s, in the order of the invariant culture', async (text, day) => {
    expect((await book(text, '1,000.5'))[1]).toEqual({ day, sum: '1000.5' });
  });

  it('SOAP accepts a date alone, and requires seconds', async () => {
    expect((await book('2020-01-02', '1'))[0]).toEqual({ day: '2020-01-02T00:00:00', sum: '1' });
    expect((await book('2020-01-02T03:04', '1'))[0]).toContain('There is an error in XML document');
    expect((await book('01/02/2020', '1'))[0]).toContain('There is an error in XML document');
    expect((await book('2020-01-02T00:00:00', '1,000'))[0]).toContain('There is an error in XML document');
  });

  it('an invalid date is refused over both', async () => {
    const [soap, get] = await book('2020-02-30', '1');
    expect(soap).toContain('There is an error in XML document');
    expect(get).toBe(
      'Cannot convert 2020-02-30 to System.DateTime.\r\nParameter name: type ---&gt; String was not recognized as a valid DateTime.\r\n',
    );
    expect((await book('13:00 PM', '1'))[1]).toMatch(/^Cannot convert 13:00 PM to System\.DateTime\./);
  });
});

describe('value types in SOAP requests', () => {
  const Stay = complexType<Record<string, unknown>>(apiNamespace, '', {
    content: sequence([
      field(apiNamespace, 'id', guid),
      field(apiNamespace, 'nights', xs.int, { nillable: true }),
      field(apiNamespace, 'price', { ...xs.decimal, parse: (text: string) => price(text) }),
    ]),
  });
  function price(text: string): string {
    if (text === '0') {
      throw new TypeError('no price is free');
    }
    return text;
  }
  const stays: ServiceDescriptor = {
    kind: 'service',
    name: 'Stays',
    namespace: apiNamespace,
    placeholders: [],
    ports: [
      { name: 'Soap', binding: 'soap11', address: 'http://h/Stays.asmx' },
      { name: 'Soap12', binding: 'soap12', address: 'http://h/Stays.asmx' },
    ],
    operations: {
      book: {
        name: 'Book',
        method: 'book',
        input: { element: element(apiNamespace, 'Book', Stay) },
        output: { element: Exchange$element },
        soap11: { action: `${apiNamespace}/Book`, style: 'document' },
        soap12: { action: `${apiNamespace}/Book`, style: 'document' },
      },
    },
  };
  const zero = '00000000-0000-0000-0000-000000000000';
  const some = '6F9619FF-8B86-D011-B42D-00CF4FC964FF';

  async function book(content: string, headers: Readonly<Record<string, string>>, env = env11) {
    const inputs: unknown[] = [];
    const server = createServer({
      services: [registerService(stays, { book: (input: unknown) => ({ count: inputs.push(input) }) } as never)],
    });
    const body = envelope(env, `<Book xmlns="${apiNamespace}">${content}</Book>`);
    return { got: await send(server, 'POST', '/Stays.asmx', headers, body), input: inputs[0] };
  }
  const soap11 = headers11(`${apiNamespace}/Book`);

  it("an absent value is .NET's initial value: an empty Guid, and no value for int?", async () => {
    const { input } = await book('<price>5</price>', soap11);
    expect(input).toEqual({ id: zero, nights: null, price: '5' });
  });

  it.each([some, ` ${some} `, `{${some}}`, `(${some})`, some.replaceAll('-', '')])('the Guid %j', async (text) => {
    const { input } = await book(`<id>${text}</id><price>5</price>`, soap11);
    expect(input).toMatchObject({ id: some });
  });

  it.each(['', 'zz', `{${some}`, `{${some})`, `{${some.replaceAll('-', '')}}`, some.replace('-', '')])(
    'no Guid: %j',
    async (text) => {
      const { got, input } = await book(`<id>${text}</id><price>5</price>`, soap11);
      expect([got.status, input]).toEqual([500, undefined]);
      expect(got.text).toContain('Guid should contain 32 digits with 4 dashes (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx).');
    },
  );

  it('a type without a default has to be sent', async () => {
    const { got } = await book('', soap11);
    expect(got.status).toBe(500);
    expect(got.text).toContain('<faultcode>soap:Client</faultcode>');
  });

  it('a mistake in reading is a fault of the server, in the version of SOAP of the request', async () => {
    const { got } = await book('<price>0</price>', soap11);
    expect([got.status, got.headers['content-type']]).toEqual([500, 'text/xml; charset=utf-8']);
    expect(got.text).toContain('<faultcode>soap:Server</faultcode>');
    expect(got.text).not.toContain('free');
    const other = await book('<price>0</price>', headers12(), env12);
    expect(other.got.headers['content-type']).toBe('application/soap+xml; charset=utf-8');
    expect(other.got.text).toContain('<soap:Value>soap:Receiver</soap:Value>');
  });
});
