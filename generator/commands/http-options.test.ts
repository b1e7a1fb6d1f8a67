import { TestProject } from '../../tests/support/test-project.js';
import { type HttpOptions, readHttpAccess } from './http-options.js';
import type { Terminal } from './terminal.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const asked: string[] = [];

function terminal(environment: Readonly<Record<string, string>>, answer?: string): Terminal {
  asked.length = 0;
  return {
    out: () => undefined,
    err: () => undefined,
    isInteractive: false,
    environment,
    workingFolder: project.folder,
    ...(answer !== undefined && {
      askSecret: async (question: string) => {
        asked.push(question);
        return answer;
      },
    }),
  };
}

const read = (options: HttpOptions, environment = {}, answer?: string) =>
  readHttpAccess(options, ['https://shop.example/'], terminal(environment, answer));

async function problem(options: HttpOptions, environment = {}): Promise<string> {
  const [access, found] = await read(options, environment);
  expect(access).toEqual({ addresses: [] });
  return found.map(({ message, help }) => `${message} ${help}`).join('\n');
}

describe('the value of a header', () => {
  it.each([
    ['X-A: b', 'b'],
    ['X-A:b', 'b'],
    ['Authorization: Bearer $TOKEN', 'Bearer t0'],
    [`Authorization: Bearer \${TOKEN}x`, 'Bearer t0x'],
    ['X-A: 5 $$ or $TOKEN', '5 $ or t0'],
    ['Authorization: Bearer @token.txt', 'Bearer from-file'],
    ['X-Key: @token.txt', 'from-file'],
    ['X-Key: @prompt', 'typed'],
    ['X-Mail: me@shop.example', 'me@shop.example'],
  ])('%s', async (text, value) => {
    project.write('token.txt', 'from-file\n');
    const [access, problems] = await read({ header: [text] }, { TOKEN: 't0' }, 'typed');
    expect(problems).toEqual([]);
    expect(access.headers?.map(([, each]) => each)).toEqual([value]);
  });

  it('is refused when the secret is not there, and when it stands on the command line', async () => {
    expect(await problem({ header: ['X: $NONE'] })).toMatch(/^The environment variable NONE is not set\./);
    expect(await problem({ header: ['X: @none'] })).toMatch(/^There is no file "none"\./);
    expect(await problem({ header: ['X: @prompt'] })).toMatch(/^The X cannot be asked for: this is not a terminal\./);
    const written = await problem({ header: ['Authorization: Bearer abc'] });
    expect(written).toMatch(/^The value of Authorization is written out, where others can read it/);
    expect(written).not.toContain('abc');
    expect(await problem({ header: ['X: $LINES'] }, { LINES: 'a\r\nY: b' })).toMatch(/no header field may contain/);
    expect(await problem({ header: ['nothing'] })).toMatch(/^"nothing" is not a header field\./);
  });
});

describe('a password', () => {
  it('is in an environment variable, or is asked for', async () => {
    const [access] = await read({ user: 'me' }, { CODEGEN_PASSWORD: 'p' });
    expect(access.user).toEqual({ name: 'me', password: 'p' });
    const [own] = await read({ user: 'me:$MINE' }, { MINE: 'q' });
    expect(own.user).toEqual({ name: 'me', password: 'q' });
    const [typed] = await read({ user: 'me' }, {}, 'r');
    expect(typed.user).toEqual({ name: 'me', password: 'r' });
    expect(asked).toEqual(['password of me: ']);
  });

  it('is not taken from the command line', async () => {
    const written = await problem({ user: 'me:secret' });
    expect(written).toMatch(/^The password of me is written out, where others can read it/);
    expect(written).not.toContain('secret');
    expect(await problem({ user: 'me' })).toMatch(/^There is no password for the user me\./);
  });
});

it('certificates are files, and a key that is encrypted needs its passphrase', async () => {
  project.write('key.pem', '-----BEGIN ENCRYPTED PRIVATE KEY-----');
  const both = '-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n';
  project.write('both.pem', both);
  const [access] = await read({ cert: 'both.pem', key: 'key.pem', ca: 'both.pem' }, { CODEGEN_PASSPHRASE: 's' });
  expect(access.tls).toMatchObject({ passphrase: 's', ca: Buffer.from(both) });
  const [one] = await read({ cert: 'both.pem' });
  expect(one.tls).toMatchObject({ cert: Buffer.from(both), key: Buffer.from(both) });
  expect(await problem({ ca: 'none.pem' })).toMatch(/^There is no file "none\.pem"\./);
});

it('proxies are those of the environment, or the one that is named', async () => {
  const environment = { HTTPS_PROXY: 'p:1', NO_PROXY: 'a' };
  expect((await read({}, environment))[0].proxies).toEqual({ https: 'http://p:1', except: 'a' });
  const named = { http: 'http://q:2', https: 'http://q:2', loopback: true, except: 'a' };
  expect((await read({ proxy: 'q:2' }, environment))[0].proxies).toEqual(named);
  expect(await problem({ proxy: 'socks5://q' })).toMatch(/^The proxy is not an http address\./);
});

it('certificates are always checked', async () => {
  expect(await problem({ insecure: true })).toMatch(/^There is no --insecure: .*--ca FILE\.$/);
});
