import { relative, resolve } from 'node:path';
import type { Job } from '../../config/jobs.js';
import type { Target } from '../../output/comparison.js';
import type { Disk } from '../../output/disk.js';
import { type Manifest, manifestFile, manifestsIn, type SkeletonRecord } from '../../output/manifest.js';
import { isInside } from '../../source/locate.js';

/**
 * The records of earlier runs about the skeletons of a package: where they are, and which methods their interfaces have had.
 * This is never used to decide whether a class is up to date.
 */
export class History {
  /** Of all services, also of those that are gone. */
  readonly records: readonly SkeletonRecord[];
  readonly #folder: string;
  readonly #skeletons: string;
  /** The manifest, if it can differ from the new one only in these records. */
  readonly #same: Manifest | undefined;

  constructor({ out, folder, settings }: Job, { manifest }: Target, disk: Disk) {
    const own = manifestsIn(disk.read(resolve(out, manifestFile)));
    const { previousOut } = manifest;
    const from = own.length === 0 && previousOut !== undefined ? resolve(folder, previousOut) : undefined;
    const manifests = from === undefined ? own : manifestsIn(disk.read(resolve(from, manifestFile)));
    const [first] = own;
    this.records = manifests.flatMap(({ skeletons }) => skeletons);
    this.#folder = folder;
    this.#skeletons = resolve(folder, settings.skeletons?.dir ?? '.');
    this.#same = first && own.length === 1 && sourcesOf(first) === sourcesOf(manifest) ? first : undefined;
  }

  /** Names of methods that an interface has had and no longer has. */
  formerMethods(interfaceName: string, methods: readonly string[]): readonly string[] {
    const known = this.records
      .filter((record) => record.interface === interfaceName)
      .flatMap((record) => [...record.methods, ...(record.former ?? [])]);
    return [...new Set(known)].filter((name) => !methods.includes(name)).sort();
  }

  /**
   * The former methods to record. They are forgotten when the class no longer has them, but only together with another
   * change: removing a method alone does not make a run write anything.
   */
  remembered(interfaceName: string, present: readonly string[]): readonly string[] {
    if (this.#same === undefined) {
      return present;
    }
    return this.#same.skeletons.find((record) => record.interface === interfaceName)?.former ?? [];
  }

  /** The records to keep of files that are no longer used: `stays` says which of them still exist. */
  leftBehind(
    records: readonly SkeletonRecord[],
    stays: (record: SkeletonRecord) => boolean,
  ): readonly SkeletonRecord[] {
    if (this.#same) {
      return this.#same.skeletons.filter(({ isGone }) => isGone === true);
    }
    const current = new Set(records.map(({ path, interface: name }) => `${path} ${name}`));
    const gone = this.records.filter((old) => !current.has(`${old.path} ${old.interface}`) && stays(old));
    const unique = new Map(gone.map((old) => [`${old.path} ${old.interface}`, old]));
    return [...unique.values()].map(({ path, interface: name, factory }) => {
      return { path, interface: name, factory, methods: [], isGone: true };
    });
  }

  /** Absolute path at which the class of a service was last seen. */
  pathOf(interfaceName: string): string | undefined {
    const record = this.records.find((r) => r.interface === interfaceName && r.isGone !== true);
    return record && this.place(record);
  }

  /** Absolute path of a record. A manifest may come from anywhere: it leads only to TypeScript files of the project. */
  place({ path }: SkeletonRecord): string | undefined {
    const place = resolve(this.#folder, path);
    const isInProject = isInside(place, this.#folder) || isInside(place, this.#skeletons);
    return isInProject && /\.[mc]?ts$/.test(path) ? place : undefined;
  }

  /** The form in which a path is recorded. */
  form(path: string): string {
    return relative(this.#folder, path).replaceAll('\\', '/');
  }
}

/** The sources of a package as a text to compare. */
function sourcesOf({ generator, config, inputs, templates }: Omit<Manifest, 'files'>): string {
  const sorted = [inputs, templates].map((record) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify([generator, config, sorted]);
}
