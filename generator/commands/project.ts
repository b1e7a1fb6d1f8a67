import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

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

/** The command that installs what package.json names, by the lock file of the project; npm's if there is none. */
export function installCommand(workingFolder: string): string {
  const locks = { 'pnpm-lock.yaml': 'pnpm', 'pnpm-workspace.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun' };
  for (const folder of upwards(workingFolder)) {
    const [, manager] = Object.entries(locks).find(([file]) => existsSync(join(folder, file))) ?? [];
    if (manager !== undefined) {
      return `${manager} install`;
    }
  }
  return 'npm install';
}

function upwards(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
}

function isSame(path: string, folder: string): boolean {
  try {
    return realpathSync(path) === realpathSync(folder);
  } catch {
    return false;
  }
}

function isWorkspace(root: string, out: string): boolean {
  const path = relative(root, out).replaceAll('\\', '/');
  const [...excluded] = patternsOf(root).filter((pattern) => pattern.startsWith('!'));
  return (
    patternsOf(root).some((pattern) => matches(pattern, path)) &&
    !excluded.some((pattern) => matches(pattern.slice(1), path))
  );
}

/** The patterns of package.json, as npm, Yarn and Bun have them, and those of pnpm. */
function patternsOf(root: string): readonly string[] {
  try {
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces?: unknown };
    const listed = Array.isArray(workspaces)
      ? workspaces
      : (workspaces as { packages?: unknown } | undefined)?.packages;
    return [...(Array.isArray(listed) ? listed.filter((item) => typeof item === 'string') : []), ...pnpmPatterns(root)];
  } catch {
    return [];
  }
}

function pnpmPatterns(root: string): readonly string[] {
  const path = join(root, 'pnpm-workspace.yaml');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split(/\r?\n/) : [];
  const start = lines.findIndex((line) => line.startsWith('packages:'));
  const items = lines.slice(start + 1);
  const end = items.findIndex((line) => /^[^\s#-]/.test(line));
  return start < 0
    ? []
    : items.slice(0, end < 0 ? undefined : end).flatMap((line) => /^\s*- *["']?([^"'#\s]+)/.exec(line)?.[1] ?? []);
}

/** `*` stands for a part of a step, `**` for any steps. */
function matches(pattern: string, path: string): boolean {
  const source = pattern
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
    .split('/')
    .map((step) => (step === '**' ? '.*' : step.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '[^/]*')))
    .join('/');
  return new RegExp(`^${source}$`).test(path);
}
