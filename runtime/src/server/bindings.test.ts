import { AccountApi, ErrorsApi, ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import {
  env11,
  env12,
  envelope,
  exchangeBody,
  headers11,
  headers12,
  namespaces,
  send,
} from '../../../tests/support/runtime/server.js';
import type { BindingKind, ServiceDescriptor, ServiceDocument } from '../service/descriptor.js';
import {
  createServer,
  registerService,
  type ServerOptions,
  type ServiceRegistration,
  type SoapServer,
} from './index.js';

const path = '/ExchangerApi.asmx';
const query = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const kinds = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

/** A WSDL as ASP.NET writes it, of some services with one operation each. */
function wsdlOf(services: readonly string[], more = ''): string {
  const each = (make: (name: string) => string): string => services.map(make).join('\n');
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:tns="{api_namespace}" targetNamespace="{api_namespace}">
  <!-- binding="tns:ExchangerApiHttpGet" -->
  ${more}<wsdl:types />
${each(
  (name) => `  <wsdl:message name="${name}SoapIn" />
  <wsdl:message name="${name}Ticket" />
  <wsdl:message name="${name}HttpGetIn" />
  <wsdl:message name="${name}HttpPostIn" />
  <wsdl:portType name="${name}Soap"><wsdl:operation name="Op"><wsdl:input message="tns:${name}SoapIn" /></wsdl:operation></wsdl:portType>
  <wsdl:portType name="${name}HttpGet"><wsdl:operation name="Op"><wsdl:input message="tns:${name}HttpGetIn" /></wsdl:operation></wsdl:portType>
  <wsdl:portType name="${name}HttpPost"><wsdl:operation name="Op"><wsdl:input message="tns:${name}HttpPostIn" /></wsdl:operation></wsdl:portType>
  <wsdl:binding name="${name}Soap" type="tns:${name}Soap"><soap:binding /><wsdl:operation name="Op"><wsdl:input><soap:header message="tns:${name}Ticket" part="p" use="literal" /></wsdl:input></wsdl:operation></wsdl:binding>
  <wsdl:binding name="${name}Soap12" type="tns:${name}Soap" />
  <wsdl:binding name="${name}HttpGet" type="tns:${name}HttpGet"><http:binding verb="GET" /></wsdl:binding>
  <wsdl:binding name="${name}HttpPost" type="tns:${name}HttpPost"><http:binding verb="POST" /></wsdl:binding>`,
)}
${each(
  (name) => `  <wsdl:service name="${name}">
    <wsdl:port name="${name}Soap" binding="tns:${name}Soap"><soap:address location="{base_url}/${name}.asmx" /></wsdl:port>
    <wsdl:port name="${name}Soap12" binding="tns:${name}Soap12" />
    <wsdl:port name="${name}HttpGet" binding="tns:${name}HttpGet"></wsdl:port>
    <!-- <wsdl:port name="${name}HttpGone" binding="tns:${name}HttpGet" /> -->
    <wsdl:port name="${name}HttpPost" binding="tns:${name}HttpPost" />
  </wsdl:service>`,
)}
</wsdl:definitions>
`;
}

function described<Methods>(
  service: ServiceDescriptor<Methods>,
  documents: readonly ServiceDocument[],
  address = `{base_url}/${service.name}.asmx`,
): ServiceDescriptor<Methods> {
  const ports = kinds.map((binding) => {
    const suffix = { soap11: 'Soap', soap12: 'Soap12', httpGet: 'HttpGet', httpPost: 'HttpPost' }[binding];
    return { name: service.name + suffix, binding, address };
  });
  return { ...service, ports, documents: () => documents };
}

const exchangerWsdl = [{ name: 'ExchangerApi.wsdl', text: wsdlOf(['ExchangerApi']) }];

function exchanger(
  bindings: readonly BindingKind[] | undefined,
  documents: readonly ServiceDocument[] = exchangerWsdl,
  address?: string,
): ServiceRegistration {
  const options = bindings === undefined ? {} : { bindings };
  return registerService(described(ExchangerApi, documents, address), { exchange: () => 7 }, options);
}

function serverOf(services: readonly ServiceRegistration[], options: Partial<ServerOptions> = {}): SoapServer {
  return createServer({ services, namespaces, ...options });
}

async function wsdl(server: SoapServer, url = `${path}?WSDL`): Promise<string> {
  const { status, text } = await send(server, 'GET', url);
  expect(status).toBe(200);
  return text;
}

/** Names of the declarations in a WSDL, by element. */
function declared(text: string, element: string): readonly string[] {
  const bare = text.replace(/<!--[\s\S]*?-->/g, '');
  return [...bare.matchAll(new RegExp(`<wsdl:${element} name="([^"]*)"`, 'g'))].map(([, name]) => name ?? '');
}

describe('routes', () => {
  const calls: Readonly<Record<BindingKind, (server: SoapServer) => Promise<number>>> = {
    soap11: async (server) => (await send(server, 'POST', path, headers11(), envelope(env11, exchangeBody))).status,
    soap12: async (server) => (await send(server, 'POST', path, headers12(), envelope(env12, exchangeBody))).status,
    httpGet: async (server) => (await send(server, 'GET', `${path}/Exchange?${query}`)).status,
    httpPost: async (server) => (await send(server, 'POST', `${path}/Exchange`, form, query)).status,
  };
  const every = Array.from({ length: 15 }, (_, bits) => kinds.filter((__, index) => ((bits + 1) >> index) & 1));

  it.each(every.map((bindings) => ({ bindings })))('of $bindings alone', async ({ bindings }) => {
    const server = serverOf([exchanger(bindings)]);
    for (const kind of kinds) {
      const status = await calls[kind](server);
      expect([kind, status === 200]).toEqual([kind, bindings.includes(kind)]);
    }
    // A SOAP 1.2 envelope as text/xml is SOAP 1.2.
    const mixed = await send(server, 'POST', path, headers11(), envelope(env12, exchangeBody));
    expect(mixed.status === 200).toBe(bindings.includes('soap11') && bindings.includes('soap12'));
  });

  it('without SOAP take no POST at the address', async () => {
    const got = await send(
      serverOf([exchanger(['httpGet'])]),
      'POST',
      path,
      headers11(),
      envelope(env11, exchangeBody),
    );
    expect([got.status, got.headers.allow]).toEqual([405, 'GET']);
    const bare = await send(serverOf([exchanger(['soap11'])], { pages: false }), 'GET', path);
    expect([bare.status, bare.headers.allow]).toEqual([405, 'POST']);
  });

  it('differ by service', async () => {
    const errors = registerService(ErrorsApi, { getErrorDesc: () => 'x' });
    const server = serverOf([exchanger(['soap11']), errors]);
    expect(await calls.httpGet(server)).toBe(500);
    expect((await send(server, 'GET', '/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1')).status).toBe(200);
  });

  it('tell a preflight no method that is refused', async () => {
    const server = serverOf([exchanger(['httpPost'])], { cors: { origins: '*' } });
    const asks = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' };
    const at = async (url: string): Promise<unknown> =>
      (await send(server, 'OPTIONS', url, asks)).headers['access-control-allow-methods'];
    expect([await at(path), await at(`${path}/Exchange`)]).toEqual(['GET', 'POST']);
  });
});

describe('pages', () => {
  it('name what is served', async () => {
    const server = serverOf([exchanger(['soap12', 'httpGet'])]);
    const list = await send(server, 'GET', path);
    const page = await send(server, 'GET', `${path}?op=Exchange`);
    for (const { text } of [list, page]) {
      expect(text).toMatch(/SOAP 1\.2[\s\S]*HTTP GET/);
      expect(text).not.toMatch(/SOAP 1\.1|HTTP POST|Invoke with POST/);
    }
    const disco = await wsdl(serverOf([exchanger(['httpGet'])]), `${path}?disco`);
    expect(disco).not.toContain('<soap ');
  });

  it('list no operation that nothing offers', async () => {
    const { topupAtmCard, contactSetFavorite } = AccountApi.operations;
    const { httpGet: _, httpPost: __, ...soapOnly } = topupAtmCard;
    const operations = { topupAtmCard: soapOnly, contactSetFavorite };
    const service = { ...AccountApi, operations } as unknown as ServiceDescriptor<{
      topupAtmCard: { input: unknown; output: number };
      contactSetFavorite: { input: unknown; output: number };
    }>;
    const implementation = { topupAtmCard: () => 1, contactSetFavorite: () => 1 };
    const registration = registerService(service, implementation, { bindings: ['httpGet'] });
    const { text } = await send(serverOf([registration]), 'GET', '/AccountApi.asmx');
    expect(text).toContain('?op=ContactSetFavorite');
    expect(text).not.toContain('?op=TopupAtmCard');
  });
});

describe('the WSDL', () => {
  it.each<[readonly BindingKind[], readonly string[]]>([
    [
      ['soap11', 'soap12'],
      ['Soap', 'Soap12'],
    ],
    [['httpPost'], ['HttpPost']],
    [
      ['soap12', 'httpGet'],
      ['Soap12', 'HttpGet'],
    ],
  ])('offers %j', async (bindings, names) => {
    const text = await wsdl(serverOf([exchanger(bindings)]));
    const named = names.map((name) => `ExchangerApi${name}`);
    expect(declared(text, 'port')).toEqual(named);
    expect(declared(text, 'binding')).toEqual(named);
    const portTypes = [...new Set(named.map((name) => name.replace('12', '')))];
    expect(declared(text, 'portType')).toEqual(portTypes);
    const messages = portTypes.map((name) => `${name}In`);
    const ticket = bindings.includes('soap11') ? ['ExchangerApiTicket'] : [];
    expect([...declared(text, 'message')].sort()).toEqual([...messages, ...ticket].sort());
  });

  it('is otherwise the same, letter by letter', async () => {
    const whole = await wsdl(serverOf([exchanger(undefined)]));
    expect(await wsdl(serverOf([exchanger(kinds)]))).toBe(whole);
    const left = whole.split('\n').filter((line) => !/name="ExchangerApiHttp(Get|Post)/.test(line));
    expect(await wsdl(serverOf([exchanger(['soap11', 'soap12'])]))).toBe(left.join('\n'));
  });

  it('is reduced even if bindings are in documents that it imports, with any prefixes', async () => {
    const documents = [
      {
        name: 'a.wsdl',
        text: `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:b="urn:b" targetNamespace="{api_namespace}"><import namespace="urn:b" location="b.wsdl"/><service name="ExchangerApi"><port name="ExchangerApiSoap" binding="b:S"/><port name='ExchangerApiSoap12' binding='b:S12'/><port name="ExchangerApiHttpGet"\r\n binding="b:G"/>\r\n\t<port name="ExchangerApiHttpPost" binding="b:P"><!-- </port> --></port></service></definitions>`,
      },
      {
        name: 'b.wsdl',
        text: '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:b" targetNamespace="urn:b"><w:message name="M"/><w:message name="N"/><w:portType name="T"><w:operation name="O"><w:input message="t:M"/></w:operation></w:portType><w:portType name="H"><w:operation name="O"><w:input message="t:M"/><w:output message="t:N"/></w:operation></w:portType><w:binding name="S" type="t:T"/><w:binding name="S12" type="t:T"/><w:binding name="G" type="t:H"/><w:binding name="P" type="t:H"><x:binding xmlns:x="http://schemas.xmlsoap.org/wsdl/http/" verb="POST"/></w:binding><w:binding name="Other" type="t:H"/></w:definitions>',
      },
      {
        name: 'c.xsd',
        text: '<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"><x:element name="port"/></x:schema>',
      },
    ];
    const server = serverOf([exchanger(['soap11'], documents)]);
    const root = await wsdl(server);
    expect(root).toMatch(/<service name="ExchangerApi"><port name="ExchangerApiSoap" binding="b:S"\/><\/service>/);
    const imported = await wsdl(server, `${path}?wsdl=b.wsdl`);
    // A binding that no port refers to stays, with everything that it needs.
    expect(declared(imported.replaceAll('<w:', '<wsdl:'), 'binding')).toEqual(['S', 'Other']);
    expect(declared(imported.replaceAll('<w:', '<wsdl:'), 'portType')).toEqual(['T', 'H']);
    expect(await wsdl(server, `${path}?xsd=c.xsd`)).toBe(documents[2]?.text);
  });

  it('of several services shows what each of them offers, wherever it is requested', async () => {
    const documents = [{ name: 'all.wsdl', text: wsdlOf(['ExchangerApi', 'ErrorsApi']) }];
    const errors = (bindings: readonly BindingKind[]): ServiceRegistration =>
      registerService(described(ErrorsApi, documents), { getErrorDesc: () => 'x' }, { bindings });
    const server = serverOf([exchanger(['soap11'], documents), errors(['httpGet', 'httpPost'])]);
    for (const url of [`${path}?WSDL`, '/ErrorsApi.asmx?WSDL']) {
      const text = await wsdl(server, url);
      const expected = ['ExchangerApiSoap', 'ErrorsApiHttpGet', 'ErrorsApiHttpPost'];
      expect(declared(text, 'port')).toEqual(expected);
      expect(declared(text, 'binding')).toEqual(expected);
    }
  });

  it('of services at one address is still one document', async () => {
    const documents = [{ name: 'all.wsdl', text: wsdlOf(['ExchangerApi', 'ErrorsApi']) }];
    const errors = registerService(described(ErrorsApi, documents, `{base_url}${path}`), { getErrorDesc: () => 'x' });
    const server = serverOf([exchanger(['soap11'], documents), errors]);
    expect(declared(await wsdl(server), 'port')).toEqual([
      'ExchangerApiSoap',
      'ErrorsApiSoap',
      'ErrorsApiSoap12',
      'ErrorsApiHttpGet',
      'ErrorsApiHttpPost',
    ]);
  });

  it('of a service that two registrations share shows what either serves', async () => {
    const server = serverOf([exchanger(['soap11']), exchanger(['httpGet'])]);
    expect(declared(await wsdl(server), 'port')).toEqual(['ExchangerApiSoap', 'ExchangerApiHttpGet']);
  });

  it('in one piece offers no more', async () => {
    const server = serverOf([exchanger(['soap11'])], { profile: 'wcf' });
    expect(declared(await wsdl(server, `${path}?singleWsdl`), 'port')).toEqual(['ExchangerApiSoap']);
  });
});

it.each<[readonly BindingKind[], string]>([
  [[], 'The option bindings of ErrorsApi is empty. The service has soap11.'],
  [['httpGet'], 'The option bindings of ErrorsApi names httpGet. The service has soap11.'],
  [['soap11', 'soap13' as never], 'The option bindings of ErrorsApi names soap13. The service has soap11.'],
])('the bindings %j are an error at once', (bindings, message) => {
  const service: typeof ErrorsApi = { ...ErrorsApi, ports: [{ name: 'p', binding: 'soap11', address: '/x' }] };
  const register = (): unknown => registerService(service, { getErrorDesc: () => 'x' }, { bindings });
  expect(register).toThrow(TypeError);
  expect(register).toThrow(message);
});

it('a WSDL that cannot be reduced is an error at once, unless its pages are off', () => {
  const documents = [{ name: 'a.wsdl', text: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }];
  expect(() => serverOf([exchanger(['soap11'], documents)])).toThrow(
    /^The option bindings of ExchangerApi cannot be applied to its WSDL, which is not well-formed XML \(.*DOCTYPE.*\)\. Correct the WSDL, or set pages: false\.$/,
  );
  serverOf([exchanger(['soap11'], documents)], { pages: false });
  serverOf([exchanger(undefined, documents)]);
});
