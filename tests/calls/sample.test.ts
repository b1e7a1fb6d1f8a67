import { join } from 'node:path';
import { callOperation, listOperations, readContract, sampleMessages } from '../../generator/index.js';
import { repository } from '../support/repository.js';
import { TestProject } from '../support/test-project.js';
import { finding, run } from './runner.js';
import { shopWsdl } from './shop.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.write('shop.wsdl', shopWsdl('https://shop.example/shop'));
});
afterEach(() => project.remove());

const sample = (...args: readonly string[]) => run(project.folder, ['sample', ...args]);

describe('codegen sample', () => {
  it('prints requests and answers in each binding, the same ones every time', async () => {
    const exchanger = join(repository, 'wsdl/ExchangerApi.wsdl');
    const { status, out, err } = await sample(exchanger, 'Exchange');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out.match(/^# .*/gm)).toEqual([
      '# ExchangerApi.Exchange over soap11: http://service.example/ExchangerApi.asmx',
      '# ExchangerApi.Exchange over soap12: http://service.example/ExchangerApi.asmx',
      '# ExchangerApi.Exchange over httpPost: http://service.example/ExchangerApi.asmx/Exchange',
      expect.stringMatching(/^# ExchangerApi\.Exchange over httpGet: .*\?sessionId=/),
    ]);
    expect(out).toContain('    <Exchange xmlns="urn:api_namespace">\n');
    expect(out).toMatch(/^POST \/ExchangerApi\.asmx\/Exchange HTTP\/1\.1\n(.*\n)*\nsessionId=string&/m);
    expect(out).toMatch(/<int xmlns="urn:api_namespace">1<\/int>/);
    expect((await sample(exchanger)).out).toBe(out);
  });

  it('takes a seed for other values, a binding and an address', async () => {
    const first = await sample('shop.wsdl', '--seed', '1', '-b', 'soap12', '-a', 'http://127.0.0.1/x');
    const again = await sample('shop.wsdl', '--seed', '1', '-b', 'soap12', '-a', 'http://127.0.0.1/x');
    const other = await sample('shop.wsdl', '--seed', '2', '-b', 'soap12', '-a', 'http://127.0.0.1/x');
    expect(first.out).toMatch(/^# Shop\.PlaceOrder over soap12: http:\/\/127\.0\.0\.1\/x\n/);
    expect(again.out).toBe(first.out);
    expect(other.out).not.toBe(first.out);
  });

  it.each([
    ['https://shop.example/shop/', 'https://shop.example/shop/'],
    ['http:8080://shop.example', 'http://service.example/Shop'],
    ['{base_url}/shop', 'http://service.example/shop'],
  ])('makes messages for a service at %s', async (address, url) => {
    project.write('shop.wsdl', shopWsdl(address));
    const { status, out } = await sample('shop.wsdl', '--json');
    expect(status).toBe(0);
    const { messages } = JSON.parse(out) as { messages: { request: { url: string }; answer: { status: number } }[] };
    expect(messages.map((each) => each.request.url)).toEqual([url, url]);
    expect(messages.map(({ answer }) => answer.status)).toEqual([200, 200]);
  });

  it('prints JSON that codegen call takes', async () => {
    const { out } = await sample('shop.wsdl', 'PlaceOrder', '--json', '-b', 'soap11');
    const [message] = (JSON.parse(out) as { messages: { request: { json: unknown }; answer: unknown }[] }).messages;
    expect(message).toMatchObject({
      service: 'Shop',
      operation: 'PlaceOrder',
      binding: 'soap11',
      request: { method: 'POST', url: 'https://shop.example/shop', json: { id: '1', lines: [{ count: 3 }] } },
      answer: { status: 200, json: { id: '1' } },
    });
    const input = JSON.stringify(message?.request.json);
    const called = await run(project.folder, ['call', 'shop.wsdl', 'PlaceOrder', '-', '--dry-run'], { input });
    expect(called.status).toBe(0);
  });

  it.each<readonly [readonly string[], RegExp]>([
    [['shop.wsdl', 'Nothing'], finding('call/unknown-operation')],
    [['shop.wsdl', 'PlaceOrder', '-b', 'httpGet'], finding('call/binding')],
    [['none.wsdl'], /source\/missing-file/],
  ])('says what is wrong with %p', async (args, message) => {
    const { status, out, err } = await sample(...args);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(message);
  });

  it('says when a type has no values', async () => {
    const wsdl = shopWsdl('https://shop.example/shop').replace('type="xs:long"', 'type="t:None"');
    const type =
      '<xs:simpleType name="None"><xs:restriction base="xs:int"><xs:minInclusive value="2"/><xs:maxInclusive value="1"/></xs:restriction></xs:simpleType>';
    project.write(
      'none.wsdl',
      wsdl.replace('<xs:complexType name="Customer">', `${type}<xs:complexType name="Customer">`),
    );
    const { status, err } = await sample('none.wsdl');
    expect(status).toBe(1);
    expect(err).toMatch(finding('call/no-sample'));
  });
});

describe('the functions behind the commands', () => {
  const read = () => readContract({ inputs: ['shop.wsdl'], workingFolder: project.folder });

  it('list operations with their bindings and parameters', async () => {
    const { contract } = await read();
    expect(await listOperations(contract)).toEqual([
      {
        service: 'Shop',
        operation: 'PlaceOrder',
        method: 'placeOrder',
        name: 'PlaceOrder',
        bindings: ['soap11', 'soap12'],
        parameters: [
          { name: 'id', type: 'long', required: true, list: false },
          { name: 'password', type: 'string', required: true, list: false },
          { name: 'kind', type: 'string', required: true, list: false, values: ['new', 'again'] },
          { name: 'photo', type: 'base64Binary', required: false, list: false },
          { name: 'customer', type: 'Customer', required: false, list: false },
          { name: 'lines', type: 'Line', required: false, list: true },
        ],
      },
    ]);
  });

  it('call an operation over a transport of the program, with JSON in and out', async () => {
    const { contract } = await read();
    const { messages } = await sampleMessages(contract, { bindings: ['soap11'] });
    const response = messages[0]?.response;
    const result = await callOperation(contract, 'PlaceOrder', {
      json: { id: 5, password: 'x', kind: 'new' },
      transport: async () => {
        if (response === undefined) {
          throw new Error('there is no sample');
        }
        return response;
      },
    });
    expect(result).toMatchObject({ kind: 'answer', answer: messages[0]?.json.answer, diagnostics: [] });
    expect(result.request?.body).toContain('<id>5</id>');
    const wrong = await callOperation(contract, 'PlaceOrder', { json: { id: 'x' } });
    expect(wrong.kind).toBe('failed');
    expect(wrong.diagnostics.map(({ code }) => code)).toContain('call/wrong-value');
  });
});
