import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildContract } from '../../generator/contract/build.js';
import type { Contract } from '../../generator/contract/model.js';
import type { Diagnostic } from '../../generator/diagnostics/diagnostic.js';
import type { EmittedFile } from '../../generator/emit/emitter.js';
import { emitContext, renderPackage } from '../../generator/emit/render.js';
import type { TemplateFile } from '../../generator/emit/template-file.js';
import { loadTemplates } from '../../generator/emit/templates.js';
import { readDocument } from '../../generator/source/files.js';
import { loadSources } from '../support/load-sources.js';
import { bindPackage } from '../../generator/typescript/bind.js';
import { readDefinitions } from '../../generator/wsdl/read.js';
import { readSchemas } from '../../generator/xsd/schemas.js';

/** The result of compiling a golden case. */
export interface Compiled {
  readonly contract: Contract;
  readonly files: readonly EmittedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs the stages over the input of a golden case, without the disk at the end. */
export async function compileCase(folder: string, templatesOfUser: readonly TemplateFile[] = []): Promise<Compiled> {
  const input = readdirSync(folder).find((name) => name.startsWith('input.'));
  if (input === undefined) throw new Error(`${folder} has no input.wsdl or input.xsd`);
  const [sources, loading] = await loadSources([input], { workingFolder: folder, read: readDocument });
  const [schemas, reading] = readSchemas(sources);
  const [definitions, defining] = readDefinitions(sources);
  const [{ contract }, building] = buildContract(schemas, definitions);
  const [binding, bound] = bindPackage(contract, { packageName: `golden-${basename(folder)}` });
  const [templates, loaded] = await loadTemplates(templatesOfUser);
  const served = [...sources.documents.values()].map(({ displayName, text }) => ({ name: displayName, text }));
  const documents = new Map([[input, served]]);
  const [files, rendered] = await renderPackage(
    emitContext(contract, binding, { documents, sources: [input] }),
    templates,
  );
  const diagnostics = [...loading, ...reading, ...defining, ...building, ...bound, ...loaded, ...rendered];
  return { contract, files, diagnostics };
}

/** Paths of all files below a folder, with `/`, sorted. */
export function filesBelow(folder: string, prefix = ''): readonly string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .flatMap((entry) => {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, path) : [path];
    })
    .sort();
}
