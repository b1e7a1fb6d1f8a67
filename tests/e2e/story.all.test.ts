import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ts } from 'ts-morph';
import { main } from '../../generator/cli.js';
import { readTree, removeFolder, temporaryFolder } from './command.js';

/**
 * The story of a repository: two dozen changes, branches and merges, with the user's edits in between. After each step, everything that
 * the person wrote is there, and what the command said is true.
 */
let folder: string;
/** Lines that the person wrote into files of their own. */
let written: string[];
/** How many times the person edited something. */
let edits = 0;

beforeEach(() => {
  folder = temporaryFolder();
  written = [];
  edits = 0;
  git('init', '-q', '-b', 'main');
  put('.gitattributes', '* -text\n');
});
afterEach(() => removeFolder(folder));

const path = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(path(name), 'utf8');

function put(name: string, text: string): void {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), text);
}

/** Runs git without the configuration of this machine. */
function git(...args: readonly string[]): { readonly ok: boolean; readonly out: string } {
  const identity = ['-c', 'user.name=Person', '-c', 'user.email=person@example.com', '-c', 'commit.gpgsign=false'];
  const environment = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  return { ok: status === 0, out: stdout + stderr };
}

function commit(message: string): void {
  git('add', '-A');
  expect(git('commit', '-q', '--allow-empty', '-m', message).ok).toBe(true);
}

/** The person changes a file of their own: the text is replaced, and a line is added that must never be lost. */
function edit(name: string, change: (text: string) => string): void {
  edits += 1;
  const mark = `// mine ${edits}`;
  written.push(mark);
  put(name, `${change(read(name)).replace(/\s*$/, '')}\n${mark}\n`);
}

interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function codegen(...args: readonly string[]): Promise<Outcome> {
  let [out, err] = ['', ''];
  const terminal = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    isInteractive: false,
    environment: {},
    workingFolder: folder,
  };
  const status = await main(args, terminal);
  expect(err).not.toContain('internal error');
  return { status, out, err };
}

/** Every file of the repository but those of git. */
function tree(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(readTree(folder)).filter(([name]) => !name.startsWith('.git/')));
}

/** Each line of the person is in the repository, exactly once. */
function nothingIsLost(): void {
  const lines = Object.values(tree()).flatMap((text) => text.split(/\r?\n/));
  expect(written.filter((mark) => lines.filter((line) => line === mark).length !== 1)).toEqual([]);
}

/** Names of the methods in the class or interface of a file. */
function methodsIn(name: string, of: string): readonly string[] {
  const source = ts.createSourceFile(name, read(name), ts.ScriptTarget.ES2022);
  const found = source.statements.find(
    (s): s is ts.ClassDeclaration | ts.InterfaceDeclaration =>
      (ts.isClassDeclaration(s) && (s.heritageClauses ?? []).some((clause) => clause.getText(source).includes(of))) ||
      (ts.isInterfaceDeclaration(s) && s.name.text === of),
  );
  return (found?.members ?? []).flatMap((member) => (member.name ? [member.name.getText(source)] : []));
}

/** Generates, and holds what `check` and `--dry-run` say before and after against what happens. */
async function generate(...args: readonly string[]): Promise<Outcome> {
  const before = tree();
  const checked = await codegen('check');
  const announced = await codegen('--dry-run', ...args);
  expect(tree()).toEqual(before);
  const done = await codegen(...args);
  expect(announced.status).toBe(done.status);
  expect(announced.out.replaceAll('would be ', '')).toBe(done.out.replace(/^next: .*\n/gm, ''));
  const after = tree();
  const changed = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  if (done.status !== 0) {
    expect(changed).toEqual([]);
  } else {
    if (checked.status !== 2) {
      expect({ changed, checked: checked.status }).toEqual({
        changed,
        checked: changed.length > 0 ? 1 : checked.status,
      });
    }
    const again = await codegen();
    expect(tree()).toEqual(after);
    // A message stays true until somebody does something about it.
    expect(codesIn(again.err)).toEqual(codesIn(done.err));
  }
  nothingIsLost();
  return done;
}

function codesIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:error|warning) ([a-z]+\/[a-z-]+):/g)].map(([, code = '']) => code);
}

/** A description with one service, whose operations take one parameter each. */
function describeService(name: string, operations: Readonly<Record<string, string>>, namespace = 'urn:shop'): string {
  const lines = Object.entries(operations).map(
    ([operation, type]) => `      ${operation}: { params: { value: ${type} }, result: int }`,
  );
  return `description: 1\nnamespace: ${namespace}\naddress: https://shop.example\nservices:\n  ${name}:\n    path: /${name}.asmx\n    operations:\n${lines.join('\n')}\n`;
}

interface PackageOf {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly out: string;
  readonly skeletons?: { readonly dir: string };
}

function configure(...packages: readonly PackageOf[]): void {
  put('codegen.config.json', `${JSON.stringify({ packages }, null, 2)}\n`);
}

const shop: PackageOf = { name: 'shop-api', inputs: ['shop.yaml'], out: 'generated/shop', skeletons: { dir: 'src' } };

const classPath = 'src/shop-api.ts';
const complete = (file = classPath, service = 'ShopApi', out = 'generated/shop'): void => {
  const server = readdirSync(path(`${out}/src`)).find(
    (name) => name.endsWith('.server.ts') && read(`${out}/src/${name}`).includes(`interface ${service}Service`),
  );
  const wanted = methodsIn(`${out}/src/${server}`, `${service}Service`);
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((method) => !methodsIn(file, `${service}Service`).includes(method))).toEqual([]);
};

it("keeps the user's code through changes, branches, merges, moves and renames", async () => {
  configure(shop);
  const operations: Record<string, string> = { GetOrder: 'long', Ping: 'string' };
  const contract = (): void => put('shop.yaml', describeService('ShopApi', operations));

  // 1. The first generation makes the package and the class.
  contract();
  const first = await generate();
  expect(first.out).toContain('src/shop-api.ts: created');
  complete();
  commit('first');

  // 2. The person fills in a method.
  edit(classPath, (text) => text.replace(/(async getOrder\([^)]*\)[^{]*\{)[^}]*\}/, '$1\n    return 1;\n  }'));
  expect((await codegen('check')).status).toBe(0);
  await generate();

  // 3. An operation is added: its method is, too, and nothing else changes.
  operations.Cancel = 'long';
  contract();
  const mine = read(classPath);
  await generate();
  complete();
  const own = mine.split('\n').filter((line) => !line.startsWith('import'));
  expect(own.filter((line) => !read(classPath).includes(line))).toEqual([]);
  commit('Cancel');

  // 4. The person reformats the class, adds a helper, and renames it.
  edit(classPath, (text) =>
    text
      .replace(/^ {2}/gm, '\t')
      .replace(/class (\w+)/, 'class Shop')
      .replace(/\}\s*(\/\/ mine 1\s*)$/, '\thelper(): number {\n\t\treturn 2;\n\t}\n}\n$1'),
  );
  operations.Track = 'string';
  contract();
  await generate();
  complete();
  expect(read(classPath)).toMatch(/^\t(async )?track\(/m);
  expect(read(classPath)).toContain('helper(): number');
  commit('Track');

  // 5. A parameter changes its type: the class stays as it is, byte for byte.
  operations.Track = 'long';
  contract();
  const unchanged = read(classPath);
  await generate();
  expect(read(classPath)).toBe(unchanged);

  // 6. An operation goes: its method stays, which is said every time as long as it is there.
  delete operations.Ping;
  contract();
  expect((await generate()).err).toContain('emit/vanished-operation');
  expect((await codegen()).err).toContain('emit/vanished-operation');
  expect((await codegen('check')).err).toContain('emit/vanished-operation');

  // 7. The person removes it, and nothing more is said.
  edit(classPath, (text) => text.replace(/\n\t(?:\/\*\*[^/]*\/\n\t)?(async )?ping\([^)]*\)[^{]*\{[^}]*\}\n/, '\n'));
  expect((await generate()).err).toBe('');
  commit('without Ping');

  // 8. Two branches add an operation each, and both generate.
  git('checkout', '-q', '-b', 'feature');
  operations.Refund = 'long';
  contract();
  await generate();
  edit(classPath, (text) => text);
  commit('Refund');
  git('checkout', '-q', 'main');
  const onFeature = written.pop() as string;
  delete operations.Refund;
  operations.Stock = 'string';
  contract();
  await generate();
  edit(classPath, (text) => text.replace('// mine 1', '// mine 1\n// (seen)'));
  commit('Stock');

  // 9. The merge conflicts in the contract, the lock, the sources and the class. As long as it does, nothing is written.
  expect(git('merge', 'feature').ok).toBe(false);
  written.push(onFeature);
  expect(git('diff', '--name-only', '--diff-filter=U').out).toContain('src/shop-api.ts');
  const conflicted = tree();
  expect((await codegen()).status).toBe(1);
  expect(tree()).toEqual(conflicted);

  // 10. The contract is resolved by hand, so that the package is written again; the class still has the marks of the merge, and is left alone.
  operations.Refund = 'long';
  contract();
  const marks = read(classPath);
  const resolved = await codegen();
  expect(resolved.err).toContain('emit/skeleton-syntax');
  expect(resolved.out + resolved.err).toContain('A merge has changed');
  expect(read(classPath)).toBe(marks);
  expect((await codegen('check')).status).not.toBe(0);

  // 11. The person takes one side of the class, with the line from the other: the other side's method is added again.
  git('checkout', '--ours', '--', classPath);
  put(classPath, `${read(classPath)}${onFeature}\n`);
  expect((await codegen('check')).out).toContain(classPath);
  await generate();
  complete();
  commit('merged');

  // 12. An old class is checked out: `check` says what it lacks, and the next run adds it.
  git('checkout', '-q', 'HEAD~1', '--', classPath);
  const lost = written.filter((mark) => !read(classPath).includes(mark));
  written = written.filter((mark) => !lost.includes(mark));
  const lacking = await codegen('check');
  expect(lacking.status).toBe(1);
  expect(lacking.out + lacking.err).toMatch(/refund/i);
  await generate();
  complete();
  git('checkout', '-q', 'HEAD', '--', classPath);
  written.push(...lost);
  nothingIsLost();

  // 13. The file is renamed: it is found, and no second one is made.
  git('mv', classPath, 'src/shop-implementation.ts');
  operations.Count = 'int';
  contract();
  await generate();
  expect(existsSync(path(classPath))).toBe(false);
  complete('src/shop-implementation.ts');
  commit('renamed');

  // 14. The folder of the classes moves, with the file.
  configure({ ...shop, skeletons: { dir: 'services' } });
  mkdirSync(path('services'));
  git('mv', 'src/shop-implementation.ts', 'services/shop-api.ts');
  await generate();
  expect(readdirSync(path('services'))).toEqual(['shop-api.ts']);
  complete('services/shop-api.ts');
  commit('moved');

  // 15. A generated file is changed by hand: nothing at all is written, the class included.
  operations.List = 'int';
  contract();
  const client = 'generated/shop/src/shop-api.client.ts';
  put(client, `${read(client)}// by hand\n`);
  expect((await generate()).status).toBe(1);
  expect((await generate('--force')).status).toBe(0);
  complete('services/shop-api.ts');
  commit('List');

  // 16. The class does not parse at the moment: the package is generated, and the class gets its method later.
  operations.Find = 'string';
  contract();
  put('services/shop-api.ts', `${read('services/shop-api.ts')}class {\n`);
  expect((await codegen()).err).toContain('emit/skeleton-syntax');
  expect((await codegen('check')).err).toContain('emit/skeleton-syntax');
  put('services/shop-api.ts', read('services/shop-api.ts').replace(/class \{\n$/, ''));
  expect((await codegen('check')).status).toBe(1);
  await generate();
  complete('services/shop-api.ts');
  commit('Find');

  // 17. A checkout changes the line ends of every file: everything is current, and what is added has them, too.
  for (const [name, text] of Object.entries(tree())) {
    put(name, text.replace(/\r?\n/g, '\r\n'));
  }
  expect((await codegen('check')).status).toBe(0);
  operations.Hold = 'long';
  contract();
  await generate();
  complete('services/shop-api.ts');
  expect(read('services/shop-api.ts').replaceAll('\r\n', '')).not.toContain('\n');
  for (const [name, text] of Object.entries(tree())) {
    put(name, text.replaceAll('\r\n', '\n'));
  }
  await generate();
  commit('Hold');

  // 18. The contract's change is reverted.
  git('revert', '--no-edit', 'HEAD');
  await generate();
  complete('services/shop-api.ts');

  // 19. The service is renamed: a class for the new name is made, and the old one is said to be orphaned, every time.
  put('shop.yaml', describeService('StoreApi', operations));
  expect((await generate()).err).toContain('emit/orphaned-skeleton');
  expect((await codegen('check')).err).toContain('emit/orphaned-skeleton');
  complete('services/store-api.ts', 'StoreApi');

  // 20. The person moves the code there.
  put('services/store-api.ts', read('services/shop-api.ts').replaceAll('ShopApiService', 'StoreApiService'));
  git('rm', '-q', '-f', '--cached', 'services/shop-api.ts');
  renameSync(path('services/shop-api.ts'), path('../discarded-shop-api.ts'));
  expect((await generate()).err).not.toContain('orphaned');
  complete('services/store-api.ts', 'StoreApi');
  commit('StoreApi');

  // 21. The service is split in two.
  const { Track, ...kept } = operations;
  put('orders.yaml', describeService('OrderApi', { Track: Track as string }, 'urn:orders'));
  put('shop.yaml', describeService('StoreApi', kept));
  configure({ ...shop, inputs: ['shop.yaml', 'orders.yaml'], skeletons: { dir: 'services' } });
  expect((await generate()).err).toContain('emit/vanished-operation');
  complete('services/store-api.ts', 'StoreApi');
  complete('services/order-api.ts', 'OrderApi');
  edit('services/order-api.ts', (text) => text);
  commit('split');

  // 22. A second package with a service of the same name cannot share the folder of classes.
  put('second.yaml', describeService('StoreApi', { Other: 'int' }, 'urn:second'));
  const second: PackageOf = {
    name: 'second',
    inputs: ['second.yaml'],
    out: 'generated/second',
    skeletons: { dir: 'services' },
  };
  const firstPackage: PackageOf = { ...shop, inputs: ['shop.yaml', 'orders.yaml'], skeletons: { dir: 'services' } };
  configure(firstPackage, second);
  const before = tree();
  expect((await codegen()).status).toBe(1);
  expect(tree()).toEqual(before);
  configure(firstPackage, { ...second, skeletons: { dir: 'second-services' } });
  await generate();
  complete('second-services/store-api.ts', 'StoreApi', 'generated/second');
  commit('second');

  // 23. The output folder moves: the package is made there, and the old one is said to be left.
  configure({ ...firstPackage, out: 'packages/shop' }, { ...second, skeletons: { dir: 'second-services' } });
  const moved = await generate();
  expect(moved.status).toBe(0);
  complete('services/store-api.ts', 'StoreApi', 'packages/shop');

  // 24. Classes are no longer wanted: the person's files stay.
  const { skeletons: _, ...plain } = firstPackage;
  configure({ ...plain, out: 'packages/shop' }, { ...second, skeletons: { dir: 'second-services' } });
  await generate();
  expect(existsSync(path('services/store-api.ts'))).toBe(true);
}, 240_000);
