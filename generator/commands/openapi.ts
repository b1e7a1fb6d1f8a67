import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import type { Type } from '@wsdl-codegen/runtime/schema';
import { inputsOrConfig } from '../config/config-inputs.js';
import { given } from '../config/given.js';
import type { OpenApiConfig } from '../config/types.js';
import { groupBy } from '../contract/grouping.js';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { type Describe, descriptionsOf } from '../memory/descriptions.js';
import { descriptorsOf } from '../memory/descriptors.js';
import { noOperations, readAllServices } from './called-services.js';
import type { OpenApiCommandOptions } from './options.js';
import { printResult } from './report.js';
import { loadSidePackage } from './side-packages.js';
import { changeTo, writeFiles } from './single-files.js';
import type { Terminal } from './terminal.js';

/** What of the package for OpenAPI the command needs. */
interface OpenApiPackage {
  openApi(services: readonly ServiceDescriptor[], options: object): object;
  documentText(document: object): string;
}

/** `codegen openapi`: writes the document of services as JSON over HTTP, or compares it with a file. Exit code 1 on errors; then nothing is written. */
export async function openApiCommand(options: OpenApiCommandOptions, terminal: Terminal): Promise<number> {
  const [text, found] = await documentOf(options, terminal);
  const out = options.out === undefined || options.out === '-' ? undefined : options.out;
  const [written, problems] =
    text === undefined || out === undefined ? [undefined, []] : toFile(out, text, options, terminal);
  const diagnostics = [...found, ...problems];
  const failed = text === undefined || hasErrors(diagnostics);
  printResult<'openapi'>(options, diagnostics, terminal, {
    json: () =>
      failed
        ? {}
        : out === undefined
          ? { document: JSON.parse(text) as unknown }
          : { file: out, change: written?.change },
    text: () => (failed ? '' : written === undefined ? text : `${written.display}: ${changeWords[written.change]}\n`),
  });
  return failed ? 1 : 0;
}

async function documentOf(options: OpenApiCommandOptions, terminal: Terminal): Promise<Result<string | undefined>> {
  const [main, missing] = await loadSidePackage<OpenApiPackage>('openapi', terminal);
  if (main === undefined) {
    return [undefined, missing];
  }
  const [read, problems] = await readAllServices(options, terminal);
  if (hasErrors(problems)) {
    return [undefined, problems];
  }
  const [{ doors }] = await inputsOrConfig(options, terminal.workingFolder);
  const all = read.map(({ contract }) => ({ contract, descriptors: descriptorsOf(contract) }));
  const named = all.flatMap(({ descriptors }) => [...descriptors.services]);
  const texts = all.map(({ contract, descriptors }) => descriptionsOf(contract, descriptors));
  const describe: Describe = (target, property) => {
    const found = texts.map((each) => each(target, property));
    return found.find((text) => text !== undefined);
  };
  const nameOf = (type: Type): string | undefined => {
    const found = all.find(({ descriptors }) => descriptors.nameOf(type) !== undefined);
    return found?.descriptors.nameOf(type);
  };
  if (named.length === 0) {
    return [undefined, [noOperations(read, options.inputs[0])]];
  }
  try {
    const document = main.openApi(
      named.map(([, service]) => service),
      { ...documentOptions(options, doors?.openapi), serviceName: namesOf(named), describe, nameOf },
    );
    return [main.documentText(document), problems];
  } catch (error) {
    if (error instanceof TypeError) {
      return [undefined, [diagnostic('command/openapi-option', { reason: error.message })]];
    }
    throw error;
  }
}

/** The name of each service: that of the WSDL, or where several have it, that of its TypeScript. */
function namesOf(named: readonly (readonly [string, ServiceDescriptor])[]): (service: ServiceDescriptor) => string {
  const isShared = ({ name }: ServiceDescriptor): boolean => named.filter(([, each]) => each.name === name).length > 1;
  const names = new Map(named.map(([name, service]) => [service, isShared(service) ? name : service.name]));
  return (service) => names.get(service) ?? service.name;
}

function documentOptions(options: OpenApiCommandOptions, config: OpenApiConfig = {}): object {
  const { title, apiVersion: version, server: servers, safe, route = [], tag = [], fault = [] } = options;
  const { headerBlocks, members, examples } = options;
  const tags = [
    ...groupBy(
      tag.map((each) => pairOf('tag', each)),
      ([operation]) => operation,
    ),
  ];
  return {
    ...config,
    ...given({ title, version, servers, safe, headerBlocks, members, examples }),
    routes: { ...config.routes, ...Object.fromEntries(route.map((each) => pairOf('route', each))) },
    tags: { ...config.tags, ...Object.fromEntries(tags.map(([name, own]) => [name, own.map(([, each]) => each)])) },
    faults: { ...config.faults, ...Object.fromEntries(fault.map(statusOf)) },
  };
}

/** `NAME=VALUE`. Throws `TypeError`, as the package does for what an option cannot be. */
function pairOf(option: string, text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new TypeError(`\`--${option}\` has ${JSON.stringify(text)}, where a name, "=" and a value have to be.`);
  }
  return [text.slice(0, at), text.slice(at + 1)];
}

function statusOf(text: string): readonly [fault: string, status: number] {
  const [fault, status] = pairOf('fault', text);
  if (!/^[45][0-9]{2}$/.test(status)) {
    const given = `\`--fault\` gives "${fault}" the status ${JSON.stringify(status)}`;
    throw new TypeError(`${given}, which is none from 400 to 599.`);
  }
  return [fault, Number(status)];
}

/** What became of the file. */
interface WrittenFile {
  readonly display: string;
  readonly change: 'created' | 'changed' | 'unchanged';
}

const changeWords = { created: 'created', changed: 'changed', unchanged: 'up to date' } as const;

/** Writes the file, or says that it is another one. */
function toFile(out: string, text: string, { check }: OpenApiCommandOptions, terminal: Terminal): Result<WrittenFile> {
  const file = changeTo(out, text, terminal);
  const { display, before, bytes } = file;
  const isSame = before !== undefined && Buffer.compare(before, bytes) === 0;
  const written = { display, change: isSame ? 'unchanged' : before === undefined ? 'created' : 'changed' } as const;
  if (isSame || check === true) {
    return [written, isSame ? [] : [diagnostic('command/openapi-outdated', { path: display })]];
  }
  if (before !== undefined && !isDocument(before)) {
    const reason = `--out names "${display}", which is there and no document of OpenAPI: it stays as it is.`;
    return [written, [diagnostic('command/openapi-option', { reason })]];
  }
  return [written, writeFiles([file])];
}

/** True for what the command may replace: a document as it writes it, or nothing. A WSDL in its place would be lost. */
function isDocument(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes).trim();
  try {
    return text === '' || Object.hasOwn(Object(JSON.parse(text)) as object, 'openapi');
  } catch {
    return false;
  }
}
