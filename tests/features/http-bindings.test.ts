import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { findings, load, packageOf, typeCheck } from './package.js';

const schema =
  '<x:element name="Answer"><x:complexType><x:sequence><x:element name="text" type="x:string"/></x:sequence></x:complexType></x:element>';

function service(
  verb: 'GET' | 'POST',
  location: string,
  input: string,
  parts: string,
  output = '<mime:mimeXml part="body"/>',
): string {
  return wsdl(
    `<message name="in">${parts}</message><message name="out"><part name="body" element="t:Answer"/></message>
     <portType name="pt"><operation name="Find"><input message="t:in"/><output message="t:out"/></operation></portType>
     <binding name="b" type="t:pt"><http:binding verb="${verb}"/><operation name="Find"><http:operation location="${location}"/><input>${input}</input><output>${output}</output></operation></binding>
     <service name="Web"><port name="p" binding="t:b"><http:address location="http://web.example/svc"/></port></service>`,
    schema,
  );
}

const twoParts = '<part name="id" type="x:long"/><part name="name" type="x:string"/>';

describe.each([
  [
    'urlEncoded',
    'GET',
    '/find',
    '<http:urlEncoded/>',
    'http://web.example/svc/find?id=9007199254740993&name=a%20%26%2f%3f%d0%96',
  ],
  ['urlReplacement', 'GET', '/find/(id)/of(name)', '<http:urlReplacement/>', undefined],
  ['urlReplacement with a slash at its end', 'GET', '/find/(id)/(name)/', '<http:urlReplacement/>', undefined],
  ['form', 'POST', '/find', '<mime:content type="application/x-www-form-urlencoded"/>', 'http://web.example/svc/find'],
  ['multipart form', 'POST', '/find', '<mime:content type="multipart/form-data"/>', 'http://web.example/svc/find'],
] as const)('%s', (_, verb, location, input, url) => {
  it('carries typed parameters to the service and its answer back', async () => {
    const made = await packageOf({ 'web.wsdl': service(verb, location, input, twoParts) });
    expect(findings(made)).toEqual([]);
    let received: unknown;
    const { client, last } = connect(load(made.files), 'Web', {
      find: (given: unknown) => {
        received = given;
        return { text: 'found' };
      },
    });
    const parameters = { id: 9007199254740993n, name: 'a &/?Ж' };
    expect(await client.find(parameters)).toEqual({ text: 'found' });
    expect(received).toEqual(parameters);
    if (url !== undefined) {
      expect(last.url.toLowerCase()).toBe(url);
    }
    expect(typeCheck({ web: made.files })).toBe('');
  }, 60_000);
});

describe('other forms', () => {
  it('carry an XML document as the request', async () => {
    const made = await packageOf({
      'web.wsdl': service('POST', '/find', '<mime:mimeXml part="body"/>', '<part name="body" element="t:Answer"/>'),
    });
    expect(findings(made)).toEqual([]);
    const { client, last } = connect(load(made.files), 'Web', {
      find: ({ text }: { text: string }) => ({ text: `${text}!` }),
    });
    expect(await client.find({ text: 'a<b' })).toEqual({ text: 'a<b!' });
    expect(last.request).toContain('<text>a&lt;b</text>');
  });

  it('answer with content that is not XML, as bytes', async () => {
    const made = await packageOf({
      'web.wsdl': service('GET', '/find', '<http:urlEncoded/>', twoParts, '<mime:content type="image/png"/>'),
    });
    const { client } = connect(load(made.files), 'Web', { find: () => Uint8Array.of(1, 2, 255) });
    expect(await client.find({ id: 1n, name: '' })).toEqual(Uint8Array.of(1, 2, 255));
  });
});

it('answers of a simple type are the value itself, as the types say', async () => {
  const text = service('GET', '/find', '<http:urlEncoded/>', twoParts).replace('element="t:Answer"', 'type="x:int"');
  const made = await packageOf({ 'web.wsdl': text });
  const { client } = connect(load(made.files), 'Web', { find: () => 42 });
  expect(await client.find({ id: 1n, name: '' })).toBe(42);
  const use =
    "import { WebClient } from './index.js';\nexport const n: Promise<number> = new WebClient({}).find({ id: 1n, name: '' });\n";
  expect(typeCheck({ web: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
}, 60_000);
