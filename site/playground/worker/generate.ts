import { listedOperations } from '../../../generator/calls/operations.js';
import type { Diagnostic } from '../../../generator/diagnostics/diagnostic.js';
import { formatDiagnostics, summarizeDiagnostics } from '../../../generator/diagnostics/format.js';
import { rootNames } from '../../../generator/documents/sample-documents.js';
import { type Contract, descriptorsOf, generateFiles } from '../../../generator/in-memory/index.js';
import type { NamedDescriptors } from '../../../generator/memory/descriptors.js';
import { packageNameAfter } from '../../../generator/typescript/names/identifiers.js';
import { mainName, type Subject, type Tasks, type Texts } from '../tasks.js';

/** What was generated last. */
export interface Generated {
  readonly contract: Contract;
  readonly descriptors: NamedDescriptors;
}

let last: Generated | undefined;

/** What was generated last; an error if nothing was. */
export function generated(): Generated {
  if (last === undefined) {
    throw new Error('There is no description without mistakes yet.');
  }
  return last;
}

/** Diagnostics that are shown at most. */
const mostShown = 100;

/** The files of a package with the diagnostics, as the command has them. */
export async function generate({
  texts,
  name,
  strict,
}: Tasks['generate']['given']): Promise<Tasks['generate']['answer']> {
  const result = await generateFiles(texts, { name: name === '' ? nameAfter(texts) : name, strict });
  const { contract, diagnostics } = result;
  const isMade = result.files.size > 0;
  last = isMade ? { contract, descriptors: descriptorsOf(contract) } : undefined;
  return {
    files: Object.fromEntries(result.files),
    diagnostics: shown(diagnostics, texts),
    summary: summarizeDiagnostics(diagnostics),
    subjects: last === undefined ? [] : subjectsOf(last),
  };
}

/** The name that a package in a folder with the name of the description has. */
function nameAfter(texts: Texts): string {
  const main = mainName(Object.keys(texts)) ?? '';
  const stem = (main.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  return packageNameAfter(stem) || 'generated';
}

/** Diagnostics with code frames. */
export function shown(diagnostics: readonly Diagnostic[], texts: Texts): string {
  const lines = new Map<string, readonly string[]>();
  const lineOf = (file: string, line: number): string | undefined => {
    const known = lines.get(file) ?? (Object.hasOwn(texts, file) ? (texts[file] as string).split(/\r\n?|\n/) : []);
    lines.set(file, known);
    return known[line - 1];
  };
  // Errors first: what is left out is of less weight.
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const listed = [...errors, ...diagnostics.filter((each) => !errors.includes(each))].slice(0, mostShown);
  const more = diagnostics.length - listed.length;
  return formatDiagnostics(listed, { lineOf }) + (more > 0 ? `… and ${more} more\n` : '');
}

function subjectsOf({ contract, descriptors }: Generated): readonly Subject[] {
  const operations = listedOperations(descriptors.services).map(({ name, bindings, documentation = '' }) => {
    return { name, kind: 'operation', bindings, documentation } as const;
  });
  const roots = rootNames(contract).map(({ name }) => {
    return { name, kind: 'element', bindings: [], documentation: '' } as const;
  });
  return [...operations, ...roots];
}
