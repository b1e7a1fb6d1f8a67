import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { main } from '../../generator/cli.js';
import { hashText } from '../../generator/output/hash.js';

/**
 * Folders that somebody else prepared: a repository that was cloned or an archive that was unpacked may hold any names, texts
 * and links. The command never changes what lies outside of its output folder, nor anything in it that it did not write.
 */

const root = resolve(__dirname, '../..');
let home: string;
let repo: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hostile-'));
  repo = join(home, 'repo');
  put('.bashrc', 'OLD');
  put('id_rsa', 'key');
  put('victim/a.txt', 'precious');
  put('victim/sub/b.txt', 'precious');
  put('repo/.git/HEAD', 'ref: refs/heads/main\n');
  mkdirSync(repo, { recursive: true });
  cpSync(join(root, 'wsdl/ExchangerApi.wsdl'), join(repo, 'a.wsdl'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Writes a file by its path in the home folder. */
function put(path: string, text: string | object): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), typeof text === 'string' ? text : JSON.stringify(text));
}

/** Makes a link by its path in the home folder. */
function link(target: string, path: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  symlinkSync(target, join(home, path));
}

/** Everything below a folder by path, links not followed. */
function snapshot(folder: string, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) {
      Object.assign(found, { [`${prefix}${name}/`]: '' }, snapshot(path, `${prefix}${name}/`));
    } else if (stat.isSymbolicLink()) {
      found[prefix + name] = `-> ${readlinkSync(path)}`;
    } else {
      found[prefix + name] = stat.isFile() ? readFileSync(path, 'utf8') : 'special';
    }
  }
  return found;
}

async function run(...args: readonly string[]): Promise<{ readonly status: number; readonly text: string }> {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const terminal = { out: write, err: write, isInteractive: false, environment: {}, workingFolder: repo };
  return { status: await main(args, terminal), text };
}

const generate = (...more: readonly string[]) => run('a.wsdl', '--out', 'gen', ...more);

/** Runs the command, and checks that it refuses with this code and changes nothing at all. */
async function expectRefused(code: string, ...args: readonly string[]): Promise<string> {
  const before = snapshot(home);
  const { status, text } = await (args.length > 0 ? run(...args) : generate());
  expect({ status, text }).toMatchObject({ status: 1, text: expect.stringContaining(`error ${code}: `) });
  expect(snapshot(home)).toEqual(before);
  return text;
}

/** Runs the command, and checks that it succeeds and changes nothing but the output folder. */
async function expectOnlyOutput(...args: readonly string[]): Promise<string> {
  const outside = (all: Record<string, string>): object =>
    Object.fromEntries(Object.entries(all).filter(([path]) => !path.startsWith('repo/gen/')));
  const before = outside(snapshot(home));
  const { status, text } = await (args.length > 0 ? run(...args) : generate());
  expect({ status, text }).toMatchObject({ status: 0 });
  expect(outside(snapshot(home))).toEqual(before);
  return text;
}

describe('what looks like the left-over of an interrupted run', () => {
  const journal = { write: ['../lnk/.bashrc'], remove: ['../../../id_rsa'] };
  const cases: Readonly<Record<string, () => void>> = {
    'a link to another folder': () => link('../victim', 'repo/.gen.codegen'),
    'an absolute link': () => link(join(home, 'victim'), 'repo/.gen.codegen'),
    'a link that leads nowhere': () => link('nowhere', 'repo/.gen.codegen'),
    'a file': () => put('repo/.gen.codegen', 'mine'),
    'a folder with files of somebody': () => put('repo/.gen.codegen/notes.txt', 'mine'),
    'a folder with an unfinished tree': () => put('repo/.gen.codegen/next/src/a.ts', 'mine'),
    'a journal that names files elsewhere, with a link to them': () => {
      put('repo/gen/README.txt', 'hello');
      put('repo/lnk/.bashrc', 'EVIL');
      link('../..', 'repo/.gen.codegen/lnk');
      put('repo/.gen.codegen/journal.json', journal);
    },
    'a journal for a folder that does not exist': () => {
      link('../../victim', 'repo/.gen.codegen/next');
      put('repo/.gen.codegen/journal.json', { write: [], remove: [], original: null });
    },
    'a journal with harmless paths': () => {
      put('repo/gen/README.md', 'mine');
      put('repo/.gen.codegen/next/README.md', 'EVIL');
      put('repo/.gen.codegen/journal.json', { write: ['README.md'], remove: [], original: '1:1' });
    },
    'a folder with an invented proof': () => {
      mkdirSync(join(repo, '.gen.codegen/made'), { recursive: true });
      mkdirSync(join(repo, '.gen.codegen/made-123-1700000000000000000'));
      put('repo/.gen.codegen/next/src/a.ts', 'mine');
    },
    'a folder with many invented proofs': () => {
      mkdirSync(join(repo, '.gen.codegen/made'), { recursive: true });
      for (let i = 0; i < 20; i++) {
        mkdirSync(join(repo, `.gen.codegen/made-${i}-1700000000000000000`));
      }
    },
    'a link inside of the output folder': () => link('../../victim', 'repo/gen/.codegen'),
    'a journal inside of the output folder': () => {
      link('../..', 'repo/gen/.codegen/lnk');
      put('repo/gen/.codegen/journal.json', journal);
    },
  };

  it.each(Object.entries(cases))('is an error and stays as it is: %s', async (_, prepare) => {
    prepare();
    const text = await expectRefused('output/foreign-left-over');
    expect(text).toMatch(/help: .*delete it/);
  });

  it.each(Object.entries(cases))('is left alone by check, --dry-run and inspect: %s', async (_, prepare) => {
    prepare();
    const before = snapshot(home);
    await run('check', 'a.wsdl', '--out', 'gen');
    await run('a.wsdl', '--out', 'gen', '--dry-run');
    await run('inspect', 'a.wsdl');
    expect(snapshot(home)).toEqual(before);
  });
});

describe('what looks like a lock', () => {
  it.each<readonly [string, () => void]>([
    ['a link', () => link('../victim/a.txt', 'repo/.gen.codegen.lock')],
    ['a link that leads nowhere', () => link('../nowhere', 'repo/.gen.codegen.lock')],
    ['a folder', () => mkdirSync(join(repo, '.gen.codegen.lock'))],
    ['a file of somebody', () => put('repo/.gen.codegen.lock', 'mine')],
    ['a file with other JSON', () => put('repo/.gen.codegen.lock', { pid: '1; rm', host: 7 })],
  ])('is an error that names it, and stays as it is: %s', async (_, prepare) => {
    prepare();
    expect(await expectRefused('output/locked')).toContain(`delete "${join(repo, '.gen.codegen.lock')}"`);
  });

  it('does not take files beside it that are no locks', async () => {
    put(`repo/.gen.codegen.lock.${process.pid}`, 'mine');
    put('repo/.gen.codegen.lock.99999999', 'mine');
    put('repo/.gen.codegen.lock.99999999.dead', { pid: 1, host: 'elsewhere' });
    mkdirSync(join(repo, '.gen.codegen.lock.99999998'));
    link('../victim/a.txt', 'repo/.gen.codegen.lock.99999997');
    await expectOnlyOutput();
  });
});

describe('an output folder', () => {
  it.each<readonly [string, () => void, string]>([
    ['is a link out of the repository', () => link('../victim', 'repo/gen'), 'gen'],
    ['is a link to the root of the disk', () => link('/', 'repo/gen'), 'gen'],
    ['is a link that leads nowhere', () => link('../nowhere', 'repo/gen'), 'gen'],
    ['is a link to itself', () => link('gen', 'repo/gen'), 'gen'],
    ['is below a link out of the repository', () => link('../victim', 'repo/pkg'), 'pkg/gen'],
    ['is below a link out of its folder', () => link('../..', 'repo/a/b'), 'a/b/gen'],
  ])('that %s is refused', async (_, prepare, out) => {
    prepare();
    await expectRefused('output/link-leads-away', 'a.wsdl', '--out', out);
  });

  it('may be a link to a folder beside it, which is then written', async () => {
    mkdirSync(join(repo, 'real'));
    link('real', 'repo/gen');
    expect(await generate()).toMatchObject({ status: 0 });
    expect(lstatSync(join(repo, 'gen')).isSymbolicLink()).toBe(true);
    expect(readdirSync(join(repo, 'real'))).toContain('codegen.lock.json');
  });

  it('may be below links that lead to the working folder', async () => {
    renameSync(repo, join(home, 'real'));
    link('real', 'repo');
    expect(await generate()).toMatchObject({ status: 0 });
    expect(readdirSync(join(home, 'real/gen'))).toContain('codegen.lock.json');
  });

  it('may be the working folder itself, where other files stay', async () => {
    put('repo/mine.txt', 'mine');
    expect(await run('a.wsdl', '--out', '.')).toMatchObject({ status: 0 });
    expect(snapshot(repo)).toMatchObject({ 'mine.txt': 'mine', '.git/HEAD': 'ref: refs/heads/main\n' });
    expect(readdirSync(home).sort()).toEqual(['.bashrc', 'id_rsa', 'repo', 'victim']);
  });

  it('that is a file is refused', async () => {
    await expectRefused('output/write-failed', 'a.wsdl', '--out', 'a.wsdl');
  });

  it.each<readonly [string, () => void]>([
    ['a folder of sources that is a link', () => link('../../victim', 'repo/gen/src')],
    ['a file that is a link', () => link('../../.bashrc', 'repo/gen/README.md')],
    ['a file that is a link to nowhere', () => link('../../nowhere', 'repo/gen/src/index.ts')],
    ['a manifest that is a link', () => link('../../.bashrc', 'repo/gen/codegen.lock.json')],
    ['a manifest that never ends', () => link('/dev/zero', 'repo/gen/codegen.lock.json')],
    ['a manifest that is a folder', () => mkdirSync(join(repo, 'gen/codegen.lock.json'), { recursive: true })],
  ])('with %s is refused', async (_, prepare) => {
    prepare();
    await expectRefused('output/not-a-file');
    expect((await generate('--force')).status).toBe(1);
  });

  it('with pipes in it ends, and is refused', async () => {
    mkdirSync(join(repo, 'gen'));
    for (const name of ['README.md', 'codegen.lock.json']) {
      execFileSync('mkfifo', [join(repo, 'gen', name)]);
    }
    await expectRefused('output/not-a-file');
    expect(await run('check', 'a.wsdl', '--out', 'gen')).toMatchObject({ status: 2 });
  });

  it('with files that have second names elsewhere leaves those as they are', async () => {
    await generate();
    const index = join(repo, 'gen/src/index.ts');
    rmSync(index);
    linkSync(join(home, '.bashrc'), index);
    expect(await generate()).toMatchObject({ status: 1 });
    expect(await generate('--force')).toMatchObject({ status: 0 });
    expect(readFileSync(join(home, '.bashrc'), 'utf8')).toBe('OLD');
    expect(statSync(join(home, '.bashrc')).nlink).toBe(1);
  });

  it('keeps files whose names look like temporary ones', async () => {
    await generate();
    put('repo/gen/src/index.ts.codegen-new', 'mine');
    put('repo/gen/.index.ts.codegen/mine.txt', 'mine');
    writeFileSync(join(repo, 'a.wsdl'), readFileSync(join(repo, 'a.wsdl'), 'utf8').replaceAll('amountToPay', 'amount'));
    await expectOnlyOutput();
    expect(snapshot(repo)).toMatchObject({
      'gen/src/index.ts.codegen-new': 'mine',
      'gen/.index.ts.codegen/mine.txt': 'mine',
    });
  });

  it('does not pass special permissions on to what it writes', async () => {
    await generate();
    chmodSync(join(repo, 'gen/README.md'), 0o4755);
    writeFileSync(join(repo, 'a.wsdl'), readFileSync(join(repo, 'a.wsdl'), 'utf8').replaceAll('amountToPay', 'amount'));
    await generate();
    expect(statSync(join(repo, 'gen/README.md')).mode & 0o7777).toBe(0o755);
  });
});

describe('a manifest that was tampered with', () => {
  /** Adds entries to the manifest of an output folder that exists. */
  async function tamper(entries: object): Promise<void> {
    await generate();
    const path = join(repo, 'gen/codegen.lock.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { files: object };
    writeFileSync(
      path,
      JSON.stringify({ ...manifest, ...entries, files: { ...manifest.files, ...(entries as typeof manifest).files } }),
    );
  }

  it('deletes nothing but what codegen may have written', async () => {
    put('repo/gen/.git/HEAD', 'ref: refs/heads/main\n');
    put('repo/gen/.env', 'A=1\n');
    put('repo/gen/node_modules/x/index.js', '');
    const hash = hashText('ref: refs/heads/main\n');
    await tamper({
      files: {
        '../../id_rsa': hashText('key'),
        [join(home, 'id_rsa')]: hashText('key'),
        'src/../../../id_rsa': hashText('key'),
        '.git/HEAD': hash,
        '.GIT/HEAD': hash,
        'src//../.git/HEAD': hash,
        '.env': hashText('A=1\n'),
        'node_modules/x/index.js': hashText(''),
        __proto__: hash,
      },
    });
    await expectOnlyOutput();
    expect(snapshot(repo)).toMatchObject({
      'gen/.git/HEAD': 'ref: refs/heads/main\n',
      'gen/.env': 'A=1\n',
      'gen/node_modules/x/index.js': '',
    });
  });

  it.each<readonly [string, object]>([
    ['skeletons that are no texts', { skeletons: [5, null] }],
    ['hashes that are no texts', { files: { 'src/index.ts': { a: 1 } } }],
    ['inputs that never end', { inputs: { '/dev/zero': 'x', '../../../../dev/zero': 'x' } }],
    ['files that never end', { files: { '../../../../../../../../dev/zero': 'x' } }],
  ])('cannot make check fail or hang: %s', async (_, entries) => {
    await tamper(entries);
    expect((await run('check', 'a.wsdl', '--out', 'gen')).status).toBeLessThan(3);
  });
});

describe('skeletons', () => {
  const configure = (dir: string): void =>
    put('repo/codegen.config.json', {
      packages: [{ name: 'p', inputs: ['a.wsdl'], out: 'gen', skeletons: { dir } }],
    });

  it.each<readonly [string, string, () => void]>([
    ['whose folder is a link', 'output/link-leads-away', () => link('../victim', 'repo/services')],
    [
      'that is a folder',
      'output/not-a-file',
      () => mkdirSync(join(repo, 'services/exchanger-api.ts'), { recursive: true }),
    ],
    [
      'that is a pipe',
      'output/not-a-file',
      () => {
        mkdirSync(join(repo, 'services'));
        execFileSync('mkfifo', [join(repo, 'services/exchanger-api.ts')]);
      },
    ],
  ])('one %s is refused', async (_, code, prepare) => {
    configure('services');
    prepare();
    await expectRefused(code, 'generate');
  });

  it.each<readonly [string, () => void]>([
    ['a link', () => link('../../victim', 'repo/services/.exchanger-api.ts.codegen')],
    ['a folder of somebody', () => put('repo/services/.exchanger-api.ts.codegen/mine.txt', 'mine')],
  ])('what looks like the left-over of a run stays: %s', async (_, prepare) => {
    configure('services');
    prepare();
    const before = snapshot(home);
    const { status, text } = await run('generate');
    expect({ status, text }).toMatchObject({ status: 1, text: expect.stringContaining('output/foreign-left-over') });
    expect(snapshot(home)).toMatchObject(before);
  });

  it('that are links out of the project are neither changed nor shown', async () => {
    configure('services');
    link('../../.bashrc', 'repo/services/exchanger-api.ts');
    const text = await expectOnlyOutput('generate');
    expect(text).toContain('warning emit/skeleton-link');
    expect(text).not.toContain('OLD');
  });

  it('keep files beside them whose names look like temporary ones', async () => {
    configure('services');
    put('repo/services/exchanger-api.ts.codegen-new', 'mine');
    expect(await run('generate')).toMatchObject({ status: 0 });
    expect(snapshot(join(repo, 'services'))).toMatchObject({ 'exchanger-api.ts.codegen-new': 'mine' });
    expect(Object.keys(snapshot(join(repo, 'services')))).toHaveLength(2);
  });
});

describe('a descriptor that imports other files of the working folder', () => {
  const schema = (location: string): string =>
    `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"><x:include schemaLocation="${location}"/></x:schema>`;

  it.each(['.npmrc', '.env', 'secrets.json', 'key.pem'])(
    'does not make messages show what they hold: %s',
    async (name) => {
      put(`repo/${name}`, '{"token": "s3cret-1"} s3cret-2 & s3cret-3');
      put('repo/a.xsd', schema(name));
      const { text } = await run('a.xsd', '--out', 'gen');
      expect(text).toContain(`${name}:1:`);
      expect(text).not.toContain('s3cret');
      expect(JSON.stringify(snapshot(join(repo, 'gen')))).not.toContain('s3cret');
    },
  );
});

describe('codegen wsdl', () => {
  const description = (name: string): string =>
    `description: 1\nnamespace: urn:x\nservices:\n  ${name}:\n    operations:\n      Get: { params: { id: string }, result: string }\n`;

  it.each<readonly [string, string, () => void]>([
    ['a folder that is a link', 'output/link-leads-away', () => link('../victim', 'repo/w')],
    ['a file that is a link', 'output/not-a-file', () => link('../../.bashrc', 'repo/w/Api.wsdl')],
    ['a record that is a link', 'output/not-a-file', () => link('../../.bashrc', 'repo/w/codegen.wsdl.lock.json')],
    ['a left-over that is a link', 'output/foreign-left-over', () => link('../../victim', 'repo/w/.Api.wsdl.codegen')],
    ['a left-over of somebody', 'output/foreign-left-over', () => put('repo/w/.Api.wsdl.codegen/a.txt', 'mine')],
    ['a lock of somebody', 'output/locked', () => put('repo/w/.Api.wsdl.codegen.lock', 'mine')],
    ['a file that is a folder', 'output/not-a-file', () => mkdirSync(join(repo, 'w/Api.wsdl'), { recursive: true })],
  ])('refuses %s', async (_, code, prepare) => {
    put('repo/api.yaml', description('Api'));
    prepare();
    await expectRefused(code, 'wsdl', 'api.yaml', '--out', 'w', '--force');
  });

  it.each(['CON', 'aux', 'Nul.x', 'Lpt1'])('refuses a service whose file no Windows can hold: %s', async (name) => {
    put('repo/api.yaml', description(name));
    await expectRefused('output/unsafe-path', 'wsdl', 'api.yaml', '--out', 'w');
  });

  it.each(['../x', 'a/b', 'a\\b', 'a:b', 'a b', '..'])('refuses a service with a path for a name: %s', async (name) => {
    put('repo/api.yaml', description(JSON.stringify(name)));
    await expectRefused('description/invalid-name', 'wsdl', 'api.yaml', '--out', 'w');
  });
});
