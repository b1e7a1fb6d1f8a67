import { join } from 'node:path';
import type { Job } from '../config/jobs.js';
import { folderOf } from '../config/resolve-package.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { runtimeRange } from '../emit/runtime-range.js';
import { disk } from '../output/disk.js';
import { isRecord, type JsonRecord, parsedRecord } from '../output/json-text.js';
import { displayPath } from './report.js';

const runtime = '@wsdl-codegen/runtime';

/** A folder whose code uses the runtime, and the one that it finds as Node looks for it. */
export interface RuntimeUser {
  readonly folder: string;
  /** The versions that its `package.json` asks for. */
  readonly range?: string;
  /** Folder of the runtime, and its version. */
  readonly place?: string;
  readonly version?: string;
}

/** What a folder asks for, and what it finds. */
export function runtimeUser(folder: string): RuntimeUser {
  const { dependencies, peerDependencies } = manifestIn(folder);
  const asked = [dependencies, peerDependencies].map((each) => (isRecord(each) ? each[runtime] : undefined));
  const range = asked.find((each) => typeof each === 'string');
  const place = folderOf(runtime, folder);
  const { version } = place === undefined ? {} : manifestIn(place);
  return {
    folder,
    ...(range !== undefined && { range }),
    ...(place !== undefined && typeof version === 'string' && { place, version }),
  };
}

/** Says which packages find a runtime that is not of the versions that they ask for. */
export function unfitRuntimes(jobs: readonly Job[], workingFolder: string): readonly Diagnostic[] {
  return jobs.flatMap(({ out }) => unfitRuntime(runtimeUser(out), workingFolder));
}

/** Says if a folder finds a runtime that is not of the versions that it asks for; without a `package.json` it asks for that of the generator. */
export function unfitRuntime(user: RuntimeUser, workingFolder: string): readonly Diagnostic[] {
  const { folder, range = runtimeRange, version, place } = user;
  return version === undefined || place === undefined || fits(version, range)
    ? []
    : [
        diagnostic('output/other-runtime', {
          folder: displayPath(folder, workingFolder),
          range,
          version,
          place: displayPath(place, workingFolder),
        }),
      ];
}

/** The `package.json` of a folder; empty if there is none. */
export function manifestIn(folder: string): JsonRecord {
  return parsedRecord(disk.read(join(folder, 'package.json')));
}

/** True for a version in a range that begins with `^`, as generated packages have it, and for all other ranges: those are of a template of the user. */
export function fits(version: string, range: string): boolean {
  const [least, actual] = [numbersOf(range.slice(1)), numbersOf(version)];
  if (!range.startsWith('^') || least === undefined || actual === undefined) {
    return true;
  }
  // The first number that is not 0 has to be the same, and those after it at least as high.
  const first = least.findIndex((number) => number > 0);
  const fixed = first < 0 ? least.length : first;
  const differing = least.findIndex((number, i) => number !== actual[i]);
  return differing < 0 || (differing > fixed && (actual[differing] ?? 0) > (least[differing] ?? 0));
}

function numbersOf(version: string): readonly number[] | undefined {
  const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  return numbers?.slice(1).map(Number);
}
