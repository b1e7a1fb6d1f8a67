import { contractOf } from '../../tests/support/descriptors.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import { descriptorsOf } from '../memory/descriptors.js';
import { checkLarge, type Outcome } from './check-large.js';

const schema = (more = '', key = ''): string =>
  `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns="urn:o" targetNamespace="urn:o" elementFormDefault="qualified">
  <x:element name="orders"><x:complexType><x:sequence>
    <x:element name="title" type="x:string"/>
    <x:element name="page" maxOccurs="unbounded"><x:complexType><x:sequence>
      <x:element name="order" type="Order" maxOccurs="unbounded"/>
    </x:sequence></x:complexType></x:element>
    <x:element name="end" type="x:date"/>
  </x:sequence></x:complexType>${key}</x:element>
  <x:complexType name="Order"><x:sequence>
    <x:element name="id" type="x:int"/><x:any processContents="lax" minOccurs="0"/>
  </x:sequence>${more}</x:complexType>
  <x:element name="note" type="x:date"/>
</x:schema>`;

const order = '<order>\n<id>1</id><note>2026-01-01</note></order>';
const orders = (pages: readonly string[], end = '2026-01-01'): string =>
  `<orders xmlns="urn:o"><title>t</title>${pages.map((page) => `<page>${page}</page>`).join('')}<end>${end}</end></orders>`;

async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

async function check(xsd: string, text: string, size = 1000): Promise<Outcome> {
  const { contract } = await contractOf({ 'o.xsd': xsd });
  const schemas = { ...descriptorsOf(contract), prefixes: {}, contracts: [contract] };
  const problem = diagnostic('document/too-large', { name: 'o.xml', megabytes: 1 });
  const shown = { file: 'o.xml', shown: () => undefined };
  return checkLarge({ pieces: cut(text, size), problem }, 'o.xml', shown, () => Promise.resolve([schemas, []]));
}

const verdict = async (...args: Parameters<typeof check>): Promise<string> => {
  const { verdict: said, diagnostics } = await check(...args);
  const [first] = diagnostics;
  return first === undefined
    ? said
    : `${said} ${first.code} ${first.span?.line}:${first.span?.column} ${first.message}`;
};

describe('a document that is checked record by record', () => {
  const many = order.repeat(3_000);

  it('is valid, whatever its length is and however it is cut', async () => {
    expect(await verdict(schema(), orders([many]))).toBe('valid');
    expect(await verdict(schema(), orders([many, order, many]), 7_777)).toBe('valid');
    expect(await verdict(schema(), orders([order, order.repeat(2)]), 1)).toBe('valid');
  });

  it('has its first mistake found, with its place: in records, in what wildcards allow, and around them', async () => {
    const late = orders([many, many + order.replace('>1<', '>x<')]);
    expect(await verdict(schema(), late)).toMatch(
      /^invalid document\/invalid 6002:6 \/page\/1\/order\/3000\/id: "x" is not a valid int/,
    );
    const open = orders([many + order.replace('01<', 'x<') + many]);
    expect(await verdict(schema(), open)).toMatch(/^invalid .*\$any.* is not a valid date, in record 3001 \(/);
    expect(await verdict(schema(), orders([many], 'x'))).toMatch(/^invalid .*\/end: "x" is not a valid date/);
    expect(await verdict(schema(), orders([many, '']))).toMatch(/^invalid .*order/);
    expect(await verdict(schema(), orders([many]).slice(0, -5))).toMatch(/not-well-formed/);
    expect(await verdict(schema(), orders([many]).replaceAll('orders', 'ordres'))).toMatch(/unknown-root/);
  });

  it('has no verdict where rules span records, or it has no list of them', async () => {
    const key = '<x:unique name="u"><x:selector xpath="*"/><x:field xpath="@id"/></x:unique>';
    expect(await verdict(schema('', key), orders([many]))).toContain('open document/checked-in-parts');
    const id = '<x:attribute name="id" type="x:ID"/>';
    expect(await verdict(schema(id), orders([many]))).toContain('open document/checked-in-parts');
    expect(await verdict(schema(), '<note xmlns="urn:o">2026-01-01</note>')).toContain('open document/too-large');
  });
});
