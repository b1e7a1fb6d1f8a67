import { resolve } from 'node:path';
import { given } from '../config/given.js';
import { namedRoots } from '../contract/roots.js';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { type SampleDocument, sampleDocuments } from '../documents/sample-documents.js';
import type { Target } from '../output/comparison.js';
import { disk } from '../output/disk.js';
import { hashData } from '../output/hash.js';
import { formatVersion } from '../output/manifest.js';
import { writeTargets } from '../output/write.js';
import { fileStems } from '../pages/file-stems.js';
import { generatorVersion } from '../version.js';
import type { ReadServices } from './called-services.js';
import type { SampleCommandOptions } from './options.js';
import { displayPath } from './report.js';
import type { Terminal } from './terminal.js';

/** The documents of schemas: those with the wanted root, in the packages that have it, or with each. */
export function documentsOf(
  read: readonly ReadServices[],
  { operation: name, seed, count }: SampleCommandOptions,
): Result<readonly SampleDocument[]> {
  const documents: SampleDocument[] = [];
  const problems: Diagnostic[] = [];
  const unknown: Diagnostic[] = [];
  for (const { contract } of read) {
    const [roots, missing] = name === undefined ? [contract.roots, []] : namedRoots(contract, [name], contract.roots);
    append(unknown, missing);
    if (hasErrors(missing)) {
      continue;
    }
    const [made, lacking] = sampleDocuments(contract, given({ roots, seed, count }));
    append(documents, made);
    append(problems, lacking);
  }
  // A name that one package has may be missing in the others.
  return [documents, documents.length > 0 || problems.length > 0 ? problems : unknown.slice(0, 1)];
}

/** Writes documents into a folder, all of them or none, and gives the paths of the files as the user would write them. */
export function writeSamples(
  documents: readonly SampleDocument[],
  out: string,
  { count = 1, force = false }: SampleCommandOptions,
  { workingFolder }: Terminal,
): Result<readonly string[]> {
  if (documents.length === 0) {
    const problem = '--out was given, but there are no documents, only messages of operations.';
    return [
      [],
      [diagnostic('config/usage', { problem, advice: 'leave --out out, or name the root element of a document.' })],
    ];
  }
  const folder = resolve(workingFolder, out);
  const display = displayPath(folder, workingFolder);
  const roots = [...new Set(documents.map(({ root }) => root))];
  const stems = fileStems(roots.map((key) => ({ key, name: key.replace(/^\{.*\}/s, '') })));
  const files = new Map(
    documents.map(({ root, number, xml }) => {
      const stem = stems.get(root) ?? '';
      return [`${stem}${count > 1 ? `-${String(number).padStart(String(count).length, '0')}` : ''}.xml`, xml];
    }),
  );
  const manifest: Target['manifest'] = {
    formatVersion,
    generator: generatorVersion,
    config: hashData([...files]),
    inputs: {},
    templates: {},
    skeletons: [],
  };
  const [, problems] = writeTargets([{ folder, display, base: workingFolder, files, manifest }], disk, { force });
  return [hasErrors(problems) ? [] : [...files.keys()].map((name) => `${display}/${name}`), problems];
}
