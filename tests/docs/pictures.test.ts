import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { itInAll } from '../support/in-all.js';
import { repository, textOf } from '../support/repository.js';

/** The front page: what it shows is made by scripts, from real runs and measured numbers. */

const run = promisify(execFile);

async function check(script: string): Promise<void> {
  await run(process.execPath, [join(repository, script), '--check'], { timeout: 120_000 });
}

it('the chart of speeds shows the numbers of the table', () => check('bench/readme.mjs'));

itInAll(
  'the editor shows what TypeScript says of the client, and the terminal what the commands print',
  () => check('scripts/readme-picture.mjs'),
  120_000,
);

it.each(['speed', 'editor', 'editor-narrow'])(
  '%s.svg is small, says what it shows, and asks for nothing from elsewhere',
  (name) => {
    const svg = textOf(`docs/images/${name}.svg`);
    expect(svg.length).toBeLessThan(15_000);
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-label/);
    expect(svg).not.toMatch(/<(?:image|script|use|foreignObject)\b|\b(?:href|src)=|url\(|@import/);
  },
);

it('the front page can be read in half a minute, and shows them', () => {
  const page = textOf('README.md');
  expect(page.split('\n').length).toBeLessThan(150);
  expect(page).toMatch(/<img src="docs\/images\/editor\.svg" alt="[^"]{100,}">/);
  expect(page).toContain('<source media="(max-width: 640px)" srcset="docs/images/editor-narrow.svg">');
  expect(page).toContain('](docs/images/speed.svg)');
});
