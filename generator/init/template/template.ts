import { join, resolve } from 'node:path';
import { readContractOfJob } from '../../commands/compile.js';
import { type DocumentAccess, diskTree } from '../../commands/file-tree.js';
import { plainJob } from '../../commands/versions.js';
import { given } from '../../config/given.js';
import { findConfig } from '../../config/load.js';
import { packagedFile } from '../../config/packaged-file.js';
import { inputNamespaces } from '../../contract/input-namespaces.js';
import type { Contract } from '../../contract/model.js';
import { diagnostic, hasErrors, type Result } from '../../diagnostics/diagnostic.js';
import { disk } from '../../output/disk.js';
import { displayName } from '../../source/locate.js';
import { bindPackage } from '../../typescript/bind.js';
import { packageNameAfter } from '../../typescript/names/identifiers.js';
import type { BoundPackage } from '../../typescript/services/bound-package.js';
import { type InitResult, writeChanges } from '../init.js';
import { planPackages } from '../plan.js';
import { readProject } from '../project-files.js';
import { documentProgram } from './document-program.js';
import type { ProgramContext, ProgramFiles } from './program.js';
import { projectFiles, type SidePackages } from './project.js';
import { clientProgram, gatewayProgram, replaceProgram, serverProgram } from './service-programs.js';
import { type TemplateService, templateRoot, templateService } from './subject.js';

/** What a project begins with. */
export type ProjectTemplate = 'client' | 'server' | 'replace' | 'xml' | 'gateway';

/** What to begin a project from. */
export interface TemplateOptions {
  readonly template: ProjectTemplate;
  /** Default `ts`. */
  readonly language?: 'ts' | 'js';
  /** Path of a WSDL document, or for `xml` of a schema. Default: an example, which is written as well. */
  readonly input?: string;
  /** Name of the generated code. */
  readonly name?: string;
  /** Folder for generated code; `generated` by default. */
  readonly out?: string;
  readonly workingFolder: string;
  /** Write the files. Default: only say what they would be. */
  readonly write?: boolean;
}

interface Template {
  /** The files of the program; undefined if the contract has nothing that the template can begin with. */
  readonly program: (bound: BoundPackage, contract: Contract, context: ProgramContext) => ProgramFiles | undefined;
  readonly packages: SidePackages;
  /** Stem of the test. */
  readonly test: string;
  readonly skeletons?: string;
  /** A mock of the service can stand for the real one. */
  readonly hasMock: boolean;
}

const templates: Readonly<Record<ProjectTemplate, Template>> = {
  client: { program: ofService(clientProgram), packages: { tested: ['testing'] }, test: 'call', hasMock: true },
  server: {
    program: ofService(serverProgram),
    packages: {},
    test: 'server',
    skeletons: 'src/services',
    hasMock: false,
  },
  replace: {
    program: ofService(replaceProgram),
    packages: { used: ['migration'], tested: ['testing'] },
    test: 'server',
    hasMock: true,
  },
  xml: { program: ofDocuments, packages: {}, test: 'document', hasMock: false },
  gateway: {
    program: ofService(gatewayProgram),
    packages: { used: ['gateway'], tested: ['testing'] },
    test: 'gateway',
    hasMock: true,
  },
};

function ofService(program: (service: TemplateService, context: ProgramContext) => ProgramFiles): Template['program'] {
  return (bound, _contract, context) => {
    const service = templateService(bound);
    return service && program(service, context);
  };
}

function ofDocuments(bound: BoundPackage, contract: Contract, context: ProgramContext): ProgramFiles | undefined {
  const root = templateRoot(bound, contract);
  return root && documentProgram(root, context);
}

/** The input of a project, with its text if it is an example. */
interface TemplateInput {
  readonly path: string;
  readonly text?: string;
}

/**
 * Begins a project in a folder: its files, with the names of an input. A file that exists is an error, and then nothing is written; only a `.gitignore`
 * stays as it is.
 */
export async function beginTemplate(options: TemplateOptions): Promise<InitResult> {
  const { workingFolder } = options;
  const input = options.input === undefined ? exampleOf(options.template) : { path: options.input };
  const [files, problems] = await filesOf(input, options);
  const added = [...files].filter(
    ([path]) => path !== '.gitignore' || disk.entry(join(workingFolder, path)) === undefined,
  );
  const config = findConfig(workingFolder);
  const existing = new Set(
    added.map(([path]) => path).filter((path) => disk.entry(join(workingFolder, path)) !== undefined),
  );
  if (config !== undefined) {
    existing.add(displayName(config, workingFolder));
  }
  const found = [
    ...problems,
    ...(existing.size > 0 ? [diagnostic('init/occupied', { paths: [...existing].sort() })] : []),
  ];
  if (hasErrors(found)) {
    return { files: new Map(), packages: [], diagnostics: found };
  }
  const changes = added.map(([path, text]) => ({
    path: join(workingFolder, path),
    display: path,
    before: undefined,
    bytes: new TextEncoder().encode(text),
  }));
  return { packages: [], ...writeChanges(changes, options, found) };
}

function exampleOf(template: ProjectTemplate): TemplateInput {
  return template === 'xml'
    ? { path: 'schemas/Order.xsd', text: packagedFile('init/Order.xsd') }
    : { path: 'wsdl/Shop.wsdl', text: packagedFile('init/Shop.wsdl') };
}

async function filesOf(input: TemplateInput, options: TemplateOptions): Promise<Result<ReadonlyMap<string, string>>> {
  const { template, workingFolder, language = 'ts' } = options;
  const project = readProject(workingFolder, disk).name;
  const descriptor = { path: resolve(workingFolder, input.path), services: [], placeholders: [] };
  const [generated] = planPackages([descriptor], given({ name: options.name, out: options.out }), {
    project,
    workingFolder,
  });
  const { name = 'api', out = 'generated/api', inputs = [] } = generated ?? {};
  const [{ contract, sources }, diagnostics] = await readInput(input, inputs, workingFolder);
  if (hasErrors(diagnostics)) {
    return [new Map(), diagnostics];
  }
  const [bound] = bindPackage(contract, { packageName: name, namespaceOrder: inputNamespaces(contract, sources) });
  const isTyped = language === 'ts';
  const { program, ...settings } = templates[template];
  const programs = program(bound, contract, { isTyped, entry: `../${out}/js/index.js` });
  if (programs === undefined) {
    return [new Map(), [...diagnostics, diagnostic('init/nothing-to-begin', { path: input.path, template })]];
  }
  const around = projectFiles({
    ...settings,
    name: packageNameAfter(project) || 'project',
    isTyped,
    generated: { name, out, input: inputs[0] ?? '' },
    placeholders: bound.placeholders,
  });
  const own = input.text === undefined ? [] : [[input.path, input.text] as const];
  const placed = Object.entries(programs).map(([path, text]) => [placeOf(path, isTyped), text] as const);
  return [new Map([...around, ...own, ...placed]), diagnostics];
}

function placeOf(path: string, isTyped: boolean): string {
  return path.endsWith('.xml') ? path : `src/${path}.${isTyped ? 'ts' : 'js'}`;
}

/** An example is read before it is written. */
function readInput({ path, text }: TemplateInput, inputs: readonly string[], workingFolder: string) {
  const job = plainJob(workingFolder, {}, []);
  const read: DocumentAccess['read'] = async (file, limits) =>
    text !== undefined && file === resolve(workingFolder, path)
      ? { kind: 'found', bytes: new TextEncoder().encode(text) }
      : diskTree.read(file, limits);
  const { list } = diskTree;
  return readContractOfJob({ ...job, settings: { ...job.settings, inputs } }, { workingFolder }, { read, list });
}
