import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCommand, root } from '../e2e/command.js';

it('one program gives the same with the sources for Node and for browsers, but for the table in docs/hosts.md', () => {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'one-behaviour-'));
  try {
    const printed = execFileSync(process.execPath, ['tests/one-behaviour/sources.mjs', buildCommand(), folder], {
      cwd: root,
      encoding: 'utf8',
    });
    const [count, ...problems] = printed.trimEnd().split('\n');
    expect(Number.parseInt(count ?? '', 10)).toBeGreaterThan(700);
    // A base class.
    expect(count).toMatch(/without one: ServiceError$/);
    expect(problems.join('\n')).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
