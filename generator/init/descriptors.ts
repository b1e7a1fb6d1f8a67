import { basename, join, resolve } from 'node:path';
import type { Disk, Entry } from '../output/disk.js';
import { manifestFile } from '../output/manifest.js';

/** How deep folders are searched, how many of them, and how large a file may be to be looked into. */
const deepest = 8;
const mostFolders = 5_000;
const mostBytes = 64 * 1024 * 1024;

/** Characters at the start of a file in which WSDL shows its namespace. */
const headLength = 64 * 1024;

const wsdlNamespace = 'http://schemas.xmlsoap.org/wsdl/';
const possibleNames = /\.(wsdl|xml|asmx|svc)$/i;
const skippedFolders = /^(\..*|node_modules|bower_components|dist|build|coverage|vendor)$/;

/**
 * Absolute paths of the WSDL documents among files and folders, sorted by folder and name. Folders are searched with those below
 * them, except for packages that codegen wrote and for folders of tools.
 */
export function findDescriptors(paths: readonly string[], disk: Disk, workingFolder: string): readonly string[] {
  const found = new Set<string>();
  let left = mostFolders;
  const search = (folder: string, depth: number): void => {
    if (depth > deepest || left-- <= 0) {
      return;
    }
    const names = namesIn(disk, folder);
    if (names.includes(manifestFile)) {
      return;
    }
    for (const name of names) {
      const path = join(folder, name);
      const entry = disk.entry(path);
      if (entry?.kind === 'folder') {
        if (!skippedFolders.test(name)) {
          search(path, depth + 1);
        }
        continue;
      }
      if (isDescriptor(path, entry, disk)) {
        found.add(path);
      }
    }
  };
  for (const path of paths.map((each) => resolve(workingFolder, each))) {
    if (disk.entry(path)?.kind === 'folder') {
      search(path, 0);
    } else {
      found.add(path);
    }
  }
  return [...found].sort();
}

function namesIn(disk: Disk, folder: string): readonly string[] {
  try {
    return [...disk.list(folder)].sort();
  } catch {
    return [];
  }
}

function isDescriptor(path: string, entry: Entry | undefined, disk: Disk): boolean {
  if (entry?.kind !== 'file' || entry.size > mostBytes || !possibleNames.test(basename(path))) {
    return false;
  }
  const head = disk.bytes(path)?.subarray(0, headLength) ?? new Uint8Array();
  // UTF-16 has a zero in each character of a namespace.
  const text = new TextDecoder('latin1').decode(head).replaceAll('\0', '');
  return /<([\w.-]+:)?definitions\b/.test(text) && text.includes(wsdlNamespace);
}
