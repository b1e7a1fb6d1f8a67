import { SoapFault, SoapFaultError } from '@wsdl-codegen/runtime';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

const soapHttp = 'http://schemas.xmlsoap.org/soap/http';

const schema = `
  <x:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
  <x:complexType name="Line"><x:sequence><x:element name="sku" type="x:string" form="unqualified"/><x:element name="count" type="x:int" form="unqualified"/></x:sequence></x:complexType>
  <x:complexType name="Lines"><x:complexContent><x:restriction base="soapenc:Array" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/"><x:attribute ref="soapenc:arrayType" w:arrayType="t:Line[]" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></x:restriction></x:complexContent></x:complexType>
  <x:element name="Order"><x:complexType><x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType></x:element>
  <x:element name="Receipt"><x:complexType><x:sequence><x:element name="total" type="x:decimal"/></x:sequence></x:complexType></x:element>
  <x:element name="Extra" type="x:string"/>
  <x:element name="Auth"><x:complexType><x:sequence><x:element name="token" type="x:string"/></x:sequence></x:complexType></x:element>
  <x:element name="Session" type="x:int"/>
  <x:element name="Expired"><x:complexType><x:sequence><x:element name="since" type="x:date"/></x:sequence></x:complexType></x:element>
  <x:element name="Declined"><x:complexType><x:sequence><x:element name="reason" type="x:string"/></x:sequence></x:complexType></x:element>
  <x:element name="Busy" type="x:int"/>`;

interface Op {
  readonly name: string;
  readonly style?: 'rpc' | 'document';
  readonly input: string;
  readonly output?: string;
  readonly inputBinding?: string;
  readonly outputBinding?: string;
  readonly faults?: string;
  readonly boundFaults?: string;
}

const literal = '<soap:body use="literal" namespace="urn:t"/>';

function serviceWsdl(messages: string, operations: readonly Op[]): string {
  const port = operations
    .map(
      ({ name, input, output, faults }) =>
        `<operation name="${name}"><input message="t:${input}"/>${output ? `<output message="t:${output}"/>` : ''}${faults ?? ''}</operation>`,
    )
    .join('');
  const bound = operations
    .map(
      ({ name, style, output, inputBinding, outputBinding, boundFaults }) =>
        `<operation name="${name}"><soap:operation soapAction="urn:${name}" style="${style ?? 'document'}"/><input>${inputBinding ?? literal}</input>${output ? `<output>${outputBinding ?? literal}</output>` : ''}${boundFaults ?? ''}</operation>`,
    )
    .join('');
  return wsdl(
    `${messages}<portType name="pt">${port}</portType><binding name="b" type="t:pt"><soap:binding transport="${soapHttp}"/>${bound}</binding>
     <service name="Shop"><port name="p" binding="t:b"><soap:address location="http://shop.example/svc"/></port></service>`,
    schema,
  );
}

async function shop(messages: string, operations: readonly Op[]): Promise<InMemoryPackage> {
  const made = await packageOf({ 'shop.wsdl': serviceWsdl(messages, operations) }, { packageName: 'shop' });
  expect(findings(made)).toEqual([]);
  return made;
}

const parts = (name: string, ...list: readonly string[]): string =>
  `<message name="${name}">${list.map((part) => `<part ${part}/>`).join('')}</message>`;
const encodedBody =
  '<soap:body use="encoded" namespace="urn:t" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';

describe('rpc', () => {
  const messages =
    parts('in', 'name="line" type="t:Line"', 'name="lines" type="t:Lines"', 'name="note" type="x:string"') +
    parts('out', 'name="result" type="t:Lines"');

  it('literal: parts are parameters, a single part is the result', async () => {
    const made = await shop(
      parts('in', 'name="line" type="t:Line"', 'name="note" type="x:string"') +
        parts('out', 'name="result" type="t:Line"'),
      [{ name: 'Add', style: 'rpc', input: 'in', output: 'out' }],
    );
    const { client, last } = connect(load(made.files), 'Shop', {
      add: ({ line, note }: Exports) => ({ ...line, sku: line.sku + note }),
    });
    expect(await client.add({ line: { sku: 'a', count: 1 }, note: '!' })).toEqual({ sku: 'a!', count: 1 });
    expect(last.request).toContain('<Add xmlns="urn:t"><line xmlns=""><sku>a</sku>');
    expect(last.response).toMatch(/<(\w+:)?AddResponse/);
  });

  it('encoded: arrays and shared objects go out and come back, written once', async () => {
    const made = await shop(messages, [
      { name: 'Add', style: 'rpc', input: 'in', output: 'out', inputBinding: encodedBody, outputBinding: encodedBody },
    ]);
    const { client, last } = connect(load(made.files), 'Shop', {
      add: ({ line, lines }: Exports) => [...lines, line, line],
    });
    const line = { sku: 'a', count: 1 };
    expect(await client.add({ line, lines: [line, { sku: 'b', count: 2 }], note: 'n' })).toEqual([
      line,
      { sku: 'b', count: 2 },
      line,
      line,
    ]);
    expect(last.request).toMatch(/arrayType="\w+:Line\[2\]"/);
    expect(last.request).toContain('href="#');
    expect(last.response).toContain('href="#');
    expect(typeCheck({ shop: made.files })).toBe('');
  }, 60_000);
});

describe('document style', () => {
  it('carries several parts, and with parts= those that it names', async () => {
    const messages =
      parts('in', 'name="order" element="t:Order"', 'name="extra" element="t:Extra"') +
      parts('out', 'name="receipt" element="t:Receipt"', 'name="extra" element="t:Extra"');
    const made = await shop(messages, [
      { name: 'Both', input: 'in', output: 'out' },
      {
        name: 'One',
        input: 'in',
        output: 'out',
        inputBinding: '<soap:body use="literal" parts="order"/>',
        outputBinding: '<soap:body use="literal" parts="extra"/>',
      },
    ]);
    const { client, last } = connect(load(made.files), 'Shop', {
      both: ({ order, extra }: Exports) => ({ receipt: { total: `${order.id}.5` }, extra }),
      one: ({ id }: Exports) => `extra ${id}`,
    });
    expect(await client.both({ order: { id: 7 }, extra: 'x' })).toEqual({ receipt: { total: '7.5' }, extra: 'x' });
    expect(await client.one({ id: 8 })).toBe('extra 8');
    expect(last.request).not.toContain('Extra');
  });

  it('answers nothing to one-way operations', async () => {
    const made = await shop(parts('in', 'name="order" element="t:Order"'), [{ name: 'Notify', input: 'in' }]);
    let seen: unknown;
    const { client, last } = connect(load(made.files), 'Shop', {
      notify: (input: unknown) => {
        seen = input;
      },
    });
    expect(await client.notify({ id: 3 })).toBeUndefined();
    expect(seen).toEqual({ id: 3 });
    expect(last.response).toBe('');
  });
});

const headersAndFaults: readonly Op[] = [
  {
    name: 'Pay',
    input: 'in',
    output: 'out',
    inputBinding: `${literal}<soap:header message="t:auth" part="auth" use="literal"><soap:headerfault message="t:expired" part="expired" use="literal"/></soap:header>`,
    outputBinding: `${literal}<soap:header message="t:session" part="session" use="literal"/>`,
    faults: '<fault name="Declined" message="t:declined"/><fault name="Busy" message="t:busy"/>',
    boundFaults:
      '<fault name="Declined"><soap:fault name="Declined" use="literal"/></fault><fault name="Busy"><soap:fault name="Busy" use="literal"/></fault>',
  },
];
const headersAndFaultsMessages =
  parts('in', 'name="order" element="t:Order"') +
  parts('out', 'name="receipt" element="t:Receipt"') +
  parts('auth', 'name="auth" element="t:Auth"') +
  parts('session', 'name="session" element="t:Session"') +
  parts('expired', 'name="expired" element="t:Expired"') +
  parts('declined', 'name="fault" element="t:Declined"') +
  parts('busy', 'name="fault" element="t:Busy"');

describe('headers and faults', () => {
  let made: InMemoryPackage;
  beforeAll(async () => {
    made = await shop(headersAndFaultsMessages, headersAndFaults);
  });

  it('are typed in clients and servers', () => {
    const use = `import { ShopClient, type ShopService, shop } from './index.js';
      import type { ServiceRegistration } from '@wsdl-codegen/runtime';
      type PayInput = Parameters<ShopClient['pay']>[0];
      const client = new ShopClient({});
      export async function pay(input: PayInput): Promise<string> {
        try {
          let session: number | undefined;
          await client.pay(input, { soapHeaders: { Auth: { token: 't' } }, onResponse: (answer) => { session = answer.soapHeaders.Session; } });
          // @ts-expect-error the header is an object
          await client.pay(input, { soapHeaders: { Auth: 't' } });
          return String(session);
        } catch (error) {
          if (!client.$isFault('pay', error)) throw error;
          switch (error.faultName) {
            case 'Declined': return error.detail.reason;
            case 'Busy': return error.detail.toFixed();
            case 'Expired': return error.detail.since;
          }
        }
      }
      const implementation: ShopService = {
        pay: (input, context) => {
          context.responseSoapHeaders.Session = Number(context.soapHeaders.Auth?.token.length ?? input.id);
          return { total: '1' };
        },
      };
      export const registration: ServiceRegistration = shop(implementation);`;
    expect(typeCheck({ shop: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
  }, 60_000);

  it('go both ways', async () => {
    const { client, last } = connect(load(made.files), 'Shop', {
      pay: (_: unknown, context: Exports) => {
        context.responseSoapHeaders.Session = context.soapHeaders.Auth.token.length;
        return { total: '1' };
      },
    });
    let answer: Exports = {};
    await client.pay(
      { id: 1 },
      {
        soapHeaders: { Auth: { token: 'abc' } },
        onResponse: (given: Exports) => {
          answer = given;
        },
      },
    );
    expect(answer.soapHeaders).toEqual({ Session: 3 });
    expect(last.request).toMatch(/<soap:Header><(\w+:)?Auth xmlns(:\w+)?="urn:t">/);
  });

  it.each([
    ['Declined', { reason: 'no money' }],
    ['Busy', 30],
    ['Expired', { since: '2024-05-31' }],
  ])('become errors with the name of the fault and its value: %s', async (fault, detail) => {
    const { client } = connect(load(made.files), 'Shop', {
      pay: () => {
        throw new SoapFault('r', { code: 'Client', fault, detail });
      },
    });
    const error = await client.pay({ id: 1 }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(SoapFaultError);
    expect(error).toMatchObject({ faultName: fault, detail });
    expect(client.$isFault('pay', error)).toBe(true);
    expect(client.$isFault('pay', new Error('other'))).toBe(false);
  });
});
