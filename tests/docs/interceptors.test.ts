import { createRequire } from 'node:module';
import { ts } from 'ts-morph';
import * as runtime from '../../runtime/src/index.js';
import { createServer } from '../../runtime/src/node/index.js';
import { type ErrorInfo, registerService, type ServerInterceptor } from '../../runtime/src/server/index.js';
import { textOf } from '../support/repository.js';
import { type NoteMethods, Notes } from '../support/runtime/notes.js';
import { programsOf } from './fences.js';

/** What the programs of the page do each minute: the tests say when a minute is over. */
const eachMinute: (() => void)[] = [];
function everyMinute(action: () => void, milliseconds: number): { unref(): void } {
  expect(milliseconds).toBe(60_000);
  eachMinute.push(action);
  return { unref: () => undefined };
}

/** What the programs of the page export, run as they are written there. */
function exportsOfPage(): Readonly<Record<string, unknown>> {
  const load = createRequire(__filename);
  const found: Record<string, unknown> = {};
  for (const { text } of programsOf(textOf('docs/interceptors.md'))) {
    if (!text.includes('wallet-api')) {
      const code = ts.transpileModule(text, {
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
      });
      const run = new Function('exports', 'require', 'setInterval', code.outputText);
      run(found, (name: string) => (name === '@wsdl-codegen/runtime' ? runtime : load(name)), everyMinute);
    }
  }
  return found;
}

// What the page reads its token from.
process.env.API_TOKEN = 's3cret';
const page = exportsOfPage() as Readonly<Record<string, ServerInterceptor>> & {
  readonly tenants: { getStore(): string | undefined };
  readonly trail: readonly object[];
  readonly durations: ReadonlyMap<string, readonly number[]>;
};
const errors: ErrorInfo[] = [];

function serve(...names: readonly string[]): (headers?: Record<string, string>) => Promise<Response> {
  const interceptors = names.map((name) => page[name] as ServerInterceptor);
  const add = async (_: unknown, { state, principal }: runtime.ServiceContext): Promise<string> =>
    JSON.stringify({ state, principal, tenant: page.tenants.getStore() });
  const service = registerService<NoteMethods>(Notes, { add, list: () => '', notify: () => undefined } as never);
  const server = createServer({ services: [service], interceptors, onError: (_, info) => errors.push(info) });
  return (headers = {}) => server.fetch(new Request('http://localhost/notes/Add?text=a', { headers }));
}

describe('the interceptors of the page', () => {
  it('authenticate', async () => {
    const call = serve('authentication', 'authorization');
    const refused = await call();
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await (await call({ authorization: 'Bearer s3cret' })).text()).toContain('"principal":{"name":"ann"');
  });

  it('know tenants', async () => {
    const call = serve('tenancy');
    expect((await call()).status).toBe(400);
    expect(await (await call({ 'x-tenant': 't1' })).text()).toContain('{"state":{"tenant":"t1"},"tenant":"t1"}');
  });

  it('measure', async () => {
    await serve('metrics')();
    await serve('metrics', 'tenancy')();
    expect([...page.durations.keys()]).toEqual(['Notes.Add httpGet ok', 'Notes.Add httpGet error']);
  });

  it('keep a trail', async () => {
    const call = serve('audit', 'authentication');
    await call();
    await call({ authorization: 'Bearer s3cret' });
    expect(page.trail).toMatchObject([
      { operation: 'Add', input: { text: 'a' }, who: undefined, error: 'SoapFault: Who are you?' },
      { operation: 'Add', who: { name: 'ann' }, result: expect.any(String) },
    ]);
  });

  it('limit the rate', async () => {
    const [known, anybody] = [serve('authentication', 'rateLimit'), serve('rateLimit')];
    const headers = { authorization: 'Bearer s3cret' };
    for (let count = 0; count < 100; count++) {
      expect((await known(headers)).status).toBe(200);
    }
    const refused = await known(headers);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await anybody()).status).toBe(200);
    for (const action of eachMinute) {
      action();
    }
    expect((await known(headers)).status).toBe(200);
  });
});
