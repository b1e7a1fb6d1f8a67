import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { packageFolders } from '../architecture/imports.js';
import { root } from '../e2e/command.js';
import { itInAll } from '../support/in-all.js';

interface Tarball {
  /** Bytes of the tarball, and of what is in it. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const folders = ['.', 'runtime', ...packageFolders];
let tarballs: readonly Tarball[];

/** The tarball of a package of this repository. One run of npm makes the lists of all: most of its time is its start. */
function tarballOf(folder: string): Tarball {
  tarballs ??= JSON.parse(
    execFileSync(
      'npm',
      ['pack', '--dry-run', '--json', '--ignore-scripts', ...folders.map((each) => join(root, each))],
      { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 26 },
    ),
  ) as readonly Tarball[];
  return tarballs[folders.indexOf(folder)] as Tarball;
}

/** Paths in the tarball of a package of this repository. */
const packed = (folder: string): readonly string[] => tarballOf(folder).files.map(({ path }) => path);

/** Relative links of a page that lead to nothing in the tarball. */
function brokenLinks(page: string, paths: readonly string[]): readonly string[] {
  const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(
    ([, link]) => link ?? '',
  );
  return links.filter((link) => {
    if (link === 'site/playground') {
      return false; // The site has it, and the repository.
    }
    const target = posix.normalize(posix.join(dirname(page), link)).replace(/\/$/, '');
    return !/^[a-z]+:/.test(link) && !paths.some((path) => path === target || path.startsWith(`${target}/`));
  });
}

itInAll.each(folders)('the tarball of %s has a README, a licence and keywords', (folder) => {
  expect(packed(folder)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  const { keywords } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { keywords: string[] };
  expect(keywords).toEqual(expect.arrayContaining(['wsdl', 'soap']));
});

it('no tarball has what only a build needs', () => {
  expect(folders.flatMap(packed).filter((path) => /\.tsbuildinfo$|\.test\./.test(path))).toEqual([]);
  expect(['runtime', ...packageFolders].flatMap(packed).filter((path) => /\.map$|^dist\/tsc\//.test(path))).toEqual([]);
});

it('the runtime is at most 1.3 MB to load, 5 MB on the disk and 500 files', () => {
  const { size, unpackedSize, files } = tarballOf('runtime');
  expect(Math.round(size / 100_000) / 10).toBeLessThanOrEqual(1.3);
  expect(unpackedSize).toBeLessThan(5_000_000);
  expect(files.length).toBeLessThan(500);
});

it.each(packageFolders)(
  '%s has for each entry one file of ESM and one of CommonJS, with declarations, and its README',
  (folder) => {
    const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      readonly exports: object;
    };
    const entries = Object.keys(exports).filter((key) => !key.endsWith('.json'));
    const files = entries.flatMap((key) => {
      const name = key === '.' ? 'index' : key.slice(2);
      return ['cjs', 'd.cts', 'd.ts', 'js'].map((ending) => `dist/${name}.${ending}`);
    });
    // Old settings of TypeScript find the other entries by folders.
    const folders = entries.flatMap((key) => (key === '.' ? [] : [`${key.slice(2)}/package.json`]));
    expect(packed(folder)).toEqual(['LICENSE', 'README.md', ...files, ...[...folders, 'package.json'].sort()]);
  },
);

it.each(packageFolders)('%s exports the same of ESM and CommonJS', (folder) => {
  const program = `
    const { createRequire } = await import('node:module');
    const { default: _, ...required } = createRequire(process.cwd() + '/x.js')('./dist/index.cjs');
    console.log(JSON.stringify([Object.keys(await import(process.cwd() + '/dist/index.js')), Object.keys(required).sort()]));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(root, folder),
    encoding: 'utf8',
  });
  const [imported, required] = JSON.parse(output) as [string[], string[]];
  expect(required).toEqual(imported);
  expect(imported).not.toEqual([]);
});

it('links of the pages for users lead to files of the tarball', () => {
  const paths = packed('.');
  const guide = paths.filter((path) => /^docs\/guide\b.*\.md$/.test(path));
  expect(guide.length).toBeGreaterThan(20);
  for (const page of ['README.md', ...guide, 'docs/diagnostics.md', 'docs/browsers.md', 'CHANGELOG.md']) {
    expect({ page, broken: brokenLinks(page, paths) }).toEqual({ page, broken: [] });
  }
  expect(paths.filter((path) => /^(examples\/dist|tests)\/|\.test\.ts$/.test(path))).toEqual([]);
});

it('each name of the command leads to the same file', () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  expect(bin['wsdl-codegen']).toBe(bin.codegen);
});

it('each entry point of the runtime for programs has a folder for resolvers that do not know `exports`', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'runtime/package.json'), 'utf8')) as {
    exports: Record<string, { require: { default: string; types: string } }>;
  };
  const paths = packed('runtime');
  for (const [name, { require: entry }] of Object.entries(exports).filter(([key]) => !/^\.$|json$/.test(key))) {
    const folder = join(root, 'runtime', name);
    const { main, types } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
    const fromRoot = [main, types].map((path = '') => `.${path.slice(2)}`);
    expect(fromRoot).toEqual([entry.default, entry.types]);
    expect(paths).toContain(`${name.slice(2)}/package.json`);
  }
});
