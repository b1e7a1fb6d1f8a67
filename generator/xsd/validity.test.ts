import { withinSeconds } from '../../tests/support/processor-time.js';
import { schema, validity } from './fixtures/memory.js';
import { complex, element, found, sequence, simple } from './fixtures/rules.js';

describe('findings', () => {
  it('name the rule, the place and the other place', async () => {
    const [finding] = await validity(`${element('a', 'id="x"')}\n${element('b', 'id="x"')}`);
    expect(finding).toMatchObject({ span: { line: 3 }, notes: [{ span: { line: 2 } }] });
    const [fixed] = await validity(element('a', 'type="xs:int" fixed="x"'));
    expect(fixed?.message).toContain('Element Default Valid');
  });

  it('are made once for a schema that takes part in several namespaces', async () => {
    const including = (namespace: string, next = '') =>
      schema(`<xs:include schemaLocation="c.xsd"/>${next}`, `targetNamespace="${namespace}"`);
    const files = {
      'a.xsd': including('urn:a', '').replace(
        '<xs:include',
        '<xs:import namespace="urn:b" schemaLocation="b.xsd"/><xs:include',
      ),
      'b.xsd': including('urn:b'),
      'c.xsd': schema(element('x', 'type="xs:int" default="x"'), ''),
    };
    expect(await found(files)).toEqual(['invalid-value']);
  });

  it('are bounded: exact counts in exact counts do not grow endlessly', async () => {
    let particle = element('x', 'minOccurs="9" maxOccurs="9"');
    for (let depth = 0; depth < 40; depth++) {
      particle = `<xs:sequence minOccurs="9" maxOccurs="9">${particle}${element('x')}</xs:sequence>`;
    }
    await withinSeconds(3, () => validity(complex('a', particle)));
  });

  it('are bounded: unions of unions, and long chains of them', async () => {
    const union = (i: number, next: string) =>
      `<xs:simpleType name="u${i}"><xs:union memberTypes="${next}"/></xs:simpleType>`;
    const doubled = Array.from({ length: 60 }, (_, i) => union(i, `tns:u${i + 1} tns:u${i + 1}`)).join('');
    const chain = Array.from({ length: 5000 }, (_, i) => union(i, `tns:u${i + 1}`)).join('');
    const rest = `${element('a', 'type="tns:u0" default="x"')}<xs:simpleType name="l"><xs:list itemType="tns:u0"/></xs:simpleType>`;
    const members = `${element('h', 'type="tns:u0"')}${element('m', 'type="xs:string" substitutionGroup="tns:h"')}`;
    await withinSeconds(3, async () => {
      expect(await found(doubled + simple('u60', 'xs:int') + rest + members)).toEqual([]);
      expect(await found(chain + simple('u5000', 'xs:int') + rest + members)).toEqual([]);
    });
  });
});

describe('a schema of XML Schema 1.1', () => {
  const loose =
    complex('a', sequence(element('x', 'type="xs:string" minOccurs="0"'), '<xs:any processContents="skip"/>')) +
    complex('b', `<xs:all>${element('y', 'type="xs:string" maxOccurs="3"')}</xs:all>`) +
    complex('c', '<xs:attribute name="i" type="xs:ID"/><xs:attribute name="j" type="xs:ID"/>');

  it('may contain what 1.0 forbids: elements together with wildcards, xs:all with repeats, several IDs', async () => {
    expect(await found(loose)).toEqual(['two-ids', 'all-limited', 'ambiguous-content']);
    expect(await found(loose + complex('d', '<xs:openContent mode="none"/>'))).toEqual([]);
  });

  it('must still distinguish elements from each other, and wildcards from each other', async () => {
    const any = '<xs:any processContents="skip" minOccurs="0"/>';
    expect(await found(complex('d', `<xs:openContent mode="none"/>${sequence(any, any)}`))).toEqual([
      'ambiguous-content',
    ]);
  });
});
