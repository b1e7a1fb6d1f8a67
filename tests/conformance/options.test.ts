import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions, UsageError } from './options.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'options-'));
  mkdirSync(join(folder, 'suite'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the options of the conformance run', () => {
  it('take folders relative to where the command was given, or absolute', () => {
    expect(readOptions(['--xsts', 'suite'], folder)?.xsts).toBe(join(folder, 'suite'));
    expect(readOptions(['--wsdl', join(folder, 'suite')], '/')?.wsdl).toBe(join(folder, 'suite'));
  });

  it.each<[string, readonly string[], RegExp]>([
    ['a folder that is not there', ['--xsts', 'gone'], /--xsts: there is no folder ".*gone"/],
    ['a file', ['--wsdl', __filename], /--wsdl: there is no folder/],
    ['a count that is none', ['--limit', 'ten'], /--limit: "ten" is not a whole number/],
    ['an option that does not exist', ['--frobnicate'], /--frobnicate/],
    ['an option without its value', ['--xsts'], /--xsts/],
  ])('are refused in words: %s', (_, parameters, message) => {
    const read = (): unknown => readOptions(parameters, folder);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });

  it('write the document only for whole runs, unless this is turned off', () => {
    const written = (...parameters: readonly string[]) =>
      readOptions(['--xsts', 'suite', '--wsdl', 'suite', ...parameters], folder)?.write;
    expect(written()).toBe(true);
    expect([written('--no-write'), written('--limit', '3'), written('--only', 'x')]).toEqual([false, false, false]);
  });

  it('run one data set alone where only that is named', () => {
    const { xsts, wsdl, write } = readOptions(['--wsdl', 'suite', '--root', join(__dirname, '../..')], folder) ?? {};
    expect([xsts, wsdl, write]).toEqual([undefined, join(folder, 'suite'), false]);
  });
});
