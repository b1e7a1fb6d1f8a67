import { newPackage } from '../../tests/support/new-package.js';
import type { Job } from '../config/jobs.js';
import { nextSteps } from './next-steps.js';

jest.mock('node:path', () => jest.requireActual<typeof import('node:path')>('node:path').win32);

const project = 'C:\\project';

/** The lines for a new package in a folder. */
function stepsFor(out: string, settings: Partial<Job['settings']> = {}): string {
  const { comparison, job } = newPackage(out, project, settings);
  return nextSteps([comparison], [job], project);
}

describe('the next step on Windows', () => {
  it.each([
    ['C:\\project\\generated\\rates', './generated/rates'],
    ['C:\\project\\.rates', './.rates'],
    ['C:\\shared\\rates', '../shared/rates'],
    ['C:\\project', '.'],
    ['D:\\rates', 'D:/rates'],
  ])('names the sources in %p by %p', (out, specifier) => {
    expect(stepsFor(out, { package: false, compiled: true })).toBe(`next: import from '${specifier}/js/index.js'\n`);
  });

  it('offers a workspace only below the project', () => {
    expect(stepsFor('C:\\project\\generated\\rates')).toBe(
      `next: npm install ./generated/rates, or "workspaces": ["generated/rates"] in package.json and npm install; then import from 'rates'\n`,
    );
    expect(stepsFor('C:\\project\\my apis\\rates')).toBe(
      `next: npm install "./my apis/rates", or "workspaces": ["my apis/rates"] in package.json and npm install; then import from 'rates'\n`,
    );
    expect(stepsFor('D:\\rates')).toBe(`next: npm install D:/rates; then import from 'rates'\n`);
  });
});

describe('the next steps for many packages', () => {
  it('are those of the first, and the number of the others', () => {
    const names = Array.from({ length: 73 }, (_, i) => `p${i}`);
    const all = names.map((name) => newPackage(`C:\\project\\out\\${name}`, project, { name }));
    const steps = nextSteps(
      all.map(({ comparison }) => comparison),
      all.map(({ job }) => job),
      project,
    );
    expect(steps).toBe(
      `next: npm install ./out/p0, or "workspaces": ["out/p0"] in package.json and npm install; then import from 'p0'\n` +
        'next: the same for the 72 other packages\n',
    );
  });
});
