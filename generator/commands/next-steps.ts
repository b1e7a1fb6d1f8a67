import { isAbsolute, join, relative } from 'node:path';
import type { Job } from '../config/jobs.js';
import { sourcesEntry } from '../emit/package-folders.js';
import type { FolderComparison } from '../output/comparison.js';
import { disk } from '../output/disk.js';
import { linkOf, type PackageManager, packageManager } from './project.js';
import { displayPath } from './report.js';

/** With more packages than this, the steps of one stand for all. */
const mostSteps = 4;

/**
 * The lines at the end of a run: how a package that is new is imported, and that one without its JavaScript has to be built
 * again. Empty when nobody has to do anything.
 */
export function nextSteps(
  comparisons: readonly FolderComparison[],
  jobs: readonly Job[],
  workingFolder: string,
): string {
  const steps = comparisons.flatMap((comparison) => {
    const job = jobs.find(({ out }) => out === comparison.target.folder);
    return job && comparison.write.size > 0 ? stepsOf(job, comparison, workingFolder) : [];
  });
  const shown = steps.length > mostSteps ? steps.slice(0, 1) : steps;
  const more = steps.length - shown.length;
  return [...shown, ...(more > 0 ? [`the same for the ${more} other packages`] : [])]
    .map((step) => `next: ${step}\n`)
    .join('');
}

function stepsOf(job: Job, { created }: FolderComparison, workingFolder: string): readonly string[] {
  const { name, package: fields, compiled, importExtension } = job.settings;
  const folder = displayPath(job.out, workingFolder);
  const isNew = created.includes('codegen.lock.json');
  if (fields === false) {
    const entry = sourcesEntry(compiled, importExtension);
    return isNew ? [`import from '${specifier(workingFolder, job.out)}/${entry}'`] : [];
  }
  const build = compiled === false ? [`npm run build --prefix ${argument(folder)}`] : [];
  return isNew ? [`${installStep(name, job.out, folder, workingFolder)}import from '${name}'`, ...build] : build;
}

/** What links the package, unless it is linked already. */
function installStep(name: string, out: string, folder: string, workingFolder: string): string {
  const manager = packageManager(workingFolder);
  switch (linkOf(name, out, workingFolder)) {
    case 'linked':
      return '';
    case 'workspace':
      return `${manager === 'pnpm' ? addWorkspace(name, workingFolder) : `${manager} install`}; then `;
    case 'unknown': {
      const workspace = asWorkspace(manager, name, folder);
      const add = addCommand(manager, name, specifier(workingFolder, out));
      // Bun copies a folder, which would then keep what was generated before.
      const ways = manager === 'bun' && workspace.length > 0 ? workspace : [add, ...workspace];
      return `${ways.join(', or ')}; then `;
    }
  }
}

/** The command that links a folder as a dependency. pnpm and Yarn install nothing for what they link: the runtime has to be among the project's own. */
function addCommand(manager: PackageManager, name: string, path: string): string {
  switch (manager) {
    case 'npm':
      return `npm install ${argument(path)}`;
    case 'pnpm':
      return `pnpm add ${argument(path)} @wsdl-codegen/runtime`;
    case 'yarn':
      return `yarn add ${argument(`${name}@link:${path}`)} @wsdl-codegen/runtime`;
    case 'bun':
      return `bun add ${argument(`${name}@file:${path}`)}`;
  }
}

/** pnpm links workspaces only where they are dependencies, and adds none to the root without being told so. */
function addWorkspace(name: string, workingFolder: string): string {
  const isRoot = disk.entry(join(workingFolder, 'pnpm-workspace.yaml')) !== undefined;
  return `pnpm add ${isRoot ? '-w ' : ''}--workspace ${name}`;
}

/** Only a folder below the project's own can be one of its workspaces. */
function asWorkspace(manager: PackageManager, name: string, folder: string): readonly string[] {
  if (/^(\.\.?\/|\/|[A-Za-z]:)/.test(folder)) {
    return [];
  }
  return manager === 'pnpm'
    ? [`"${folder}" among the packages of pnpm-workspace.yaml and pnpm add -w --workspace ${name}`]
    : [`"workspaces": ["${folder}"] in package.json and ${manager} install`];
}

/** A path as shells of all systems take it, in quotes where it needs them. */
function argument(path: string): string {
  return /^[\p{L}\p{N}_./:@~-]+$/u.test(path) ? path : `"${path}"`;
}

/** A folder as a module in the working folder names it. */
function specifier(workingFolder: string, folder: string): string {
  const path = relative(workingFolder, folder).replaceAll('\\', '/');
  if (path === '') {
    return '.';
  }
  // On Windows the path to another drive is absolute.
  return /^\.\.?(\/|$)/.test(path) || isAbsolute(path) ? path : `./${path}`;
}
