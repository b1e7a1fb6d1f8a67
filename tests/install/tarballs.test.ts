import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../e2e/command.js';

const found = new Map<string, readonly string[]>();

/** Paths in the tarball of a package of this repository. */
function packed(folder: string): readonly string[] {
  const paths = found.get(folder) ?? pack(folder);
  found.set(folder, paths);
  return paths;
}

function pack(folder: string): readonly string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const options = { cwd: join(root, folder), encoding: 'utf8', stdio: 'pipe' } as const;
  const [{ files }] = JSON.parse(execFileSync('npm', args, options)) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
}

/** Relative links of a page that lead to nothing in the tarball. */
function brokenLinks(page: string, paths: readonly string[]): readonly string[] {
  const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(
    ([, link]) => link ?? '',
  );
  return links.filter((link) => {
    const target = posix.normalize(posix.join(dirname(page), link)).replace(/\/$/, '');
    return !/^[a-z]+:/.test(link) && !paths.some((path) => path === target || path.startsWith(`${target}/`));
  });
}

it.each(['.', 'runtime'])('the tarball of %s has a README, a licence and keywords', (folder) => {
  expect(packed(folder)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  const { keywords } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { keywords: string[] };
  expect(keywords).toEqual(expect.arrayContaining(['wsdl', 'soap']));
});

it.each(['.', 'runtime'])('the tarball of %s has nothing that only a build needs', (folder) => {
  expect(packed(folder).filter((path) => /\.tsbuildinfo$|^dist\/.*\.test\./.test(path))).toEqual([]);
});

it('links of the pages for users lead to files of the tarball', () => {
  const paths = packed('.');
  for (const page of ['README.md', 'docs/guide.md', 'docs/diagnostics.md', 'docs/browsers.md', 'CHANGELOG.md']) {
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
