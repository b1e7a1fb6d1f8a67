import { relative, resolve } from 'node:path';
import type { Contract, Service } from '../contract/model.js';
import type { Diagnostic, Result } from '../diagnostics/diagnostic.js';
import { isCompleteAtAGlance } from '../emit/skeleton/complete.js';
import type { Disk } from '../output/disk.js';
import { MANIFEST_FILE, parseManifest } from '../output/manifest.js';
import { placeOfFile, replaceFileAlone, tidyFile } from '../output/single-file.js';
import { bindPackage } from '../typescript/bind.js';
import type { ServiceBinding } from '../typescript/package-binding.js';
import { type CompiledPackage, skeletonPath } from './compile.js';
import { displayPath } from './report.js';

/** A skeleton that has to be made or extended. */
export interface SkeletonChange {
  /** Absolute. */
  readonly path: string;
  readonly isNew: boolean;
  /** Writes it; what prevents that is a diagnostic. */
  readonly write: () => readonly Diagnostic[];
}

/**
 * Makes and extends the service skeletons of packages. A skeleton is looked into only when it is missing, when the operations of
 * its service are not those of the last generation, or when that is not known and methods seem to be missing: what looks into it
 * costs more than all the rest of a run.
 */
export async function skeletonChanges(
  packages: readonly CompiledPackage[],
  disk: Disk,
  workingFolder: string,
): Promise<Result<readonly SkeletonChange[]>> {
  const changes: SkeletonChange[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const compiled of packages) {
    if (compiled.job.settings.skeletons === undefined) continue;
    const old = previousContract(compiled, disk);
    for (const service of compiled.rendering.binding.services) {
      const path = skeletonPath(compiled.job, service.names.file);
      if (path === undefined) continue;
      const display = displayPath(path, workingFolder);
      const [place, problems] = placeOfFile(disk, path, compiled.job.folder, display);
      diagnostics.push(...problems);
      if (place === undefined) continue;
      const existing = disk.read(place);
      if (existing !== undefined && isUpToDate(service, existing, old)) continue;
      const { updateSkeleton } = await import('../emit/skeleton/index.js');
      const { skeletonService } = await import('../emit/skeleton/from-binding.js');
      const options = {
        importFrom: importFrom(compiled, path),
        knownOperations: attempt(() => methodsBefore(service, compiled, old), []),
      };
      const request = { path: display, existing, service: skeletonService(service, options) };
      const [{ text, changed }, found] = await updateSkeleton(request);
      diagnostics.push(...found);
      const write = (): readonly Diagnostic[] => replaceFileAlone(disk, place, text, display);
      if (changed) changes.push({ path, isNew: existing === undefined, write });
    }
  }
  return [changes, diagnostics];
}

/** Removes what a run left that was killed while it wrote a skeleton. */
export function tidySkeletons(
  packages: readonly CompiledPackage[],
  disk: Disk,
  workingFolder: string,
): readonly Diagnostic[] {
  return packages.flatMap(({ job, rendering }) =>
    rendering.binding.services.flatMap(({ names }) => {
      const path = skeletonPath(job, names.file);
      if (path === undefined) return [];
      const display = displayPath(path, workingFolder);
      const [place] = placeOfFile(disk, path, job.folder, display);
      return place === undefined ? [] : tidyFile(disk, place, display);
    }),
  );
}

/** What the package was last generated from. */
function previousContract({ job }: CompiledPackage, disk: Disk): Contract | undefined {
  return parseManifest(disk.read(resolve(job.out, MANIFEST_FILE)), MANIFEST_FILE)[0]?.contract;
}

function isUpToDate(service: ServiceBinding, text: string, old: Contract | undefined): boolean {
  return old ? attempt(() => hasSameOperations(service, old), false) : isComplete(service, text);
}

/** Where nothing is known of the last generation, no operation can have vanished: only missing methods matter. */
function isComplete({ names, methods }: ServiceBinding, text: string): boolean {
  return isCompleteAtAGlance(
    text,
    names.server,
    methods.map(({ name }) => name),
  );
}

/** A manifest may hold anything: it is in version control, where anybody may have changed it. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function hasSameOperations({ service }: ServiceBinding, old: Contract): boolean {
  const names = (of: Service): string => JSON.stringify(of.operations.map(({ name, overload }) => [name, overload]));
  return old.services.some(
    (before) =>
      before.name === service.name && before.namespace === service.namespace && names(before) === names(service),
  );
}

/** Names of the methods that a service's interface had when its package was last generated. */
function methodsBefore(
  { names }: ServiceBinding,
  { rendering }: CompiledPackage,
  old: Contract | undefined,
): readonly string[] {
  if (!old) return [];
  const [{ services }] = bindPackage(old, { packageName: rendering.binding.packageName });
  const same = services.find((service) => service.names.server === names.server);
  return same ? same.methods.map((method) => method.name) : [];
}

function importFrom({ job }: CompiledPackage, path: string): string {
  const { skeletons, package: fields, name } = job.settings;
  if (skeletons?.importFrom !== undefined) return skeletons.importFrom;
  if (fields !== false) return name;
  const index = relative(resolve(path, '..'), resolve(job.out, 'src/index.js')).replaceAll('\\', '/');
  return index.startsWith('.') ? index : `./${index}`;
}
