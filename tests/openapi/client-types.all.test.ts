import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { run } from '../calls/runner.js';
import { shopWsdl } from '../calls/shop.js';
import { repository } from '../support/repository.js';
import { TestProject } from '../support/test-project.js';
import { typeErrors } from '../support/type-errors.js';

/** The types that `openapi-typescript` makes of a document take what our JSON is, and refuse what our types refuse. */

const cli = join(repository, 'tests/node_modules/openapi-typescript/bin/cli.js');

let project: TestProject;
beforeAll(async () => {
  project = new TestProject();
  project.write('shop.wsdl', shopWsdl('https://shop.example/shop'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    moduleResolution: 'bundler',
    module: 'esnext',
  };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['request.ts'] }));
  expect(await run(project.folder, ['openapi', 'shop.wsdl', '--out', 'api.json'])).toMatchObject({ status: 0 });
  execFileSync(process.execPath, [cli, 'api.json', '-o', 'api.ts'], { cwd: project.folder, stdio: 'pipe' });
});
afterAll(() => project.remove());

/** What the compiler says of a request. */
function mistakesIn(request: string): string {
  project.write(
    'request.ts',
    `import type { paths } from './api';\ntype Operation = paths['/Shop/placeOrder']['post'];\n` +
      `type Body = NonNullable<Operation['requestBody']>['content']['application/json'];\nexport const body: Body = ${request};\n`,
  );
  return typeErrors(project.at('tsconfig.json'));
}

it.each([
  `{ id: '9223372036854775807', password: 'p', kind: 'new' }`,
  `{ id: '1', password: 'p', kind: 'again', photo: 'AQID', customer: { name: 'n' }, lines: [] }`,
])('%s is a request', (request) => {
  expect(mistakesIn(request)).toBe('');
});

it.each([
  [`{ id: 1, password: 'p', kind: 'new' }`, "Type 'number' is not assignable to type 'string'"],
  [`{ id: '1', password: 'p', kind: 'old' }`, 'is not assignable to type'],
  [`{ id: '1', kind: 'new' }`, "Property 'password' is missing"],
  [`{ id: '1', password: 'p', kind: 'new', lines: {} }`, 'missing the following properties'],
  [`{ id: '1', password: 'p', kind: 'new', nothing: 1 }`, "'nothing' does not exist"],
])('%s is none', (request, message) => {
  expect(mistakesIn(request)).toContain(message);
});
