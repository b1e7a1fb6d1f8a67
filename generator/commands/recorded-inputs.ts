import { dirname, resolve } from 'node:path';
import type { Job } from '../config/jobs.js';
import { parseManifest } from '../output/manifest.js';
import { decodeXml } from '../source/decode.js';
import { hashInput } from '../source/hash-input.js';
import { isRemote } from '../source/places.js';
import { diskTree, type FileTree, fileTree } from './file-tree.js';

/** Documents in a revision, as a job that reads them there. */
interface RecordedInputs {
  readonly job: Job;
  readonly tree: FileTree;
}

/**
 * The documents that a package was generated from, by its manifest: in the revision that contains it, or for one on the disk in the last commit. They
 * are found where all of them have the recorded hashes; undefined if a repository does not have them.
 */
export async function recordedInputs(
  manifestText: string | undefined,
  job: Job,
  tree: FileTree,
): Promise<RecordedInputs | undefined> {
  const [manifest] = parseManifest(manifestText, '');
  const [revision] = tree === diskTree ? await fileTree('HEAD', job.folder) : [tree];
  const paths = Object.keys(manifest?.inputs ?? {});
  if (!manifest || !revision || paths.length === 0 || paths.some(isRemote)) {
    return undefined;
  }
  // Paths are relative to the folder of the config, which is that of the package or one above it.
  for (const folder of foldersAbove(job.out)) {
    if (await hasInputs(manifest.inputs, folder, revision)) {
      const own = job.settings.inputs.filter((input) => paths.includes(input));
      const descriptors = paths.filter((path) => !/\.xsd$/i.test(path));
      const inputs = own.length > 0 ? own : descriptors.length > 0 ? descriptors : paths;
      return { job: { ...job, folder, namesFrom: folder, settings: { ...job.settings, inputs } }, tree: revision };
    }
  }
  return undefined;
}

function foldersAbove(path: string): readonly string[] {
  const folders = [path];
  for (let folder = dirname(path); folder !== folders.at(-1); folder = dirname(folder)) {
    folders.push(folder);
  }
  return folders;
}

async function hasInputs(inputs: Readonly<Record<string, string>>, folder: string, tree: FileTree): Promise<boolean> {
  for (const [path, hash] of Object.entries(inputs)) {
    const bytes = await tree.bytes(resolve(folder, path));
    if (bytes === undefined || hashInput(decodeXml(bytes, path)[0]) !== hash) {
      return false;
    }
  }
  return true;
}
