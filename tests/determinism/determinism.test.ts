import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCommand, readTree, removeFolder, root, runCommand, temporaryFolder } from '../e2e/command.js';

/** Same input, same bytes: under another working folder, place on the disk, time zone, locale and order of inputs. */
let bin: string;
let folder: string;

beforeAll(() => {
  bin = buildCommand();
}, 60_000);
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => removeFolder(folder));

/** A copy of the descriptors with a config beside them; gives what is generated from it. */
function generate(place: string, reverse: boolean, cwd: string, env: Readonly<Record<string, string>>) {
  const home = join(folder, place);
  mkdirSync(home, { recursive: true });
  cpSync(join(root, 'wsdl'), join(home, 'wsdl'), { recursive: true });
  const names = ['AccountApi', 'TelepayApi', 'ExchangerApi', 'PushApi', 'ErrorsApi'];
  if (reverse) names.reverse();
  const inputs = names.map((name) => `wsdl/${name}.wsdl`);
  const packages = [{ name: 'wallet-api', inputs, out: 'out' }];
  writeFileSync(join(home, 'codegen.config.json'), JSON.stringify({ packages }));
  mkdirSync(join(home, cwd), { recursive: true });
  const config = join(home, 'codegen.config.json');
  const { status, stderr } = runCommand(bin, ['--config', config], join(home, cwd), env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return readTree(join(home, 'out'));
}

describe('the output', () => {
  it('does not depend on the working folder, place, time zone or locale', () => {
    const first = generate('a', false, '.', { TZ: 'UTC', LANG: 'C' });
    const second = generate('some/where else', false, 'deep/below', {
      TZ: 'Asia/Kathmandu',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
    });
    expect(second).toEqual(first);
  });

  it('does not depend on the order of inputs, but for the hash of the config', () => {
    const withoutConfigHash = (tree: Readonly<Record<string, string>>) => ({
      ...tree,
      'codegen.lock.json': tree['codegen.lock.json']?.replace(/"config": "[0-9a-f]+"/, ''),
    });
    const first = generate('a', false, '.', {});
    expect(withoutConfigHash(generate('b', true, '.', {}))).toEqual(withoutConfigHash(first));
  });
});

describe('the checked-in output', () => {
  it('is what is generated now; run `npx codegen` otherwise', () => {
    const { status, stdout, stderr } = runCommand(bin, ['check', '--full'], root);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '2 packages are up to date\n', stderr: '' });
  });
});
