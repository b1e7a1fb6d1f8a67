import { relative, resolve } from 'node:path';
import type { Contract } from '../contract/model.js';
import type { Diagnostic, Result } from '../diagnostics/diagnostic.js';
import type { Disk } from '../output/disk.js';
import { MANIFEST_FILE, parseManifest } from '../output/manifest.js';
import { replaceFile } from '../output/single-file.js';
import { bindPackage } from '../typescript/bind.js';
import type { PackageBinding, ServiceBinding } from '../typescript/package-binding.js';
import { type CompiledPackage, skeletonPath } from './compile.js';
import { displayPath } from './report.js';

/** A skeleton that has to be made or extended. */
export interface SkeletonChange {
  /** Absolute. */
  readonly path: string;
  readonly isNew: boolean;
  readonly write: () => void;
}

/**
 * Makes and extends the service skeletons of packages. A skeleton is looked into only when it is missing or when the operations of
 * its service are not those of the last generation: what looks into it costs a quarter of a second.
 */
export async function skeletonChanges(
  packages: readonly CompiledPackage[],
  disk: Disk,
  workingFolder: string,
): Promise<Result<readonly SkeletonChange[]>> {
  const changes: SkeletonChange[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const compiled of packages) {
    const known = knownMethods(compiled, disk);
    for (const service of compiled.rendering.binding.services) {
      const path = skeletonPath(compiled.job, service.names.file);
      if (path === undefined) continue;
      const existing = disk.read(path);
      const before = known(service);
      if (existing !== undefined && before.join() === methodNames(service).join()) continue;
      const { updateSkeleton } = await import('../emit/skeleton/index.js');
      const { skeletonService } = await import('../emit/skeleton/from-binding.js');
      const options = { importFrom: importFrom(compiled, path), knownOperations: before };
      const request = { path: displayPath(path, workingFolder), existing, service: skeletonService(service, options) };
      const [{ text, changed }, found] = await updateSkeleton(request);
      diagnostics.push(...found);
      if (changed) changes.push({ path, isNew: existing === undefined, write: () => replaceFile(disk, path, text) });
    }
  }
  return [changes, diagnostics];
}

/** Method names of a service when its package was last generated, in order; asked only for packages with skeletons. */
function knownMethods({ job, rendering }: CompiledPackage, disk: Disk): (service: ServiceBinding) => readonly string[] {
  let old: PackageBinding | undefined;
  return ({ names }) => {
    if (old === undefined) {
      const [manifest] = parseManifest(disk.read(resolve(job.out, MANIFEST_FILE)), MANIFEST_FILE);
      old = manifest
        ? bindOld(manifest.contract, rendering.binding.packageName)
        : { ...rendering.binding, services: [] };
    }
    const same = old.services.find((service) => service.names.server === names.server);
    return same ? methodNames(same) : [];
  };
}

function bindOld(contract: Contract, packageName: string): PackageBinding {
  return bindPackage(contract, { packageName })[0];
}

function methodNames(service: ServiceBinding): readonly string[] {
  return service.methods.map((method) => method.name);
}

function importFrom({ job }: CompiledPackage, path: string): string {
  const { skeletons, package: fields, name } = job.settings;
  if (skeletons?.importFrom !== undefined) return skeletons.importFrom;
  if (fields !== false) return name;
  const index = relative(resolve(path, '..'), resolve(job.out, 'src/index.js')).replaceAll('\\', '/');
  return index.startsWith('.') ? index : `./${index}`;
}
