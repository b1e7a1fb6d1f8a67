import { AddressFault$element, geoNamespace } from '../../../tests/support/runtime/fixture.js';
import { env11, env12, envelope, namespaces, send, type TextAnswer } from '../../../tests/support/runtime/server.js';
import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import type { ServiceDescriptor, ServiceDocument } from '../service/descriptor.js';
import { createServer, registerService, type ServerOptions, SoapFault } from './index.js';

/** The rules of a WCF service over `basicHttpBinding`. */

interface Address {
  Building?: string;
  City?: string;
  Zip?: number;
}
interface ParseMethods {
  parse: { input: { address?: Address; limit?: number }; output: string | undefined };
}

const geo = '{geo_namespace}';
const data = 'http://schemas.datacontract.org/2004/07/Geo.Contracts';
const path = '/geosrvex/AddressLocator.svc';
const action = `${geoNamespace}IAddressLocator/Parse`;

const Address = complexType<Address>(data, 'Address', {
  content: sequence([
    field(data, 'Building', xs.string, { min: 0, nillable: true }),
    field(data, 'City', xs.string, { min: 0, nillable: true }),
    field(data, 'Zip', xs.int, { min: 0 }),
  ]),
});

function locator(documents?: readonly ServiceDocument[]): ServiceDescriptor<ParseMethods> {
  return {
    kind: 'service',
    name: 'AddressLocator',
    namespace: geo,
    placeholders: ['geo_namespace'],
    ports: [{ name: 'BasicEndPoint', binding: 'soap11', address: `{geo_base_url}${path}` }],
    ...(documents !== undefined && { documents: () => documents }),
    operations: {
      parse: {
        name: 'Parse',
        method: 'parse',
        input: {
          element: element(
            geo,
            'Parse',
            complexType(geo, '', {
              content: sequence([
                field(geo, 'address', () => Address, { min: 0, nillable: true }),
                field(geo, 'limit', xs.int, { min: 0 }),
              ]),
            }),
          ),
        },
        output: {
          element: element(
            geo,
            'ParseResponse',
            complexType(geo, '', { content: sequence([field(geo, 'ParseResult', xs.string, { min: 0 })]) }),
          ),
          unwrap: 'ParseResult',
        },
        faults: [{ name: 'AddressFaultFault', element: AddressFault$element }],
        soap11: { action: '{geo_namespace}/IAddressLocator/Parse', style: 'document' },
      },
    },
  };
}

/** Calls the service; returns the answer and the inputs that arrived. */
async function call(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  handler: () => string = () => 'found',
  options: Partial<ServerOptions> = {},
): Promise<{ got: TextAnswer; inputs: unknown[] }> {
  const inputs: unknown[] = [];
  const parse = (input: unknown): string => {
    inputs.push(input);
    return handler();
  };
  const server = createServer({ services: [registerService(locator(), { parse })], namespaces, ...options });
  const all = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"`, ...headers };
  return { got: await send(server, 'POST', path, all, body), inputs };
}

const inner = (address: string, more = ''): string =>
  envelope(env11, `<Parse xmlns="${geoNamespace}"><address xmlns:a="${data}">${address}</address>${more}</Parse>`);
const good = inner('<a:Building>1</a:Building><a:City>C</a:City><a:Zip>7</a:Zip>', '<limit>5</limit>');

function fault(got: TextAnswer): readonly (string | undefined)[] {
  const [, code, text] =
    /<s:Fault><faultcode[^>]*>(.*?)<\/faultcode><faultstring xml:lang="en-US">(.*?)<\/faultstring>/s.exec(got.text) ??
    [];
  return [code, text];
}

it('answers the action, quoted or not', async () => {
  for (const soapAction of [`"${action}"`, action]) {
    const { got, inputs } = await call(good, { SOAPAction: soapAction });
    expect([got.status, got.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(got.text).toContain('<ParseResult>found</ParseResult>');
    expect(inputs).toEqual([{ address: { Building: '1', City: 'C', Zip: 7 }, limit: 5 }]);
  }
});

it.each(['""', '"urn:x"', 'Parse', `"${action.toLowerCase()}"`])(
  'the action %s is not supported',
  async (soapAction) => {
    const { got, inputs } = await call(good, { SOAPAction: soapAction });
    const [code, text] = fault(got);
    expect([got.status, code, inputs]).toEqual([500, 'a:ActionNotSupported', []]);
    expect(got.text).toContain('xmlns:a="http://schemas.microsoft.com/ws/2005/05/addressing/none"');
    expect(text).toContain(
      `The message with Action '${soapAction.replaceAll('"', '')}' cannot be processed at the receiver`,
    );
    expect(got.text).not.toContain('<detail');
  },
);

it('an absent action is not supported either, whatever the Body contains', async () => {
  const server = createServer({ services: [registerService(locator(), { parse: () => '' })], namespaces });
  const got = await send(server, 'POST', path, { 'Content-Type': 'text/xml' }, good);
  expect([got.status, fault(got)[0]]).toEqual([500, 'a:ActionNotSupported']);
});

it.each(['application/soap+xml; charset=utf-8', 'application/xml', 'text/plain'])('%s: 415', async (type) => {
  const { got } = await call(envelope(env12, ''), { 'Content-Type': type });
  expect([got.status, got.text]).toEqual([415, '']);
});

it.each(['<x', '', good.slice(0, -5), `<!DOCTYPE a>${good}`])('broken XML is 400 without a body (%#)', async (body) => {
  const { got, inputs } = await call(body);
  expect([got.status, got.text, inputs]).toEqual([400, '', []]);
});

it('an envelope of another version is a mismatch', async () => {
  const { got } = await call(good.replaceAll(env11, env12));
  expect([got.status, fault(got)[0]]).toEqual([500, 's:VersionMismatch']);
});

describe('members count in the order of the contract', () => {
  it.each<[string, string, object]>([
    ['late ones are dropped', '<a:Zip>7</a:Zip><a:City>C</a:City><a:Building>1</a:Building>', { Zip: 7 }],
    ['gaps and unknown ones are fine', '<a:Building>1</a:Building><a:New/><a:Zip>7</a:Zip>', { Building: '1', Zip: 7 }],
    ['another namespace is unknown', '<Building>1</Building><a:City>C</a:City>', { City: 'C' }],
    ['a second one is dropped', '<a:City>C</a:City><a:City>D</a:City>', { City: 'C' }],
    ['nil', '<a:City xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>', { City: null }],
  ])('%s', async (_, members, address) => {
    const { got, inputs } = await call(inner(members));
    expect([got.status, inputs]).toEqual([200, [{ address }]]);
  });

  it('parameters too', async () => {
    const body = `<Parse xmlns="${geoNamespace}"><limit>5</limit><address/></Parse>`;
    expect((await call(envelope(env11, body))).inputs).toEqual([{ limit: 5 }]);
  });

  it('strict and aspnet take any order', async () => {
    for (const profile of ['strict', 'aspnet'] as const) {
      const { inputs } = await call(inner('<a:Zip>7</a:Zip><a:City>C</a:City>'), {}, undefined, { profile });
      expect(inputs).toEqual([{ address: { City: 'C', Zip: 7 } }]);
    }
  });
});

describe('faults', () => {
  it.each([
    ['a value that does not parse', inner('<a:Zip>x</a:Zip>'), 'There is an error in XML document'],
    [
      'another body element',
      envelope(env11, '<x/>'),
      `Expected to find node type 'Element' with name 'Parse' and namespace '${geoNamespace}'.`,
    ],
    ['an empty Body', envelope(env11, ''), "Found node type 'EndElement' with name 'Body'"],
  ])('%s', async (_, body, text) => {
    const { got, inputs } = await call(body);
    expect([got.status, fault(got)[0], inputs]).toEqual([500, 'a:DeserializationFailed', []]);
    expect(fault(got)[1]).toContain("Error in deserializing body of request message for operation 'Parse'.");
    expect(fault(got)[1]).toContain(text);
  });

  it('declared', async () => {
    const { got } = await call(good, {}, () => {
      throw new SoapFault('No such street.', {
        code: 'Client',
        fault: 'AddressFaultFault',
        detail: { Code: 3, Text: 't' },
      });
    });
    expect([got.status, ...fault(got)]).toEqual([500, 's:Client', 'No such street.']);
    expect(got.text).toMatch(/<detail><(\w+):AddressFault .*<\1:Code>3</);
  });

  it('undeclared: masked, unless told otherwise', async () => {
    const fail = (): never => {
      throw new Error('secret');
    };
    const { got } = await call(good, {}, fail);
    expect([got.status, fault(got)[0]]).toEqual([500, 'a:InternalServiceFault']);
    expect(got.text).toContain(
      'xmlns:a="http://schemas.microsoft.com/net/2005/12/windowscommunicationfoundation/dispatcher"',
    );
    expect(got.text).toContain('The server was unable to process the request due to an internal error.');
    expect(got.text).not.toContain('secret');
    const open = await call(good, {}, fail, { includeErrorDetail: true });
    expect(fault(open.got)).toEqual(['a:InternalServiceFault', 'secret']);
  });

  it('mustUnderstand counts for this receiver alone', async () => {
    const header = (actor: string): string => `<h:Sec xmlns:h="urn:h" s:mustUnderstand="1"${actor}/>`;
    const body = (actor: string): string => good.replace('<s:Body>', `<s:Header>${header(actor)}</s:Header><s:Body>`);
    const { got } = await call(body(''));
    expect([got.status, fault(got)[0]]).toEqual([500, 's:MustUnderstand']);
    expect(fault(got)[1]).toContain("The header 'Sec' from the namespace 'urn:h' was not understood by the recipient");
    expect((await call(body(' s:actor="urn:other"'))).got.status).toBe(200);
  });
});

describe('metadata', () => {
  const host = { Host: 'geo.test' };
  const page = `http://geo.test${path}`;
  const documents: readonly ServiceDocument[] = [
    {
      name: 'AddressLocator.wsdl',
      text: '<?xml version="1.0"?><w:definitions xmlns:w="urn:w" xmlns:x="urn:x"><w:types><x:schema><x:import schemaLocation="a.xsd" namespace="urn:a"/></x:schema></w:types><w:message/></w:definitions>',
    },
    {
      name: 'a.xsd',
      text: '<?xml version="1.0"?>\n<s:schema xmlns:s="urn:x"><s:import schemaLocation="b.xsd" namespace="urn:b"/></s:schema>',
    },
    { name: 'b.xsd', text: '<s:schema xmlns:s="urn:x" targetNamespace="{geo_namespace}"/>' },
  ];
  const server = createServer({ services: [registerService(locator(documents), { parse: () => '' })], namespaces });
  const get = async (query: string): Promise<string> => (await send(server, 'GET', path + query, host)).text;

  it('?wsdl leads to ?xsd=xsdN', async () => {
    expect(await get('?wsdl')).toContain(`schemaLocation="${page}?xsd=xsd0"`);
    expect(await get('?WSDL')).toBe(await get('?wsdl'));
    expect(await get('?xsd=xsd0')).toContain(`schemaLocation="${page}?xsd=xsd1"`);
    expect(await get('?xsd=xsd1')).toBe(`<s:schema xmlns:s="urn:x" targetNamespace="${geoNamespace}"/>`);
    expect(await get('?xsd=xsd2')).toContain('<!DOCTYPE html>');
  });

  it('?singleWsdl holds the schemas', async () => {
    expect(await get('?singleWsdl')).toBe(
      `<?xml version="1.0"?><w:definitions xmlns:w="urn:w" xmlns:x="urn:x"><w:types>\n<s:schema xmlns:s="urn:x"><s:import namespace="urn:b"/></s:schema>\n<s:schema xmlns:s="urn:x" targetNamespace="${geoNamespace}"/>\n</w:types><w:message/></w:definitions>`,
    );
  });

  it('pages of a package that was generated from an address refer only to this server', async () => {
    const old = 'http://old.test/x/Locator.svc';
    const spread: readonly ServiceDocument[] = [
      {
        name: 'Locator.svc?wsdl',
        text: `<w:definitions xmlns:w="urn:w"><w:import location="${old}?wsdl=wsdl0"/></w:definitions>`,
      },
      {
        name: `${old}?wsdl=wsdl0`,
        text: `<w:definitions xmlns:w="urn:w"><x:import schemaLocation="${old}?xsd=" namespace="urn:s"/><x:import schemaLocation="${old}?xsd=xsd2"/><x:import schemaLocation="http://other.test/y.xsd?z"/></w:definitions>`,
      },
      { name: `${old}?xsd=xsd2`, text: '<s:schema xmlns:s="urn:x"/>' },
    ];
    const moved = createServer({ services: [registerService(locator(spread), { parse: () => '' })], namespaces });
    const text = async (query: string): Promise<string> => (await send(moved, 'GET', path + query, host)).text;
    expect(await text('?wsdl')).toContain(`<w:import location="${page}?wsdl=wsdl0"/>`);
    expect(await text('?wsdl=wsdl0')).toBe(
      `<w:definitions xmlns:w="urn:w"><x:import namespace="urn:s"/><x:import schemaLocation="${page}?xsd=xsd0"/><x:import schemaLocation="http://other.test/y.xsd?z"/></w:definitions>`,
    );
    expect(await text('?xsd=xsd0')).toBe('<s:schema xmlns:s="urn:x"/>');
  });

  it('has a page, and no ?disco', async () => {
    expect(await get('')).toContain('href="?op=Parse"');
    expect(await get('')).toContain('href="?singleWsdl"');
    expect(await get('?disco')).toContain('href="?op=Parse"');
    expect(await get('?op=Parse')).toContain('SOAPAction: &quot;http://geo.example/IAddressLocator/Parse&quot;');
  });
});
