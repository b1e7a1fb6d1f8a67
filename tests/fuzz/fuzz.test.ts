import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { repository } from '../support/repository.js';
import { caseFiles } from './cases.js';

/** Runs `npm run fuzz` with arguments. The lines that it prints. */
async function fuzz(...args: readonly string[]): Promise<readonly string[]> {
  const child = spawn(process.execPath, [`${repository}/tests/fuzz/run.mjs`, '--no-write', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return `${output}${errors}`.split('\n').filter((line) => line !== '');
}

it('no input that is checked in fails again', async () => {
  expect(await fuzz('--case', 'all')).toEqual(caseFiles().map((file) => `ok      ${file}`));
}, 600_000);
