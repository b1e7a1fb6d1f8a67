import { execFileSync } from 'node:child_process';
import { repository } from '../support/repository.js';

it('the API reference is current, and has a doc comment for everything that is exported', () => {
  const found = execFileSync(process.execPath, ['scripts/api-reference.mjs', '--check'], {
    cwd: repository,
    encoding: 'utf8',
  });
  expect(found).toBe('');
});
