import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { packageFolders } from '../architecture/imports.js';
import { repository } from '../support/repository.js';

/** A private key as PEM, also inside a program; and the names of files that contain one. */
const pem = /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:\s|\\n|["'`+,])*[A-Za-z0-9+/]{16}/;
const keyFiles: ReadonlySet<string> = new Set([
  '.pem',
  '.key',
  '.p12',
  '.pfx',
  '.jks',
  '.keystore',
  '.der',
  '.p8',
  '.ppk',
]);

/** Files that are a private key, or have one in them. */
function keysAmong(folder: string, files: readonly string[]): readonly string[] {
  return files.filter(
    (file) => keyFiles.has(extname(file).toLowerCase()) || pem.test(readFileSync(join(folder, file), 'latin1')),
  );
}

it('finds a key when there is one', () => {
  const key = `-----BEGIN RSA ${'PRIVATE KEY-----\nMIIEvgIBADANBgkqhkiG9w0'}`;
  expect(pem.test(key)).toBe(true);
  expect(pem.test(JSON.stringify(key))).toBe(true);
});

it('the repository has no private key: examples and tests make theirs when they run', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const known = execFileSync('git', ['ls-files', '-d'], { cwd: repository, encoding: 'utf8' }).split('\n');
  const there = files.split('\n').filter((file) => file !== '' && !known.includes(file));
  expect(keysAmong(repository, there)).toEqual([]);
});

it.each(['.', 'runtime', 'generated/wallet-api', ...packageFolders])(
  'the package of %s has no private key',
  (name) => {
    const folder = join(repository, name);
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent', '--ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const [{ files }] = JSON.parse(output) as [{ files: readonly { readonly path: string }[] }];
    expect(files.length).toBeGreaterThan(5);
    expect(
      keysAmong(
        folder,
        files.map(({ path }) => path),
      ),
    ).toEqual([]);
  },
  60_000,
);
