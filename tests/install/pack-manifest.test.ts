import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolders } from '../architecture/imports.js';
import { itInAll } from '../support/in-all.js';
import { repository, textOf } from '../support/repository.js';
import { someOf } from '../support/thorough.js';

describe('the repository in the package.json of a package that is packed', () => {
  let folder: string;
  const inFolder = (place: string, command: string, ...parameters: readonly string[]): string =>
    execFileSync(command, parameters, {
      cwd: join(folder, place),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const write = (place: string, manifest: object): void =>
    writeFileSync(join(folder, place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const manifestIn = (place: string): string => readFileSync(join(folder, place, 'package.json'), 'utf8');
  /** The field as it is while a package is packed, and the file afterwards. */
  const packed = (place: string): unknown => {
    const before = manifestIn(place);
    inFolder(place, process.execPath, join(repository, 'scripts/pack-manifest.mjs'), 'write');
    const { repository: named } = JSON.parse(manifestIn(place)) as { readonly repository?: unknown };
    inFolder(place, process.execPath, join(repository, 'scripts/pack-manifest.mjs'), 'restore');
    expect(manifestIn(place)).toBe(before);
    expect(readdirSync(join(folder, place))).not.toContain('package.json.original');
    return named;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pack-manifest-'));
    mkdirSync(join(folder, 'runtime'));
    write('.', { name: 'a', license: 'MIT' });
    write('runtime', { name: 'b', license: 'MIT' });
    inFolder('.', 'git', 'init', '--quiet');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const remotes = [
    ['git@code.example:own/er/name.git', 'git+https://code.example/own/er/name.git'],
    ['ssh://git@code.example:2222/owner/name.git/', 'git+https://code.example/owner/name.git'],
    // The one whose password must not get out.
    ['https://user:secret@code.example/owner/name', 'git+https://code.example/owner/name.git'],
  ] as const;
  it.each(someOf(remotes, 3))(
    "is git's remote %s as %s, with the folder of a package that is not at the root",
    (remote, url) => {
      inFolder('.', 'git', 'remote', 'add', 'origin', remote);
      expect(packed('.')).toEqual({ type: 'git', url });
      expect(packed('runtime')).toEqual({ type: 'git', url, directory: 'runtime' });
    },
  );

  it.each(someOf([undefined, '/srv/git/name.git', 'file:///srv/name', 'server:name'], 2))(
    'is not there for the remote %s',
    (remote) => {
      if (remote !== undefined) {
        inFolder('.', 'git', 'remote', 'add', 'origin', remote);
      }
      expect(packed('runtime')).toBeUndefined();
    },
  );

  it('is what package.json says, where it says it', () => {
    inFolder('.', 'git', 'remote', 'add', 'origin', 'git@code.example:owner/name.git');
    write('.', { name: 'a', repository: 'github:own/name' });
    expect(packed('.')).toBe('github:own/name');
  });

  it('comes with the address of the site, if a release knows it', () => {
    const pack = (address: string): string =>
      execFileSync(process.execPath, [join(repository, 'scripts/pack-manifest.mjs'), 'write'], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, SITE_ADDRESS: address },
        stdio: 'pipe',
      });
    expect(() => pack('docs.example')).toThrow('which is no https address');
    expect(JSON.parse(manifestIn('.'))).toEqual({ name: 'a', license: 'MIT' });
    pack('https://docs.example/codegen/');
    expect(JSON.parse(manifestIn('.'))).toMatchObject({ name: 'a', homepage: 'https://docs.example/codegen/' });
  });

  itInAll('is written and taken away by npm, for all packages that are published', () => {
    for (const [manifest, script, build] of [
      ['package.json', 'scripts/pack-manifest.mjs', 'npm run build && '],
      ['runtime/package.json', '../scripts/pack-manifest.mjs', ''],
      ...packageFolders.map((folder) => [`${folder}/package.json`, '../../scripts/pack-manifest.mjs', ''] as const),
    ] as const) {
      const { scripts } = JSON.parse(textOf(manifest)) as { readonly scripts: Readonly<Record<string, string>> };
      expect(scripts).toMatchObject({ prepack: `${build}node ${script} write`, postpack: `node ${script} restore` });
    }
    mkdirSync(join(folder, 'scripts'));
    cpSync(join(repository, 'scripts/pack-manifest.mjs'), join(folder, 'scripts/pack-manifest.mjs'));
    const script = 'node ../scripts/pack-manifest.mjs';
    write('runtime', {
      name: 'b',
      version: '1.0.0',
      scripts: { prepare: 'exit 1', prepack: `${script} write`, postpack: `${script} restore` },
    });
    inFolder('.', 'git', 'remote', 'add', 'origin', 'git@code.example:owner/name.git');
    const before = manifestIn('runtime');
    inFolder('runtime', 'npm', 'pack', '--silent');
    const text = inFolder('runtime', 'tar', 'xOf', 'b-1.0.0.tgz', 'package/package.json');
    expect(JSON.parse(text)).toMatchObject({
      repository: { url: 'git+https://code.example/owner/name.git', directory: 'runtime' },
    });
    expect(text).not.toContain('prepare');
    expect(manifestIn('runtime')).toBe(before);
  });
});
