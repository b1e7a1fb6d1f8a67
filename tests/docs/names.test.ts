import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { repository, textOf } from '../support/repository.js';

/** Pages about the code. Whatever file or name they mention in code spans must exist, so that a renamed one is renamed in them too. */
const pages = [
  'docs/architecture.md',
  'docs/engine.md',
  'docs/decisions/README.md',
  'docs/robustness.md',
  'docs/server-profiles.md',
  'CONTRIBUTING.md',
];

/** Names of other programs, and placeholders for a name of the reader's choice. */
const elsewhere: ReadonlySet<string> = new Set([
  'addX',
  'commands/x.ts',
  'src/NAME/index.ts',
  'x.all.test.ts',
  'x.test.ts',
  'http.CrossOriginProtection',
  '.git/HEAD',
  'CON',
  'customErrors',
  'FaultException',
  'FUZZ_RUNS',
]);

const files = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n')
  .filter((file) => file !== '');
const places = new Set(files.flatMap((file) => [file, ...foldersOf(file)]).flatMap(endsOf));
const names = new Set(files.filter(isSource).flatMap((file) => textOf(file).match(/[A-Za-z_$][\w$]*/g) ?? []));

it.each(pages)('%s: the files and names that it mentions exist', (page) => {
  const unknown = codeSpans(textOf(page)).filter((code) => !elsewhere.has(code) && !exists(code));
  expect(unknown).toEqual([]);
});

/** True for a path and a name that exist, and for code that is neither. */
function exists(code: string): boolean {
  if (/^[\w.-]+(\/[\w.-]+)*\/?$/.test(code) && /^(?!\.{1,2}\/|\/)(.*\/|.*\.(ts|mjs|json|md|hbs)$)/.test(code)) {
    return isMediaType(code) || isDiagnostic(code) || places.has(code.replace(/\/$/, ''));
  }
  if (/^[A-Za-z_$][\w$]*(\.#?[A-Za-z_$][\w$]*)*(\(\))?$/.test(code)) {
    return (code.match(/[A-Za-z_$][\w$]*/g) ?? []).every((name) => names.has(name));
  }
  return true;
}

function isMediaType(code: string): boolean {
  return /^(text|application|multipart)\/[a-z-]+$/.test(code);
}

/** Codes of diagnostics look like paths. */
function isDiagnostic(code: string): boolean {
  return textOf('docs/diagnostics.md').includes(`\n### \`${code}\`\n`);
}

function codeSpans(text: string): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** Code and configuration; tests are not, because they may keep a name that is gone. */
function isSource(file: string): boolean {
  return /\.(ts|mjs|json|hbs)$/.test(file) && !/\.test\.ts$|^generated\/|^tests\/(?!support)|lock\.json$/.test(file);
}

function foldersOf(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** `a/b/c`, `b/c`, `c`: pages leave out the beginning of a path. */
function endsOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}
