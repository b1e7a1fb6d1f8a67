import { resolve } from 'node:path';
import type { Job } from '../../config/jobs.js';
import { decodeSource } from '../../emit/skeleton/encoding.js';
import type { Disk } from '../../output/disk.js';
import type { SkeletonRecord } from '../../output/manifest.js';
import { isInterrupted } from '../../output/workspace.js';
import { isInside } from '../../source/locate.js';
import { isSkeletonComplete } from './complete-skeleton.js';
import { packagePlaces } from './other-packages.js';

/**
 * True if a skeleton certainly needs no change and no message: the class has the methods of its interface. For files that are
 * no longer used, this is true once they are deleted.
 *
 * @param jobs All jobs of the config.
 */
export async function isSkeletonCurrent(
  { path: recorded, isGone, ...record }: SkeletonRecord,
  job: Job,
  jobs: readonly Job[],
  disk: Disk,
): Promise<boolean> {
  const path = resolve(job.folder, recorded);
  const bytes = disk.bytes(path);
  if (isGone) {
    return bytes === undefined;
  }
  if (!isInside(path, resolve(job.folder, job.settings.skeletons?.dir ?? '.'))) {
    return false;
  }
  if (bytes === undefined || isInterrupted(disk, { kind: 'file', path })) {
    return false;
  }
  const { text, encode } = decodeSource(bytes);
  const subject = { ...record, location: path, text, places: packagePlaces(job, jobs, path) };
  return encode !== undefined && (await isSkeletonComplete(subject, job.folder, disk));
}
