import { boundWsdl, showType, showValue } from '../fixtures/bound.js';
import type { BoundService } from './bound-package.js';

const schema =
  '<x:element name="Do"><x:complexType><x:sequence><x:element name="a" type="x:string"/></x:sequence></x:complexType></x:element><x:element name="Broken" type="x:string"/><x:element name="Token" type="x:string"/>';
const address = '<soap:address location="http://localhost/"/>';

/** A service `S` with the operation `Do`; the pieces go into the port type, the operation of the binding, and the service. */
function service(
  pieces: { portType?: string; bound?: string; input?: string; ports?: string; documentation?: string } = {},
): string {
  const {
    portType = '',
    bound = '',
    input = '',
    documentation = '',
    ports = `<port name="Port" binding="t:B">${address}</port>`,
  } = pieces;
  return `<message name="In"><part name="p" element="t:Do"/></message><message name="Broken"><part name="p" element="t:Broken"/></message><message name="Token"><part name="h" element="t:Token"/></message>
<portType name="P"><operation name="Do">${documentation}<input message="t:In"/>${portType}</operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Do"><soap:operation soapAction="urn:do"/><input><soap:body use="literal"/>${input}</input>${bound}</operation></binding>
<binding name="B12" type="t:P"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Do"><soap12:operation soapAction="urn:do"/><input><soap12:body use="literal"/></input></operation></binding>
<service name="S">${ports}</service>`;
}

async function bound(pieces?: Parameters<typeof service>[0]): Promise<BoundService> {
  return (await boundWsdl(service(pieces), schema)).services[0] as BoundService;
}

describe('a service', () => {
  it('names the client, the interface of the server and its factory after itself', async () => {
    expect((await bound()).names).toMatchObject({ client: 'SClient', server: 'SService', factory: 's' });
  });

  it('has a method for each operation, in camelCase', async () => {
    expect((await bound()).methods.map(({ name }) => name)).toEqual(['do']);
  });

  it('offers its bindings in a fixed order, whatever the order of the ports', async () => {
    const ports = `<port name="Q" binding="t:B12"><soap12:address location="http://localhost/"/></port><port name="P" binding="t:B">${address}</port>`;
    expect((await bound({ ports })).bindings).toEqual(['soap11', 'soap12']);
  });

  it('needs an address from its user where the address begins with a placeholder', async () => {
    expect((await bound()).needsBaseUrl).toBe(false);
    const ports = '<port name="P" binding="t:B"><soap:address location="{base_url}/s.asmx"/></port>';
    expect((await bound({ ports })).needsBaseUrl).toBe(true);
    expect((await bound({ ports })).needsAddress).toBe(false);
    const open = `<port name="Q" binding="t:B12">${address}</port><port name="P" binding="t:B"/>`;
    expect((await bound({ ports: open })).needsAddress).toBe(true);
    expect((await bound({ ports: open.replace('t:B12', 't:B').replace('"t:B"/', '"t:B12"/') })).needsAddress).toBe(
      false,
    );
  });

  it('is data with the facts of each binding', async () => {
    expect(showValue((await bound()).descriptor)).toBe(
      "{ kind: 'service', name: 'S', namespace: 'urn:t', placeholders: [], ports: [{ name: 'Port', binding: 'soap11', address: 'http://localhost/' }], operations: { do: { name: 'Do', oneWay: true, input: { element: Do$element }, soap11: { action: 'urn:do', style: 'document' } } } }",
    );
  });
});

describe('a method', () => {
  it('names the faults with details', async () => {
    const { methods } = await bound({
      portType: '<fault name="Broken" message="t:Broken"/>',
      bound: '<fault name="Broken"><soap:fault name="Broken" use="literal"/></fault>',
    });
    expect(methods[0]?.faults && showType(methods[0].faults)).toBe("DeclaredFault<'Broken', string>");
  });

  it('has declared headers as an object', async () => {
    const { methods } = await bound({ input: '<soap:header message="t:Token" part="h" use="literal"/>' });
    expect(methods[0]?.inputHeaders && showType(methods[0].inputHeaders)).toBe('{ Token?: string }');
  });

  it('has the documentation of its operation', async () => {
    const { methods } = await bound({ documentation: '<documentation>Does it.</documentation>' });
    expect(methods[0]?.documentation).toContain('Does it.');
  });

  it('has a sample of its argument', async () => {
    const { methods } = await bound();
    expect(methods[0]?.sample && showValue(methods[0].sample)).toBe("{ a: 'a' }");
  });
});
