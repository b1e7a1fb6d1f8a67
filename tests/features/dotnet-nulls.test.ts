import { createServer } from '@wsdl-codegen/runtime/node';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const flagsType = `<x:simpleType name="F"><x:list><x:simpleType><x:restriction base="x:string">
    <x:enumeration value="A"/><x:enumeration value="B"/><x:enumeration value="C"/></x:restriction></x:simpleType></x:list></x:simpleType>`;
const schema = `${flagsType}
  <x:complexType name="K"><x:sequence><x:element name="a" type="x:int"/></x:sequence></x:complexType>
  <x:complexType name="ArrayOfString"><x:sequence><x:element minOccurs="0" maxOccurs="unbounded" name="string" nillable="true" type="x:string"/></x:sequence></x:complexType>
  <x:complexType name="Hi"><x:sequence><x:element name="name" type="x:string"/><x:element name="n" type="x:int"/></x:sequence></x:complexType>
  <x:complexType name="HiResponse"><x:sequence><x:element name="HiResult" type="x:string"/></x:sequence></x:complexType>
  <x:element name="E" type="x:string"/><x:element name="EchoResult" type="x:string"/>
  <x:element name="RowsIn" type="t:ArrayOfString"/><x:element name="RowsResult" type="t:ArrayOfString"/>
  <x:element name="ManyIn" type="x:int"/><x:element name="ManyResult" type="x:int"/>
  <x:element name="PingResult" type="x:string"/>
  <x:element name="Flags"><x:complexType><x:sequence><x:element name="f" type="t:F"/></x:sequence></x:complexType></x:element>
  <x:element name="FlagsResponse"><x:complexType><x:sequence><x:element name="FlagsResult" type="t:F"/></x:sequence></x:complexType></x:element>
  <x:element name="string" nillable="true" type="x:string"/><x:element name="int" type="x:int"/><x:element name="F" type="t:F"/>
  <x:element name="ArrayOfString" nillable="true" type="t:ArrayOfString"/>`;

interface Op {
  readonly name: string;
  readonly input: string;
  readonly output: string;
  readonly style?: 'rpc';
  readonly use?: 'encoded';
  /** Parameters and the element of the answer over GET and POST. */
  readonly http?: readonly [input: string, output: string];
}

const part = (name: string, what: string): string => `<part name="${name}" ${what}/>`;
const string = (name: string): string => part(name, 'type="x:string"');
const operations: readonly Op[] = [
  {
    name: 'Echo',
    input: part('s', 'element="t:E"'),
    output: part('EchoResult', 'element="t:EchoResult"'),
    http: [string('s'), 'string'],
  },
  {
    name: 'Rows',
    input: part('a', 'element="t:RowsIn"'),
    output: part('RowsResult', 'element="t:RowsResult"'),
    http: [part('a', 'type="t:StringArray"'), 'ArrayOfString'],
  },
  {
    name: 'Many',
    input: part('n', 'element="t:ManyIn"'),
    output: part('ManyResult', 'element="t:ManyResult"'),
    http: [string('n'), 'int'],
  },
  { name: 'Ping', input: '', output: part('PingResult', 'element="t:PingResult"') },
  {
    name: 'Flags',
    input: part('parameters', 'element="t:Flags"'),
    output: part('parameters', 'element="t:FlagsResponse"'),
    http: [string('f'), 'F'],
  },
  {
    name: 'Hi',
    input: part('parameters', 'type="t:Hi"'),
    output: part('parameters', 'type="t:HiResponse"'),
    use: 'encoded',
    http: [string('name') + string('n'), 'string'],
  },
  {
    name: 'DocBare',
    input: string('s'),
    output: string('DocBareResult'),
    use: 'encoded',
    http: [string('s'), 'string'],
  },
  {
    name: 'FlagsEnc',
    input: part('f', 'type="e:F" xmlns:e="urn:t/encodedTypes"'),
    output: part('FlagsEncResult', 'type="e:F" xmlns:e="urn:t/encodedTypes"'),
    style: 'rpc',
    use: 'encoded',
    http: [string('f'), 'F'],
  },
  {
    name: 'SumEnc',
    input: part('a', 'type="t:Numbers"') + part('b', 'type="x:int"'),
    output: part('SumEncResult', 'type="x:int"'),
    style: 'rpc',
    use: 'encoded',
    http: [part('a', 'type="t:StringArray"') + string('b'), 'int'],
  },
  {
    name: 'Lit',
    input: string('s') + part('k', 'type="t:K"') + part('n', 'type="x:int"'),
    output: string('LitResult') + part('k', 'type="t:K"'),
    style: 'rpc',
  },
  { name: 'One', input: part('n', 'type="x:int"'), output: string('OneResult'), style: 'rpc' },
  {
    name: 'Enc',
    input: string('s'),
    output: string('EncResult'),
    style: 'rpc',
    use: 'encoded',
    http: [string('s'), 'string'],
  },
];

/** A service as ASP.NET describes it: bare, wrapped, rpc and encoded operations, some of them over GET and POST. */
function service(): string {
  const overHttp = operations.filter((each) => each.http);
  const messages = operations.map(({ name, input, output, http: form }) => {
    const forms = ['HttpGet', 'HttpPost'].map((kind) =>
      form === undefined
        ? ''
        : `<message name="${name}${kind}In">${form[0]}</message><message name="${name}${kind}Out"><part name="Body" element="t:${form[1]}"/></message>`,
    );
    return `<message name="${name}SoapIn">${input}</message><message name="${name}SoapOut">${output}</message>${forms.join('')}`;
  });
  const portType = (kind: string, which: readonly Op[]): string =>
    `<portType name="S${kind}">${which.map(({ name }) => `<operation name="${name}"><input message="t:${name}${kind}In"/><output message="t:${name}${kind}Out"/></operation>`).join('')}</portType>`;
  const soapBinding = (prefix: string, name: string): string =>
    `<binding name="${name}" type="t:SSoap"><${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operations
      .map(({ name: op, style = 'document', use = 'literal' }) => {
        const namespace = style === 'rpc' || use === 'encoded' ? ' namespace="urn:t"' : '';
        const body = `<${prefix}:body use="${use}"${namespace}${use === 'encoded' ? ` encodingStyle="${encoding}"` : ''}/>`;
        return `<operation name="${op}"><${prefix}:operation soapAction="urn:t/${op}" style="${style}"/><input>${body}</input><output>${body}</output></operation>`;
      })
      .join('')}</binding>`;
  const httpBinding = (kind: string, verb: string, input: string): string =>
    `<binding name="S${kind}" type="t:S${kind}"><http:binding verb="${verb}"/>${overHttp
      .map(
        ({ name }) =>
          `<operation name="${name}"><http:operation location="/${name}"/><input>${input}</input><output><mime:mimeXml part="Body"/></output></operation>`,
      )
      .join('')}</binding>`;
  const port = (name: string, prefix: string): string =>
    `<port name="${name}" binding="t:${name}"><${prefix}:address location="http://nulls.example/s.asmx"/></port>`;
  return wsdl(
    `${messages.join('')}${portType('Soap', operations)}${portType('HttpGet', overHttp)}${portType('HttpPost', overHttp)}
     ${soapBinding('soap', 'SSoap')}${soapBinding('soap12', 'SSoap12')}
     ${httpBinding('HttpGet', 'GET', '<http:urlEncoded/>')}${httpBinding('HttpPost', 'POST', '<mime:content type="application/x-www-form-urlencoded"/>')}
     <service name="Nulls">${port('SSoap', 'soap')}${port('SSoap12', 'soap12')}${port('SHttpGet', 'http')}${port('SHttpPost', 'http')}</service>`,
    `<x:import namespace="${encoding}"/>${schema}<x:complexType name="StringArray"><x:complexContent><x:restriction base="e:Array"><x:sequence><x:element minOccurs="0" maxOccurs="unbounded" name="String" type="x:string"/></x:sequence></x:restriction></x:complexContent></x:complexType>
     <x:complexType name="Numbers"><x:complexContent><x:restriction base="e:Array"><x:attribute xmlns:w="http://schemas.xmlsoap.org/wsdl/" ref="e:arrayType" w:arrayType="x:int[]"/></x:restriction></x:complexContent></x:complexType>
     </x:schema><x:schema targetNamespace="urn:t/encodedTypes">${flagsType}`.replaceAll(
      'base="e:Array"',
      `xmlns:e="${encoding}" base="e:Array"`,
    ),
  );
}

let made: Promise<InMemoryPackage> | undefined;
function nulls(): Promise<InMemoryPackage> {
  made ??= packageOf({ 'nulls.wsdl': service() }, { packageName: 'nulls' });
  return made;
}

/** The inputs of the handlers, and their answers. */
interface Handled {
  readonly seen: unknown[];
  readonly results: Exports;
}

function handlers({ seen, results }: Handled): Exports {
  const names = operations.map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1));
  return Object.fromEntries(
    names.map((name) => [
      name,
      (input: unknown) => {
        seen.push(input);
        return name in results ? results[name] : input;
      },
    ]),
  );
}

/** A client and a server of the service, in one process. */
async function connected(results: Exports = {}): Promise<{ client: Exports; last: Exports; seen: unknown[] }> {
  const seen: unknown[] = [];
  const { client, last } = connect(load((await nulls()).files), 'Nulls', handlers({ seen, results }));
  return { client, last, seen };
}

const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:t"><s:Body>${body}</s:Body></s:Envelope>`;

/** Sends a request as .NET writes it, and returns the status, the body of the answer, and what the handler got. */
async function received(
  operation: string,
  body: string,
  results: Exports = {},
): Promise<readonly [status: number, body: string, seen: unknown[]]> {
  const seen: unknown[] = [];
  const server = createServer({ services: [load((await nulls()).files).nulls(handlers({ seen, results }))] });
  const response = await server.fetch(
    new Request('http://nulls.example/s.asmx', {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"urn:t/${operation}"` },
      body: envelope(body),
    }),
  );
  const text = await response.text();
  return [response.status, text.replace(/^.*<soap:Body>(.*)<\/soap:Body>.*$/s, '$1'), seen];
}

/** A client whose peer answers with this content of a Body. */
async function answered(content: string, options: Exports = {}): Promise<Exports> {
  const { NullsClient } = load((await nulls()).files);
  return new NullsClient({
    transport: async () => ({
      status: 200,
      statusText: 'OK',
      headers: new Headers({ 'content-type': 'text/xml' }),
      body: new TextEncoder().encode(envelope(content)),
    }),
    ...options,
  });
}

const soap = ['soap11', 'soap12'];
const forms = ['httpGet', 'httpPost'];

describe('null references of .NET', () => {
  it('are in the types of everything that can be null', async () => {
    const made = await nulls();
    expect(findings(made)).toEqual([]);
    const text = [...made.files].find(([path]) => path.endsWith('nulls.service.ts'))?.[1] ?? '';
    expect(text).toContain('echo: { input: string | null; output: string | null }');
    expect(text).toContain('many: { input: number; output: number }');
    expect(text).toMatch(/Nulls\$lit\$input \{\s+s: string \| null;\s+k: t.K \| null;\s+n: number;/);
    expect(typeCheck({ nulls: made.files })).toBe('');
  }, 60_000);

  it.each(soap)('are parts that are left out of rpc/literal, both ways, over %s', async (binding) => {
    const { client, last, seen } = await connected({ lit: { LitResult: null, k: null }, one: null });
    expect(await client.lit({ s: null, k: null, n: 1 }, { binding })).toEqual({ LitResult: null, k: null });
    expect(last.request).toContain('<Lit xmlns="urn:t"><n xmlns="">1</n></Lit>');
    expect(last.response).toContain('<LitResponse xmlns="urn:t"/>');
    expect(await client.lit({ n: 1 }, { binding })).toEqual({ LitResult: null, k: null });
    expect(await client.one({ n: 1 }, { binding })).toBeNull();
    expect(seen.slice(0, 2)).toEqual([
      { s: null, k: null, n: 1 },
      { s: null, k: null, n: 1 },
    ]);
  });

  it('are read where .NET leaves the parts out, and where a peer says nil; numbers are zero to the server', async () => {
    expect((await received('Lit', '<t:Lit/>', { lit: { LitResult: 'x', k: { a: 1 } } }))[2]).toEqual([
      { s: null, k: null, n: 0 },
    ]);
    const nil = await answered('<t:OneResponse><OneResult xsi:nil="true"/></t:OneResponse>');
    expect(await nil.one({ n: 1 })).toBeNull();
    const empty = await answered('<OneResponse xmlns="urn:t"/>', { strict: true });
    expect(await empty.one({ n: 1 })).toBeNull();
  });

  it('do not hide a return value of another name', async () => {
    const other = '<t:OneResponse><return>x</return></t:OneResponse>';
    expect(await (await answered(other)).one({ n: 1 })).toBe('x');
    await expect((await answered(other, { strict: true })).one({ n: 1 })).rejects.toThrow(
      /"return" is not allowed here/,
    );
    const qualified = '<OneResponse xmlns="urn:t"><OneResult>x</OneResult></OneResponse>';
    expect(await (await answered(qualified)).one({ n: 1 })).toBe('x');
  });

  it.each(soap)('are empty Bodies of bare messages, both ways, over %s', async (binding) => {
    const { client, last, seen } = await connected();
    for (const method of ['echo', 'rows']) {
      expect(await client[method](null, { binding })).toBeNull();
      expect(last.request).toContain('<soap:Body></soap:Body>');
      expect(last.response).toContain('<soap:Body></soap:Body>');
    }
    expect(await client.echo('x', { binding })).toBe('x');
    expect(await client.rows(['x', null], { binding })).toEqual(['x', null]);
    expect(seen).toEqual([null, null, 'x', ['x', null]]);
  });

  it('are read by a server where .NET finds nothing that it knows; numbers are zero', async () => {
    expect(await received('Echo', '')).toEqual([200, '', [null]]);
    expect(await received('Echo', '<other/>')).toEqual([200, '', [null]]);
    expect(await received('Rows', '<other><string>x</string></other>')).toEqual([200, '', [null]]);
    expect((await received('Many', ''))[2]).toEqual([0]);
  });

  it('are not read as strings in services that are not ASP.NET', async () => {
    const text = service().replaceAll(/(Echo)Soap(In|Out)/g, '$1$2');
    const { nulls: register } = load((await packageOf({ 'nulls.wsdl': text }, { packageName: 'nulls' })).files);
    const seen: unknown[] = [];
    const server = createServer({ services: [register(handlers({ seen, results: {} }))] });
    const request = new Request('http://nulls.example/s.asmx', {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:t/Echo"' },
      body: envelope(''),
    });
    expect((await server.fetch(request)).status).toBe(500);
    expect(seen).toEqual([]);
  });

  it('are no answers of values that cannot be null', async () => {
    await expect((await answered('')).many(1)).rejects.toThrow(/the Body is empty/);
  });

  it('are nil in rpc/encoded, also where the operation is offered over GET and POST', async () => {
    for (const binding of soap) {
      const { client, last, seen } = await connected({ enc: null });
      expect(await client.enc({ s: null }, { binding })).toBeNull();
      expect(last.request).toContain('<s xmlns="" xsi:nil="true"');
      expect(seen).toEqual([{ s: null }]);
    }
    expect(await (await answered('<t:EncResponse/>')).enc({ s: '' })).toBeNull();
    for (const binding of forms) {
      const { client } = await connected({ enc: null });
      expect(await client.enc({ s: 'x' }, { binding })).toBeNull();
    }
  });
});

describe('document style with SOAP encoding', () => {
  it.each(soap)('names the message after its type, over %s', async (binding) => {
    const { client, last, seen } = await connected({ hi: 'x1' });
    expect(await client.hi({ name: 'x', n: 1 }, { binding })).toBe('x1');
    expect(last.request).toContain('<Hi xmlns="urn:t"');
    expect(last.request).toContain('<name xmlns="" xsi:type="xsd:string">x</name>');
    expect(last.response).toMatch(/<HiResponse xmlns="urn:t"[^>]*><HiResult xmlns="" xsi:type="xsd:string">x1</);
    expect(last.response).not.toContain('rpc:result');
    expect(seen).toEqual([{ name: 'x', n: 1 }]);
  });

  it.each(soap)('names a simple value after its type, too, over %s', async (binding) => {
    const { client, last, seen } = await connected();
    expect(await client.docBare('x', { binding })).toBe('x');
    expect(last.request).toMatch(/<(\w+:)?string[^>]*>x<\/(\w+:)?string><\/soap:Body>/);
    expect(await client.docBare(null, { binding })).toBeNull();
    expect(last.request).toContain('<soap:Body/>');
    expect(seen).toEqual(['x', null]);
    const answer = '<xsd:string xsi:type="xsd:string">x</xsd:string>';
    expect(await (await answered(answer)).docBare('x')).toBe('x');
  });

  it.each(forms)('is one operation with its half over %s', async (binding) => {
    const { client, seen } = await connected({ hi: 'x1', flagsEnc: ['C'] });
    expect(await client.hi({ name: 'x', n: 1 }, { binding })).toBe('x1');
    expect(await client.docBare('x', { binding })).toBe('x');
    expect(await client.flagsEnc({ f: ['A', 'B'] }, { binding })).toEqual(['C']);
    expect(seen).toEqual([{ name: 'x', n: 1 }, 'x', { f: ['A', 'B'] }]);
  });

  it('reads what .NET writes', async () => {
    const request = '<t:Hi><name xsi:type="xsd:string">x</name><n xsi:type="xsd:int">1</n></t:Hi>';
    expect((await received('Hi', request, { hi: null }))[2]).toEqual([{ name: 'x', n: 1 }]);
    const byReference =
      '<q:Hi id="id1" xsi:type="q:Hi" xmlns:q="urn:t"><name href="#id2"/></q:Hi><q:s id="id2" xmlns:q="urn:t">x</q:s>';
    expect((await received('Hi', byReference, { hi: null }))[2]).toEqual([{ name: 'x', n: null }]);
    const answer = '<t:HiResponse><HiResult xsi:nil="true"/></t:HiResponse>';
    expect(await (await answered(answer)).hi({ name: null, n: 1 })).toBeNull();
  });
});

describe('GET and POST', () => {
  it.each(forms)('carry the value of a bare message, over %s', async (binding) => {
    const { client, last, seen } = await connected();
    expect(await client.echo('x y', { binding })).toBe('x y');
    expect(await client.many(7, { binding })).toBe(7);
    expect(await client.rows(['a', 'b'], { binding })).toEqual(['a', 'b']);
    expect(binding === 'httpGet' ? last.url : last.request).toContain('a=a&a=b');
    expect(seen).toEqual(['x y', 7, ['a', 'b']]);
  });

  it.each(forms)('carry the array of a bare message in an object as well, over %s', async (binding) => {
    const options = { packageName: 'nulls', wrappedArrays: true };
    const { files } = await packageOf({ 'nulls.wsdl': service() }, options);
    const seen: unknown[] = [];
    const { client } = connect(load(files), 'Nulls', handlers({ seen, results: {} }));
    expect(await client.rows({ string: ['a', 'b'] }, { binding })).toEqual({ string: ['a', 'b'] });
    expect(seen).toEqual([{ string: ['a', 'b'] }]);
  });

  it.each(forms)('carry arrays of SOAP encoding item by item, over %s', async (binding) => {
    const { client, last, seen } = await connected({ sumEnc: 3 });
    expect(await client.sumEnc({ a: [1, 2], b: 4 }, { binding })).toBe(3);
    expect(binding === 'httpGet' ? last.url : last.request).toContain('a=1&a=2&b=4');
    expect(seen).toEqual([{ a: [1, 2], b: 4 }]);
  });

  it.each(forms)('carry flags with commas between them, over %s', async (binding) => {
    const { client, last, seen } = await connected();
    const { client: answers } = await connected({ flags: [] });
    const sent = async (f: unknown): Promise<string> => {
      await client.flags({ f }, { binding }).catch(() => undefined);
      return binding === 'httpGet' ? last.url.replace(/.*\?/, '') : last.request;
    };
    expect(await sent(['A', 'C'])).toBe('f=A%2CC');
    expect(await sent(['B'])).toBe('f=B');
    expect(await sent([])).toBe('f=0');
    expect(seen).toEqual([{ f: ['A', 'C'] }, { f: ['B'] }, { f: [] }]);
    expect(await answers.flags({ f: ['A'] }, { binding })).toEqual([]);
  });

  it.each([
    ['A,C', ['A', 'C']],
    [' A, C ', ['A', 'C']],
    ['5', ['A', 'C']],
    ['0', []],
    ['A C', undefined],
    ['8', undefined],
    ['-1', undefined],
    ['', undefined],
    ['a', undefined],
  ])('take the flags %j as .NET does', async (text, flags) => {
    const seen: unknown[] = [];
    const services = [load((await nulls()).files).nulls(handlers({ seen, results: { flags: ['A'] } }))];
    const server = createServer({ services });
    const response = await server.fetch(new Request(`http://nulls.example/s.asmx/Flags?f=${encodeURIComponent(text)}`));
    expect([response.status, ...seen]).toEqual(flags === undefined ? [500] : [200, { f: flags }]);
  });

  it('take flags in both forms where a server follows the specifications', async () => {
    const seen: unknown[] = [];
    const services = [load((await nulls()).files).nulls(handlers({ seen, results: { flags: ['A'] } }))];
    const server = createServer({ services, profile: 'strict' });
    for (const text of ['A,C', 'A C']) {
      await server.fetch(new Request(`http://nulls.example/s.asmx/Flags?f=${encodeURIComponent(text)}`));
    }
    expect(seen).toEqual([{ f: ['A', 'C'] }, { f: ['A', 'C'] }]);
  });
});

describe('SOAP 1.2', () => {
  it('sends the action where the Body may not tell the operation', async () => {
    const { client, last } = await connected({ ping: 'pong', hi: 'x' });
    const sent = async (method: string, input?: unknown): Promise<string> => {
      await client[method](input, { binding: 'soap12' });
      return last.requestHeaders['Content-Type'];
    };
    const plain = 'application/soap+xml; charset=utf-8';
    expect(await sent('ping')).toBe(`${plain}; action="urn:t/Ping"`);
    expect(await sent('echo', null)).toBe(`${plain}; action="urn:t/Echo"`);
    expect(await sent('many', 1)).toBe(plain);
    expect(await sent('hi', { name: null, n: 1 })).toBe(plain);
  });

  it('sends the action of operations whose messages are the same', async () => {
    const names = ['Get', 'Peek', 'Put'];
    const element = (name: string): string => (name === 'Put' ? 't:Store' : 't:Key');
    const text = wsdl(
      `${names.map((name) => `<message name="${name}"><part name="in" element="${element(name)}"/></message>`).join('')}
       <message name="Out"><part name="out" element="t:Key"/></message>
       <portType name="pt">${names.map((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:Out"/></operation>`).join('')}</portType>
       <binding name="b" type="t:pt"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>${names
         .map(
           (name) =>
             `<operation name="${name}"><soap12:operation soapAction="urn:${name}"/><input><soap12:body use="literal"/></input><output><soap12:body use="literal"/></output></operation>`,
         )
         .join('')}</binding>
       <service name="Keys"><port name="p" binding="t:b"><soap12:address location="http://keys.example/svc"/></port></service>`,
      '<x:element name="Key" type="x:string"/><x:element name="Store" type="x:string"/>',
    );
    const { files } = await packageOf({ 'keys.wsdl': text }, { packageName: 'keys' });
    const answer = (name: string) => () => name;
    const { client, last } = connect(load(files), 'Keys', { get: answer('g'), peek: answer('p'), put: answer('s') });
    const sent: unknown[] = [];
    for (const method of ['get', 'peek', 'put']) {
      sent.push([await client[method]('k'), last.requestHeaders['Content-Type']?.split('; ')[2]]);
    }
    expect(sent).toEqual([
      ['g', 'action="urn:Get"'],
      ['p', 'action="urn:Peek"'],
      ['s', undefined],
    ]);
  });

  it('sends it always or never where the client says so', async () => {
    for (const [soap12Action, method, action] of [
      [true, 'many', true],
      [false, 'echo', false],
    ] as const) {
      const { client, last } = connect(load((await nulls()).files), 'Nulls', handlers({ seen: [], results: {} }), {
        client: { soap12Action },
      });
      await client[method](1, { binding: 'soap12' }).catch(() => undefined);
      expect(last.requestHeaders['Content-Type']?.includes('action') === true).toBe(action);
    }
  });
});
