import { join, relative } from 'node:path';
import { packagedFile } from '../config/packaged-file.js';
import { repositoryFolder } from '../config/repository.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import { writeTogether } from '../output/write.js';
import { type PackageManager, packageManager } from './project.js';
import { displayPath } from './report.js';
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

/** What became of a workflow file. */
export interface CiFile {
  readonly display: string;
  readonly text: string;
  /** It was there, and stays as it is. */
  readonly exists: boolean;
  readonly next: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Writes the workflow that reviews pull requests into the repository around the working folder, unless it is there. */
export function writeWorkflow(service: CiService, write: boolean, { workingFolder }: Terminal): CiFile {
  const root = repositoryFolder(workingFolder) ?? workingFolder;
  const { path: place, next } = ciServices[service];
  const path = join(root, place);
  const folder = relative(root, workingFolder).replaceAll('\\', '/') || '.';
  // As a text in quotes: a folder may have any name.
  const values = new Map([
    ['INSTALL', installs[packageManager(workingFolder)]],
    ['FOLDER', JSON.stringify(folder)],
  ]);
  const text = packagedFile(`ci/${service}.yml`).replace(/INSTALL|FOLDER/g, (name) => values.get(name) ?? name);
  const display = displayPath(path, workingFolder);
  const exists = disk.entry(path) !== undefined;
  const change = { path, display, before: undefined, bytes: new TextEncoder().encode(text) };
  const { diagnostics } =
    exists || !write ? { diagnostics: [] } : writeTogether([], { changes: [change], known: [change] }, disk);
  return { display, text, exists, next: exists ? [] : next, diagnostics };
}
