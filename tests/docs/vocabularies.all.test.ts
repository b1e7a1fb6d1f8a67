import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWithin } from '../e2e/within.js';
import { repository, textOf } from '../support/repository.js';

/** The commands and the programs of docs/xml.md and the pages of vocabularies, with schemas of others, which are not part of this repository. */

const vocabularies = join(repository, '../shared/xml');
const main = 'docs/xml.md';
const further = readdirSync(join(repository, 'docs/xml')).map((name) => `docs/xml/${name}`);
const fences = (page: string, language: string): readonly string[] =>
  [...textOf(page).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text ?? '');
const commands = [main, ...further].flatMap((page) => fences(page, 'sh').flatMap((text) => text.trim().split('\n')));

const describeWhereTheyAre = existsSync(vocabularies) ? describe : describe.skip;

describeWhereTheyAre('the pages about documents', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vocabularies-'));
    cpSync(vocabularies, folder, { recursive: true });
    mkdirSync(join(folder, 'node_modules/@wsdl-codegen'), { recursive: true });
    symlinkSync(repository, join(folder, 'node_modules/wsdl-codegen'), 'junction');
    symlinkSync(join(repository, 'runtime'), join(folder, 'node_modules/@wsdl-codegen/runtime'), 'junction');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(commands)(
    '%s',
    async (command) => {
      const [npx, codegen, ...args] = command.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
      expect([npx, codegen]).toEqual(['npx', 'codegen']);
      const { status, stdout, stderr } = await runWithin(folder, args);
      expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
      const said: Readonly<Record<string, RegExp>> = {
        validate: /: valid\n$/,
        sample: /^<\?xml|^payments\//,
        convert: /^$/,
      };
      expect(stdout).toMatch(said[args[0] ?? ''] ?? / created/);
    },
    300_000,
  );

  it('has a program that loads schemas when it runs', () => {
    writeFileSync(
      join(folder, 'load.mjs'),
      fences(main, 'js').find((text) => text.includes("from 'wsdl-codegen/schemas'")) ?? '',
    );
    const { stdout, stderr } = spawnSync(process.execPath, ['load.mjs'], { cwd: folder, encoding: 'utf8' });
    expect([stderr, stdout]).toEqual([
      '',
      "[ '8 invalid-value /IssueDate' ]\n{ currencyID: 'EUR', '$value': '729' }\n",
    ]);
  });

  it('has a program that reads, changes and validates an invoice', () => {
    writeFileSync(join(folder, 'program.mjs'), fences(main, 'js')[0] ?? '');
    const { stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
    expect([stderr, stdout]).toEqual(['', "{ currencyID: 'EUR', '$value': '729' }\n[]\n"]);
  });

  it.each(further)('%s has a program that prints what it says', (page) => {
    writeFileSync(join(folder, 'page.mjs'), fences(page, 'js')[0] ?? '');
    const { stdout, stderr } = spawnSync(process.execPath, ['page.mjs'], { cwd: folder, encoding: 'utf8' });
    expect([stderr, stdout]).toEqual(['', fences(page, 'text')[0]]);
  });
});
