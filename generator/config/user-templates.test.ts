import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { disk } from '../output/disk.js';
import type { Job } from './jobs.js';
import { userTemplates } from './user-templates.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'templates-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function read(templates?: string): ReturnType<typeof userTemplates> {
  const settings = { name: 'x', inputs: [], out: 'out', ...(templates !== undefined && { templates }) };
  const configFile = join(folder, 'codegen.config.json');
  const job: Job = { settings, folder, configFile, namesFrom: folder, out: join(folder, 'out'), reading: {}, only: [] };
  return userTemplates(job, disk);
}

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
}

describe('the templates of the user', () => {
  it('are the .hbs files of the folder and those below it', () => {
    put('own/types.ts.hbs', 'types');
    put('own/partials/header.hbs', '\ufeffheader');
    put('own/README.md', 'not a template');
    expect(read('own')).toEqual([
      [
        { name: 'partials/header', file: 'own/partials/header.hbs', text: 'header' },
        { name: 'types.ts', file: 'own/types.ts.hbs', text: 'types' },
      ],
      [],
    ]);
  });

  it('may be in a folder that a link names', () => {
    put('real/types.ts.hbs', 'types');
    symlinkSync('real', join(folder, 'own'));
    expect(read('own')[0].map(({ name }) => name)).toEqual(['types.ts']);
  });

  it('are none when the config names no folder', () => expect(read()).toEqual([[], []]));

  it.each([
    ['missing', 'does not exist'],
    ['file', 'is not a folder'],
    ['file/below', 'cannot be read (ENOTDIR)'],
  ])('%s: the folder %s', (name, problem) => {
    put('file', '');
    const [templates, diagnostics] = read(name);
    expect(templates).toEqual([]);
    expect(diagnostics.map(({ code, message, span }) => [span?.file, code, message])).toEqual([
      ['codegen.config.json', 'config/no-templates', `The templates folder "${name}" ${problem}.`],
    ]);
  });

  it('must be UTF-8', () => {
    put('own/types.ts.hbs', Uint8Array.of(0x2f, 0x2f, 0x20, 0xcf, 0xf0));
    expect(read('own')[1].map(({ code, span }) => [span?.file, code])).toEqual([
      ['own/types.ts.hbs', 'config/template-encoding'],
    ]);
  });
});
