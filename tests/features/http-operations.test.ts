import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, load, packageOf } from './package.js';

/** An operation of an HTTP binding. */
interface HttpOperation {
  readonly name: string;
  readonly location: string;
  /** How its request carries the parts. */
  readonly input: string;
  readonly parts: readonly string[];
}

const form = '<mime:content type="application/x-www-form-urlencoded"/>';
const query = '<http:urlEncoded/>';
const template = '<http:urlReplacement/>';

/** A service over GET, or POST, whose operations answer a text. */
function service(operations: readonly HttpOperation[], verb = 'GET', schema = ''): string {
  const messages = operations.map(
    ({ name, parts }) => `<message name="${name}">${parts.map((part) => `<part ${part}/>`).join('')}</message>`,
  );
  return wsdl(
    `${messages.join('')}<message name="o"><part name="r" type="x:string"/></message>
     <portType name="pt">${operations.map(({ name }) => `<operation name="${name}"><input message="t:${name}"/><output message="t:o"/></operation>`).join('')}</portType>
     <binding name="b" type="t:pt"><http:binding verb="${verb}"/>${operations.map(({ name, location, input }) => `<operation name="${name}"><http:operation location="${location}"/><input>${input}</input><output><mime:mimeXml part="r"/></output></operation>`).join('')}</binding>
     <service name="S"><port name="p" binding="t:b"><http:address location="http://s.example/S"/></port></service>`,
    schema,
  );
}

function text(name: string): string {
  return `name="${name}" type="x:string"`;
}

const schema = `<x:element name="E"><x:complexType><x:sequence><x:element name="a" type="x:string"/></x:sequence></x:complexType></x:element>
  <x:complexType name="List"><x:sequence><x:element name="item" type="x:string" maxOccurs="unbounded"/></x:sequence></x:complexType>`;

async function made(
  operations: readonly HttpOperation[],
  verb?: string,
): Promise<{ codes: readonly string[]; exports: Exports }> {
  const result = await packageOf({ 's.wsdl': service(operations, verb, schema) });
  return { codes: findings(result).map((finding) => finding.split(' ')[0] ?? ''), exports: load(result.files) };
}

const profiles = ['strict', 'aspnet'] as const;

describe.each(profiles)('parameters arrive (profile %s)', (profile) => {
  it.each<[string, HttpOperation, Exports]>([
    [
      'whatever their names are',
      { name: 'A', location: '/a', input: query, parts: [text('é.b-c'), text('x&amp;y=1')] },
      { 'é.b-c': '1', 'x&y=1': '2' },
    ],
    [
      'whose names differ in case alone',
      { name: 'A', location: '/a', input: query, parts: [text('id'), text('ID')] },
      { id: '1', ID: '2' },
    ],
    [
      'from a location, also from two places',
      { name: 'A', location: '/a/(x)/(é)/(x)', input: template, parts: [text('x'), text('é')] },
      Object.fromEntries([
        ['x', '1'],
        ['é', '2'],
      ]),
    ],
  ])('%s', async (_, operation, input) => {
    const { exports } = await made([operation]);
    const { client } = connect(exports, 'S', { a: (got: unknown) => JSON.stringify(got) }, { profile });
    expect(JSON.parse(await client.a(input))).toEqual(input);
  });
});

describe('an operation whose parameters have no place of their own', () => {
  it.each<[string, Omit<HttpOperation, 'name'>]>([
    ['several have one name', { location: '/a', input: query, parts: [text('a'), 'name="p" element="t:E"'] }],
    ['the location does not have one', { location: '/a/(x)', input: template, parts: [text('x'), text('y')] }],
    ['one may have several values', { location: '/a/(x)', input: template, parts: ['name="x" type="t:List"'] }],
  ])('is left out: %s', async (_, operation) => {
    const other = { name: 'B', location: '/b', input: query, parts: [text('x')] };
    const { codes, exports } = await made([{ name: 'A', ...operation }, other]);
    expect(codes).toEqual(['contract/unfit-parameters']);
    expect(Object.keys(exports.S.operations)).toEqual(['b']);
  });
});

describe.each(profiles)('operations at one location (profile %s)', (profile) => {
  const at = (name: string, parts: readonly string[], input: string): HttpOperation => ({
    name,
    location: '/do',
    input,
    parts: parts.map(text),
  });
  const implementation = { a: () => 'a', b: () => 'b', c: () => 'c' };

  it.each([
    ['GET', query],
    ['POST', form],
    ['POST', '<mime:multipartRelated/>'],
  ])('are told apart by their parameters over %s with %s', async (verb, input) => {
    const { codes, exports } = await made(
      [at('A', ['x'], input), at('B', ['x', 'y'], input), at('C', [], input)],
      verb,
    );
    expect(codes).toEqual([]);
    const { client } = connect(exports, 'S', implementation, { profile });
    const answers = [await client.a({ x: '1' }), await client.b({ x: '1', y: '' }), await client.c()];
    expect(answers).toEqual(['a', 'b', 'c']);
  });

  it('are told apart by the form of the request', async () => {
    const { codes, exports } = await made([at('A', ['x'], form), at('B', ['x'], query)], 'POST');
    expect(codes).toEqual([]);
    const { client } = connect(exports, 'S', implementation, { profile });
    expect([await client.a({ x: '1' }), await client.b({ x: '1' })]).toEqual(['a', 'b']);
  });

  it('are told of where nothing tells them apart; the first one is called', async () => {
    const { codes, exports } = await made([at('A', ['x'], query), at('B', ['X'], query)]);
    expect(codes).toEqual(['contract/same-location']);
    const { client } = connect(exports, 'S', implementation, { profile });
    expect(await client.a({ x: '1' })).toBe('a');
  });
});

describe('locations with places', () => {
  const at = (name: string, location: string, ...parts: readonly string[]): HttpOperation => ({
    name,
    location,
    input: template,
    parts: parts.map(text),
  });

  it('are told of where only the names of the places differ', async () => {
    const { codes } = await made([at('A', '/a/(x)', 'x'), at('B', 'a/(y)', 'y'), at('C', '/a/(x)/c', 'x')]);
    expect(codes).toEqual(['contract/same-location']);
  });

  it('are asked for the one with the most text first', async () => {
    const { codes, exports } = await made([at('A', '/a/(x)', 'x'), at('B', '/a/(x)/parts', 'x')]);
    expect(codes).toEqual([]);
    const { client } = connect(exports, 'S', { a: () => 'a', b: () => 'b' });
    expect([await client.a({ x: '1' }), await client.b({ x: '1' })]).toEqual(['a', 'b']);
  });
});
