import { resolve } from 'node:path';
import { readDescription } from '../description/read.js';
import { writeWsdl } from '../description/write-wsdl.js';
import { type Diagnostic, diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import { hashText } from '../output/hash.js';
import { replaceFile } from '../output/single-file.js';
import type { WsdlCommandOptions } from './options.js';
import { displayPath, printDiagnostics, printJson } from './report.js';
import type { Terminal } from './terminal.js';

/** `codegen wsdl`: writes the WSDL document of each service of YAML or JSON descriptions. Exit code 1 on errors. */
export async function wsdlCommand(options: WsdlCommandOptions, terminal: Terminal): Promise<number> {
  const { workingFolder } = terminal;
  const [texts, problems] = await documentsOf(options.inputs, workingFolder);
  const diagnostics = [...problems];
  const changed: { readonly path: string; readonly text: string }[] = [];
  for (const [name, text] of texts) {
    const path = resolve(workingFolder, options.out, name);
    const current = disk.read(path);
    if (current !== undefined && hashText(current) === hashText(text)) continue;
    if (current !== undefined && !options.force) {
      diagnostics.push(diagnostic('output/not-generated', { path: displayPath(path, workingFolder) }));
    } else changed.push({ path, text });
  }
  const failed = hasErrors(diagnostics);
  if (!failed) for (const { path, text } of changed) replaceFile(disk, path, text);
  const written = failed ? [] : changed.map(({ path }) => displayPath(path, workingFolder));
  if (options.json) printJson({ written }, diagnostics, terminal);
  else {
    printDiagnostics(diagnostics, terminal);
    const unchanged = failed ? '' : `, ${texts.size - written.length} unchanged`;
    if (!failed) terminal.out(`${options.out}: ${written.length} written${unchanged}\n`);
  }
  return failed ? 1 : 0;
}

/** The documents by file name. */
async function documentsOf(
  inputs: readonly string[],
  workingFolder: string,
): Promise<readonly [ReadonlyMap<string, string>, readonly Diagnostic[]]> {
  const texts = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const input of inputs) {
    const text = disk.read(resolve(workingFolder, input));
    if (text === undefined) {
      diagnostics.push(diagnostic('source/missing-file', { location: input }));
      continue;
    }
    const [contract, found] = await readDescription(text, input);
    diagnostics.push(...found);
    if (hasErrors(found)) continue;
    for (const service of contract.services) texts.set(`${service.name}.wsdl`, writeWsdl(contract, service));
  }
  return [texts, diagnostics];
}
