import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnostic, hasErrors } from '../../generator/diagnostics/diagnostic.js';
import { type HashedReading, readContract, renderContract } from '../../generator/disk-pipeline.js';
import { compiledFiles } from '../../generator/emit/javascript/compiled.js';
import { type Descriptors, descriptorsOfBinding } from '../../generator/memory/descriptors.js';
import { listFolder, readDocument } from '../../generator/source/files.js';
import { bindPackage } from '../../generator/typescript/bind.js';
import type { BoundPackage } from '../../generator/typescript/services/bound-package.js';

/** The result of the generator for some inputs. */
export interface Compiled {
  readonly reading: HashedReading;
  readonly binding: BoundPackage;
  readonly descriptors: Descriptors;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and binds inputs below a folder. What throws is an internal error. */
export async function compile(root: string, inputs: readonly string[]): Promise<Compiled> {
  const [reading, found] = await readContract(
    inputs,
    { only: [], roots: ['*'] },
    { workingFolder: root, read: readDocument, strict: true, list: listFolder, allowPaths: [root] },
  );
  const [binding, bound] = bindPackage(reading.contract, { packageName: 'conformance' });
  return { reading, binding, descriptors: descriptorsOfBinding(binding), diagnostics: [...found, ...bound] };
}

/** The first error, with its place. */
export function firstError(diagnostics: readonly Diagnostic[]): string | undefined {
  if (!hasErrors(diagnostics)) {
    return undefined;
  }
  const { code, message, span } = diagnostics.find(({ severity }) => severity === 'error') as Diagnostic;
  return `${code}: ${message}${span ? ` (${span.file}:${span.line})` : ''}`;
}

/** Said of what is right, and not evaluated. */
const unchecked: ReadonlySet<string> = new Set(['xsd/version-1.1', 'xsd/alternative-test']);

/**
 * The first finding for which other tools refuse a schema: an error, or a warning of the stage that reads schemas, unless it
 * is of XML Schema 1.1.
 */
export function firstRefusal(diagnostics: readonly Diagnostic[]): string | undefined {
  const refused = diagnostics.filter(
    ({ code, severity }) => severity === 'warning' && code.startsWith('xsd/') && !unchecked.has(code),
  );
  return firstError(diagnostics) ?? firstError(refused.map((each) => ({ ...each, severity: 'error' })));
}

/** Name of the packages that are written. */
export const packageName = 'conformance';

/** Writes the sources of the package into a folder. The first error, if any. */
export async function emit({ reading }: Compiled, folder: string): Promise<string | undefined> {
  const [{ files }, diagnostics] = await renderContract(reading, { packageName, templates: [] });
  write(
    files.filter(({ path }) => path.startsWith('src/')),
    folder,
  );
  return firstError(diagnostics);
}

/** Writes the package into a folder as a user gets it, with its JavaScript. The first error, if any. */
export async function emitPackage({ reading }: Compiled, folder: string): Promise<string | undefined> {
  const settings = { packageName, compiled: true, templates: [] };
  const [{ files, namespaces }, diagnostics] = await renderContract(reading, settings);
  const [made, problems] = await compiledFiles(files, true, namespaces);
  write([...files, ...made], folder);
  return firstError([...diagnostics, ...problems]);
}

function write(files: readonly { readonly path: string; readonly text: string }[], folder: string): void {
  for (const { path, text } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
