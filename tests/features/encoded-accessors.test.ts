import { createServer } from '@wsdl-codegen/runtime/node';
import { validate } from '@wsdl-codegen/runtime/schema';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const schema = `
  <x:import namespace="${encoding}"/>
  <x:complexType name="Person"><x:sequence>
    <x:element name="name" type="soapenc:string" form="unqualified"/><x:element name="age" type="x:int" form="unqualified"/>
    <x:element name="tags" type="t:Tags" form="unqualified"/><x:element name="boss" type="t:Person" form="unqualified" minOccurs="0"/>
    <x:element name="born" type="x:gYear" fixed="1970" form="unqualified" minOccurs="0"/>
  </x:sequence></x:complexType>
  <x:complexType name="Tags"><x:complexContent><x:restriction base="soapenc:Array"><x:attribute ref="soapenc:arrayType" w:arrayType="soapenc:string[]" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></x:restriction></x:complexContent></x:complexType>
  <x:complexType name="Both"><x:sequence>
    <x:element name="text" type="x:string" minOccurs="0" form="unqualified"/><x:element name="count" type="x:int" form="unqualified"/>
  </x:sequence></x:complexType>
  <x:element name="Literal" type="t:Both"/>`;

const body = `<soap:body use="encoded" namespace="urn:t" encodingStyle="${encoding}"/>`;
const literal = '<soap:body use="literal"/>';

interface Op {
  readonly name: string;
  readonly input: string;
  readonly output: string;
  readonly use?: 'document';
}

/** A service whose operations are rpc/encoded, but for those of document style. */
async function people(operations: readonly Op[], beside = ''): Promise<InMemoryPackage> {
  const messages = operations
    .map(
      ({ name, input, output }) =>
        `<message name="${name}In">${input}</message><message name="${name}Out">${output}</message>`,
    )
    .join('');
  const offered = operations
    .map(
      ({ name }) =>
        `<operation name="${name}"><input message="t:${name}In"/><output message="t:${name}Out"/></operation>`,
    )
    .join('');
  const bound = operations
    .map(({ name, use }) => {
      const content = use === 'document' ? literal : body;
      return `<operation name="${name}"><soap:operation soapAction="urn:${name}" style="${use ?? 'rpc'}"/><input>${content}</input><output>${content}</output></operation>`;
    })
    .join('');
  const text = wsdl(
    `${messages}<portType name="pt">${offered}</portType>
     <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound}</binding>
     <service name="People"><port name="p" binding="t:b"><soap:address location="http://people.example/svc"/></port></service>`,
    schema + beside,
  ).replace('<definitions', `<definitions xmlns:soapenc="${encoding}"`);
  const made = await packageOf({ 'people.wsdl': text }, { packageName: 'people' });
  expect(findings(made)).toEqual([]);
  return made;
}

const part = (name: string, type: string): string => `<part name="${name}" type="${type}"/>`;
const swap: Op = {
  name: 'Swap',
  input: part('who', 't:Person') + part('note', 'soapenc:string') + part('size', 'x:long'),
  output: part('result', 't:Person'),
};

/** An envelope as a peer sends it. */
const envelope = (content: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:soapenc="${encoding}" xmlns:r="urn:t"><s:Body>${content}</s:Body></s:Envelope>`;

/** Calls a method of the generated client, to which a peer answers with this content of its Body. */
async function answered(made: InMemoryPackage, method: string, content: string): Promise<unknown> {
  const { PeopleClient } = load(made.files);
  const client = new PeopleClient({
    transport: async () => ({
      status: 200,
      statusText: 'OK',
      headers: new Headers({ 'content-type': 'text/xml' }),
      body: new TextEncoder().encode(envelope(content)),
    }),
  });
  return client[method](method === 'shared' ? { note: null } : { who: null, note: null, size: null });
}

const ann = { name: 'Ann', age: 5, tags: ['a', null] };

describe('accessors of encoded messages', () => {
  it('may be null wherever they are, and are returned as null', async () => {
    const made = await people([swap]);
    const seen: unknown[] = [];
    const { client, last } = connect(load(made.files), 'People', {
      swap: (input: Exports) => {
        seen.push(input);
        return input.who;
      },
    });
    const nothing = { name: null, age: null, tags: null, boss: null };
    expect(await client.swap({ who: nothing, note: null, size: 7n })).toEqual(nothing);
    expect(last.request).toContain('<age xsi:nil="true"/>');
    expect(await client.swap({ who: null, note: 'n', size: null })).toBeNull();
    expect(last.response).toContain('<result xmlns="" xsi:nil="true"/>');
    expect(seen).toEqual([
      { who: nothing, note: null, size: 7n },
      { who: null, note: 'n', size: null },
    ]);
  });

  it('are typed so', async () => {
    const made = await people([swap]);
    const types = [...made.files].filter(([path]) => /types/.test(path)).map(([, text]) => text);
    expect(types.join('\n')).toMatch(/name: string \| null;\s+age: number \| null;/);

    expect(typeCheck({ people: made.files })).toBe('');
  }, 60_000);

  it('are null when a peer leaves them out, as it may, or says nil through a reference', async () => {
    const made = await people([swap]);
    expect(await answered(made, 'swap', '<r:SwapResponse/>')).toBeNull();
    const multiRef = `<r:SwapResponse><result href="#id0"/></r:SwapResponse>
      <multiRef id="id0" soapenc:root="0" xsi:type="r:Person"><name href="#id1"/><boss href="#id2"/><age xsi:nil="true" xsi:type="xsd:int"/></multiRef>
      <multiRef id="id1" soapenc:root="0" xsi:type="soapenc:string" xsi:nil="1"/>
      <multiRef id="id2" soapenc:root="0"><name xsi:type="xsd:string">Bob</name><age href="#id3"/><tags xsi:nil="true"/></multiRef>
      <multiRef id="id3" soapenc:root="0" xsi:type="soapenc:int">9</multiRef>`;
    expect(await answered(made, 'swap', multiRef)).toEqual({
      name: null,
      age: null,
      tags: null,
      boss: { name: 'Bob', age: 9, tags: null },
    });
  });

  it('are left out when nil, where their type is one of literal messages as well and knows no null', async () => {
    const shared: Op = { name: 'Shared', input: part('note', 'x:string'), output: part('result', 't:Both') };
    const plain: Op = {
      name: 'Plain',
      input: '<part name="in" element="t:Literal"/>',
      output: '<part name="out" element="t:Literal"/>',
      use: 'document',
    };
    const made = await people([shared, plain]);
    const content = (count: string): string =>
      `<r:SharedResponse><result><text xsi:nil="true"/>${count}</result></r:SharedResponse>`;
    expect(await answered(made, 'shared', content('<count>1</count>'))).toEqual({ count: 1 });
    await expect(answered(made, 'shared', content('<count xsi:nil="true"/>'))).rejects.toThrow(/"count" is missing/);
  });
});

describe('the simple types of the encoding', () => {
  it('are values, not objects with an id, and are written under their own names', async () => {
    const made = await people([swap]);
    const { client, last } = connect(load(made.files), 'People', { swap: ({ who }: Exports) => who });
    expect(await client.swap({ who: ann, note: 'n', size: 1n })).toEqual(ann);
    expect(last.request).toContain('<note xmlns="" xsi:type="soapenc:string">n</note>');
    expect(last.request).toContain('soapenc:arrayType="soapenc:string[2]"');
    expect(
      await answered(
        made,
        'swap',
        '<r:SwapResponse><result><name id="x" xsi:type="xsd:string">A</name></result></r:SwapResponse>',
      ),
    ).toMatchObject({ name: 'A' });
  });

  it('are checked by their types', async () => {
    const { schema } = load((await people([swap])).files);
    const problems = (value: unknown): unknown =>
      validate(schema.Person, value).map(({ path, code }) => [...path, code]);
    expect(problems({ ...ann, age: null })).toEqual([]);
    expect(problems({ ...ann, name: { $value: 'Ann' } })).toEqual([['name', 'wrong-type']]);
  });

  it('are in the samples of pages as they are written', async () => {
    const { people: register } = load((await people([swap])).files);
    const server = createServer({ services: [register({ swap: () => null })] });
    const page = await (await server.fetch(new Request('http://people.example/svc?op=Swap'))).text();
    expect(page).toContain('&lt;note xmlns=&quot;&quot; xsi:type=&quot;<var>soapenc:string</var>&quot;&gt;');
  });

  it('stay as their schema has them where literal messages use them', async () => {
    const made = await people(
      [
        {
          name: 'Plain',
          input: '<part name="in" element="t:Word"/>',
          output: '<part name="out" element="t:Word"/>',
          use: 'document',
        },
        swap,
      ],
      '<x:element name="Word" type="soapenc:string"/>',
    );
    const { client } = connect(load(made.files), 'People', {
      plain: (value: unknown) => value,
      swap: ({ who }: Exports) => who,
    });
    expect(await client.plain({ $value: 'w', id: 'a' })).toMatchObject({ $value: 'w', id: 'a' });
  });
});
