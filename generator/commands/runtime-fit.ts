import { dirname, join } from 'node:path';
import type { Job } from '../config/jobs.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { runtimeRange } from '../emit/runtime-range.js';
import { disk } from '../output/disk.js';
import { isRecord, type JsonRecord, parsedRecord } from '../output/json-text.js';
import { displayPath } from './report.js';

const runtime = '@wsdl-codegen/runtime';

/** Says which packages find a runtime, as Node looks for it, that is not of the versions that they ask for. */
export function unfitRuntimes(jobs: readonly Job[], workingFolder: string): readonly Diagnostic[] {
  return jobs.flatMap(({ out }) => {
    const { dependencies } = manifestIn(out);
    const asked = isRecord(dependencies) ? dependencies[runtime] : undefined;
    const range = typeof asked === 'string' ? asked : runtimeRange;
    const found = installedRuntime(out);
    if (found === undefined || fits(found.version, range)) {
      return [];
    }
    const [folder, place] = [displayPath(out, workingFolder), displayPath(found.place, workingFolder)];
    return [diagnostic('output/other-runtime', { folder, range, version: found.version, place })];
  });
}

function manifestIn(folder: string): JsonRecord {
  return parsedRecord(disk.read(join(folder, 'package.json')));
}

/** The nearest runtime above a folder; undefined if none is installed. */
function installedRuntime(start: string): { readonly version: string; readonly place: string } | undefined {
  for (let folder = start, parent = dirname(folder); ; folder = parent, parent = dirname(folder)) {
    const place = join(folder, 'node_modules', runtime);
    const { version } = manifestIn(place);
    if (typeof version === 'string') {
      return { version, place };
    }
    if (parent === folder) {
      return undefined;
    }
  }
}

/** True for a version in a range that begins with `^`, as generated packages have it, and for all other ranges: those are of a template of the user. */
function fits(version: string, range: string): boolean {
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
