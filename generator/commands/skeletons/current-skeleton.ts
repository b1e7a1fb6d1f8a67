import { resolve } from 'node:path';
import type { Job } from '../../config/jobs.js';
import { decodeSource } from '../../emit/skeleton/encoding.js';
import { isCompleteAtAGlance } from '../../emit/skeleton/glance.js';
import type { Disk } from '../../output/disk.js';
import type { SkeletonRecord } from '../../output/manifest.js';
import { isInterrupted } from '../../output/workspace.js';
import { isInside } from '../../source/locate.js';

/**
 * True if a skeleton certainly needs no change and no message: the class has the methods of its interface. For files that are
 * no longer used, this is true once they are deleted.
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
