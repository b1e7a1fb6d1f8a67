import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itInAll } from '../support/in-all.js';
import { someOf } from '../support/thorough.js';
import {
  buildCommand,
  readTree,
  removeFolder,
  root,
  runCommand,
  startCommand,
  temporaryFolder,
  writeFiles,
} from './command.js';
import { type Ended, runWithin } from './within.js';

let bin: string;
let folder: string;

beforeAll(() => {
  bin = buildCommand();
}, 60_000);
beforeEach(() => {
  folder = temporaryFolder();
  copyFileSync(join(root, 'wsdl/ExchangerApi.wsdl'), join(folder, 'Exchanger.wsdl'));
});
afterEach(() => removeFolder(folder));

const run = (...args: readonly string[]): Promise<Ended> => runWithin(folder, args);
/** Runs the command as users get it: some tests of each command do, and all that are about processes, environments and configs that are programs. */
const runBuilt = (...args: readonly string[]) => runCommand(bin, args, folder);
const generated = (): Readonly<Record<string, string>> => readTree(join(folder, 'out'));

/** Starts the command; `until` waits for the end of a run that prints a text. The two streams come in any order. */
function watching(...args: readonly string[]) {
  const { child, ended } = startCommand(bin, args, folder);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const until = async (text: RegExp): Promise<void> => {
    while (!text.test(output) || !output.includes('watching')) {
      await new Promise((done) => setTimeout(done, 20));
    }
    output = '';
  };
  const end = (): typeof ended => {
    child.kill();
    return ended;
  };
  return { until, end };
}

const config = (extra = ''): string =>
  `import { defineConfig } from 'wsdl-codegen';
export default defineConfig({ packages: [{ name: 'exchanger', inputs: ['Exchanger.wsdl'], out: 'out'${extra} }] });
`;

/** Writes a config that the command can read within this process. */
const configure = (settings: object, place = '.'): void => {
  const packages = [{ name: 'exchanger', inputs: ['Exchanger.wsdl'], out: 'out', ...settings }];
  writeFiles(folder, { [join(place, 'codegen.config.json')]: JSON.stringify({ packages }) });
};

describe('codegen generate', () => {
  it('generates from inputs into --out, says so in a line, and what to do next', () => {
    const { status, stdout, stderr } = runBuilt('Exchanger.wsdl', '--out', 'out');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^out: \d+ created, 0 unchanged\nnext: npm install \.\/out, or .*; then import from 'out'\n$/,
    );
    expect(Object.keys(generated())).toEqual(
      expect.arrayContaining(['codegen.lock.json', 'package.json', 'src/exchanger-api.client.ts', 'src/index.ts']),
    );
    expect(runBuilt('Exchanger.wsdl', '--out', 'out').stdout).toMatch(/^out: up to date \(\d+ files\)\n$/);
  });

  itInAll('generates again only what changed; --full generates everything, and repeats warnings', () => {
    copyFileSync(join(folder, 'Exchanger.wsdl'), join(folder, 'Other.wsdl'));
    const two = `export default { packages: [
  { name: 'a', inputs: ['Exchanger.wsdl'], out: 'out/a' },
  { name: 'b', inputs: ['Other.wsdl'], out: 'out/b' },
] };\n`;
    writeFiles(folder, { 'codegen.config.mjs': two });
    expect(runBuilt().status).toBe(0);
    const before = generated();
    const other = join(folder, 'Other.wsdl');
    writeFileSync(
      other,
      readFileSync(other, 'utf8').replace('</wsdl:definitions>', '<wsdl:surprise/></wsdl:definitions>'),
    );
    const changed = runBuilt();
    expect(changed.stdout).toMatch(/^out\/a: up to date \((\d+) files\)\nout\/b: \d+ changed, \d+ unchanged\n/);
    const warning = /Other\.wsdl:\d+:\d+ warning/;
    expect(changed.stderr).toMatch(warning);
    expect(runBuilt()).toMatchObject({ status: 0, stderr: '' });
    expect(runBuilt('--full').stderr).toMatch(warning);
    expect(generated()['a/codegen.lock.json']).toBe(before['a/codegen.lock.json']);
    expect(runBuilt('--json').stdout).toContain('"src/index.ts"');
  });

  itInAll('gives the same packages with several threads as one by one', () => {
    const names = Array.from({ length: 24 }, (_, i) => `p${i}`);
    const packages = names.map((name) => `{ name: '${name}', inputs: ['Exchanger.wsdl'], out: 'out/${name}' }`);
    writeFiles(folder, { 'codegen.config.mjs': `export default { packages: [${packages.join(', ')}] };\n` });
    expect(runBuilt().status).toBe(0);
    const lock = (text: string | undefined): unknown => JSON.parse(text ?? '').files['src/types.ts'];
    const together = generated();
    expect(new Set(names.map((name) => lock(together[`${name}/codegen.lock.json`])))).toHaveProperty('size', 1);
    expect(runBuilt('--full').stdout).toMatch(/^(out\/p\d+: up to date \(\d+ files\)\n){24}$/);
    for (const name of names.slice(-2)) {
      writeFiles(folder, {
        'codegen.config.mjs': `export default { packages: [${packages[names.indexOf(name)]}] };\n`,
      });
      rmSync(join(folder, 'out', name), { recursive: true });
      expect(runBuilt().status).toBe(0);
    }
    expect(generated()).toEqual(together);
  });

  it('leaves nothing but the package behind', async () => {
    await run('Exchanger.wsdl', '--out', 'out');
    expect(Object.keys(readTree(folder)).filter((path) => !path.startsWith('out/'))).toEqual(['Exchanger.wsdl']);
  });

  it('fills placeholders in with --define, and confines the package with --only', async () => {
    await run('Exchanger.wsdl', '--out', 'out', '--define', 'api_namespace=urn:x', '--only', 'ExchangerApi.Exchange');
    const all = Object.values(generated()).join('\n');
    expect(all).toContain("'urn:x'");
    const { status, stderr } = await run('Exchanger.wsdl', '--out', 'out2', '--only', 'ExchangerApi.Nothing');
    expect(status).toBe(1);
    expect(stderr).toContain('error config/unknown-operation: No operation matches "ExchangerApi.Nothing".');
  });

  it('writes nothing with --dry-run', async () => {
    expect((await run('Exchanger.wsdl', '--out', 'out', '--dry-run')).stdout).toMatch(/^out: would be \d+ created/);
    expect(generated()).toEqual({});
  });

  it('prints JSON with --json', async () => {
    const result = JSON.parse((await run('Exchanger.wsdl', '--out', 'out', '--json')).stdout) as Record<
      string,
      unknown
    >;
    expect(result).toMatchObject({ packages: [{ folder: 'out', changed: [], pruned: [] }], diagnostics: [] });
    const failed = JSON.parse((await run('missing.wsdl', '--out', 'out', '--json')).stdout) as Record<string, unknown>;
    expect(failed).toMatchObject({ packages: [], diagnostics: [{ code: 'source/missing-file', severity: 'error' }] });
  });

  it('shows where a mistake is, and writes nothing', async () => {
    const broken = readFileSync(join(folder, 'Exchanger.wsdl'), 'utf8').replace('</wsdl:types>', '</wsdl:tipes>');
    writeFileSync(join(folder, 'Exchanger.wsdl'), broken);
    const { status, stderr } = await run('Exchanger.wsdl', '--out', 'out');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^Exchanger\.wsdl:\d+:\d+ error source\/[a-z-]+: .+\n {2}\d+ \| .*<\/wsdl:tipes>\n +\| +\^+\n {2}help: .+\n1 error\n$/,
    );
    expect(generated()).toEqual({});
  });

  it('never overwrites files that the user changed, unless forced', async () => {
    await run('Exchanger.wsdl', '--out', 'out');
    writeFileSync(join(folder, 'out/src/index.ts'), 'mine');
    const { status, stderr } = await run('Exchanger.wsdl', '--out', 'out');
    expect(status).toBe(1);
    expect(stderr).toContain('error output/changed-by-hand: "out/src/index.ts" has been changed');
    expect(generated()['src/index.ts']).toBe('mine');
    expect((await run('Exchanger.wsdl', '--out', 'out', '--force')).status).toBe(0);
    expect(generated()['src/index.ts']).not.toBe('mine');
  });

  it('generates the same from a YAML description as from its WSDL', async () => {
    copyFileSync(join(root, 'wsdl/wallet.yaml'), join(folder, 'wallet.yaml'));
    expect((await run('wallet.yaml', '--out', 'out')).status).toBe(0);
    await run('Exchanger.wsdl', '--out', 'out2');
    const withoutHeader = (text: string | undefined): string | undefined => text?.replace(/^\/\/.*\n/, '');
    const client = 'src/exchanger-api.client.ts';
    expect(withoutHeader(generated()[client])).toBe(withoutHeader(readTree(join(folder, 'out2'))[client]));
  });

  it('keeps its output if a description is missing', async () => {
    copyFileSync(join(root, 'wsdl/wallet.yaml'), join(folder, 'wallet.yaml'));
    await run('wallet.yaml', '--out', 'out');
    const before = generated();
    rmSync(join(folder, 'wallet.yaml'));
    const { status, stderr } = await run('wallet.yaml', '--out', 'out');
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('error source/missing-file'),
    });
    expect(generated()).toEqual(before);
  });

  itInAll('makes skeletons once, and only extends them', () => {
    writeFiles(folder, { 'codegen.config.ts': config(", skeletons: { dir: 'services' }") });
    expect(runBuilt().stdout).toContain('services/exchanger-api.ts');
    const path = join(folder, 'services/exchanger-api.ts');
    const skeleton = readFileSync(path, 'utf8');
    expect(skeleton).toContain('implements ExchangerApiService');
    const mine = skeleton.replace('implements', '/* mine */ implements');
    writeFileSync(
      path,
      mine.replace(/(?:\n {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/)?\n {2}(async )?exchange\([\s\S]*?\n {2}\}\n/, '\n'),
    );
    expect(runBuilt('check').status).toBe(1);
    expect(runBuilt().stdout).toContain('services/exchanger-api.ts: updated');
    expect(readFileSync(path, 'utf8').replace(/\n+(?= {2}|\})/g, '\n')).toBe(mine.replace(/\n+(?= {2}|\})/g, '\n'));
    expect(runBuilt().stdout).not.toContain('services/');
    rmSync(path);
    expect(runBuilt('check').status).toBe(1);
    runBuilt();
    expect(readFileSync(path, 'utf8')).toBe(skeleton);
  });
});

describe('a document that an input refers to and that is not there', () => {
  const namespace = 'urn:late';
  const schema = (content: string, attributes = ''): string =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}" xmlns:t="${namespace}"${attributes}>${content}</xs:schema>`;
  const main = (location: string): string =>
    schema(`<xs:include schemaLocation="${location}"/><xs:element name="order" type="t:order"/>`);
  const late = schema('<xs:complexType name="order"><xs:attribute name="late" type="xs:int"/></xs:complexType>');

  it('is looked for in each run, also by check, and the package is generated again when it appears', async () => {
    writeFiles(folder, { 'main.xsd': main('late.xsd') });
    const args = ['main.xsd', '--out', 'out'];
    expect((await run(...args)).stderr).toContain('late.xsd');
    expect(JSON.parse(generated()['codegen.lock.json'] ?? '')).toMatchObject({ notRead: ['../late.xsd'] });
    // The warnings are said again.
    expect(await run(...args)).toMatchObject({ status: 0, stderr: expect.stringContaining('late.xsd') });
    expect((await run('check', ...args)).status).toBe(0);
    writeFiles(folder, { 'late.xsd': late });
    expect((await run('check', ...args)).status).toBe(1);
    expect(await run(...args)).toMatchObject({ status: 0, stderr: '' });
    expect(generated()['src/types.ts']).toContain('late?: number');
    expect(JSON.parse(generated()['codegen.lock.json'] ?? '')).not.toHaveProperty('notRead');
    expect((await run('check', ...args)).status).toBe(0);
    rmSync(join(folder, 'late.xsd'));
    expect((await run('check', ...args)).status).toBe(1);
  });

  it('may be one that was refused, and is allowed later', async () => {
    writeFiles(folder, { 'a/b/c/main.xsd': main('../../../x/late.xsd'), 'x/late.xsd': late });
    const inner = (...args: readonly string[]) => runWithin(join(folder, 'a/b/c'), args);
    const refused = await inner('main.xsd', '--out', 'out');
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/--allow-path ..\/..\/..\/x,[\s\S]*1 error\n$/),
    });
    expect(refused.stderr).toContain('source/not-allowed');
    const allowed = ['main.xsd', '--out', 'out', '--allow-path', '../../../x'];
    expect((await inner('check', ...allowed)).status).toBe(1);
    expect(await inner(...allowed)).toMatchObject({ status: 0, stderr: '' });
    expect(readTree(join(folder, 'a/b/c/out'))['src/types.ts']).toContain('late?: number');
    expect((await inner('check', 'main.xsd', '--out', 'out', '--full')).status).toBe(2);
    // Inputs in a repository may reach all of it.
    mkdirSync(join(folder, '.git'));
    expect(await inner('check', 'main.xsd', '--out', 'out', '--full')).toMatchObject({ status: 0, stderr: '' });
  });
});

it('a package that is up to date says how many warnings it had', async () => {
  const lost = (name: string): string => `<xs:element name="${name}" type="xs:lost"/>`;
  const text = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${lost('a')}${lost('b')}</xs:schema>`;
  writeFiles(folder, { 'main.xsd': text });
  const args = ['main.xsd', '--out', 'out'];
  const count = Number(/(\d+) warnings?\n$/.exec((await run(...args)).stderr)?.[1]);
  expect(count).toBeGreaterThan(0);
  const said = `with ${count} warnings that --full shows`;
  expect(await run(...args)).toMatchObject({ stdout: expect.stringContaining(said), stderr: '' });
  expect((await run('check', ...args)).stdout).toContain(said);
});

describe('config files', () => {
  it('may be TypeScript that imports TypeScript, wherever it is run from', () => {
    writeFiles(folder, {
      'config/codegen.config.ts': `import { defineConfig, type PackageConfig } from 'wsdl-codegen';
import { join } from 'node:path';
import { name, Kind } from './names.js';
const { out } = await import('./out.ts');
const inputs: readonly string[] = [join(import.meta.dirname, '../Exchanger.wsdl')];
export default defineConfig({ packages: [{ name: name satisfies string, inputs, out } as PackageConfig].slice(0, Kind.One) });
`,
      'config/names.ts': "export const name: string = 'from-config';\nexport enum Kind { Zero, One }\n",
      'config/out.ts': "export const out = '../out' as const;\n",
    });
    expect(runBuilt('--config', 'config/codegen.config.ts')).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(generated()['package.json'] ?? '{}')).toMatchObject({ name: 'from-config' });
  });

  it.each(
    someOf(
      [
        ['codegen.config.mts', config()],
        [
          'codegen.config.js',
          "module.exports = () => ({ packages: [{ name: 'exchanger', inputs: ['Exchanger.wsdl'], out: 'out' }] });",
        ],
        [
          'codegen.config.json',
          '{ "packages": [{ "name": "exchanger", "inputs": ["Exchanger.wsdl"], "out": "out" }] }',
        ],
        [
          'codegen.config.mjs',
          "export default { packages: [{ name: 'exchanger', inputs: ['Exchanger.wsdl'], out: 'out' }] };",
        ],
      ],
      4,
    ),
  )('may be %s', (name, text) => {
    writeFiles(folder, { [name]: text });
    expect(runBuilt()).toMatchObject({ status: 0, stderr: '' });
    expect(runBuilt('check').status).toBe(0);
  });

  itInAll('are missed, and missing exports and failures explained', () => {
    expect(runBuilt().stderr).toContain('error config/not-found: There is no config file');
    expect(runBuilt('--config', 'nowhere.ts').stderr).toContain(
      'error config/unreadable: The config file "nowhere.ts"',
    );
    writeFiles(folder, { 'a.ts': 'export const x = 1;', 'b.ts': "throw new Error('boom.');", 'c.ts': 'const a: = 1;' });
    expect(runBuilt('--config', 'a.ts').stderr).toContain('error config/no-default-export');
    expect(runBuilt('--config', 'b.ts').stderr).toContain(
      'error config/failed: The config file "b.ts" failed when it ran: boom.\n',
    );
    expect(runBuilt('--config', 'c.ts').stderr).toMatch(
      /^c\.ts:1:10 error config\/syntax: .*\n {2}1 \| const a: = 1;\n {4}\| {10}\^\n/,
    );
    writeFiles(folder, { 'd.ts': "import './e.js';\nexport default {};", 'e.ts': "import './d.js';" });
    expect(runBuilt('--config', 'd.ts').stderr).toContain('error config/import-cycle');
    writeFiles(folder, { 'f.ts': "import 'no-such-package';\nexport default {};" });
    expect(runBuilt('--config', 'f.ts').stderr).toContain("Cannot find module 'no-such-package'");
  });
});

describe('codegen check', () => {
  beforeEach(async () => {
    configure({});
    await run();
  });

  it('exits with 0 when nothing changed, generating or not', async () => {
    expect(runBuilt('check')).toMatchObject({ status: 0, stdout: '1 package is up to date\n', stderr: '' });
    expect(await run('check', '--full')).toMatchObject({ status: 0, stdout: '1 package is up to date\n' });
  });

  it('exits with 1 and lists differences', async () => {
    writeFileSync(join(folder, 'out/src/types.ts'), 'changed');
    rmSync(join(folder, 'out/src/index.ts'));
    const { status, stdout } = await run('check');
    expect(status).toBe(1);
    expect(stdout).toBe(
      'missing     out/src/index.ts\ndiffers     out/src/types.ts\nThe output differs from what would be generated. Run codegen to update it.\n',
    );
    expect(JSON.parse((await run('check', '--json')).stdout)).toMatchObject({
      result: 'differs',
      differences: [
        { kind: 'missing', path: 'out/src/index.ts' },
        { kind: 'differs', path: 'out/src/types.ts' },
      ],
    });
  });

  it('notices a changed input, config or option', async () => {
    expect((await run('check', '--define', 'api_namespace=urn:x')).status).toBe(1);
    configure({ package: { version: '2.0.0' } });
    expect((await run('check')).stdout).toContain('differs     out/package.json');
    configure({});
    const descriptor = join(folder, 'Exchanger.wsdl');
    writeFileSync(descriptor, readFileSync(descriptor, 'utf8').replace('name="amountToPay"', 'name="amount"'));
    expect((await run('check')).status).toBe(1);
  });

  itInAll('generates where a plug-in has no version, and believes the manifest where it has the recorded one', () => {
    const plugin = (text: string, version = ''): string =>
      config(`, plugins: [{ name: 'p', apiVersion: 1, ${version} emit: () => [{ path: 'p.txt', text: '${text}' }] }]`);
    const checked = (text: string): { readonly status: number | null; readonly stdout: string } => {
      writeFiles(folder, { 'codegen.config.ts': text });
      return runBuilt('check');
    };
    rmSync(join(folder, 'codegen.config.json'));
    expect(checked(plugin('a')).stdout).toContain('missing     out/p.txt');
    runBuilt();
    expect(checked(plugin('a')).status).toBe(0);
    expect(checked(plugin('b')).stdout).toContain('differs     out/p.txt');
    expect(checked(plugin('a', "version: '1',")).stdout).toContain('differs     out/codegen.lock.json');
    runBuilt();
    expect(checked(plugin('b', "version: '1',")).status).toBe(0);
    expect(checked(plugin('b', "version: '2',")).stdout).toContain('differs     out/p.txt');
  });

  it('exits with 2 when it cannot tell', async () => {
    rmSync(join(folder, 'Exchanger.wsdl'));
    expect((await run('check')).status).toBe(2);
    expect((await run('check', '--config', 'nowhere')).status).toBe(2);
    expect((await run('check', '--no-such-option')).status).toBe(2);
  });

  it('writes nothing', async () => {
    rmSync(join(folder, 'out/src/index.ts'));
    const before = readTree(folder);
    await run('check');
    expect(readTree(folder)).toEqual(before);
  });
});

describe('codegen inspect', () => {
  it('documents the inputs of the config when none is named, with its placeholders', async () => {
    configure({ inputs: ['../Exchanger.wsdl'], placeholders: { api_namespace: 'urn:x' } }, 'deep');
    expect(await run('docs', '--config', 'deep/codegen.config.json', '--out', 'pages')).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(readTree(join(folder, 'pages'))['index.html']).toContain('ExchangerApi');
    expect((await run('mock')).stderr).toContain('There is no config file');
  });

  it('shows the inputs of the config when none is named', async () => {
    configure({});
    expect((await run('inspect')).stdout).toBe((await run('inspect', 'Exchanger.wsdl')).stdout);
    const { packages } = JSON.parse((await run('inspect', '--json')).stdout) as { packages: { name: string }[] };
    expect(packages.map(({ name }) => name)).toEqual(['exchanger']);
  });

  it('shows services, ports, operations and types', async () => {
    const { status, stdout } = runBuilt('inspect', 'Exchanger.wsdl');
    expect(status).toBe(0);
    expect(stdout).toContain('service ExchangerApi  {api_namespace}  (Exchanger.wsdl)');
    expect(stdout).toContain(
      '  Exchange(sessionId?: string, CurrencyToBuy: char, CurrencyToPay: char, amountToPay: double) -> ExchangeResult: int\n',
    );
  });

  it('prints the contract with --json', async () => {
    const contract = JSON.parse((await run('inspect', 'Exchanger.wsdl', '--json')).stdout) as {
      services: { name: string }[];
    };
    expect(contract.services.map((service) => service.name)).toEqual(['ExchangerApi']);
  });
});

describe('codegen completion', () => {
  /** What a shell gets for the words of a command line. */
  const words = async (...line: readonly string[]): Promise<readonly string[]> =>
    (await run('complete', '--', ...line)).stdout
      .split('\n')
      .slice(0, -1)
      .map((each) => each.split('\t')[0] ?? '');

  it('knows commands, options, and the values of options', async () => {
    expect(await words('in')).toEqual(['init', 'inspect', ':files']);
    expect(await words('')).not.toContain('complete');
    expect(await words('check', '--f')).toEqual(['--full']);
    expect(await words('diff', '--format', 'm')).toEqual(['markdown']);
    expect(await words('generate', '--out', '')).toEqual([':files']);
    expect(await words('generate', '--name', '')).toEqual([]);
    expect(await words('generate', '')).toEqual([':files']);
    expect(await words('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it('prints the script as JSON', async () => {
    const { stdout } = await run('completion', 'fish', '--json');
    expect(JSON.parse(stdout)).toEqual({ shell: 'fish', script: (await run('completion', 'fish')).stdout });
  });

  it('completes in bash', () => {
    const { stdout: script } = runBuilt('completion', 'bash');
    const ask = `codegen() { "$NODE" "$BIN" "$@"; }
COMP_WORDS=(codegen diff --format ""); COMP_CWORD=3; _codegen; echo "\${COMPREPLY[*]}"`;
    const { stdout } = spawnSync('bash', ['-c', `${script}\n${ask}`], {
      cwd: folder,
      env: { ...process.env, NODE: process.execPath, BIN: bin },
      encoding: 'utf8',
    });
    expect(stdout).toBe('text markdown json github html\n');
  });

  it('has a script for each shell, and says which there are', async () => {
    expect((await run('completion', 'zsh')).stdout).toMatch(/^#compdef codegen wsdl-codegen\n/);
    expect((await run('completion', 'fish')).stdout).toContain("complete -c wsdl-codegen -f -a '(__codegen_words)'");
    expect(await run('completion', 'tcsh')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('bash, zsh, fish'),
    });
  });
});

describe('codegen wsdl', () => {
  it('writes the WSDLs that this repository has', async () => {
    expect(
      runBuilt('wsdl', join(root, 'wsdl/wallet.yaml'), join(root, 'wsdl/address-locator.yaml'), '--out', 'w').status,
    ).toBe(0);
    const { 'codegen.wsdl.lock.json': record, ...written } = readTree(join(folder, 'w'));
    expect(Object.keys(written)).toHaveLength(6);
    for (const [name, text] of Object.entries(written)) {
      expect({ name, text }).toEqual({ name, text: readFileSync(join(root, 'wsdl', name), 'utf8') });
    }
    expect(record).toContain('wallet.yaml');
  });

  it('writes its own documents again without --force, and can show the changes first', async () => {
    const description = readFileSync(join(root, 'wsdl/address-locator.yaml'), 'utf8');
    writeFileSync(join(folder, 'a.yaml'), description);
    expect((await run('wsdl', 'a.yaml', '--out', 'w')).stdout).toBe('w: 1 created, 0 unchanged\n');
    expect((await run('wsdl', 'a.yaml', '--out', 'w')).stdout).toBe('w: up to date (1 files)\n');
    writeFileSync(join(folder, 'a.yaml'), description.replace('AddressLocator:', 'PlaceLocator:'));
    const before = readTree(join(folder, 'w'));
    expect((await run('wsdl', 'a.yaml', '--out', 'w', '--dry-run')).stdout).toBe(
      'w: would be 1 created, 1 removed, 0 unchanged\n',
    );
    expect(readTree(join(folder, 'w'))).toEqual(before);
    expect((await run('wsdl', 'a.yaml', '--out', 'w')).stdout).toBe('w: 1 created, 1 removed, 0 unchanged\n');
    expect(Object.keys(readTree(join(folder, 'w')))).toEqual(['PlaceLocator.wsdl', 'codegen.wsdl.lock.json']);
  });
});

describe('the command line', () => {
  it('explains itself', () => {
    const { status, stdout } = runBuilt('--help');
    expect(status).toBe(0);
    for (const command of ['generate', 'check', 'inspect', 'wsdl', 'Options of generate:', '--out']) {
      expect(stdout).toContain(command);
    }
    expect(runBuilt('--version').stdout).toBe(
      `${(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version}\n`,
    );
  });

  it('suggests a name for a mistyped option or command', async () => {
    expect(await run('generate', '--dry-rum')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Did you mean --dry-run?'),
    });
    const { status, stderr } = await run('chekc');
    expect(status).toBe(1);
    expect(stderr).toContain('did you mean "check"?');
    expect((await run('obtain', 'http://service.example/a.wsdl')).stderr).toContain(
      'There is no command "obtain", and no such file.',
    );
    mkdirSync(join(folder, 'wsdl'), { recursive: true });
    expect((await run('wsdl/', '--out', 'o')).stderr).toContain('it is a folder.\n  help: name the files in it');
    expect((await run('mock', 'wsdl')).stderr).toContain('it is a folder.\n  help: name the files in it');
    expect((await run('diff', '--failon', 'major')).stderr).toContain(
      '(codegen diff --help shows its arguments and options)',
    );
  });

  it('says which options belong together', async () => {
    expect((await run('Exchanger.wsdl')).stderr).toContain('add --out DIR');
    expect((await run('Exchanger.wsdl', '--config', 'x.ts', '--out', 'o')).stderr).toContain('error config/usage');
    expect((await run('Exchanger.wsdl', '--out', 'o', '--define', 'novalue')).stderr).toContain(
      'error config/invalid-define: "novalue"',
    );
    configure({});
    expect((await run('--out', 'o')).stderr).toContain('--out was given, but no inputs.');
  });

  it('ends an internal error with 70 and a request to report it, without a stack', () => {
    const breakHash = `data:text/javascript,import c from 'node:crypto'; import m from 'node:module';
      c.createHash = () => { throw new RangeError('kaputt'); }; m.syncBuiltinESMExports();`;
    const options = { NODE_OPTIONS: `--import=${breakHash.replace(/\s+/g, '%20')}` };
    const { status, stderr } = runCommand(bin, ['Exchanger.wsdl', '--out', 'out'], folder, options);
    expect(status).toBe(70);
    expect(stderr).toMatch(/^codegen: internal error: kaputt\nThis is a bug in codegen/);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(runCommand(bin, ['Exchanger.wsdl', '--out', 'out'], folder, { ...options, DEBUG: '1' }).stderr).toMatch(
      /^ {4}at /m,
    );
  });

  it('uses colours if the option is set', () => {
    expect(runCommand(bin, ['x.wsdl', '--out', 'o'], folder, { FORCE_COLOR: '1' }).stderr).toContain('\u001b[31merror');
    expect(runBuilt('x.wsdl', '--out', 'o').stderr).not.toContain('\u001b');
  });

  it('watches with --watch', async () => {
    const { until, end } = watching('Exchanger.wsdl', '--out', 'out', '--watch');
    await until(/created/);
    const descriptor = join(folder, 'Exchanger.wsdl');
    writeFileSync(descriptor, readFileSync(descriptor, 'utf8').replaceAll('amountToPay', 'amount'));
    await until(/\d changed/);
    expect(await end()).toBe('SIGTERM');
    expect(generated()['src/types.ts']).toContain('amount:');
  });

  itInAll(
    'goes on watching after every mistake, in an input, in the config, and in what the config imports',
    async () => {
      const descriptor = join(folder, 'Exchanger.wsdl');
      const good = readFileSync(descriptor, 'utf8');
      const imported = config().replace("out: 'out'", 'out').replace('\n', "\nimport { out } from './names.js';\n");
      writeFiles(folder, { 'codegen.config.ts': imported, 'names.ts': "export const out = 'out';\n" });
      const { until, end } = watching('--watch');
      await until(/created/);
      writeFileSync(descriptor, good.slice(0, -40));
      await until(/not-well-formed/);
      rmSync(descriptor);
      await until(/missing-file/);
      writeFileSync(descriptor, good);
      await until(/up to date/);
      writeFiles(folder, { 'names.ts': 'export const out = ;\n' });
      await until(/config\/syntax/);
      writeFiles(folder, { 'names.ts': "export const out = 'elsewhere';\n" });
      await until(/elsewhere: \d+ created/);
      expect(await end()).toBe('SIGTERM');
    },
    60_000,
  );
});

it('a Node that is too old is named at once, in one line', () => {
  const old = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}})";
  const { stdout, stderr, status } = runCommand(bin, ['--version'], folder, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(old)}`,
  });
  expect([status, stderr]).toEqual([0, 'codegen needs Node 20.19.0 or newer, and this is 18.20.4.\n']);
  expect(stdout).toMatch(/^\d/);
});
