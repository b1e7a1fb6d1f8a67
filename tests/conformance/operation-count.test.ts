import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wsdl } from '../support/descriptors.js';
import { countPorts } from './operation-count.js';

const bound = (name: string): string =>
  `<operation name="${name}"><input><soap:body use="literal"/></input></operation>`;
const offered = (name: string, message: string): string =>
  `<operation name="${name}"><input message="t:${message}"/></operation>`;

const text = wsdl(
  `<message name="good"><part name="p" element="t:Good"/></message>
   <message name="gone"><part name="p" element="t:Gone"/></message>
   <message name="bare"><part name="p"/></message>
   <portType name="pt">${offered('Good', 'good')}${offered('Gone', 'gone')}${offered('Bare', 'bare')}${offered('Lost', 'nowhere')}</portType>
   <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${['Good', 'Gone', 'Bare', 'Lost', 'Unknown'].map(bound).join('')}</binding>
   <service name="S"><port name="P" binding="t:b"><soap:address location="http://host.example/"/></port></service>`,
  '<x:element name="Good" type="x:string"/>',
);

describe('the operations of a port, counted without the generator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'count-'));
  const file = join(folder, 'a.wsdl');
  beforeAll(() => writeFileSync(file, text));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are incomplete only where the WSDL lacks what they need', () => {
    const [port] = countPorts(file, new Set(['element {urn:t}Gone']));
    expect(port?.operations).toEqual(['Good', 'Gone', 'Bare', 'Lost', 'Unknown']);
    expect(port?.incomplete).toEqual(['Gone', 'Bare', 'Lost', 'Unknown']);
  });

  it('count when all is there, whatever a diagnostic says', () => {
    const [port] = countPorts(file, new Set());
    expect(port?.incomplete).toEqual(['Bare', 'Lost', 'Unknown']);
  });
});
