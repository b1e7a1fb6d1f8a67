import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ExchangeEvent, mockContract } from 'wsdl-codegen';
import { repository } from '../../support/repository.js';
import { TestProject } from '../../support/test-project.js';
import { exported } from '../exported.js';
import { attacks, hostileWsdl } from '../hostile.js';

/** The command lines of API clients run collections against a mock: all requests are valid, and all tests hold. */

const run = promisify(execFile);
const bin = (name: string): string => join(repository, 'tests/collections/clients/node_modules', name);

/** The arguments that run a collection in its folder, and what they print of the number of requests that succeeded. */
const clients = {
  bruno: {
    args: (values: readonly string[]) => [
      bin('@usebruno/cli/bin/bru.js'),
      ...['run', '--env', 'service', ...values.flatMap((value) => ['--env-var', value])],
    ],
    passed: /Requests +│ +(\d+) \(\1 Passed\)/,
  },
  postman: {
    args: (values: readonly string[]) => [
      bin('newman/bin/newman.js'),
      ...['run', 'collection.json', '--environment', 'environment.json', '--color', 'off'],
      ...values.flatMap((value) => ['--env-var', value]),
    ],
    passed: /requests │ +(\d+) │ +0 │/,
  },
  http: {
    args: (values: readonly string[]) => [
      bin('httpyac/bin/httpyac.js'),
      ...['send', '*.http', '--all', '--env', 'service', '--no-color', '--var', ...values],
    ],
    passed: /(\d+) requests processed \(\1 succeeded\)/,
  },
} as const;

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

/** Runs the collection of an input against its mock: the requests that came, and how many the client says that succeeded. */
async function ran(format: keyof typeof clients, input: string, credentials: readonly string[] = []) {
  const exchanges: ExchangeEvent[] = [];
  const files = await exported(project, format, input);
  const onExchange = (event: ExchangeEvent): void => {
    exchanges.push(event);
  };
  const { mock, diagnostics } = await mockContract({
    inputs: [input],
    port: 0,
    host: '127.0.0.1',
    workingFolder: project.folder,
    strict: true,
    onExchange,
  });
  if (mock === undefined) {
    throw new Error(JSON.stringify(diagnostics));
  }
  try {
    const addresses = [
      ...Object.values(files)
        .join('\n')
        .matchAll(/(\w+Address)"?(?:: "?|",\s+"value": ")(https?:\/\/[^"\s]+)/g),
    ];
    const values = addresses.map(([, name, address = '']) => `${name}=${mock.url}${new URL(address).pathname}`);
    const cwd = project.at(format);
    mkdirSync(join(cwd, 'home'));
    const env = { ...process.env, HOME: join(cwd, 'home'), CI: 'true' };
    const { args, passed } = clients[format];
    const { stdout } = await run(process.execPath, args([...values, ...credentials]), { cwd, env });
    return { exchanges, passed: Number(passed.exec(stdout)?.[1] ?? -1), stdout };
  } finally {
    await mock.close();
  }
}

const inputs: readonly (readonly [input: string, credentials: readonly string[]])[] = [
  ['wsdl/ExchangerApi.wsdl', ['sessionId=a']],
  ['tests/golden/addressing/input.wsdl', []],
  ['tests/golden/service/input.wsdl', []],
];

describe.each(Object.keys(clients) as (keyof typeof clients)[])('%s', (format) => {
  it.each(inputs)('runs the collection of %s', async (input, credentials) => {
    const { exchanges, passed } = await ran(format, join(repository, input), credentials);
    expect(exchanges.flatMap(({ breaches }) => breaches.filter(({ side }) => side === 'request'))).toEqual([]);
    expect(exchanges.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBe(exchanges.length);
  });

  it('sends the texts of a hostile description as they are, and runs none of them', async () => {
    project.write('odd.wsdl', hostileWsdl);
    const { exchanges, passed, stdout } = await ran(format, 'odd.wsdl', ['password=a', 'token=b']);
    expect(exchanges.map(({ operation, binding, status, breaches }) => [operation, binding, status, breaches])).toEqual(
      expect.arrayContaining([
        ['Order.it-now', 'soap11', 200, []],
        ['Order.it-now', 'soap12', 200, []],
        ['Find', 'httpPost', 200, []],
        ['Find', 'httpGet', 200, []],
      ]),
    );
    expect([exchanges.length, passed]).toEqual([4, 4]);
    expect(stdout).not.toMatch(/✓ *pwned/);
    expect(attacks.length).toBeGreaterThan(0);
    expect(Object.keys(project.tree()).filter((path) => path.includes('pwned'))).toEqual([]);
  });

  it('fails where an answer is another one', async () => {
    const files = await exported(project, format, join(repository, 'wsdl/ExchangerApi.wsdl'));
    expect(Object.keys(files).length).toBeGreaterThan(1);
    const { args } = clients[format];
    const nothing = ['ExchangerApiAddress=http://127.0.0.1:9/', 'sessionId=a'];
    const cwd = project.at(format);
    await expect(run(process.execPath, args(nothing), { cwd })).rejects.toMatchObject({
      code: expect.any(Number) as number,
    });
  });
});
