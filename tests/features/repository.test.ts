import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentPackage } from '../../generator/commands/current.js';
import type { Job } from '../../generator/config/jobs.js';
import type { PackageFields } from '../../generator/config/types.js';
import { generate } from '../../generator/index.js';
import { disk } from '../../generator/output/disk.js';
import { repository } from '../support/repository.js';

describe('the repository of a generated package', () => {
  let folder: string;
  const project = (place: string, manifest: object | string): void => {
    mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(
      join(folder, place, 'package.json'),
      typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
    );
  };
  const settings = (fields?: PackageFields | false) => ({
    name: 'errors',
    inputs: ['wsdl/ErrorsApi.wsdl'],
    out: 'packages/generated/errors',
    ...(fields !== undefined && { package: fields }),
  });
  const repositoryOf = async (fields?: PackageFields | false): Promise<unknown> => {
    const { files } = await generate({ workingFolder: folder, ...settings(fields), write: false });
    return (JSON.parse(files.get('package.json') ?? '{}') as { readonly repository?: unknown }).repository;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'repository-'));
    mkdirSync(join(folder, 'wsdl'));
    cpSync(join(repository, 'wsdl/ErrorsApi.wsdl'), join(folder, 'wsdl/ErrorsApi.wsdl'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is that of the nearest package.json above it, with the folder of the package', async () => {
    const url = 'git+https://code.example/owner/name.git';
    project('.', { repository: { type: 'git', url } });
    expect(await repositoryOf()).toEqual({ type: 'git', url, directory: 'packages/generated/errors' });
    project('packages', { repository: { url, directory: './packages/' } });
    expect(await repositoryOf()).toEqual({ type: 'git', url, directory: 'packages/generated/errors' });
    project('packages', { repository: 'github:owner/name' });
    expect(await repositoryOf()).toEqual({ type: 'git', url: 'github:owner/name', directory: 'generated/errors' });
  });

  it('is not there if the nearest package.json has none, or is not readable', async () => {
    project('.', { repository: 'github:owner/name' });
    for (const manifest of [{ name: 'p' }, { repository: 7 }, { repository: { url: 7 } }, '{', 'null']) {
      project('packages', manifest);
      expect(await repositoryOf()).toBeUndefined();
    }
  });

  it('is what the config says, or nothing', async () => {
    project('.', { repository: 'github:owner/name' });
    expect(await repositoryOf({ repository: false })).toBeUndefined();
    expect(await repositoryOf({ repository: 'gitlab:a/b' })).toEqual({ type: 'git', url: 'gitlab:a/b' });
    const whole = { type: 'git', url: 'https://code.example/a/b', directory: 'c' };
    expect(await repositoryOf({ repository: whole })).toEqual(whole);
    expect(await repositoryOf(false)).toBeUndefined();
  });

  it('has neither user nor password', async () => {
    project('.', { repository: { type: 'git', url: 'git+https://user:secret@code.example/a/b.git' } });
    expect(await repositoryOf()).toMatchObject({ url: 'git+https://code.example/a/b.git' });
  });

  it('makes a package stale when it changes, and only then', async () => {
    const isCurrent = async (): Promise<boolean> => {
      const [out, all] = [join(folder, settings().out), settings()];
      const job: Job = { settings: all, folder, namesFrom: folder, out, reading: {}, only: [] };
      return (await currentPackage(job, [job], disk)) !== undefined;
    };
    project('.', { name: 'p' });
    await generate({ workingFolder: folder, ...settings(), write: true });
    expect(await isCurrent()).toBe(true);
    project('.', { name: 'q', version: '2.0.0' });
    expect(await isCurrent()).toBe(true);
    project('.', { name: 'p', repository: 'github:owner/name' });
    expect(await isCurrent()).toBe(false);
    await generate({ workingFolder: folder, ...settings(), write: true });
    expect(await isCurrent()).toBe(true);
    expect(readFileSync(join(folder, settings().out, 'package.json'), 'utf8')).toContain('"url": "github:owner/name"');
  });
});
