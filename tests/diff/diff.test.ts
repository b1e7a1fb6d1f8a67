import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../generator/contract/model.js';
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
    const renamed = { code: 'namespace-renamed', subject: 'namespace urn:a:v9' };
    expect(changes).toContainEqual(expect.objectContaining(renamed));
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
      'major service-renamed service Shop2 (callers, implementers, json)',
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
  const everybody = '(callers, oldClients, newClients, implementers, json)';

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
    'major part-renamed S.Do (callers, oldClients, newClients, implementers, json)',
  ]);
});

describe('new clients at an old service', () => {
  const operation =
    '<operation name="Find"><input message="t:FindIn"/><output message="t:FindOut"/><fault name="NotFound" message="t:NotFoundFault"/></operation>';
  const bound =
    '<operation name="Find"><soap:operation soapAction="urn:t/Find"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output><fault><soap:fault name="NotFound" use="literal"/></fault></operation>';
  const port = '<port name="Shop" binding="t:Shop"><soap:address location="http://localhost/shop"/></port>';
  const part = (whole: string, from: string, to: string): string => whole.replace(from, to);
  const withoutFind: readonly Edit[] = [
    [/<operation name="Find"><input.*?<\/operation>/s, ''],
    [/<operation name="Find"><soap.*?<\/operation>/s, ''],
  ];
  const soap12 = `<binding name="Shop12" type="t:Shop"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound.replaceAll('soap:', 'soap12:')}</binding>`;
  const otherService = `<service name="Other">${port}</service></definitions>`;
  const header: Edit = [
    '<input><soap:body use="literal"/>',
    '<input><soap:header message="t:NotFoundFault" part="detail" use="literal"/><soap:body use="literal"/>',
  ];
  const answerHeader: Edit = [
    '<output><soap:body use="literal"/>',
    '<output><soap:header message="t:NotFoundFault" part="detail" use="literal"/><soap:body use="literal"/>',
  ];
  /** What old edits and new edits of the contract make of the level for each audience; `strict` where only strict readers notice. */
  const levels = async (old: readonly Edit[], now: readonly Edit[]) => {
    const [before, after] = [await contract(...old), await contract(...now)];
    const of = (audience: 'oldClients' | 'newClients'): string => {
      const verdict = diffContracts(before, after, { audiences: [audience] }).verdict;
      const strict = diffContracts(before, after, { audiences: [audience], strict: true }).verdict;
      return verdict === 'major' ? 'breaks' : strict === 'major' ? 'strict' : 'works';
    };
    return [of('oldClients'), of('newClients')];
  };
  const rows: readonly (readonly [
    title: string,
    old: readonly Edit[],
    now: readonly Edit[],
    more: string,
    less: string,
  ])[] = [
    ['an operation', withoutFind, [], 'works breaks', 'breaks works'],
    ['a service', [], [['</definitions>', otherService]], 'works breaks', 'breaks works'],
    [
      'a binding',
      [],
      [
        ['<service ', `${soap12}<service `],
        [port, port + part(port, 't:Shop', 't:Shop12').replace('"Shop"', '"S12"')],
      ],
      'works breaks',
      'breaks works',
    ],
    [
      'a port at another address',
      [],
      [[port, port + port.replace('"Shop"', '"Backup"').replace('/shop', '/backup')]],
      'works breaks',
      'breaks works',
    ],
    [
      'a port at the same address',
      [],
      [[port, port + port.replace('"Shop"', '"Again"')]],
      'works works',
      'works works',
    ],
    ['a header of a request', [], [header], 'works strict', 'strict works'],
    ['a header of an answer', [], [answerHeader], 'strict works', 'works strict'],
    [
      'a fault',
      [
        [operation, operation.replace(/<fault.*\/>/, '')],
        [/<fault name="NotFound"><soap.*?<\/fault>/, ''],
      ],
      [],
      'strict works',
      'works works',
    ],
    [
      'an optional element of an answer',
      [['<x:element name="remark" type="x:string" minOccurs="0"/>', '']],
      [],
      'strict works',
      'works strict',
    ],
  ];

  it.each(rows)(
    'and old ones at a new service meet %s that is added or removed',
    async (_title, old, now, more, less) => {
      expect((await levels(old, now)).join(' ')).toBe(more);
      expect((await levels(now, old)).join(' ')).toBe(less);
    },
  );
});

describe('what no message contains', () => {
  const unused =
    '<x:complexType name="Spare"><x:sequence><x:element name="a" type="x:int"/></x:sequence></x:complexType><x:element name="Loose" type="t:Spare"/>';
  const changed = unused.replace('<x:element name="a" type="x:int"/>', '<x:element name="b" type="x:string"/>');
  const withTypes = (text: string): Edit => ['<x:element name="Place">', `${text}<x:element name="Place">`];
  const diff = async (old: readonly Edit[], now: readonly Edit[]) =>
    diffContracts(await contract(...old), await contract(...now), { audiences, strict: true });

  it.each([
    ['added', [], [withTypes(unused)]],
    ['removed', [withTypes(unused)], []],
    ['changed', [withTypes(unused)], [withTypes(changed)]],
    ['renamed', [withTypes(unused)], [withTypes(unused.replaceAll('Spare', 'Extra'))]],
    [
      'documented',
      [withTypes(unused)],
      [
        withTypes(
          unused.replace(
            '"Spare">',
            '"Spare"><x:annotation><x:documentation>Of no use.</x:documentation></x:annotation>',
          ),
        ),
      ],
    ],
  ] satisfies readonly (readonly [string, readonly Edit[], readonly Edit[]])[])(
    'has a level of its own when it is %s, whoever counts',
    async (_how, old, now) => {
      const { verdict, changes } = await diff(old, now);
      expect([verdict, [...new Set(changes.map(({ level }) => level))]]).toEqual(['patch', ['unused']]);
    },
  );

  it('is listed last', async () => {
    const { verdict, changes } = await diff(
      [withTypes(unused)],
      [['<x:element name="remark" type="x:string" minOccurs="0"/>', '']],
    );
    expect([verdict, changes.map(({ level }) => level)]).toEqual(['major', ['major', 'unused', 'unused']]);
  });

  it('is not a type that may stand in for its base by xsi:type, or for anything', async () => {
    const derived =
      '<x:complexType name="CashPayment"><x:complexContent><x:extension base="t:Payment"/></x:complexContent></x:complexType>';
    const anything: Edit = [
      '<x:element name="remark" type="x:string" minOccurs="0"/>',
      '<x:element name="remark" minOccurs="0"/>',
    ];
    expect((await diff([withTypes(derived)], [])).verdict).toBe('major');
    expect((await diff([anything, withTypes(unused)], [anything])).verdict).toBe('major');
  });

  it('does not include what a schema without services declares', async () => {
    const schema = (text: string): string =>
      `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"><x:element name="One" type="x:int"/>${text}</x:schema>`;
    const of = async (text: string) => (await contractOf({ 'a.xsd': schema(text) })).contract;
    expect(diffContracts(await of(unused), await of('')).verdict).toBe('major');
  });
});

describe('what is added to the wrapper of a request', () => {
  const find = '<x:element name="Find"><x:complexType><x:sequence><x:element name="id" type="x:int"/>';
  const asmx = (text: string): string => text.replace(/(Place|Find)(In|Out)\b/g, '$1Soap$2');
  const cases: readonly (readonly [string, Edit, string])[] = [
    [
      'elements that it does not name',
      [find, `${find}<x:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>`],
      'wildcard-added',
    ],
    [
      'an attribute',
      [`${find}</x:sequence>`, `${find}</x:sequence><x:attribute name="lang" type="x:string"/>`],
      'attribute-added',
    ],
    [
      'attributes that it does not name',
      [`${find}</x:sequence>`, `${find}</x:sequence><x:anyAttribute/>`],
      'wildcard-added',
    ],
    ['an optional element', [find, `${find}<x:element name="more" type="x:int" minOccurs="0"/>`], 'element-added'],
  ];

  it.each(cases)('leaves the method as it is, and its result: %s', async (_title, edit, code) => {
    for (const form of [(text: string) => text, asmx]) {
      const [old, now] = await Promise.all(
        [[], [edit]].map(
          async (edits) => (await contractOf({ 'shop.wsdl': form(shopWsdl(...(edits as readonly Edit[]))) })).contract,
        ),
      );
      const { verdict, changes } = diffContracts(old as Contract, now as Contract);
      expect([verdict, changes.map((change) => change.code)]).toEqual(['minor', [code]]);
    }
  });
});
