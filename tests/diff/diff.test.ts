import { audiences, type ContractChange } from '../../generator/diff/change.js';
import { diffContracts } from '../../generator/diff/diff.js';
import { contractOf } from '../support/descriptors.js';
import { cases } from './cases.js';
import { type Edit, shopWsdl } from './shop.js';

const contract = async (...edits: readonly Edit[]) => (await contractOf({ 'shop.wsdl': shopWsdl(...edits) })).contract;

/** A change as `level code subject (audiences that it breaks)`. */
function text({ level, code, subject, effects }: ContractChange): string {
  const concerned = audiences.flatMap((audience) =>
    effects[audience] === undefined ? [] : [effects[audience] === 'strict' ? `strict ${audience}` : audience],
  );
  return `${level} ${code} ${subject}${concerned.length > 0 ? ` (${concerned.join(', ')})` : ''}`;
}

it('finds nothing between a contract and itself', async () => {
  expect(diffContracts(await contract(), await contract())).toEqual({ verdict: 'none', changes: [] });
});

it.each(cases)('tells $title', async ({ edits, changes }) => {
  expect(diffContracts(await contract(), await contract(...edits)).changes.map(text)).toEqual(changes);
});

it('says which documentation changed', async () => {
  const edits = ['id', 'note', 'item', 'status', 'payment'].map(
    (name): Edit => [
      new RegExp(`(<x:complexType name="Order">.*?<x:element name="${name}"[^>]*)/>`, 's'),
      '$1><x:annotation><x:documentation>Text.</x:documentation></x:annotation></x:element>',
    ],
  );
  const messages = async (...some: readonly Edit[]) =>
    diffContracts(await contract(), await contract(...some)).changes.map(({ message }) => message);
  expect(await messages(...edits.slice(0, 2))).toEqual(['the documentation of id and note changed']);
  expect(await messages(...edits)).toEqual(['the documentation of id, note, item and 2 more changed']);
});

describe('versions in names', () => {
  const types = (...names: readonly string[]): string =>
    names.map((name) => `<x:element name="${name}" type="x:string"/>`).join('');
  const schema = (namespace: string, ...names: readonly string[]): string =>
    `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${types(...names)}</x:schema>`;
  const diff = async (old: string, now: string) => {
    const [before, after] = [await contractOf({ 'a.xsd': old }), await contractOf({ 'b.xsd': now })];
    const options = { oldPositions: before.positions, newPositions: after.positions };
    return diffContracts(before.contract, after.contract, options).changes;
  };

  it('are recognised in namespaces even if most declarations changed', async () => {
    const changes = await diff(schema('urn:a:v9', 'one', 'two', 'three'), schema('urn:a:v10', 'one', 'x', 'y', 'z'));
    expect(changes[0]).toMatchObject({ code: 'namespace-renamed', subject: 'namespace urn:a:v9' });
    const other = await diff(schema('urn:a', 'one', 'two', 'three'), schema('urn:b', 'one', 'x', 'y', 'z'));
    expect(other.map(({ code }) => code)).not.toContain('namespace-renamed');
  });

  it('leave changes their places in both documents', async () => {
    const changes = await diff(
      schema('urn:a:v9', 'one', 'two'),
      schema('urn:a:v10', 'one', 'two').replace('"two" type="x:string"', '"two" type="x:int"'),
    );
    expect(changes).toContainEqual(
      expect.objectContaining({
        code: 'element-type-changed',
        old: expect.objectContaining({ file: 'a.xsd' }) as unknown,
        new: expect.objectContaining({ file: 'b.xsd' }) as unknown,
      }),
    );
  });

  it('are recognised in services and their ports', async () => {
    const shop = (version: number, ...edits: readonly Edit[]): string =>
      shopWsdl(...edits).replaceAll(/name="Shop"|"urn:t"|t:Shop/g, (text) => text.replace(/(Shop|:t)/, `$1${version}`));
    const one = await contractOf({ 'a.wsdl': shop(1) });
    const two = await contractOf({ 'b.wsdl': shop(2, ['localhost/shop', 'localhost/shop2']) });
    expect(diffContracts(one.contract, two.contract).changes.map(text)).toEqual([
      'major namespace-renamed namespace urn:t1 (oldClients, newClients)',
      'major service-renamed service Shop2 (callers, implementers)',
      'minor port-address-changed service Shop2',
      'minor port-renamed service Shop2',
    ]);
  });
});
