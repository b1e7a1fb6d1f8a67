import { relative, resolve } from 'node:path';
import { readDescription } from '../description/read.js';
import { append } from '../diagnostics/append.js';
import { aFolder } from '../diagnostics/catalogue/source.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { isAddress } from '../diagnostics/public-address.js';
import { disk } from '../output/disk.js';
import { noDocuments } from '../output/documents.js';
import { type WsdlDocument, writeWsdlDocuments } from '../output/wsdl-documents.js';
import type { WsdlCommandOptions } from './options.js';
import { changeSummary, displayPath, printResult } from './report.js';
import type { Terminal } from './terminal.js';

/** `codegen wsdl`: writes the WSDL document of each service of YAML or JSON descriptions. Exit code 1 on errors; then nothing is written. */
export async function wsdlCommand(options: WsdlCommandOptions, terminal: Terminal): Promise<number> {
  const { workingFolder } = terminal;
  const folder = resolve(workingFolder, options.out);
  const inputs = [...new Set(options.inputs)];
  const [documents, found] = await documentsOf(inputs, folder, workingFolder);
  const display = displayPath(folder, workingFolder);
  const descriptions = inputs.map((input) => nameFrom(folder, resolve(workingFolder, input)));
  const [comparison, problems] = hasErrors(found)
    ? [noDocuments, []]
    : writeWsdlDocuments({ folder, base: workingFolder, display, documents, descriptions }, disk, options);
  const diagnostics = [...found, ...problems];
  const failed = hasErrors(diagnostics);
  const { unchanged, ...changes } = comparison;
  printResult<'wsdl'>(options, diagnostics, terminal, {
    json: () => ({ folder: display, ...(failed ? noDocuments : comparison) }),
    text: () => (failed ? '' : `${display}: ${changeSummary(changes, unchanged.length, options.dryRun)}\n`),
  });
  return failed ? 1 : 0;
}

/** The documents that the descriptions give, in their order. */
async function documentsOf(
  inputs: readonly string[],
  folder: string,
  workingFolder: string,
): Promise<Result<readonly WsdlDocument[]>> {
  const documents: WsdlDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const input of inputs) {
    const path = resolve(workingFolder, input);
    const text = textOf(input, path);
    if (typeof text !== 'string') {
      diagnostics.push(text);
      continue;
    }
    const [{ services }, found] = await readDescription(text, input);
    append(diagnostics, found);
    if (hasErrors(found)) {
      continue;
    }
    const from = nameFrom(folder, path);
    for (const [name, { text }] of services) {
      documents.push({ name: `${name}.wsdl`, text, from });
    }
  }
  return [documents, diagnostics];
}

/** The text of a description, or why it is none. */
function textOf(input: string, path: string): string | Diagnostic {
  if (isAddress(input)) {
    const problem = `"${input}" is an address, and codegen wsdl reads files alone.`;
    return diagnostic('config/usage', { problem, advice: 'save the description, and pass the file.' });
  }
  if (disk.entry(path)?.kind === 'folder') {
    return diagnostic('source/unreadable-file', { location: input, reason: aFolder });
  }
  const bytes = disk.bytes(path);
  if (bytes === undefined) {
    return diagnostic('source/missing-file', { location: input });
  }
  const text = new TextDecoder().decode(bytes);
  const problem = `"${input}" is XML, and codegen wsdl writes WSDL from descriptions in YAML or JSON.`;
  const advice = 'to generate a package from a WSDL: codegen generate FILE --out DIR.';
  return text.trimStart().startsWith('<') ? diagnostic('config/usage', { problem, advice }) : text;
}

function nameFrom(folder: string, path: string): string {
  return relative(folder, path).replaceAll('\\', '/');
}
