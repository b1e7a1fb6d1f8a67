import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningMock, replayExchanges } from 'wsdl-codegen';
import { exchangeRaw } from '../robustness/raw-http.js';
import { TestProject } from '../support/test-project.js';

const inputs = [join(__dirname, '../../wsdl/ErrorsApi.wsdl')];

let project: TestProject;
let mock: RunningMock | undefined;
beforeEach(() => {
  project = new TestProject();
});
afterEach(async () => {
  await mock?.close();
  mock = undefined;
  project.remove();
});

async function replay(): Promise<readonly string[]> {
  const started = await replayExchanges({
    inputs,
    define: ['api_namespace=urn:w'],
    workingFolder: project.folder,
    host: '127.0.0.1',
    port: 0,
    recordings: 'recordings',
  });
  mock = started.mock;
  return started.diagnostics.map(({ message }) => message);
}

const recording = (answer: string, values = '{ errorCode: 1, cultureCode: 1 }'): string =>
  `service: ErrorsApi\noperation: GetErrorDesc\nbinding: httpGet\nvalues: ${values}\nanswer: ${answer}\n`;

describe('a folder with recordings from somebody else', () => {
  it.each([
    ['a status that is none', '{ status: 99, headers: {} }'],
    ['a status without an end', '{ status: .inf, headers: {} }'],
    ['a status that announces another answer', '{ status: 101, headers: {} }'],
    ['a field that splits the answer', '{ status: 200, headers: { location: "/\\r\\nSet-Cookie: a=b" } }'],
    ['a name of a field that does', '{ status: 200, headers: { "a: b\\r\\nc": d } }'],
    ['fields that are lists', '{ status: 200, headers: { location: [a, b] } }'],
    ['fields that are none', '{ status: 200, headers: null }'],
    ['a body that is an object', '{ status: 200, headers: {}, body: { length: 5 } }'],
    ['octets that are a number', '{ status: 200, headers: {}, base64: 1000000000 }'],
    ['no answer', 'null'],
    ['aliases that multiply', '&a { status: 200, headers: &b { x: &c [1,1,1,1,1,1,1,1,1,1] } }\nx: [*c]'],
  ])('says what cannot be replayed: %s', async (_title, answer) => {
    project.write('recordings/a.yaml', recording(answer));
    const [message] = await replay();
    expect(message).toMatch(/"recordings\/a\.yaml"/);
    expect(mock).toBeUndefined();
  });

  it('bounds what aliases and nesting make of a short file', async () => {
    const levels = Array.from({ length: 12 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(10)}]`);
    project.write('recordings/a.yaml', `l0: &l0 [1,1]\n${levels.join('\n')}\n`);
    project.write('recordings/b.yaml', '['.repeat(5000));
    project.write('recordings/c.yaml', recording('{ status: 200, headers: {} }', '['.repeat(5000)));
    expect(await replay()).toHaveLength(3);
    expect(mock).toBeUndefined();
  });

  it('reads no file that is too long, and follows no link', async () => {
    project.write('outside.txt', recording('{ status: 200, headers: {}, body: secret }'));
    project.write('recordings/long.yaml', '');
    truncateSync(project.at('recordings/long.yaml'), 1024 ** 4);
    symlinkSync(project.at('outside.txt'), project.at('recordings/link.yaml'));
    symlinkSync('/dev/zero', project.at('recordings/zero.yaml'));
    mkdirSync(project.at('recordings/folder.yaml'));
    expect(await replay()).toHaveLength(4);
    expect(mock).toBeUndefined();
  });

  it('decides neither where an answer ends nor who may read it', async () => {
    const fields = [
      'Transfer-Encoding: chunked',
      'content-length: "1"',
      'Connection: upgrade',
      'Upgrade: websocket',
      'Trailer: x',
      'Content-Encoding: gzip',
      'Access-Control-Allow-Origin: "*"',
      'x-own: "1"',
    ].join(', ');
    project.write(
      'recordings/a.yaml',
      recording(`{ status: 200, headers: { ${fields} }, body: "0\\r\\n\\r\\nHTTP/1.1 200" }`),
    );
    expect(await replay()).toEqual([]);
    const get =
      'GET /ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const { text } = await exchangeRaw(mock?.port ?? 0, get, () => false, 3000);
    const [head = '', body] = [text.slice(0, text.indexOf('\r\n\r\n')), text.slice(text.indexOf('\r\n\r\n') + 4)];
    expect(head).toMatch(/^x-own: 1$/m);
    expect(head.match(/^content-length: .*$/gim)).toEqual(['Content-Length: 17']);
    expect(head).not.toMatch(/^(?:transfer-encoding|upgrade|trailer|content-encoding|access-control-.*):/im);
    expect(body).toBe('0\r\n\r\nHTTP/1.1 200');
  });
});

it('requests that were not recorded leave nothing behind', async () => {
  project.write('recordings/a.yaml', recording('{ status: 200, headers: {}, body: x }'));
  await replay();
  const ask = async (code: number): Promise<number> =>
    (await fetch(`${mock?.url}/ErrorsApi.asmx/GetErrorDesc?errorCode=${code}&cultureCode=1`)).status;
  expect(await ask(1)).toBe(200);
  for (let code = 2; code < 50; code++) {
    expect(await ask(code)).toBe(500);
  }
  expect(await ask(1)).toBe(200);
});
