import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Quiet time in milliseconds after a change: editors write a file in several steps. */
const settleTime = 100;

/** Waits until one of the files changes, appears or disappears. Folders are watched, because editors replace files. */
export async function changeOf(files: readonly string[]): Promise<void> {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const names = folders.get(dirname(file)) ?? new Set<string>();
    folders.set(dirname(file), names.add(basename(file)));
  }
  await new Promise<void>((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const watchers = [...folders].map(([folder, names]) =>
      watch(folder, (_, name) => {
        if (name !== null && !names.has(name)) {
          return;
        }
        clearTimeout(timer);
        timer = setTimeout(() => {
          for (const watcher of watchers) {
            watcher.close();
          }
          resolve();
        }, settleTime);
      }),
    );
  });
}
