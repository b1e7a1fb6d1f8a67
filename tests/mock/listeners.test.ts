import { join } from 'node:path';
import { mockContract, type RunningMock, recordExchanges, replayExchanges, type StartedMock } from 'wsdl-codegen';
import { exchangeRaw } from '../robustness/raw-http.js';
import { TestProject } from '../support/test-project.js';
import { LiveService } from './live-service.js';

const inputs = [join(__dirname, '../../wsdl/ErrorsApi.wsdl')];
const define = ['api_namespace=urn:w'];
const soap =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><GetErrorDesc xmlns="urn:w"><errorCode>1</errorCode><cultureCode>1</cultureCode></GetErrorDesc></e:Body></e:Envelope>';
const recording = `service: ErrorsApi
operation: GetErrorDesc
binding: httpGet
values: { errorCode: 1, cultureCode: 1 }
answer: { status: 200, headers: { content-type: text/xml }, body: '<string xmlns="urn:w">x</string>' }
`;

let project: TestProject;
let live: LiveService;
const open: RunningMock[] = [];

beforeEach(async () => {
  project = new TestProject();
  live = await LiveService.start();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  await live.stop();
  project.remove();
});

function running({ mock, diagnostics }: StartedMock): RunningMock {
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  open.push(mock as RunningMock);
  return mock as RunningMock;
}

interface Chosen {
  readonly cors?: boolean;
  readonly host?: string;
}

const start = {
  mock: async (chosen: Chosen) => running(await mockContract({ ...common(), ...chosen })),
  record: async (chosen: Chosen) =>
    running(await recordExchanges({ ...common(), ...chosen, upstream: `${live.url}/`, recordings: 'kept', access })),
  replay: async (chosen: Chosen) => {
    project.write('recordings/a.yaml', recording);
    return running(await replayExchanges({ ...common(), ...chosen, recordings: 'recordings' }));
  },
};
const access = { headers: [['Authorization', 'Bearer live-token']] as const };
const common = (): { inputs: string[]; define: string[]; workingFolder: string; port: 0; host: string } => ({
  inputs,
  define,
  workingFolder: project.folder,
  port: 0,
  host: '127.0.0.1',
});
const kinds = ['mock', 'record', 'replay'] as const;

/** Sends a head as it is, with a body, and gives the status and the body of the answer. */
async function sent(
  { port }: RunningMock,
  line: string,
  fields: readonly string[] = [],
  body = '',
): Promise<{ readonly status: number; readonly text: string }> {
  const named = fields.some((field) => /^host:/i.test(field)) ? fields : ['Host: localhost', ...fields];
  const length = body === '' ? [] : [`Content-Length: ${body.length}`];
  const head = [`${line} HTTP/1.1`, ...named, 'Connection: close', ...length, '', body].join('\r\n');
  const { text } = await exchangeRaw(port, head, () => false, 3000);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text };
}

const get = 'GET /ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1';
const crossSite = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'];
const form = 'Content-Type: application/x-www-form-urlencoded';
const fields = 'errorCode=1&cultureCode=1';
const post = 'POST /ErrorsApi.asmx/GetErrorDesc';

/** Requests that no listener lets in, with the statuses that refuse them. */
const attacks: readonly (readonly [string, number, string, readonly string[], string?])[] = [
  ['a picture in a page of another site', 403, get, [...crossSite, 'Sec-Fetch-Dest: image']],
  ['a link of a neighbouring host', 403, get, ['Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: navigate']],
  ['a form of another site', 403, post, [...crossSite, 'Origin: http://evil.example', form], fields],
  ['a form of another site, in an old browser', 403, post, ['Origin: http://evil.example', form], fields],
  ['a form in a sandboxed frame', 403, post, ['Origin: null', form], fields],
  ['another port of this machine', 403, post, ['Origin: http://localhost:1', form], fields],
  ['a name that leads here', 421, get, ['Host: evil.example:80']],
  [
    'a name that leads here, and its own origin',
    421,
    post,
    ['Host: evil.example', 'Origin: http://evil.example', form],
    fields,
  ],
  ['a name that begins like ours', 421, get, ['Host: localhost.evil.example']],
  ['a name with a path in it', 400, get, ['Host: localhost/evil']],
  ['segments that go up', 400, 'GET /../../admin', []],
  ['segments that go up from a service', 400, 'GET /ErrorsApi.asmx/../admin', []],
  ['escaped dots', 400, 'GET /ErrorsApi.asmx/%2e%2e/admin', []],
  ['dots that are escaped twice', 400, 'GET /ErrorsApi.asmx/%252e%252e/admin', []],
  ['an escaped separator after dots', 400, 'GET /ErrorsApi.asmx/..%2fadmin', []],
  ['parameters after dots', 400, 'GET /ErrorsApi.asmx/..;a/admin', []],
  ['a backslash', 400, 'GET /ErrorsApi.asmx/..\\admin', []],
  ['a path that begins with two slashes', 400, 'GET //evil.example/x', []],
  ['a target that is no path', 400, 'GET *', []],
  ['a question for the whole server', 204, 'OPTIONS *', []],
  ['an address of another scheme', 400, 'POST x://y', ['Content-Type: text/xml'], soap],
  ['TRACE', 405, 'TRACE /ErrorsApi.asmx', ['Cookie: a=b']],
];

describe.each(kinds)('%s', (kind) => {
  it('serves this machine under its names, and pages of its own', async () => {
    const mock = await start[kind]({});
    for (const host of ['localhost', `localhost:${mock.port}`, `127.0.0.1:${mock.port}`, '[::1]:1', 'a.localhost']) {
      expect(await sent(mock, get, [`Host: ${host}`])).toMatchObject({ status: 200 });
    }
    expect(await sent(mock, get, ['Sec-Fetch-Site: same-origin'])).toMatchObject({ status: 200 });
    const own = [`Host: localhost:${mock.port}`, `Origin: http://localhost:${mock.port}`];
    expect(await sent(mock, get, own)).toMatchObject({ status: 200 });
  });

  it('lets nothing in that another site, another name or an odd target brings', async () => {
    const mock = await start[kind]({});
    const found: (readonly [string, number])[] = [];
    for (const [title, , line, more, body] of attacks) {
      found.push([title, (await sent(mock, line, more, body)).status]);
    }
    expect(found).toEqual(attacks.map(([title, status]) => [title, status]));
    expect(live.seen).toEqual([]);
    expect(await sent(mock, get)).toMatchObject({ status: 200 });
  });

  it('refuses bodies that are too long, and heads', async () => {
    const mock = await start[kind]({});
    const long = ['Content-Type: text/xml', 'Content-Length: 900000000'];
    expect(await sent(mock, 'POST /ErrorsApi.asmx', long)).toMatchObject({ status: 413 });
    expect(await sent(mock, get, [`X-Long: ${'x'.repeat(100_000)}`])).toMatchObject({ status: 431 });
    expect(live.seen).toEqual([]);
  });

  it('lets scripts of other sites in with cors, but no other names', async () => {
    const mock = await start[kind]({ cors: true });
    const script = ['Origin: http://app.example', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: cors'];
    const asked = await sent(mock, 'OPTIONS /ErrorsApi.asmx', [...script, 'Access-Control-Request-Method: POST']);
    expect(asked.status).toBe(204);
    const { status, text } = await sent(mock, get, script);
    expect([status, /access-control-allow-origin: \*/i.test(text)]).toEqual([200, true]);
    expect(await sent(mock, get, [...script, 'Host: evil.example'])).toMatchObject({ status: 421 });
  });
});
