import { resolve } from 'node:path';
import type { BindingKind } from '@wsdl-codegen/runtime';
import { bindingsOf, type FoundOperation, foundOperations } from '../calls/operations.js';
import { sampleOf } from '../calls/sample.js';
import { given } from '../config/given.js';
import { groupBy } from '../contract/grouping.js';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { publicAddress } from '../diagnostics/public-address.js';
import { descriptorsOf } from '../memory/descriptors.js';
import type { FolderComparison, Target } from '../output/comparison.js';
import { disk } from '../output/disk.js';
import { hashData } from '../output/hash.js';
import { formatVersion } from '../output/manifest.js';
import { writeTargets } from '../output/write.js';
import { fileStems } from '../pages/file-stems.js';
import { generatorVersion } from '../version.js';
import { noOperations, type ReadServices, readAllServices } from './called-services.js';
import type { ExportCommandOptions } from './options.js';
import { folderResult, folderSummary, otherOutput } from './output-folder.js';
import { changeCounts, displayPath, printResult } from './report.js';
import { loadSidePackage } from './side-packages.js';
import { progress, type Terminal } from './terminal.js';

/** What of the package for collections the command needs. */
interface CollectionsPackage {
  collectionFiles(
    format: ExportCommandOptions['format'],
    collection: { readonly title: string; readonly samples: readonly object[]; readonly auth?: string },
  ): {
    readonly files: ReadonlyMap<string, string>;
    readonly credentials: readonly string[];
    readonly leftOut: readonly { readonly operation: string; readonly reason: string }[];
  };
}

/** Of each format, a file that every collection of it has, what runs it, and its option for the value of a variable. */
const formats = {
  bruno: { first: 'bruno.json', run: 'npx --package @usebruno/cli bru run --env service', option: '--env-var' },
  postman: {
    first: 'collection.json',
    run: 'npx newman run collection.json --environment environment.json',
    option: '--env-var',
  },
  insomnia: { first: 'insomnia.yaml', run: undefined, option: undefined },
  http: { first: 'http-client.env.json', run: "npx httpyac send '*.http' --all --env service", option: '--var' },
  k6: { first: 'script.js', run: 'k6 run script.js', option: '-e' },
} as const;

/** What was made of the inputs. */
interface Exported {
  readonly comparison?: FolderComparison | undefined;
  readonly requests?: number;
  readonly credentials?: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `codegen export`: writes a collection of requests, all of its files or none. Exit code 1 on errors; then nothing is written. */
export async function exportCommand(options: ExportCommandOptions, terminal: Terminal): Promise<number> {
  const line = progress(terminal, 'exporting');
  const { comparison, requests = 0, credentials = [], diagnostics } = await exported(options, terminal);
  line.done();
  const failed = comparison === undefined || hasErrors(diagnostics);
  printResult<'export'>(options, diagnostics, terminal, {
    json: () => (comparison === undefined ? {} : { ...folderResult(comparison), requests, credentials }),
    text: () => {
      const next = nextStep(options.format, credentials, comparison?.target.display);
      return failed ? '' : `${folderSummary(comparison, options.dryRun ?? options.check, next)}\n`;
    },
  });
  return failed ? 1 : 0;
}

function nextStep(format: ExportCommandOptions['format'], credentials: readonly string[], folder = '.'): string {
  const { first, run, option } = formats[format];
  if (run === undefined) {
    const needed = credentials.length === 0 ? '' : `, and give values to ${credentials.join(', ')}`;
    return `import ${folder}/${first}${needed}`;
  }
  return [`cd ${folder} && ${run}`, ...credentials.map((name) => `${option} ${name}=VALUE`)].join(' ');
}

async function exported(options: ExportCommandOptions, terminal: Terminal): Promise<Exported> {
  const [main, missing] = await loadSidePackage<CollectionsPackage>('collections', terminal);
  if (main === undefined) {
    return { diagnostics: missing };
  }
  const [read, problems] = await readAllServices(options, terminal);
  if (hasErrors(problems)) {
    return { diagnostics: problems };
  }
  const [samples, lacking] = await samplesOf(read, options);
  const {
    inputs,
    format,
    auth,
    title = [...new Set(samples.map(({ service }) => service.name))].join(', '),
    check = false,
  } = options;
  if (samples.length === 0) {
    return { diagnostics: [...lacking, noOperations(read, inputs[0])] };
  }
  const { files, credentials, leftOut } = main.collectionFiles(format, { title, samples, ...given({ auth }) });
  const omitted = leftOut.map((each) => diagnostic('command/left-out', each));
  const [comparison, written] = write(files, options, terminal.workingFolder);
  const outdated = check && comparison !== undefined && isOutdated(comparison);
  const display = displayPath(resolve(terminal.workingFolder, options.out), terminal.workingFolder);
  return {
    comparison,
    credentials,
    requests: samples.length - leftOut.length,
    diagnostics: [
      ...lacking,
      ...omitted,
      ...written,
      ...(outdated ? [diagnostic('command/collection-outdated', { path: display })] : []),
    ],
  };
}

function isOutdated({ created, changed, pruned, unchanged }: FolderComparison): boolean {
  return changeCounts({ created, changed, pruned }, unchanged.length) !== '';
}

/** The base of requests, for which the collection has a variable: no description has it. */
const base = 'http://address-of-the-service.invalid/a';

/** A request to every operation over each binding. What has no sample is left out. */
async function samplesOf(
  read: readonly ReadServices[],
  { binding, seed }: ExportCommandOptions,
): Promise<Result<readonly FoundOperation[]>> {
  const found = read.flatMap(({ contract, placeholders }) => {
    const { services } = descriptorsOf(contract);
    return foundOperations(services).map((each) => ({ each, options: { placeholders, ...given({ seed }) } }));
  });
  const services = [...new Set(found.map(({ each }) => each.service))];
  const protectedOnes = services.filter(({ ports }) => ports.some(({ security = [] }) => security.length > 0));
  const folders = stemsOf(services);
  const files = new Map(services.flatMap(({ operations }) => [...stemsOf(Object.values(operations))]));
  const samples: FoundOperation[] = [];
  const addresses = new Map<string, string | undefined>();
  const problems: Diagnostic[] = protectedOnes.map(({ name }) => diagnostic('command/unprotected', { service: name }));
  for (const { each, options } of found) {
    for (const kind of bindingsOf(each).filter((kind) => binding === undefined || kind === binding)) {
      const [made, lacking] = await sampleOf(each, kind, { ...options, address: base });
      append(
        problems,
        lacking.map((problem) => ({ ...problem, severity: 'warning' as const })),
      );
      const folder = folders.get(each.service) ?? '';
      // It is that of the first port of a kind, for all operations.
      const port = `${folder} ${kind}`;
      if (made && !addresses.has(port)) {
        addresses.set(port, await addressOf(each, kind, made.request.url, options));
      }
      const address = addresses.get(port);
      if (made && address !== undefined) {
        const file = `${files.get(each.operation)}-${kind}`;
        const place = { binding: kind, base, address, folder, file };
        samples.push({ ...made, ...each, ...place });
      }
    }
  }
  return [samples, problems];
}

/** The address of a service without credentials: what the request goes to by itself, less what follows the base in `url`. */
async function addressOf(
  found: FoundOperation,
  kind: BindingKind,
  url: string,
  options: { readonly placeholders: Readonly<Record<string, string>> },
): Promise<string | undefined> {
  const [own] = await sampleOf(found, kind, options);
  return own && publicAddress(own.request.url.slice(0, own.request.url.length - (url.length - base.length)));
}

/** Names of files for what has a name; those of one name get a hash of their places. */
function stemsOf<T extends { readonly name: string }>(named: readonly T[]): ReadonlyMap<T, string> {
  const keyed = [...groupBy(named, ({ name }) => name)].flatMap(([name, all]) =>
    all.map((each, place) => ({ each, key: `${name} ${place}`, name })),
  );
  const stems = fileStems(keyed);
  return new Map(keyed.map(({ each, key }) => [each, stems.get(key) ?? '']));
}

function write(
  files: ReadonlyMap<string, string>,
  { out, format, check, ...options }: ExportCommandOptions,
  workingFolder: string,
): Result<FolderComparison | undefined> {
  const folder = resolve(workingFolder, out);
  const foreign = otherOutput(folder, `a collection for ${format}`, formats[format].first, workingFolder);
  if (hasErrors(foreign)) {
    return [undefined, foreign];
  }
  const config = hashData([...files]);
  const target: Target = {
    folder,
    display: displayPath(folder, workingFolder),
    base: workingFolder,
    files,
    manifest: { formatVersion, generator: generatorVersion, config, inputs: {}, templates: {}, skeletons: [] },
  };
  const [[comparison], problems] = writeTargets([target], disk, {
    ...options,
    dryRun: options.dryRun || check === true,
  });
  return [comparison, problems];
}
