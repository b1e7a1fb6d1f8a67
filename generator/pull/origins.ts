import { basename, dirname, resolve } from 'node:path';
import type { Job } from '../config/jobs.js';
import type { OriginConfig } from '../config/types.js';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { Disk } from '../output/disk.js';
import { displayName } from '../source/locate.js';
import { isRemote } from '../source/places.js';
import { readOrigins } from './write.js';

/** A file whose origin is known. */
export interface KnownOrigin extends OriginConfig {
  /** Absolute path of the file. */
  readonly path: string;
  /** Absolute path that paths in the settings start from. */
  readonly folder: string;
}

/**
 * The origins of the inputs of a config, each file once: those that the config names, and those of inputs that were pulled. What
 * the config names wins.
 */
export function originsOf(jobs: readonly Job[], disk: Disk, workingFolder: string): Result<readonly KnownOrigin[]> {
  const origins = new Map<string, KnownOrigin>();
  const diagnostics: Diagnostic[] = [];
  for (const { folder, origins: named = {} } of jobs) {
    for (const [input, origin] of Object.entries(named)) {
      const path = resolve(folder, input);
      origins.set(path, { ...(typeof origin === 'string' ? { url: origin } : origin), path, folder });
    }
  }
  for (const { folder, settings } of jobs) {
    const files = settings.inputs.filter((input) => !isRemote(input)).map((input) => resolve(folder, input));
    for (const path of files.filter((file) => !origins.has(file))) {
      const target = { folder: dirname(path), display: displayName(dirname(path), workingFolder) };
      const [{ descriptors }, problems] = readOrigins(target, disk);
      append(diagnostics, problems);
      const recorded = descriptors[basename(path)];
      if (recorded?.address.includes('***')) {
        diagnostics.push(diagnostic('pull/secret-address', { location: recorded.address }));
      } else if (recorded) {
        origins.set(path, { url: recorded.address, path, folder });
      }
    }
  }
  return [[...origins.values()], diagnostics];
}
