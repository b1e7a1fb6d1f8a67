import { readContract, renderContract } from '../../generator/disk-pipeline.js';
import { memoryDisk } from '../../generator/xsd/fixtures/memory.js';
import { wsdl } from '../support/descriptors.js';

const service = wsdl(
  `<message name="m"><part name="parameters" element="t:Get"/></message>
   <portType name="pt"><operation name="Get"><input message="t:m"/></operation></portType>
   <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><input><soap:body use="literal"/></input></operation></binding>
   <service name="Own"><port name="p" binding="t:b"><soap:address location="http://host.example/"/></port></service>`,
  '<x:element name="Get"><x:complexType><x:sequence><x:element name="a" type="x:string"/></x:sequence></x:complexType></x:element>',
);
const other = service.replaceAll('urn:t', 'urn:a').replace('name="Own"', 'name="Other"');
const schema = `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:x" targetNamespace="urn:x">
  <x:complexType name="Base"><x:sequence><x:element name="a" type="x:string"/></x:sequence></x:complexType></x:schema>`;

async function filesOf(...inputs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const read = memoryDisk({ 'own.wsdl': service, 'other.wsdl': other, 'base.xsd': schema });
  const [reading] = await readContract(inputs, {}, { workingFolder: '/work', read, strict: true });
  const [{ files }] = await renderContract(reading, { packageName: 'added', templates: [] });
  return new Map(files.map(({ path, text }) => [path, text]));
}

/** The module of types, without the line that names the inputs. */
function typesOf(files: ReadonlyMap<string, string>): string | undefined {
  return files.get('src/types.ts')?.replace(/^.*\n/, '');
}

describe('a further input leaves the types of the first where they are', () => {
  it.each([
    ['own.wsdl', 'other.wsdl'],
    ['own.wsdl', 'base.xsd'],
    ['base.xsd', 'own.wsdl'],
  ])('%s, then %s', async (first, second) => {
    const alone = await filesOf(first);
    const together = await filesOf(first, second);
    expect(typesOf(together)).toBe(typesOf(alone));
    expect(together.get('src/index.ts')).toContain("export * from './types.js';");
  });
});
