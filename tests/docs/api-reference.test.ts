import { execFileSync } from 'node:child_process';
import { itInAll } from '../support/in-all.js';
import { repository } from '../support/repository.js';

itInAll('the API reference is current, and has a doc comment for everything that is exported', () => {
  const found = execFileSync(process.execPath, ['scripts/api-reference.mjs', '--check'], {
    cwd: repository,
    encoding: 'utf8',
  });
  expect(found).toBe('');
});
