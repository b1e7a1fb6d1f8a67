import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../support/repository.js';

/** Files that people and tools read, as Git has them; only those that are there. */
const files = execFileSync('git', ['ls-files', '*.md', '*.json', 'generated', 'examples'], {
  cwd: repository,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '');

it('no page, manifest or generated file names a folder of the machine that wrote it', () => {
  const folders = [repository, homedir()].filter((folder) => folder.length > 5);
  const named = files.filter((path) => {
    const text = readFileSync(join(repository, path), 'utf8');
    return (
      folders.some((folder) => text.includes(folder)) || /\s\/(?:home|Users|tmp|work)\/[\w.-]+\/[\w./-]+/.test(text)
    );
  });
  expect(named).toEqual([]);
});
