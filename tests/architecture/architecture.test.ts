import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Import, importsOf, manifestOf, namedSources, packageFolders, root, sourcesBelow } from './imports.js';

const generator = sourcesBelow('generator');
const runtime = sourcesBelow('runtime/src');
const packages = packageFolders.flatMap((folder) => sourcesBelow(`${folder}/src`));
const imports = new Map<string, readonly Import[]>(
  [...generator, ...runtime, ...packages].map((file) => [file, importsOf(file)]),
);
const all = [...imports.values()].flat();

/** Stages in the order in which data flows; a folder may import itself, lower numbers, and the folders outside the flow. */
const stages: Readonly<Record<string, number>> = {
  source: 1,
  xsd: 2,
  wsdl: 2,
  contract: 3,
  description: 4,
  typescript: 4,
  emit: 5,
  memory: 5,
  output: 6,
  plugins: 7,
};
const besides = new Set(['diagnostics']);
const folderOf = (file: string): string => file.split('/')[1] ?? '';

const show = (list: readonly Import[], advice: string): string =>
  list.map((i) => `${i.from} -> ${i.to}: ${advice}`).join('\n');

describe('the generator', () => {
  it('imports only earlier stages', () => {
    const wrong = all.filter((i) => {
      if (i.kind !== 'file' || !i.from.startsWith('generator/')) {
        return false;
      }
      const from = stages[folderOf(i.from)];
      const to = stages[folderOf(i.to)];
      if (from === undefined || besides.has(folderOf(i.to))) {
        return false;
      }
      return to === undefined || to > from || (to === from && folderOf(i.to) !== folderOf(i.from));
    });
    expect(show(wrong, 'a stage may import only itself, earlier stages and diagnostics')).toBe('');
  });

  it('keeps diagnostics free of the stages', () => {
    const wrong = all.filter(
      (i) =>
        i.kind === 'file' && i.from.startsWith('generator/diagnostics/') && !i.to.startsWith('generator/diagnostics/'),
    );
    expect(show(wrong, 'diagnostics know no stage; pass what the wording needs as parameters')).toBe('');
  });

  it('accesses the disk only through its ports', () => {
    const doors = [
      'generator/output/',
      'generator/source/files',
      'generator/config/',
      'generator/bin.ts',
      'generator/emit/templates',
      'generator/plugins/contract-validator',
    ];
    const wrong = all.filter(
      (i) =>
        i.from.startsWith('generator/') &&
        /^(node:)?fs(\/promises)?$/.test(i.to) &&
        !i.typeOnly &&
        !doors.some((door) => i.from.startsWith(door)),
    );
    expect(show(wrong, 'take the text as an argument, or go through generator/output or generator/source/files')).toBe(
      '',
    );
  });

  it('loads ts-morph, saxes, yaml and handlebars only when they are used', () => {
    const heavy = new Set(['ts-morph', 'yaml', 'handlebars']);
    const wrong = all.filter((i) => heavy.has(i.to) && !i.dynamic && !i.typeOnly);
    expect(show(wrong, 'import it with import() inside the function that needs it')).toBe('');
  });
});

describe('the runtime', () => {
  it('depends on nothing', () => {
    const { dependencies = {}, peerDependencies = {} } = manifestOf('runtime');
    expect({ ...dependencies, ...peerDependencies }).toEqual({});
    const wrong = all.filter(
      (i) =>
        i.from.startsWith('runtime/') && i.kind === 'package' && !i.to.startsWith('node:') && i.to !== '#transport',
    );
    expect(show(wrong, 'the runtime has no dependencies')).toBe('');
  });

  it('uses Node only in its node folder', () => {
    const wrong = all.filter(
      (i) => i.from.startsWith('runtime/') && i.to.startsWith('node:') && !i.from.startsWith('runtime/src/node/'),
    );
    expect(show(wrong, 'elsewhere only Web APIs exist')).toBe('');
  });

  it('answers requests without the pages', () => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (!reached.has(file)) {
        reached.add(file);
        for (const i of imports.get(file) ?? []) {
          if (i.kind === 'file' && !i.typeOnly) {
            visit(i.to);
          }
        }
      }
    };
    visit('runtime/src/server/routes.ts');
    visit('runtime/src/server/core.ts');
    expect([...reached].filter((file) => file.startsWith('runtime/src/server/pages/'))).toEqual([]);
  });

  it('imports nothing from the generator', () => {
    const wrong = all.filter((i) => i.from.startsWith('runtime/') && i.to.startsWith('generator/'));
    expect(show(wrong, 'the runtime stands alone')).toBe('');
  });
});

describe('side packages', () => {
  const runtimeEntries = Object.keys(manifestOf('runtime').exports).map(
    (path) => `@wsdl-codegen/runtime${path.slice(1)}`,
  );
  const names = packageFolders.map((folder) => manifestOf(folder).name);

  it.each(packageFolders)('%s imports itself, entries of the runtime, and what its package.json names', (folder) => {
    const { dependencies = {}, peerDependencies = {} } = manifestOf(folder);
    const named = Object.keys({ ...dependencies, ...peerDependencies });
    const known = new Set([...runtimeEntries, ...named]);
    // Which entries a package of others has, its exports say.
    const others = named.filter((name) => !name.startsWith('@wsdl-codegen/')).map((name) => `${name}/`);
    const isKnown = (name: string) => known.has(name) || others.some((start) => name.startsWith(start));
    const wrong = all.filter(
      (i) =>
        i.from.startsWith(`${folder}/`) &&
        (i.kind === 'file' ? !i.to.startsWith(`${folder}/`) : !i.to.startsWith('node:') && !isKnown(i.to)),
    );
    expect(named).toContain('@wsdl-codegen/runtime');
    expect(show(wrong, 'a package has public entries alone; add what is missing to runtime/src/extend.ts')).toBe('');
  });

  it('are not needed by the generator and the runtime', () => {
    const wrong = all.filter(
      (i) => !i.from.startsWith('packages/') && (names.includes(i.to) || i.to.startsWith('packages/')),
    );
    expect(show(wrong, 'what both need belongs to the runtime')).toBe('');
  });
});

describe('every source file', () => {
  it('is reached from an entry point', () => {
    const entries = [
      'generator/bin.ts',
      'generator/compile-worker.ts',
      'generator/watch-worker.ts',
      'generator/in-memory/index.ts',
      'generator/index.ts',
      'generator/schemas/index.ts',
      'runtime/src/server/pages/browser/console.ts',
      'runtime/src/server/pages/browser/json/console.ts',
      ...['runtime', ...packageFolders].flatMap(namedSources),
    ];
    const reached = new Set<string>();
    const queue = [...entries];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (reached.has(file)) {
        continue;
      }
      reached.add(file);
      for (const i of imports.get(file) ?? []) {
        if (i.kind === 'file') {
          queue.push(i.to);
        }
      }
    }
    expect([...imports.keys()].filter((file) => !reached.has(file))).toEqual([]);
  });

  it('is not part of an import cycle, of types or of values, `import()` included', () => {
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (state.get(file) === 'done') {
        return;
      }
      if (state.get(file) === 'open') {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
        return;
      }
      state.set(file, 'open');
      for (const i of imports.get(file) ?? []) {
        if (i.kind === 'file') {
          visit(i.to, [...path, file]);
        }
      }
      state.set(file, 'done');
    };
    for (const file of imports.keys()) {
      visit(file, []);
    }
    expect(cycles).toEqual([]);
  });

  it('stays small enough to read', () => {
    const long = [...imports.keys()].filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 600);
    expect(long).toEqual([]);
  });
});
