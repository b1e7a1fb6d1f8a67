import * as path from 'node:path';
import type { SourceReference } from './document.js';
import { diskPaths } from './locate.js';
import { isRemote, placesOfLocation } from './places.js';

/**
 * Finds copies of documents if their locations are not valid any more: inputs are often saved in one folder under names
 * other than those on the server (`Service.svc?xsd=xsd0`), moved, or written on systems that ignore case.
 */

/** The file operations that a search needs. Both return nothing if the file does not exist or may not be read. */
export interface FolderLookups {
  /** Names of a folder's entries, sorted. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** The target namespace of a document; `''` if it has none. */
  readonly namespaceOf: (file: string) => Promise<string | undefined>;
}

/**
 * Ports that ask each question only once, however many references search for the same thing; `peek` returns the text of a
 * document.
 */
export function cachedLookups(
  list: FolderLookups['list'],
  peek: (file: string) => Promise<string | undefined>,
): FolderLookups {
  return {
    list: once(list),
    namespaceOf: once(async (file) => {
      const text = await peek(file);
      if (text === undefined) {
        return undefined;
      }
      const target = /\stargetNamespace\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text);
      return (target?.[1] ?? target?.[2])?.trim() ?? '';
    }),
  };
}

function once<T>(ask: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (path) => {
    const answer = answers.get(path) ?? ask(path);
    answers.set(path, answer);
    return answer;
  };
}

/** Most files of a folder that are looked into for a namespace. */
const maxPeeked = 300;

/** The file that a reference in the document `base` most likely means; undefined if there is none, or more than one. */
export async function findNearby(
  reference: SourceReference,
  base: string,
  ports: FolderLookups,
): Promise<string | undefined> {
  const { location } = reference;
  if (location === undefined || isRemote(base)) {
    return undefined;
  }
  return (
    (await findInAnyCase(location, base, ports)) ??
    (await findByName(reference, location, base, ports)) ??
    (await findByNamespace(reference, base, ports))
  );
}

/** The file at a relative location, where only the case of letters differs. */
async function findInAnyCase(location: string, base: string, ports: FolderLookups): Promise<string | undefined> {
  if (/^[a-z][a-z0-9+.-]+:/i.test(location)) {
    return undefined;
  }
  for (const place of placesOfLocation(location, base, diskPaths)) {
    if (place.kind !== 'file') {
      continue;
    }
    const folder = await folderInAnyCase(path.dirname(place.path), path.dirname(base), ports);
    const name = sameName(await ports.list(folder), path.basename(place.path));
    if (name !== undefined) {
      return path.join(folder, name);
    }
  }
  return undefined;
}

/** The folder that a path means, below the part that it shares with another folder. */
async function folderInAnyCase(wanted: string, from: string, ports: FolderLookups): Promise<string> {
  const steps = path.relative(from, wanted).split(path.sep);
  let folder = from;
  for (const step of steps) {
    const name = step === '' || step === '..' ? step : (sameName(await ports.list(folder), step) ?? step);
    folder = path.join(folder, name);
  }
  return folder;
}

function sameName(names: readonly string[], wanted: string): string | undefined {
  return names.includes(wanted) ? wanted : names.find((name) => name.toLowerCase() === wanted.toLowerCase());
}

/** A file in the document's folder whose name is the last part of the location, or the usual name for a saved `?xsd=…`. */
async function findByName(
  reference: SourceReference,
  location: string,
  base: string,
  ports: FolderLookups,
): Promise<string | undefined> {
  const folder = path.dirname(base);
  const names = await ports.list(folder);
  for (const wanted of savedNames(location, reference.kind)) {
    const name = sameName(names, wanted);
    if (name === undefined || path.join(folder, name) === base) {
      continue;
    }
    const file = path.join(folder, name);
    if (await declares(file, reference, ports)) {
      return file;
    }
  }
  return undefined;
}

function savedNames(location: string, kind: SourceReference['kind']): readonly string[] {
  const [address = ''] = location.split('#', 1);
  const mark = address.indexOf('?');
  const [place, query] = mark < 0 ? [address, ''] : [address.slice(0, mark), address.slice(mark + 1)];
  const name = place.split(/[/\\]/).at(-1) ?? '';
  if (query === '') {
    return name === '' ? [] : [name];
  }
  const stem = name.replace(/\.[a-z]+$/i, '');
  const value = query.slice(query.lastIndexOf('=') + 1);
  const suffix = kind === 'wsdl:import' ? '.wsdl' : '.xsd';
  const whole = ['?', '@', '_', '-', '.', '%3F'].flatMap((mark) => [name + mark + query, name + mark + query + suffix]);
  const parts = ['.', '_', '-', ''].flatMap((mark) => [stem + mark + value + suffix, name + mark + value + suffix]);
  return [...whole, ...parts, value + suffix, value];
}

/** The only schema (or, for a WSDL, the only WSDL) in the document's folder that has the namespace of the import. */
async function findByNamespace(
  reference: SourceReference,
  base: string,
  ports: FolderLookups,
): Promise<string | undefined> {
  const { kind, namespace } = reference;
  if (namespace === undefined || (kind !== 'xs:import' && kind !== 'wsdl:import')) {
    return undefined;
  }
  const folder = path.dirname(base);
  const suffix = kind === 'wsdl:import' ? /\.wsdl$/i : /\.xsd$/i;
  const files = (await ports.list(folder))
    .filter((name) => suffix.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => file !== base)
    .slice(0, maxPeeked);
  const found: string[] = [];
  for (const file of files) {
    if (await declares(file, reference, ports)) {
      found.push(file);
    }
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Whether a document has the target namespace that an import names; documents for includes may have any. */
async function declares(file: string, { kind, namespace }: SourceReference, ports: FolderLookups): Promise<boolean> {
  const found = await ports.namespaceOf(file);
  if (found === undefined) {
    return false;
  }
  if (namespace === undefined || (kind !== 'xs:import' && kind !== 'wsdl:import')) {
    return true;
  }
  return found === namespace.trim();
}
