import { wsdl } from '../support/descriptors.js';
import { thorough } from '../support/thorough.js';
import { connect } from './connect.js';
import { findings, load, packageOf, typeCheck } from './package.js';

/**
 * A WSDL of so many operations, and six times as many types. Operation `i` takes type `i`, which holds five further types of its own; every
 * tenth type is extended by the next one, and all enumerations are shared by ten operations.
 */
function large(operations: number): string {
  const numbers = Array.from({ length: operations }, (_, i) => i);
  const types = numbers
    .map((i) => {
      const parts = [1, 2, 3, 4]
        .map(
          (p) =>
            `<x:complexType name="Part${i}_${p}"><x:sequence><x:element name="v" type="${p === 4 ? `t:Kind${i - (i % 10)}` : `t:Part${i}_${p + 1}`}"/></x:sequence></x:complexType>`,
        )
        .join('');
      const extended = i % 10 === 1 ? `<x:extension base="t:Type${i - 1}">` : '';
      const content = `<x:sequence><x:element name="p" type="t:Part${i}_1"/></x:sequence>`;
      const body = extended
        ? `<x:complexContent>${extended}${content.replace('"p"', '"q"')}</x:extension></x:complexContent>`
        : content;
      return `<x:complexType name="Type${i}">${body}</x:complexType>${parts}
        <x:simpleType name="Kind${i}"><x:restriction base="x:string"><x:enumeration value="k${i}"/></x:restriction></x:simpleType>
        <x:element name="Op${i}"><x:complexType><x:sequence><x:element name="in" type="t:Type${i}"/></x:sequence></x:complexType></x:element>
        <x:element name="Op${i}Response"><x:complexType><x:sequence><x:element name="out" type="x:int"/></x:sequence></x:complexType></x:element>`;
    })
    .join('\n');
  const messages = numbers
    .map(
      (i) =>
        `<message name="i${i}"><part name="parameters" element="t:Op${i}"/></message><message name="o${i}"><part name="parameters" element="t:Op${i}Response"/></message>`,
    )
    .join('\n');
  const portType = numbers
    .map((i) => `<operation name="Op${i}"><input message="t:i${i}"/><output message="t:o${i}"/></operation>`)
    .join('\n');
  const binding = numbers
    .map(
      (i) =>
        `<operation name="Op${i}"><soap:operation soapAction="urn:op${i}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`,
    )
    .join('\n');
  return wsdl(
    `${messages}<portType name="pt">${portType}</portType>
     <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${binding}</binding>
     <service name="Large"><port name="p" binding="t:b"><soap:address location="http://large.example/svc"/></port></service>`,
    types,
  );
}

describe('operations that are chosen', () => {
  it('keep the types that they need of thousands, and the rest makes no difference', async () => {
    const count = thorough ? 1000 : 200;
    const middle = count / 2;
    const last = count - 1;
    const text = large(count);
    const made = await packageOf(
      { 'large.wsdl': text },
      { include: ['Large.Op0', `Large.Op${middle}`, `Large.Op${last}`] },
    );
    expect(findings(made)).toEqual([]);
    expect(made.contract.services[0]?.operations.map(({ name }) => name)).toEqual(
      ['Op0', `Op${middle}`, `Op${last}`].sort(),
    );
    // The first two need the types that extend theirs, since `xsi:type` may name these.
    const named = made.contract.types.flatMap(({ name }) => name?.slice(7) ?? []);
    expect(named).toEqual(
      [0, 1, middle, middle + 1, last]
        .flatMap((i) => [`Type${i}`, ...[1, 2, 3, 4].map((p) => `Part${i}_${p}`), `Kind${i - (i % 10)}`])
        .filter((name, i, all) => all.indexOf(name) === i)
        .sort(),
    );
    const size = [...made.files]
      .filter(([path]) => !path.endsWith('.wsdl.ts'))
      .reduce((sum, [, code]) => sum + code.length, 0);
    expect(size).toBeLessThan(40_000);
    expect(typeCheck({ large: made.files })).toBe('');
    const { client } = connect(load(made.files), 'Large', {
      op0: (input: { in: { $type?: string } }) => (input.in.$type === 'Type1' ? 1 : 0),
      [`op${middle}`]: () => middle,
      [`op${last}`]: () => last,
    });
    const part = { v: { v: { v: { v: 'k0' } } } };
    expect(await client.op0({ in: { p: part } })).toBe(0);
    expect(await client.op0({ in: { $type: 'Type1', p: part, q: part } })).toBe(1);
  }, 120_000);

  it('result from include, only and exclude, in this order', async () => {
    const names = async (options: object): Promise<readonly string[]> => {
      const { contract } = await packageOf({ 'small.wsdl': large(12) }, options);
      return contract.services.flatMap((service) => service.operations.map(({ name }) => name));
    };
    expect(
      await names({
        include: ['Large.*'],
        exclude: ['Large.Op1', 'Large.Op3'],
        only: ['Large.Op1', 'Large.Op2', 'Large.Op3'],
      }),
    ).toEqual(['Op2']);
    expect(await names({ exclude: ['Large.*'] })).toEqual([]);
  });

  it('that nothing is called are reported', async () => {
    const made = await packageOf({ 'small.wsdl': large(2) }, { include: ['Large.op0'] });
    expect(findings(made)).toContain('config/unknown-operation');
  });
});

describe('the WSDL that a server of chosen operations publishes', () => {
  const schema = `
    <!-- what Get takes -->
    <x:element name="Get" type="t:Id"/>
    <x:simpleType name="Id"><x:restriction base="x:int"/></x:simpleType>
    <x:group name="G"><x:sequence><x:element name="h" type="t:Held"/></x:sequence></x:group>
    <x:complexType name="Held"><x:group ref="t:G" minOccurs="0"/></x:complexType>
    <x:element name="GetResponse" type="t:Held"/>
    <x:element name="Drop"><x:complexType><x:sequence><x:element ref="t:Secret"/></x:sequence></x:complexType></x:element>
    <x:element name="Secret" type="x:string"/>`;
  const operation = (name: string): string =>
    `<operation name="${name}"><soap:operation soapAction="urn:${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
  const text = wsdl(
    `<message name="gi"><part name="p" element="t:Get"/></message><message name="go"><part name="p" element="t:GetResponse"/></message>
     <message name="di"><part name="p" element="t:Drop"/></message>
     <portType name="pt"><operation name="Get"><input message="t:gi"/><output message="t:go"/></operation><operation name="Drop"><input message="t:di"/><output message="t:go"/></operation></portType>
     <portType name="other"><operation name="Drop"><input message="t:di"/></operation></portType>
     <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operation('Get')}${operation('Drop')}</binding>
     <binding name="b2" type="t:other"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operation('Drop')}</binding>
     <service name="S"><port name="p" binding="t:b"><soap:address location="http://s.example/s"/></port></service>
     <service name="Other"><port name="p2" binding="t:b2"><soap:address location="http://s.example/o"/></port></service>`,
    schema,
  );

  it('describes these, and nothing of the others', async () => {
    const made = await packageOf({ 's.wsdl': text }, { only: ['S.Get'] });
    const published: string = load(made.files, {}, 'src/s.wsdl.ts').sDocuments[0].text;
    for (const gone of ['Drop', 'Secret', 'name="di"', 'Other', 'name="b2"']) {
      expect(published).not.toContain(gone);
    }
    expect(published).toContain('<!-- what Get takes -->');
    const again = await packageOf({ 's.wsdl': published });
    expect(findings(again)).toEqual([]);
    expect(again.contract).toEqual(made.contract);
  });

  it('is the whole text where all are chosen', async () => {
    const made = await packageOf({ 's.wsdl': text });
    expect(load(made.files, {}, 'src/s.wsdl.ts').sDocuments[0].text).toBe(text);
  });
});
