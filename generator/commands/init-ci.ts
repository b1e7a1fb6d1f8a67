import { type OwnFile, repositoryAround, writeOwnFile } from './own-file.js';
import { type PackageManager, packageManager } from './project.js';
import type { Terminal } from './terminal.js';

/** Services that run workflows, each with the place of its file in a repository, and what is left to do. */
export const ciServices = {
  github: { path: '.github/workflows/codegen-review.yml', next: [] },
  gitlab: {
    path: '.gitlab/codegen-review.yml',
    next: ['include it in .gitlab-ci.yml; the beginning of the file says how, and which token the note needs'],
  },
  azure: {
    path: '.azure/codegen-review.yml',
    next: ['make a pipeline of it, and name that in the branch policy; the beginning of the file says more'],
  },
} as const;

/** A service that runs workflows. */
export type CiService = keyof typeof ciServices;

/** Commands that install exactly what the lock file of a project has. */
const installs: Readonly<Record<PackageManager, string>> = {
  npm: 'npm ci',
  pnpm: 'corepack enable && pnpm install --frozen-lockfile',
  yarn: 'corepack enable && yarn install --immutable',
  bun: 'npx --yes bun@1 install --frozen-lockfile',
};

/** Runs a command of an installed package, and never fetches one: `codegen` of the registry is not ours. Yarn may have no folder in which npx could look. */
const runner = (manager: PackageManager): string => (manager === 'yarn' ? 'yarn' : 'npx --no');

/** Writes the workflow that reviews pull requests into the repository around the working folder, unless it is there. */
export function writeWorkflow(service: CiService, write: boolean, terminal: Terminal): OwnFile {
  const { path, next } = ciServices[service];
  const manager = packageManager(terminal.workingFolder);
  const values = {
    INSTALL: installs[manager],
    RUN: runner(manager),
    // As a text in quotes: a folder may have any name.
    FOLDER: JSON.stringify(repositoryAround(terminal).folder),
  };
  const file = writeOwnFile(`ci/${service}.yml`, path, values, write, terminal);
  return { ...file, next: file.exists ? [] : next };
}
