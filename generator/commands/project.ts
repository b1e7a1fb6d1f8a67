import { dirname, join, relative } from 'node:path';
import { disk } from '../output/disk.js';
import { isRecord, parsedJson } from '../output/json-text.js';
import { isInside } from '../source/locate.js';
import { matchesPattern } from '../source/patterns.js';

/** How a project finds a package that was written into a folder. */
export type PackageLink =
  /** Imports find it already. */
  | 'linked'
  /** It is one of the project's workspaces: an install links it. */
  | 'workspace'
  | 'unknown';

/** What a project around a working folder knows of the package in a folder. */
export function linkOf(name: string, out: string, workingFolder: string): PackageLink {
  const folders = upwards(workingFolder);
  if (folders.some((folder) => isSame(join(folder, 'node_modules', name), out))) {
    return 'linked';
  }
  return folders.some((folder) => isWorkspace(folder, out)) ? 'workspace' : 'unknown';
}

/** A program that installs packages. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const locks: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/** The package manager of the project around a folder, by its lock file; npm if there is none. */
export function packageManager(workingFolder: string): PackageManager {
  for (const folder of upwards(workingFolder)) {
    const [, manager] = locks.find(([file]) => disk.entry(join(folder, file)) !== undefined) ?? [];
    if (manager !== undefined) {
      return manager;
    }
  }
  return 'npm';
}

/** The command that adds a package to the dependencies of a project. */
export function addCommand(manager: PackageManager, name: string): string {
  return `${manager} ${manager === 'npm' ? 'install' : 'add'} ${name}`;
}

/** A folder and those that it is in, the nearest first. */
export function upwards(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
}

function isSame(path: string, folder: string): boolean {
  const real = disk.realPath(path);
  return real !== undefined && real === disk.realPath(folder);
}

function isWorkspace(root: string, out: string): boolean {
  if (!isInside(out, root)) {
    return false;
  }
  const path = relative(root, out).replaceAll('\\', '/');
  const [...excluded] = patternsOf(root).filter((pattern) => pattern.startsWith('!'));
  return (
    patternsOf(root).some((pattern) => matches(pattern, path)) &&
    !excluded.some((pattern) => matches(pattern.slice(1), path))
  );
}

/** The patterns of package.json, as npm, Yarn and Bun have them, and those of pnpm. */
function patternsOf(root: string): readonly string[] {
  const manifest = parsedJson(textOf(join(root, 'package.json')));
  if (!isRecord(manifest)) {
    return [];
  }
  const { workspaces } = manifest;
  const listed = isRecord(workspaces) ? workspaces.packages : workspaces;
  return [...(Array.isArray(listed) ? listed.filter((item) => typeof item === 'string') : []), ...pnpmPatterns(root)];
}

function pnpmPatterns(root: string): readonly string[] {
  const lines = (textOf(join(root, 'pnpm-workspace.yaml')) ?? '').split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith('packages:'));
  const items = lines.slice(start + 1);
  const end = items.findIndex((line) => /^[^\s#-]/.test(line));
  return start < 0
    ? []
    : items.slice(0, end < 0 ? undefined : end).flatMap((line) => /^\s*- *["']?([^"'#\s]+)/.exec(line)?.[1] ?? []);
}

function textOf(path: string): string | undefined {
  const bytes = disk.bytes(path);
  return bytes && new TextDecoder().decode(bytes);
}

/** `*` stands for a part of a step, `**` for any steps. */
function matches(pattern: string, path: string): boolean {
  const steps = pattern.replace(/^\.\//, '').split('/');
  return matchesSteps(steps.at(-1) === '' ? steps.slice(0, -1) : steps, path.split('/'));
}

/** The steps of the path that the patterns so far have reached, one pattern after the other. */
function matchesSteps(patterns: readonly string[], steps: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const pattern of patterns) {
    const next = new Set<number>();
    for (const at of reached) {
      if (pattern === '**') {
        for (let end = at; end <= steps.length; end++) {
          next.add(end);
        }
      } else if (at < steps.length && matchesPattern(pattern, steps[at] as string)) {
        next.add(at + 1);
      }
    }
    reached = next;
  }
  return reached.has(steps.length);
}
