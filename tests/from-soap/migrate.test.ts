import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Said, TestProject } from '../support/test-project.js';

/**
 * Programs that use `soap`, and what `codegen migrate` makes of them: `NAME.ts.txt` becomes `NAME.after.txt`, and `NAME.report.txt` is what is said. `UPDATE_GOLDEN=1`
 * writes both. `typed.all.test.ts` checks the results with the compiler, and runs some.
 */
const fixtures = join(__dirname, 'fixtures');
const cases = readdirSync(fixtures).flatMap((file) => {
  const [, name, extension] = /^(\w+)\.(\w+)\.txt$/.exec(file) ?? [];
  return name === undefined || extension === undefined || !/^[cm]?[jt]s$/.test(extension)
    ? []
    : [{ name, file: `${name}.${extension}` }];
});

function fixture(name: string): string {
  return readFileSync(join(fixtures, name), 'utf8');
}

let project: TestProject;

beforeEach(() => {
  project = new TestProject();
  project.write('shop.wsdl', fixture('shop.wsdl'));
  project.write(
    'codegen.config.json',
    JSON.stringify({ packages: [{ name: 'shop-api', inputs: ['shop.wsdl'], out: 'shop-api' }] }),
  );
  project.write('src/older/shop/index.ts', "export { createClientAsync, ShopClient } from './client';\n");
  project.write(
    'src/older/shop/client.ts',
    'import { Client as SoapClient, createClientAsync as soapCreateClientAsync } from "soap";\n',
  );
  project.write(
    'src/classes/client.ts',
    'import * as soap from "soap";\nexport class Shop {\n  async soapClient(): Promise<soap.Client> {}\n}\n',
  );
});

afterEach(() => {
  project.remove();
});

const migrate = (...args: readonly string[]): Promise<Said> => project.run('migrate', ...args, '--package', 'shop-api');

function expectGolden(name: string, text: string): void {
  if (process.env.UPDATE_GOLDEN) {
    writeFileSync(join(fixtures, name), text);
  }
  expect(text).toBe(existsSync(join(fixtures, name)) ? fixture(name) : `${name} is missing`);
}

describe.each(cases)('$name', ({ name, file }) => {
  it('becomes a program that uses the package, with a report of what is left', async () => {
    project.write(`src/${file}`, fixture(`${file}.txt`));
    const said = await migrate('src', '--write');
    expect(said.status).toBe(0);
    expectGolden(`${name}.after.txt`, project.read(`src/${file}`));
    expectGolden(`${name}.report.txt`, said.err);
  });

  it('stays as it is when it is changed once more', async () => {
    project.write(`src/${file}`, fixture(`${name}.after.txt`));
    const said = await migrate('src', '--write');
    expect(project.read(`src/${file}`)).toBe(fixture(`${name}.after.txt`));
    expect(said.out).toMatch(/^nothing to change/);
  });
});
