import { join } from 'node:path';
import { parseTree, type XmlElement } from '@wsdl-codegen/runtime';
import { parse } from 'yaml';
import { finding, run } from '../calls/runner.js';
import { shopWsdl } from '../calls/shop.js';
import { repository } from '../support/repository.js';
import { TestProject } from '../support/test-project.js';
import { canonical, exported, formats, runScript } from './exported.js';
import { attack, hostileWsdl } from './hostile.js';
import { insomniaProblems } from './insomnia-rules.js';

const exchanger = join(repository, 'wsdl/ExchangerApi.wsdl');

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

describe.each(formats)('a collection for %s', (format) => {
  it('is written, found up to date, and the same each time', async () => {
    const first = await exported(project, format, exchanger);
    const tree = project.tree();
    const again = await run(project.folder, ['export', format, exchanger, '-o', format, '--check', '--json']);
    expect(JSON.parse(again.out)).toMatchObject({
      created: [],
      changed: [],
      removed: [],
      requests: 4,
      diagnostics: [],
    });
    expect(again.status).toBe(0);
    expect(await exported(project, format, exchanger)).toEqual(first);
    expect(project.tree()).toEqual(tree);
  });

  it('is compared with what the inputs give, and keeps what a person wrote', async () => {
    project.write('shop.wsdl', shopWsdl('https://shop.example/shop'));
    const [path = ''] = Object.keys(await exported(project, format, 'shop.wsdl')).filter((each) => !/env/.test(each));
    project.edit('shop.wsdl', /urn:shop\/PlaceOrder/g, 'urn:shop/Order');
    const args = ['export', format, 'shop.wsdl', '--out', format];
    const outdated = await run(project.folder, [...args, '--check']);
    expect([outdated.status, outdated.err]).toEqual([1, expect.stringMatching(finding('command/collection-outdated'))]);
    project.edit(`${format}/${path}`, /$/, '\n');
    const before = project.tree();
    const { status, err } = await run(project.folder, args);
    expect([status, project.tree()]).toEqual([1, before]);
    expect(err).toMatch(finding('output/changed-by-hand'));
    expect((await run(project.folder, [...args, '--force'])).status).toBe(0);
  });

  it('takes no folder of something else', async () => {
    const others = formats.filter((other) => other !== format);
    await exported(project, others[0] as 'k6', exchanger);
    const before = project.tree();
    const { status, err } = await run(project.folder, ['export', format, exchanger, '--out', others[0] as string]);
    expect([status, err]).toEqual([1, expect.stringMatching(finding('output/other-output'))]);
    expect(project.tree()).toEqual(before);
  });

  it('has variables for credentials, without values, and addresses without credentials', async () => {
    project.write('odd.wsdl', hostileWsdl);
    const files = await exported(project, format, 'odd.wsdl', '--auth', 'basic');
    const all = Object.values(files).join('\n');
    expect(all).toMatch(/odd\.example/);
    expect(all).not.toMatch(/user:secret|hidden/);
    for (const name of ['password', 'token', 'httpUser', 'httpPassword']) {
      expect(all).toMatch(new RegExp(`\\b${name}\\b`));
    }
    const { out } = await run(project.folder, [
      'export',
      format,
      'odd.wsdl',
      '-o',
      'other',
      '--auth',
      'bearer',
      '--json',
    ]);
    expect(JSON.parse(out)).toMatchObject({ requests: 4, credentials: ['password', 'token', 'httpToken'] });
  });

  it('says what it has no request for', async () => {
    project.write('odd.wsdl', hostileWsdl);
    const { status, err } = await run(project.folder, ['export', format, 'odd.wsdl', '--out', format]);
    expect([status, err]).toEqual([0, expect.stringMatching(finding('command/left-out', '.*constructor over soap11'))]);
  });
});

/** What an API client would replace in a text, but for our variables. */
const template = /\{\{(?!(?:\w+|\$guid|\$uuid)\}\})|\{[%#]/;

it('no text of a description is a template, a block or a script of Bruno', async () => {
  project.write('odd.wsdl', hostileWsdl);
  const { 'bruno.json': main, ...files } = await exported(project, 'bruno', 'odd.wsdl');
  expect(main).toBeDefined();
  for (const text of Object.values(files)) {
    const lines = text.split('\n').filter((line) => !line.startsWith('  '));
    expect(lines.filter((line) => !/^(?:[\w:-]+ [{[]|[}\]]|)$/.test(line))).toEqual([]);
    expect(text).not.toMatch(template);
  }
});

it('no text of a description is a template or a script of Postman', async () => {
  project.write('odd.wsdl', hostileWsdl);
  const { 'collection.json': text = '' } = await exported(project, 'postman', 'odd.wsdl');
  expect(text).not.toMatch(template);
  const { item } = JSON.parse(text) as { item: { item: { request: { description?: object } }[] }[] };
  const descriptions = item.flatMap((folder) => folder.item.map(({ request }) => request.description));
  expect(descriptions).toContainEqual({ type: 'text/plain', content: expect.stringContaining('pwned') as string });
});

it('no text of a description is a request, a script or a comment that httpyac obeys', async () => {
  project.write('odd.wsdl', hostileWsdl);
  const { 'http-client.env.json': environment = '', ...files } = await exported(project, 'http', 'odd.wsdl');
  expect(JSON.parse(environment)).toMatchObject({ service: expect.anything() as object });
  const [text = ''] = Object.values(files);
  expect(text.replaceAll(/^> \{%$/gm, '')).not.toMatch(template);
  const lines = text.split('\n');
  expect(lines.filter((line) => line.startsWith('###'))).toHaveLength(4);
  expect(lines.filter((line) => /^[#@>?]|^\s*<\s|^\/\//.test(line) && !/^(?:### |# \||> \{%$)/.test(line))).toEqual([]);
});

it('a collection for Insomnia is what its importer reads, and no text of a description is a template', async () => {
  project.write('odd.wsdl', hostileWsdl);
  for (const auth of ['basic', 'bearer']) {
    const { 'insomnia.yaml': text = '' } = await exported(project, 'insomnia', 'odd.wsdl', '--auth', auth, '--force');
    expect(insomniaProblems(parse(text))).toEqual([]);
    expect(text.replaceAll(/\{\{ _\.\w+ \}\}|\{% uuid 'v4' %\}/g, '')).not.toMatch(/\{[{%#]/);
  }
});

function elementsIn(element: XmlElement | undefined): readonly XmlElement[] {
  return (element?.children ?? []).filter((child) => typeof child !== 'string');
}

it('a script for k6 sends what the samples are, tests the answers, and runs nothing of the description', async () => {
  project.write('odd.wsdl', hostileWsdl);
  const { 'script.js': script = '' } = await exported(project, 'k6', 'odd.wsdl', '--auth', 'basic');
  const credentials = { password: 'a<&"b', token: 'a&b', httpUser: 'anna', httpPassword: 'x' };
  const body =
    '<e:Envelope xmlns:e="x"><!-- <Größe> --><e:Body><Größe a="/>"><constructor>1</constructor></Größe></e:Body></e:Envelope>';
  const { requests, checks } = runScript(script, credentials, { status: 200, body });
  const [first, , post, get] = requests;
  const [payload] = elementsIn(elementsIn(parseTree(first?.body ?? ''))[0]);
  expect(payload?.namespace).toBe('urn:odd?{{process.exit(9)}}{%now%}');
  expect(elementsIn(payload).map(({ children }) => children.join(''))).toEqual([attack, credentials.password]);
  expect(first?.headers).toMatchObject({ Authorization: `Basic ${Buffer.from('anna:x').toString('base64')}` });
  expect([post?.body, get?.method]).toEqual(['token=a%26b&a.b=string', 'GET']);
  expect(get?.url).toMatch(/\/get\/find\/:id%7B%7Bprocess\.exit\(9\)%7D%7D\?token=a%26b&a\.b=string$/);
  expect(Object.entries(checks).filter(([name]) => name.includes('SOAP'))).toEqual([
    ['Odd-Service.1.Order.it-now over SOAP 1.1: status', true],
    ['Odd-Service.1.Order.it-now over SOAP 1.1: answer has Envelope/Body/Größe', true],
    ['Odd-Service.1.Order.it-now over SOAP 1.1: answer has Envelope/Body/Größe/constructor', true],
    ['Odd-Service.1.Order.it-now over SOAP 1.2: status', true],
    ['Odd-Service.1.Order.it-now over SOAP 1.2: answer has Envelope/Body/Größe', true],
    ['Odd-Service.1.Order.it-now over SOAP 1.2: answer has Envelope/Body/Größe/constructor', true],
  ]);
  const fault = '<e:Envelope xmlns:e="x"><e:Body><e:Fault/></e:Body></e:Envelope>';
  expect(Object.values(runScript(script, credentials, { status: 500, body: fault }).checks)).not.toContain(true);
  expect(() => runScript(script, {}, { status: 200, body })).toThrow('password');
});

it('requests are the samples of the command, with each element on a line of its own', async () => {
  const { 'script.js': script = '' } = await exported(project, 'k6', exchanger);
  const { requests } = runScript(script, { sessionId: 'string' }, { status: 200, body: '' });
  const { out } = await run(project.folder, ['sample', exchanger, '--json']);
  const { messages } = JSON.parse(out) as { messages: { request: { method: string; url: string; body?: string } }[] };
  expect(
    requests.map(({ method, url, body }) => [method, url, body?.startsWith('<') ? canonical(body) : body]),
  ).toEqual(
    messages.map(({ request: { method, url, body } }) => [
      method,
      url,
      body?.startsWith('<') ? canonical(body) : (body ?? null),
    ]),
  );
});

it('WS-Addressing goes to the address of the variable, with a new message id each time', async () => {
  const input = join(repository, 'tests/golden/addressing/input.wsdl');
  const { 'script.js': script = '' } = await exported(project, 'k6', input);
  const sent = (): readonly (string | null)[] =>
    runScript(script, { EventsAddress: 'http://here/events' }, { status: 200, body: '' }).requests.map(
      ({ body }) => body,
    );
  const [first, second] = [sent(), sent()];
  expect(first[0]).toMatch(/<wsa:To [^>]*>http:\/\/here\/events</);
  const ids = [...first, ...second].map((body) => /urn:uuid:[0-9a-f-]{36}/.exec(body ?? '')?.[0]);
  expect(new Set(ids).size).toBe(ids.length);
});

it('several inputs, one binding, another title and another seed', async () => {
  const account = join(repository, 'wsdl/AccountApi.wsdl');
  const options = ['--binding', 'soap12', '--title', 'Money: all', '--seed', '7'];
  const { 'collection.json': text = '' } = await exported(project, 'postman', exchanger, account, ...options);
  const { info, item } = JSON.parse(text) as {
    info: { name: string };
    item: { name: string; item: { name: string }[] }[];
  };
  expect([info.name, item.map(({ name }) => name)]).toEqual(['Money_ all', ['ExchangerApi', 'AccountApi']]);
  expect(item.flatMap((each) => each.item).every(({ name }) => name.endsWith('over SOAP 1.2'))).toBe(true);
});

it('a service whose policy demands protected messages is named', async () => {
  const args = ['export', 'http', join(repository, 'tests/golden/policies/input.wsdl'), '--out', 'http'];
  const { status, err } = await run(project.folder, args);
  expect([status, err]).toEqual([0, expect.stringMatching(finding('command/unprotected'))]);
});

it('a schema alone is no service', async () => {
  project.write(
    'a.xsd',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="xs:int"/></xs:schema>',
  );
  const { status, err } = await run(project.folder, ['export', 'k6', 'a.xsd', '--out', 'k6']);
  expect([status, err]).toEqual([1, expect.stringMatching(finding('call/no-operations'))]);
  expect(project.exists('k6')).toBe(false);
});
