import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageFolders } from '../architecture/imports.js';
import { repository, textOf } from '../support/repository.js';
import { buildDeclarations, typeErrors } from '../support/type-errors.js';
import { writeCalculator } from './calculator.js';

/** A program made of code fences of one page. */
export interface FencedProgram {
  /** Number of the line in the page at which it starts. */
  readonly line: number;
  /** Text in which every line has the number that it has in the page. */
  readonly text: string;
}

/**
 * The TypeScript programs of a Markdown page. A fence that imports something starts one; a fence without imports goes on with the
 * one before, in a block of its own, as the pages show how to go on with a client that was made above.
 */
export function programsOf(markdown: string): readonly FencedProgram[] {
  const programs: { line: number; lines: string[] }[] = [];
  const page = markdown.split('\n');
  for (let at = 0; at < page.length; at++) {
    if (!/^```(ts|typescript)$/.test(page[at] ?? '')) {
      continue;
    }
    const end = page.indexOf('```', at);
    const body = page.slice(at + 1, end);
    if (programs.length === 0 || body.some((line) => line.startsWith('import '))) {
      programs.push({ line: at + 1, lines: Array<string>(at + 1).fill('') });
    }
    const lines = programs.at(-1)!.lines;
    const continues = lines.length < at + 1;
    while (lines.length < at + 1) {
      lines.push('');
    }
    if (continues) {
      lines[at] = '{';
    }
    lines.push(...body, continues ? '}' : '');
    at = end;
  }
  return programs.map(({ line, lines }) => ({ line, text: `${lines.join('\n')}\nexport {};\n` }));
}

/** The packages that only `npm run test:all` installs. */
export const packagesOfOthers: ReadonlySet<string> = new Set(
  Object.keys((JSON.parse(textOf('tests/package.json')) as { readonly dependencies: object }).dependencies),
);

/**
 * The compiler's messages about the programs of pages, by page and line, as far as the packages that a program imports are accepted. The
 * programs see the packages that a folder of the repository has installed.
 */
export async function fenceProblems(
  pages: readonly string[],
  accepts: (packages: readonly string[]) => boolean,
  installed = '.',
): Promise<string> {
  const cache = join(repository, installed, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'docs-'));
  try {
    const files = pages.flatMap((page) =>
      programsOf(textOf(page))
        .filter(({ text }) => accepts(importedPackages(text)))
        .map(({ line, text }) => {
          const name = `${page.replaceAll('/', '__')}.${line}.ts`;
          writeFileSync(join(folder, name), text);
          return name;
        }),
    );
    expect(files.length).toBeGreaterThan(0);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(projectOf(files, await writeCalculator(folder))));
    buildDeclarations('.');
    return typeErrors('.', folder)
      .replaceAll('__', '/')
      .replace(/(\.md)\.\d+\.ts\((\d+),/g, '$1($2,');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names of packages in the imports of a program. */
function importedPackages(text: string): readonly string[] {
  const specifiers = [...text.matchAll(/(?:from|import\(?) ?'([^'.][^']*)'/g)].map((match) => match[1] ?? '');
  return specifiers.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

/** Programs see declarations: what these are made from is checked elsewhere, and takes ten times as long as the programs. */
function projectOf(files: readonly string[], calculator: string): object {
  const paths = {
    'wsdl-codegen': [join(repository, 'dist/generator/index.d.ts')],
    'wsdl-codegen/*': [join(repository, 'dist/generator/*/index.d.ts')],
    calculator: [calculator],
    'wallet-api': [join(repository, 'generated/wallet-api/src/index.ts')],
    'address-locator': [join(repository, 'generated/address-locator/src/index.ts')],
    ...entriesOfRuntime(),
    ...Object.fromEntries(
      packageFolders.map((folder) => [
        `@wsdl-codegen/${basename(folder)}`,
        [join(repository, 'packages/dist', basename(folder), 'src/index.d.ts')],
      ]),
    ),
  };
  return {
    extends: join(repository, 'tsconfig.check.json'),
    compilerOptions: { paths, customConditions: [], noUnusedLocals: false, noUnusedParameters: false },
    include: [],
    exclude: [],
    files,
  };
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly 'wsdl-codegen-source': string }>>;
}

/** The declarations of the runtime's entries as the compiler writes them. Those of the package are made of these. */
function entriesOfRuntime(): Readonly<Record<string, readonly string[]>> {
  const { exports } = JSON.parse(textOf('runtime/package.json')) as Manifest;
  return Object.fromEntries(
    Object.entries(exports).flatMap(([name, target]) => {
      if (typeof target === 'string') {
        return [];
      }
      const declarations = target['wsdl-codegen-source'].replace('./src/', 'runtime/dist/tsc/').replace(/ts$/, 'd.ts');
      return [[`@wsdl-codegen/runtime${name.slice(1)}`, [join(repository, declarations)]]];
    }),
  );
}
