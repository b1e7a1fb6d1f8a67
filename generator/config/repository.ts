import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { withoutUser } from '../diagnostics/public-address.js';
import { isRecord } from '../output/json-text.js';
import type { PackageConfig, RepositoryConfig } from './types.js';

/** Where a generated package is developed, as its `package.json` says it. */
export interface PackageRepository {
  readonly type: string;
  readonly url: string;
  /** Folder of the package within the repository. */
  readonly directory?: string;
}

/**
 * The repository of a generated package: the one that the config names, else that of the nearest `package.json` above the output folder, with the
 * folder of the package in it. Nothing if the config refuses it, or the output has no `package.json`.
 */
export function repositoryOf({ package: fields }: PackageConfig, out: string): PackageRepository | undefined {
  if (fields === false || fields?.repository === false) {
    return undefined;
  }
  return fields?.repository === undefined ? inheritedRepository(out) : repository(fields.repository);
}

/** The top of the repository of git that a folder is in; none where that is the home of a user, or the disk. */
export function repositoryFolder(folder: string): string | undefined {
  const parent = dirname(folder);
  if (parent === folder || folder === homedir()) {
    return undefined;
  }
  return existsSync(join(folder, '.git')) ? folder : repositoryFolder(parent);
}

function inheritedRepository(out: string): PackageRepository | undefined {
  const folder = nearestPackage(dirname(out));
  const found = folder === undefined ? undefined : recordedRepository(join(folder, 'package.json'));
  if (folder === undefined || found === undefined) {
    return undefined;
  }
  const steps = [found.directory ?? '', relative(folder, out).replaceAll('\\', '/')];
  return { ...found, directory: steps.filter((step) => step !== '').join('/') };
}

function nearestPackage(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) {
    return folder;
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestPackage(parent);
}

/** A file that cannot be read names no repository: it is not our input. */
function recordedRepository(file: string): PackageRepository | undefined {
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { readonly repository?: unknown } | null;
    const named = manifest?.repository;
    return typeof named === 'string' || isRepository(named) ? repository(named) : undefined;
  } catch {
    return undefined;
  }
}

function isRepository(value: unknown): value is RepositoryConfig {
  if (!isRecord(value)) {
    return false;
  }
  const { type, url, directory } = value;
  const isText = (part: unknown): boolean => part === undefined || typeof part === 'string';
  return typeof url === 'string' && isText(type) && isText(directory);
}

/** Addresses are published, so they have neither user nor password. */
function repository(named: string | RepositoryConfig): PackageRepository {
  const { type = 'git', url, directory } = typeof named === 'string' ? { url: named } : named;
  const steps = directory?.split('/').filter((step) => step !== '' && step !== '.') ?? [];
  const place = steps.join('/');
  return { type, url: withoutUser(url), ...(place !== '' && { directory: place }) };
}
