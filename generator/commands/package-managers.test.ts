import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { newPackage } from '../../tests/support/new-package.js';
import { nextSteps } from './next-steps.js';

describe('the next step with another package manager', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(`${tmpdir()}/codegen-next-`);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    [
      'pnpm-lock.yaml',
      'pnpm add ./g/rates @wsdl-codegen/runtime, or "g/rates" among the packages of pnpm-workspace.yaml and pnpm add -w --workspace rates',
    ],
    [
      'yarn.lock',
      'yarn add rates@link:./g/rates @wsdl-codegen/runtime, or "workspaces": ["g/rates"] in package.json and yarn install',
    ],
    ['bun.lockb', '"workspaces": ["g/rates"] in package.json and bun install'],
    ['package-lock.json', 'npm install ./g/rates, or "workspaces": ["g/rates"] in package.json and npm install'],
  ])('is its command, by %s', (lock, ways) => {
    writeFileSync(`${folder}/${lock}`, '');
    const { comparison, job } = newPackage(`${folder}/g/rates`, folder);
    expect(nextSteps([comparison], [job], folder)).toBe(`next: ${ways}; then import from 'rates'\n`);
  });
});
