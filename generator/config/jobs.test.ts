import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDiagnostics } from '../diagnostics/format.js';
import { findJobs, type JobOptions } from './jobs.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codegen-jobs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const found = async (options: JobOptions): Promise<readonly string[]> => {
  const [jobs, problems] = await findJobs(options, folder);
  return [...jobs.map(({ settings }) => settings.name), ...problems.map((problem) => formatDiagnostics([problem]))];
};

describe('the name of a package on the command line', () => {
  it('is taken if npm takes it', async () => {
    expect(await found({ inputs: ['a.wsdl'], out: 'g', name: '@acme/shop.api' })).toEqual(['@acme/shop.api']);
  });

  it('is refused otherwise, with one that npm takes', async () => {
    const [problem] = await found({ inputs: ['a.wsdl'], out: 'g', name: 'My Shop' });
    expect(problem).toContain('"My Shop" is not an npm package name.');
    expect(problem).toContain('did you mean "my-shop"?');
    expect((await found({ inputs: ['a.wsdl'], out: 'g', name: '商店' }))[0]).toContain('npm takes lower-case letters');
  });

  it('is not taken for those of a config', async () => {
    writeFileSync(join(folder, 'codegen.config.json'), '{"packages":[{"name":"a","inputs":["a.wsdl"],"out":"g"}]}');
    expect(await found({})).toEqual(['a']);
    expect((await found({ name: 'b' }))[0]).toContain('--name was given, but no inputs.');
  });
});
