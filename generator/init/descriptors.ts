import { basename, join, resolve } from 'node:path';
import type { Disk } from '../output/disk.js';
import { manifestFile } from '../output/manifest.js';
import { foldersBelow } from '../output/tree.js';

/** How deep folders are searched, how many of them, and which are not. */
const search = {
  deepest: 8,
  most: 5_000,
  except: /^(\..*|node_modules|bower_components|dist|build|coverage|vendor)$/,
} as const;

/** How large a file may be to be looked into. */
const mostBytes = 64 * 1024 * 1024;

/** Characters at the start of a file in which WSDL shows its namespace. */
const headLength = 64 * 1024;

const wsdlNamespace = 'http://schemas.xmlsoap.org/wsdl/';
const possibleNames = /\.(wsdl|xml|asmx|svc)$/i;

/**
 * Absolute paths of the WSDL documents among files and folders, sorted by folder and name. Folders are searched with those below
 * them, except for packages that codegen wrote and for folders of tools.
 */
export function findDescriptors(paths: readonly string[], disk: Disk, workingFolder: string): readonly string[] {
  const found = new Set<string>();
  const isPackage = (names: readonly string[]): boolean => names.includes(manifestFile);
  for (const path of paths.map((each) => resolve(workingFolder, each))) {
    if (disk.entry(path)?.kind !== 'folder') {
      found.add(path);
      continue;
    }
    for (const { folder, names } of foldersBelow(disk, path, { ...search, isClosed: isPackage })) {
      for (const each of names.map((name) => join(folder, name)).filter((file) => isDescriptor(file, disk))) {
        found.add(each);
      }
    }
  }
  return [...found].sort();
}

function isDescriptor(path: string, disk: Disk): boolean {
  const entry = possibleNames.test(basename(path)) ? disk.entry(path) : undefined;
  if (entry?.kind !== 'file' || entry.size > mostBytes) {
    return false;
  }
  const head = disk.bytes(path)?.subarray(0, headLength) ?? new Uint8Array();
  // UTF-16 has a zero in each character of a namespace.
  const text = new TextDecoder('latin1').decode(head).replaceAll('\0', '');
  return /<([\w.-]+:)?definitions\b/.test(text) && text.includes(wsdlNamespace);
}
