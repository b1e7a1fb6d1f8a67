import type { SkeletonRequest } from '../../emit/skeleton/index.js';
import type { Disk } from '../../output/disk.js';
import { hashData } from '../../output/hash.js';
import type { SkeletonRecord } from '../../output/manifest.js';
import { generatorVersion } from '../../version.js';
import { moduleOpener, type PackagePlaces } from './open-module.js';
import { readRecord, writeRecord } from './skeleton-cache.js';

/** A file, and the interface that it is to implement. */
export interface SkeletonSubject extends Pick<SkeletonRecord, 'interface' | 'factory' | 'methods' | 'former'> {
  /** Absolute path, from which imports are followed. */
  readonly location: string;
  readonly text: string;
  readonly places: PackagePlaces;
}

/** A module that an analysis opened: its specifier, and the file that imports it. */
type Import = readonly [specifier: string, from: string];

/**
 * True if there is nothing to add to a file and nothing to say about it. Loading the compiler takes longer than the rest of a
 * run. Therefore a positive answer is recorded, together with everything that it depends on; where all of this is the same,
 * the compiler is not loaded.
 *
 * @param folder Absolute path of the config's folder.
 */
export async function isSkeletonComplete(subject: SkeletonSubject, folder: string, disk: Disk): Promise<boolean> {
  const place = { folder, key: hashData([subject.location, subject.interface]) };
  const known = readRecord(disk, place);
  const recorded = known?.opened.filter(isImport);
  if (known && recorded && known.hash === hashOf(subject, recorded, disk)) {
    return true;
  }
  const opened: Import[] = [];
  const isComplete = await analyse(subject, opened, disk);
  if (isComplete) {
    writeRecord(disk, place, { hash: hashOf(subject, opened, disk), opened });
  }
  return isComplete;
}

function isImport(value: unknown): value is Import {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'string');
}

/** A hash of all that an answer depends on: the imported modules are read again. */
function hashOf({ places, ...subject }: SkeletonSubject, imports: readonly Import[], disk: Disk): string {
  const open = moduleOpener(disk, places);
  const modules = imports.map(([specifier, from]) => [specifier, from, open(specifier, from)]);
  return hashData([generatorVersion, places.importFrom, subject, modules]);
}

/** Whether a file is complete depends on the names of the methods only. */
async function analyse(subject: SkeletonSubject, opened: Import[], disk: Disk): Promise<boolean> {
  const { location, text, places, former = [] } = subject;
  const { updateSkeleton } = await import('../../emit/skeleton/index.js');
  const open = moduleOpener(disk, places);
  const request: SkeletonRequest = {
    path: location,
    existing: text,
    service: {
      className: subject.interface,
      interfaceName: subject.interface,
      factoryName: subject.factory,
      importFrom: places.importFrom,
      methods: subject.methods.map((name) => ({ name, resultType: 'unknown', typeImports: [] })),
      knownOperations: former,
    },
    open: (specifier, from) => {
      opened.push([specifier, from]);
      return open(specifier, from);
    },
  };
  const { changed, lacking, before } = await updateSkeleton(request);
  return !changed && !lacking && before.length === 0;
}
