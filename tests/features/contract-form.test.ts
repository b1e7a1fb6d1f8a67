import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { emptyContract } from '../../generator/contract/empty-contract.js';
import { misfitOf } from '../../generator/plugins/contract-form.js';
import { isContract } from '../../generator/plugins/contract-validator.js';
import { repository } from '../support/repository.js';

const values: readonly unknown[] = [
  emptyContract,
  null,
  {},
  { ...emptyContract, extra: 1 },
  { ...emptyContract, types: [{ kind: 'complexType' }] },
  { ...emptyContract, types: [{ kind: 'other' }] },
  { ...emptyContract, types: [{ key: '{}a' }] },
  { ...emptyContract, elements: [{ name: 'a' }] },
];

/** The result of a program in a process that cannot make code from texts. */
function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, ['--disallow-code-generation-from-strings', ...args], { encoding: 'utf8' });
}

describe('the form of contracts', () => {
  it('is checked by the compiled schema as by the schema', () => {
    const folder = mkdtempSync(join(tmpdir(), 'contract-form-'));
    const compiler = pathToFileURL(join(repository, 'scripts/compile-contract-schema.mjs'));
    const root = pathToFileURL(`${repository}/`);
    const compile = `import { compileContractSchema as c } from '${compiler}'; console.log(c(new URL('${root}')));`;
    const code = execFileSync(process.execPath, ['--input-type=module', '-e', compile], { encoding: 'utf8' });
    expect(code).not.toMatch(/^import |require\(/m);
    const judge = `console.log(JSON.stringify(${JSON.stringify(values)}.map((v) => isContract(v) || isContract.errors)));`;
    writeFileSync(join(folder, 'judge.mjs'), `${code}\n${judge}`);
    const judged = JSON.parse(run(join(folder, 'judge.mjs'))) as unknown;
    rmSync(folder, { recursive: true });
    const expected = values.map((value) => isContract(value) || isContract.errors?.map(({ ...error }) => error));
    expect(judged).toMatchObject(JSON.parse(JSON.stringify(expected, (key, v) => (key === 'message' ? undefined : v))));
  });

  it.each<readonly [string, (contract: typeof emptyContract) => unknown]>([
    ['contract is an array, not object', () => []],
    ['contract.placeholders is missing', ({ placeholders: _, ...rest }) => rest],
    ['contract.formatVersion is "1", not 1', (c) => ({ ...c, formatVersion: '1' })],
    ['contract.placeholders[1] is 5, not string', (c) => ({ ...c, placeholders: ['a', 5] })],
    ['contract has a property "a/b~", which contracts do not have here', (c) => ({ ...c, 'a/b~': 1 })],
    ['contract.types[0] has none of the forms that are allowed here', (c) => ({ ...c, types: [{ kind: 'x' }] })],
    ['contract.types[0] is null, not object', (c) => ({ ...c, types: [null] })],
  ])('%s', (words, change) => {
    expect(misfitOf(change(emptyContract))).toBe(words);
  });
});
