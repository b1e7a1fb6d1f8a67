import { readFileSync, symlinkSync } from 'node:fs';
import { run } from '../../tests/calls/runner.js';
import { repository } from '../../tests/support/repository.js';
import { TestProject } from '../../tests/support/test-project.js';
import { hostFindings } from './doctor.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const runtime = '@wsdl-codegen/runtime';

/** Installs a package: a `package.json` with its name, its version, and the runtime that it asks for. */
function install(modules: string, name: string, version: string, range?: string): void {
  const manifest = { name, version, ...(range !== undefined && { peerDependencies: { [runtime]: range } }) };
  project.write(`${modules}/${name}/package.json`, JSON.stringify(manifest));
}

function asks(range = '^0.1.0'): void {
  project.write('package.json', JSON.stringify({ dependencies: { [runtime]: range } }));
}

/** The exit code, and what was found. */
async function examined(...options: readonly string[]) {
  const { status, out } = await run(project.folder, ['doctor', '--json', ...options]);
  const { result, found, diagnostics } = JSON.parse(out) as {
    readonly result: string;
    readonly found: readonly string[];
    readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly help: string }[];
  };
  expect([status, result]).toEqual(diagnostics.length === 0 ? [0, 'well'] : [1, 'wrong']);
  return { found, messages: diagnostics.map(({ code, message }) => `${code} ${message}`), diagnostics };
}

it('finds nothing wrong with a project that was generated now', async () => {
  asks();
  install('node_modules', runtime, '0.1.3');
  install('node_modules', '@wsdl-codegen/soap', '0.1.1', '^0.1.0');
  install('node_modules', 'typescript', '7.0.2');
  install('node_modules', 'wsdl-codegen', '0.1.0');
  project.write('Exchanger.wsdl', readFileSync(`${repository}/wsdl/ExchangerApi.wsdl`, 'utf8'));
  const packages = [{ name: 'exchanger', inputs: ['Exchanger.wsdl'], out: 'generated/exchanger' }];
  project.write('codegen.config.json', JSON.stringify({ packages }));
  expect((await examined()).messages).toEqual([expect.stringContaining('doctor/stale')]);
  await run(project.folder, []);
  const { found, messages } = await examined();
  expect(messages).toEqual([]);
  expect(found.slice(2)).toEqual([
    'TypeScript 7.0.2',
    `${runtime} 0.1.3 in node_modules/${runtime}, for the project, generated/exchanger, node_modules/@wsdl-codegen/soap`,
    '1 package is up to date',
  ]);
  expect((await run(project.folder, ['doctor'])).out).toMatch(/\nnothing is wrong\n$/);
});

it('shows mistakes in the config, and in inputs that cannot be read', async () => {
  project.write('codegen.config.json', '{ "packages": [], "plugin": [] }');
  expect((await examined()).messages).toContainEqual(expect.stringMatching(/^config\/.*"plugin"/));
  project.write('other.json', JSON.stringify({ packages: [{ name: 'a', inputs: ['missing.wsdl'], out: 'a' }] }));
  const { messages } = await examined('--config', 'other.json');
  expect(messages.map((each) => each.split(' ', 1)[0])).toEqual(['source/missing-file', 'doctor/no-runtime']);
});

it('finds packages that ask for a runtime which is not installed, with the command of their package manager', async () => {
  asks();
  project.write('pnpm-lock.yaml', '');
  const { messages, diagnostics } = await examined();
  expect(messages).toEqual([`doctor/no-runtime "." needs ${runtime} ^0.1.0, which is not installed.`]);
  expect(diagnostics[0]?.help).toMatch(/^pnpm install;/);
});

it('says to add the runtime where nobody asks for it who installs it: to a generated folder that pnpm only links', async () => {
  project.write('package.json', '{}');
  project.write('pnpm-lock.yaml', '');
  project.write('Exchanger.wsdl', readFileSync(`${repository}/wsdl/ExchangerApi.wsdl`, 'utf8'));
  const packages = [{ name: 'exchanger', inputs: ['Exchanger.wsdl'], out: 'generated/exchanger' }];
  project.write('codegen.config.json', JSON.stringify({ packages }));
  await run(project.folder, []);
  const { messages, diagnostics } = await examined();
  expect(messages).toEqual([
    `doctor/no-runtime "generated/exchanger" needs ${runtime} ^0.1.0, which is not installed.`,
  ]);
  expect(diagnostics[0]?.help).toMatch(/^pnpm add @wsdl-codegen\/runtime;/);
});

it('finds copies in packages, and in workspaces into which nothing was hoisted', async () => {
  asks();
  install('node_modules', runtime, '0.1.3');
  install('node_modules', 'shop-client', '1.0.0', '^0.1.0');
  install('node_modules/shop-client/node_modules', runtime, '0.1.2');
  project.write('apps/web/package.json', JSON.stringify({ name: 'web', dependencies: { [runtime]: '^0.2.0' } }));
  install('apps/web/node_modules', runtime, '0.1.0');
  symlinkSync(project.at('apps/web'), project.at('node_modules/web'));
  const { messages } = await examined();
  expect(messages).toEqual([
    `output/other-runtime "apps/web" needs ${runtime} ^0.2.0, but finds 0.1.0 in "apps/web/node_modules/${runtime}".`,
    expect.stringContaining('doctor/copies Packages of this project find 3 copies of the runtime') as string,
  ]);
  for (const each of [
    `0.1.3 in node_modules/${runtime}, for the project`,
    `0.1.2 in node_modules/shop-client/node_modules/${runtime}, for node_modules/shop-client`,
    `0.1.0 in apps/web/node_modules/${runtime}, for apps/web`,
  ]) {
    expect(messages[1]).toContain(each);
  }
});

it('one folder behind several links is one copy', async () => {
  asks();
  const store = `node_modules/.pnpm/runtime@0.1.0/node_modules`;
  install(store, runtime, '0.1.0');
  install('node_modules/.pnpm/soap@0.1.0/node_modules', '@wsdl-codegen/soap', '0.1.0', '^0.1.0');
  for (const [folder, name, from] of [
    ['node_modules/@wsdl-codegen', 'runtime', `${store}/${runtime}`],
    ['node_modules/@wsdl-codegen', 'soap', 'node_modules/.pnpm/soap@0.1.0/node_modules/@wsdl-codegen/soap'],
    ['node_modules/.pnpm/soap@0.1.0/node_modules/@wsdl-codegen', 'runtime', `${store}/${runtime}`],
  ] as const) {
    project.write(`${folder}/keep`, '');
    symlinkSync(project.at(from), project.at(`${folder}/${name}`));
  }
  expect((await examined()).messages).toEqual([]);
});

it('finds versions that do not belong together', async () => {
  install('node_modules', 'typescript', '4.9.5');
  install('node_modules', 'wsdl-codegen', '0.0.9');
  install('node_modules', '@wsdl-codegen/openapi', '0.3.0');
  install('node_modules', '@wsdl-codegen/mcp', '0.1.9');
  expect((await examined()).messages).toEqual([
    'doctor/old TypeScript 4.9.5 is too old: 5.0.0 is the first version that works.',
    'doctor/other-version @wsdl-codegen/openapi 0.3.0 in "node_modules/@wsdl-codegen/openapi" does not belong to wsdl-codegen 0.1.0, which runs now.',
    'doctor/other-version wsdl-codegen 0.0.9 in "node_modules/wsdl-codegen" does not belong to wsdl-codegen 0.1.0, which runs now.',
  ]);
});

it('names the host that stands in for Node', () => {
  expect(hostFindings(globalThis, { node: '24.1.0', bun: '1.4.5' }).lines[0]).toBe('Bun 1.4.5, as Node 24.1.0');
  expect(hostFindings(globalThis, { node: '24.1.0', deno: '2.9.0' }).lines[0]).toBe('Deno 2.9.0, as Node 24.1.0');
});

it('finds what a build of Node lacks, and one that is too old', () => {
  const codes = (host: Parameters<typeof hostFindings>[0] = globalThis, node = process.versions.node) =>
    hostFindings(host, { node }).diagnostics.map(({ code, message }) => `${code} ${message}`);
  expect(codes()).toEqual([]);
  expect(codes(globalThis, '20.19.0')).toEqual([]);
  expect(codes(globalThis, '20.9.1')).toEqual([
    'doctor/old Node 20.9.1 is too old: 20.19.0 is the first version that works.',
  ]);
  expect(codes({}, '18.20.4')).toEqual([
    'doctor/old Node 18.20.4 is too old: 20.19.0 is the first version that works.',
  ]);
  expect(codes({})).toHaveLength(4);
  // A newer one has what it lacks.
  expect(codes({}, '18.20.8')).toEqual([expect.stringMatching(/^doctor\/old Node 18/)]);
  expect(codes({}, '24.1.0')[0]).toBe(
    'doctor/host This build of Node has no Intl, which is needed for reading names and addresses in all scripts.',
  );
  const { engines } = JSON.parse(readFileSync(`${repository}/package.json`, 'utf8')) as { engines: { node: string } };
  expect(codes(globalThis, `${engines.node.replace('>=', '')}.0`)).toEqual([]);
});
