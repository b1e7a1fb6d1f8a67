import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, root } from './imports.js';

/** What runs wherever JavaScript does, with the packages that it may import: plain JavaScript, without code that is made when it runs. */
const entries: readonly (readonly [entry: string, ...packages: string[]])[] = [
  ['generator/in-memory/index.ts', 'handlebars/runtime.js', 'saxes', 'yaml'],
  ['generator/schemas/index.ts', 'saxes'],
];

/** What each may import of the runtime. */
const allowed = new Set([
  ...['schema', 'xml', 'xs', 'extend', 'documents'].map((entry) => `@wsdl-codegen/runtime/${entry}`),
  '@wsdl-codegen/runtime',
]);

/** The files that an entry reaches, `import()` included, with the packages that they import. */
function reachedFrom(entry: string): ReadonlyMap<string, readonly string[]> {
  const packages = new Map<string, readonly string[]>();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (packages.has(file)) {
      continue;
    }
    const imports = importsOf(file).filter(({ typeOnly }) => !typeOnly);
    queue.push(...imports.flatMap(({ kind, to }) => (kind === 'file' ? [to] : [])));
    packages.set(
      file,
      imports.flatMap(({ kind, to }) => (kind === 'package' ? [to] : [])),
    );
  }
  return packages;
}

describe.each(entries)('%s', (entry, ...named) => {
  const reached = reachedFrom(entry);

  it('reaches nothing of Node, no compiler, and no package that is not named here', () => {
    const wrong = [...reached].flatMap(([file, packages]) =>
      packages.filter((name) => !allowed.has(name) && !named.includes(name)).map((name) => `${file} -> ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('uses no global that only Node has, and makes no code from texts', () => {
    const wrong = [...reached.keys()].filter((file) =>
      /(?<![\w.'$#])(?:process\.\w|Buffer\b[.(]|setImmediate\(|eval\(|new Function\()/.test(
        readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
