/** The program of `tests/one-behaviour` in a page of a real browser, against its outcomes on Node. Run by `npm run test:browser`, after a build. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleProgram, outcomesOf, outcomesThrough, prepare, problemsOf } from '../one-behaviour/hosts.mjs';
import { findChromium, launch } from './chromium.mjs';

const path = findChromium();
if (path === undefined && process.env.CI !== undefined) {
  throw new Error('Chromium is not installed: apt-get install chromium');
}
const options = { skip: path === undefined ? 'Chromium is not installed (Debian: apt-get install chromium)' : false };
const root = fileURLToPath(new URL('../../', import.meta.url));

test('the program gives the same in a page as on Node, but for the table in docs/hosts.md', options, async () => {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'one-behaviour-'));
  const browser = await launch(path);
  try {
    await prepare(folder, (args) => execFileSync(process.execPath, [join(root, 'dist/generator/bin.js'), ...args]));
    await bundleProgram(folder, build);
    const files = {
      '/': ['text/html', '<script type="module" src="/page.js"></script>'],
      '/page.js': ['text/javascript', readFileSync(join(folder, 'one-behaviour/page.js'), 'utf8')],
    };
    const outcomes = await outcomesThrough(files, async (addresses) => {
      const page = await browser.open(`${addresses.peer}/`);
      return JSON.parse(await page.evaluate(`runProgram(${JSON.stringify(addresses)}).then(JSON.stringify)`));
    });
    assert.equal(problemsOf('browsers', outcomes, await outcomesOf(process.execPath, ['main.mjs'], folder)), '');
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
