import { resolve } from 'node:path';
import type { Job } from '../../config/jobs.js';
import { decodeSource } from '../../emit/skeleton/encoding.js';
import { isCompleteAtAGlance } from '../../emit/skeleton/glance.js';
import type { Disk } from '../../output/disk.js';
import type { SkeletonRecord } from '../../output/manifest.js';
import { isInterrupted } from '../../output/workspace.js';
import { isInside } from '../../source/locate.js';

/**
 * True when it is certain that nothing is to be done or said about a skeleton: the class has the methods of its interface.
 * Of files that are left behind this is true when they are gone.
 */
export function isSkeletonCurrent(record: SkeletonRecord, { folder, settings }: Job, disk: Disk): boolean {
  const path = resolve(folder, record.path);
  const bytes = disk.bytes(path);
  if (record.isGone) {
    return bytes === undefined;
  }
  if (!isInside(path, resolve(folder, settings.skeletons?.dir ?? '.'))) {
    return false;
  }
  if (bytes === undefined || isInterrupted(disk, { kind: 'file', path })) {
    return false;
  }
  const { text, encode } = decodeSource(bytes);
  const { interface: interfaceName, factory: factoryName, methods, former = [] } = record;
  return encode !== undefined && isCompleteAtAGlance(text, { interfaceName, factoryName, methods, former });
}
