import { resolve } from 'node:path';
import type { Job } from '../../config/jobs.js';
import { append } from '../../diagnostics/append.js';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.js';
import type { SkeletonRequest, SkeletonUpdate } from '../../emit/skeleton/index.js';
import type { Target } from '../../output/comparison.js';
import type { Disk } from '../../output/disk.js';
import type { FileChange } from '../../output/file-change.js';
import type { SkeletonRecord } from '../../output/manifest.js';
import type { BoundService } from '../../typescript/services/bound-package.js';
import { type CompiledPackage, skeletonPath } from '../compile.js';
import { displayPath } from '../report.js';
import { isSkeletonComplete } from './complete-skeleton.js';
import { conflictsOf } from './conflicts.js';
import { findSkeleton, isModule } from './find-skeleton.js';
import { History } from './history.js';
import { moduleOpener, type PackagePlaces } from './open-module.js';
import { type OpenSkeleton, settle } from './open-skeleton.js';
import { misplaced, orphansOf } from './orphans.js';
import { type OtherPackages, otherPackages, packagePlaces } from './other-packages.js';
import { readSkeleton } from './read-skeleton.js';

/** The changes to the skeletons of packages, and the messages about them. */
export interface SkeletonChanges {
  /** The targets of the packages, with the records of their skeletons. */
  readonly targets: readonly Target[];
  readonly changes: readonly FileChange[];
  /** Every file of the services, in the form that `writeTogether` needs. */
  readonly known: readonly Pick<FileChange, 'path' | 'display'>[];
  /** Files, as the user knows them, that lack methods which are not added to them. */
  readonly incomplete: readonly string[];
  /** Errors that only writing meets. */
  readonly refusals: readonly Diagnostic[];
  /** The messages if nothing is written. */
  readonly before: readonly Diagnostic[];
  /** The messages if everything has been written. */
  readonly after: readonly Diagnostic[];
}

/** The data that the changes depend on in addition to the packages. */
export interface SkeletonSurroundings {
  readonly disk: Disk;
  readonly workingFolder: string;
  /** All jobs of the config, also those that were not compiled because they are up to date. */
  readonly jobs: readonly Job[];
}

/**
 * Works out the changes of the service skeletons of packages. Only the file, what it imports and the contract decide whether a
 * file is up to date.
 */
export async function findSkeletonChanges(
  packages: readonly CompiledPackage[],
  surroundings: SkeletonSurroundings,
): Promise<SkeletonChanges> {
  const conflicts = conflictsOf(packages, surroundings);
  if (hasErrors(conflicts)) {
    const targets = packages.map(({ target }) => target);
    return { targets, changes: [], known: [], incomplete: [], refusals: [], before: conflicts, after: conflicts };
  }
  return new SkeletonComparer(surroundings).changes(packages);
}

/** A service whose class is needed. */
interface Wanted {
  readonly compiled: CompiledPackage;
  readonly service: BoundService;
  readonly methods: readonly string[];
  readonly former: readonly string[];
  readonly others: OtherPackages;
}

class SkeletonComparer {
  readonly #surroundings: SkeletonSurroundings;
  readonly #files = new Map<string, OpenSkeleton>();
  readonly #diagnostics: Diagnostic[] = [];

  constructor(surroundings: SkeletonSurroundings) {
    this.#surroundings = surroundings;
  }

  async changes(packages: readonly CompiledPackage[]): Promise<SkeletonChanges> {
    const targets: Target[] = [];
    for (const compiled of packages) {
      targets.push(await this.#package(compiled));
    }
    const settled = await Promise.all([...this.#files.values()].map(settle));
    return {
      targets,
      changes: settled.flatMap(({ change }) => (change ? [change] : [])),
      known: settled,
      incomplete: settled.flatMap(({ lacking, display }) => (lacking ? [display] : [])),
      refusals: settled.flatMap(({ refusals }) => refusals),
      before: [...this.#diagnostics, ...settled.flatMap(({ before }) => before)],
      after: [...this.#diagnostics, ...settled.flatMap(({ after }) => after)],
    };
  }

  async #package(compiled: CompiledPackage): Promise<Target> {
    const { job, target, services } = compiled;
    const { disk, workingFolder, jobs } = this.#surroundings;
    if (job.settings.skeletons === undefined) {
      return target;
    }
    const history = new History(job, target, disk);
    const others = otherPackages(job, jobs);
    const records: SkeletonRecord[] = [];
    for (const service of services) {
      const methods = service.methods.map(({ name }) => name);
      const former = history.formerMethods(service.names.server, methods);
      records.push(await this.#service({ compiled, service, methods, former, others }, history));
    }
    const [gone, found] = orphansOf(history, records, others, disk, workingFolder);
    append(this.#diagnostics, found);
    return { ...target, manifest: { ...target.manifest, skeletons: [...records, ...gone] } };
  }

  async #service(wanted: Wanted, history: History): Promise<SkeletonRecord> {
    const { job } = wanted.compiled;
    const { disk, workingFolder } = this.#surroundings;
    const { names } = wanted.service;
    const folder = resolve(job.folder, job.settings.skeletons?.dir ?? '.');
    const expected = skeletonPath(job, names.file) ?? folder;
    const mention = { interfaceName: names.server, factoryName: names.factory, ...wanted.others };
    const recorded = history.pathOf(names.server);
    const path = findSkeleton(disk, { expected, recorded, folder, mention, project: job.folder });
    append(this.#diagnostics, misplaced({ path, expected, folder, mention }, disk, workingFolder));
    const present = await this.#look(wanted, path);
    const former = history.remembered(names.server, present);
    const { methods } = wanted;
    const { server, factory } = names;
    const kept = former.length > 0 && { former };
    return { path: history.form(path), interface: server, factory, methods, ...kept };
  }

  /** Looks at the file of a service. The methods of former operations that it still has. */
  async #look(wanted: Wanted, path: string): Promise<readonly string[]> {
    const opened = this.#open(wanted.compiled.job, path);
    if (opened === undefined) {
      return [];
    }
    const { file } = opened;
    const { disk, jobs } = this.#surroundings;
    const { job } = wanted.compiled;
    const places = packagePlaces(job, jobs, path);
    if (file !== undefined) {
      const { server, factory } = wanted.service.names;
      const { methods, former } = wanted;
      const { place: location, text } = file;
      const subject = { interface: server, factory, methods, former, location, text, places };
      if (await isSkeletonComplete(subject, job.folder, disk)) {
        return [];
      }
    }
    const { updateSkeleton } = await import('../../emit/skeleton/index.js');
    const request = await this.#request(wanted, opened, places);
    const look = (existing: string | undefined): Promise<SkeletonUpdate> => updateSkeleton({ ...request, existing });
    const result = await look(file?.text);
    opened.visits.push({ look, result });
    return result.vanished.filter((name) => wanted.former.includes(name));
  }

  #open(job: Job, path: string): OpenSkeleton | undefined {
    const { disk, workingFolder } = this.#surroundings;
    const display = displayPath(path, workingFolder);
    const known = this.#files.get(path);
    if (known !== undefined) {
      return known;
    }
    const reading = readSkeleton(disk, path, display, job.folder);
    if ('code' in reading) {
      this.#diagnostics.push(reading);
      return undefined;
    }
    const file = reading.bytes === undefined ? undefined : reading;
    const opened: OpenSkeleton = { path, display, place: reading.place, file, visits: [] };
    this.#files.set(path, opened);
    return opened;
  }

  async #request(
    { service, former }: Wanted,
    { path, display, file }: OpenSkeleton,
    places: PackagePlaces,
  ): Promise<SkeletonRequest> {
    const { skeletonService } = await import('../../emit/skeleton/from-bound-service.js');
    return {
      path: display,
      location: file?.place ?? path,
      service: skeletonService(service, { importFrom: places.importFrom, knownOperations: former }),
      open: moduleOpener(this.#surroundings.disk, places),
      obstacle: file?.obstacle,
      isModule: isModule(this.#surroundings.disk, path),
    };
  }
}
