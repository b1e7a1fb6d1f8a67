import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { registerService } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { checkUsernameToken, usernameToken, x509 } from '@wsdl-codegen/ws-security';
import { callOperation, readContract } from 'wsdl-codegen';
import { load, packageOf } from '../features/package.js';
import { signingCertificate } from '../support/certificates.js';
import { itInAll } from '../support/in-all.js';
import { repository } from '../support/repository.js';
import { TestProject } from '../support/test-project.js';
import { finding, run } from './runner.js';

/** The services of the golden case of policies. */
const wsdl = readFileSync(join(repository, 'tests/golden/policies/input.wsdl'), 'utf8');
const ann = signingCertificate('Ann');
const shopKeys = signingCertificate('Shop');
const passwords = (user: string): string | undefined => (user === 'ann' ? 'secret' : undefined);

let project: TestProject;
const open: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  project = new TestProject();
  project.write('shop.wsdl', wsdl);
});
afterEach(async () => {
  project.remove();
  await Promise.all(open.splice(0).map((close) => close()));
});

/** Serves a service with what meets its demands. */
async function served(name: string, security: unknown): Promise<string> {
  const shop = load((await packageOf({ 'shop.wsdl': wsdl })).files);
  const services = [registerService(shop[name], { buy: () => 7 } as never, { security } as never)];
  const { url, close } = await createServer({ services }).listen(0, '127.0.0.1');
  open.push(close);
  return `${url}/${name}/P`;
}

const buy = (name: string, ...more: readonly string[]): readonly string[] => [
  'call',
  'shop.wsdl',
  `${name}.Buy`,
  '--json',
  'input.json',
  ...more,
];

it('sends messages without protection, and says so', async () => {
  const address = await served('UserShop', 'unprotected');
  project.write('input.json', '"tea"');
  const { status, out, err } = await run(project.folder, buy('UserShop', '--address', address));
  expect({ status, out }).toEqual({ status: 0, out: '7\n' });
  expect(err).toMatch(finding('call/unprotected', 'The WS-Policy of UserShop demands protected messages'));
  const free = await run(project.folder, buy('TlsShop', '--address', await served('TlsShop', undefined)));
  expect(free).toMatchObject({ status: 0, err: '' });
});

it('protects the messages of a program, which gives what is demanded', async () => {
  const { contract } = await readContract({ inputs: ['shop.wsdl'], workingFolder: project.folder });
  const address = await served('UserShop', checkUsernameToken({ passwords }));
  const called = (security: unknown) =>
    callOperation(contract, 'UserShop.Buy', { json: 'tea', address, security } as never);
  const token = usernameToken({ user: 'ann', password: 'secret' });
  expect(await called(token)).toMatchObject({ kind: 'answer', answer: 7 });
  expect(await called(undefined)).toMatchObject({ kind: 'fault' });
  const other = x509({ key: ann.key, certificate: ann.cert });
  const refused = await called(other);
  expect(refused).toMatchObject({ kind: 'failed', diagnostics: [{ code: 'call/security' }] });
  const abroad = { json: 'tea', address: 'http://shop.example/', security: token };
  expect(await callOperation(contract, 'UserShop.Buy', abroad)).toMatchObject({
    kind: 'failed',
    diagnostics: [{ code: 'call/security', message: expect.stringContaining('demands HTTPS') }],
  });
});

/** The built command in the project, which has the packages of the repository. */
function command(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
  mkdirSync(project.at('node_modules'), { recursive: true });
  symlinkSync(join(repository, 'node_modules/@wsdl-codegen'), project.at('node_modules/@wsdl-codegen'));
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(repository, 'dist/generator/bin.js'), ...args],
      { cwd: project.folder, env: { ...process.env, ...environment } },
      (_, out, err) => done(out + err),
    );
  });
}

itInAll('signs with the certificate of the command line, and checks the answer', async () => {
  const leave = { allowUnsigned: ['aes256-cbc'] } as const;
  const security = x509({ key: shopKeys.key, certificate: shopKeys.cert, peer: ann.cert, ...leave });
  const address = await served('MutualShop', security);
  project.write('input.json', '"tea"');
  project.write('ann.key', ann.key);
  project.write('ann.pem', ann.cert);
  project.write('shop.pem', shopKeys.cert);
  const files = ['--key', 'ann.key', '--cert', 'ann.pem', '--peer', 'shop.pem'];
  expect(await command(buy('MutualShop', '--address', address, ...files), {})).toBe('7\n');
});

itInAll('sends the user of the command line as a token alone', async () => {
  const address = await served('UserShop', checkUsernameToken({ passwords }));
  project.write('input.json', '"tea"');
  const said = await command(buy('UserShop', '--address', address, '--user', 'ann', '--verbose'), {
    CODEGEN_PASSWORD: 'secret',
  });
  expect(said).toMatch(/^7$/m);
  expect(said).not.toContain('secret');
});
