import { dirname } from 'node:path';
import type { Disk } from './disk.js';

/** Writes one file all at once: the old text stands there, or the new one. Its permissions stay. */
export function replaceFile(disk: Disk, path: string, text: string): void {
  const staged = `${path}.codegen-new`;
  disk.makeFolder(dirname(path));
  if (disk.entry(staged)) disk.removeFile(staged);
  disk.write(staged, text, disk.entry(path)?.mode);
  disk.rename(staged, path);
}
