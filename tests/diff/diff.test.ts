import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { audiences, type ContractChange } from '../../generator/diff/change.js';
import { diffContracts } from '../../generator/diff/diff.js';
import { contractOf, repository } from '../support/descriptors.js';
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

it('names the owner of an anonymous type, whatever its namespace has in it', async () => {
  const document = (namespace: string, members: string): string =>
    `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">
      <x:element name="Order"><x:complexType><x:sequence><x:element name="lines"><x:complexType><x:sequence>
        ${members}</x:sequence></x:complexType></x:element></x:sequence></x:complexType></x:element></x:schema>`;
  const member = '<x:element name="a" type="x:int"/>';
  for (const namespace of ['http://shop.example/types/v1', 'http://shop.example/types#', 'urn:shop']) {
    const old = await contractOf({ 'a.xsd': document(namespace, '') });
    const now = await contractOf({ 'a.xsd': document(namespace, member) });
    expect(diffContracts(old.contract, now.contract).changes.map(({ subject }) => subject)).toEqual([
      'type of Order.lines',
    ]);
  }
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

describe('parameters of an .asmx', () => {
  const wallet = readFileSync(join(repository, 'wsdl/ExchangerApi.wsdl'), 'utf8');
  const diff = async (edited: string) => {
    const [before, after] = [await contractOf({ 'a.wsdl': wallet }), await contractOf({ 'b.wsdl': edited })];
    return diffContracts(before.contract, after.contract).changes.map((change) => `${text(change)}: ${change.message}`);
  };
  const everybody = '(callers, oldClients, newClients, implementers)';

  it('have a new name in all bindings, which is one change', async () => {
    expect(await diff(wallet.replaceAll('amountToPay', 'amount'))).toEqual([
      `major element-renamed type of Exchange ${everybody}: element amountToPay is called amount now, as are the parameters of httpGet and httpPost`,
    ]);
  });

  it('break clients of GET and POST even if the element is optional', async () => {
    expect(await diff(wallet.replaceAll('"sessionId"', '"session"'))).toEqual([
      `major element-renamed type of Exchange ${everybody}: element sessionId is called session now, as are the parameters of httpGet and httpPost`,
    ]);
  });

  it('are told apart by their places if several have new names', async () => {
    const edited = wallet.replaceAll('CurrencyToBuy', 'Buy').replaceAll('CurrencyToPay', 'Pay');
    expect((await diff(edited)).map((line) => line.replace(/.*: |, as.*/g, ''))).toEqual([
      'element CurrencyToBuy is called Buy now',
      'element CurrencyToPay is called Pay now',
    ]);
  });

  it('are one change for both bindings if they are new', async () => {
    const edited = wallet
      .replaceAll('<wsdl:part name="amountToPay"', '<wsdl:part name="extra" type="s:string"/>$&')
      .replace(
        '<s:element minOccurs="1" maxOccurs="1" name="amountToPay"',
        '<s:element minOccurs="0" name="extra" type="s:string"/>$&',
      );
    expect(await diff(edited)).toEqual([
      'major http-parameter-added ExchangerApi.Exchange (oldClients, newClients): parameter extra in httpGet and httpPost was added',
      'minor element-added type of Exchange (strict newClients): element extra (xs:string, optional) was added',
    ]);
  });
});

it('tells a part with a new name', async () => {
  const rpc = (part: string): string => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
    xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:t">
    <message name="In"><part name="${part}" type="x:int"/><part name="other" type="x:int"/></message><message name="Out"/>
    <portType name="P"><operation name="Do"><input message="t:In"/><output message="t:Out"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><soap:operation soapAction="a"/><input><soap:body use="literal" namespace="urn:t"/></input>
    <output><soap:body use="literal" namespace="urn:t"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
  const [before, after] = [await contractOf({ 'a.wsdl': rpc('one') }), await contractOf({ 'b.wsdl': rpc('uno') })];
  expect(diffContracts(before.contract, after.contract).changes.map(text)).toEqual([
    'major part-renamed S.Do (callers, oldClients, newClients, implementers)',
  ]);
});
