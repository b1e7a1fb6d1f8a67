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

itInAll('the terminal shows what the commands print', () => check('scripts/readme-picture.mjs'), 120_000);

it.each(['speed', 'terminal'])('%s.svg is small, and asks for nothing from elsewhere', (name) => {
  const svg = textOf(`docs/images/${name}.svg`);
  expect(svg.length).toBeLessThan(40_000);
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|<image|<script/);
});

it('the front page can be read in half a minute, and shows both', () => {
  const page = textOf('README.md');
  expect(page.split('\n').length).toBeLessThan(150);
  expect(page).toContain('](docs/images/terminal.svg)');
  expect(page).toContain('](docs/images/speed.svg)');
});
