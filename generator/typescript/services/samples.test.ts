import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { someOf } from '../../../tests/support/thorough.js';
import { generate } from '../../index.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samples-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/**
 * The README of a package with an operation whose input has types of `levels`, each with `width` required members of the next
 * one.
 */
async function readme(levels: number, width: number, group = 'sequence'): Promise<string> {
  const member = (level: number, index: number): string =>
    `<x:element name="e${index}" type="${level === levels ? 'x:int' : `t:T${level + 1}`}"/>`;
  const types = Array.from({ length: levels + 1 }, (_, level) => {
    const members = Array.from({ length: level === levels ? 1 : width }, (_unused, index) => member(level, index));
    return `<x:complexType name="T${level}"><x:${group}>${members.join('')}</x:${group}></x:complexType>`;
  });
  const path = join(folder, 'a.wsdl');
  writeFileSync(
    path,
    `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"><types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">${types.join('')}<x:element name="Put"><x:complexType><x:sequence><x:element name="x" type="t:T0"/></x:sequence></x:complexType></x:element><x:element name="PutResponse"><x:complexType/></x:element></x:schema></types><message name="I"><part name="p" element="t:Put"/></message><message name="O"><part name="p" element="t:PutResponse"/></message><portType name="P"><operation name="Put"><input message="t:I"/><output message="t:O"/></operation></portType><binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Put"><soap:operation soapAction="put"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding><service name="S"><port name="S" binding="t:B"><soap:address location="http://h/S.asmx"/></port></service></definitions>`,
  );
  const { files } = await generate({ inputs: [path], name: 'sampled' });
  return files.get('README.md') ?? '';
}

describe('the example of a call', () => {
  it('shows nested members', async () => {
    expect(await readme(2, 3)).toContain('e2: {');
  });

  const shapes = [
    [12, 60, 'sequence'],
    [12, 60, 'choice'],
    [1, 3000, 'sequence'],
    [2, 400, 'sequence'],
  ] as const;
  it.each(someOf(shapes, 2))(
    'is left out where it would be long: %d levels of %d members in a %s',
    async (levels, width, group) => {
      const text = await readme(levels, width, group);
      expect(text).toContain('client.put(');
      expect(text.length).toBeLessThan(3000);
    },
  );
});
