import type { Contract } from '../contract/model.js';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { BoundPackage, BoundService } from '../typescript/services/bound-package.js';
import { type DocumentsModule, documentLoaders } from './document-loaders.js';
import { type EmitContext, type EmittedFile, type Emitter, emitFiles, type ServedDocument } from './emitter.js';
import { compiledFolder } from './package-folders.js';
import {
  documentsView,
  elementsView,
  indexView,
  packageId,
  packageView,
  readmeView,
  schemaIndexView,
  schemaView,
  typesView,
} from './package-views.js';
import { contractFile, printContract } from './print-contract.js';
import { plain } from './quote.js';
import { clientView, serverView, serviceView } from './service-views.js';
import { scriptsManifest, sharedScript } from './shared-documents.js';
import type { TemplateSet } from './template-set.js';
import type { RepositoryView } from './views.js';

/** The data that rendering needs in addition to the contract and the binding. */
export interface RenderOptions {
  /** The documents of each WSDL by the service's `source`: the WSDL first, then its imports. */
  readonly documents: ReadonlyMap<string, readonly ServedDocument[]>;
  /** Names of the inputs, for headers; default: the services' sources. */
  readonly sources?: readonly string[];
  /** Version of the generated package. */
  readonly version?: string;
  /** Range of the runtime that the package depends on. */
  readonly runtimeVersion?: string;
  /** Whether the package will contain its JavaScript; false if absent. */
  readonly compiled?: boolean;
  /** The half to render; both if absent. */
  readonly only?: 'client' | 'server';
  /** Whether it will contain a change log; false if absent. */
  readonly hasChangelog?: boolean;
  /** Where the package is developed; the package does not say it if absent. */
  readonly repository?: RepositoryView;
  /** Whether templates of the user print part of the code; false if absent. */
  readonly customized?: boolean;
}

/** `further` are files of plug-ins. */
function packageJson(further: readonly string[]): Emitter {
  return {
    name: 'package.json',
    emit: (context) => [{ path: 'package.json', template: 'package.json', view: packageView(context, further) }],
  };
}

/** Our own emitters, one for each kind of file. Their order is that of the files. */
const emitters: readonly Emitter[] = [
  packageJson([]),
  {
    name: 'tsconfig',
    emit: ({ bound: { packageName }, compiled = false }) => [
      { path: 'tsconfig.json', template: 'tsconfig.json', view: { packageName, compiled } },
    ],
  },
  {
    name: 'gitattributes',
    emit: ({ compiled }) => (compiled ? [{ path: '.gitattributes', text: gitAttributes() }] : []),
  },
  {
    name: 'readme',
    emit: (context) => [{ path: 'README.md', template: 'README.md', view: readmeView(context) }],
  },
  {
    name: 'types',
    *emit({ bound, sources, headerOf }) {
      for (const module of bound.modules) {
        const view = typesView(module, headerOf(sources));
        yield { path: `src/${module.module.typesPath}.ts`, template: 'types.ts', view };
      }
    },
  },
  {
    name: 'schema',
    *emit({ bound, sources, headerOf, customized = false }) {
      const header = headerOf(sources);
      for (const module of bound.modules) {
        for (const part of module.parts) {
          yield { path: `src/${part.path}.ts`, template: 'schema.ts', view: schemaView(part, header, customized) };
        }
        if (module.parts.length > 1) {
          const view = schemaIndexView(module, header);
          yield { path: `src/${module.module.schemaPath}.ts`, template: 'schema-index.ts', view };
        }
      }
    },
  },
  {
    name: 'elements',
    emit: ({ bound, sources, headerOf, customized = false }) => [
      { path: 'src/elements.ts', template: 'elements.ts', view: elementsView(bound, headerOf(sources), customized) },
    ],
  },
  {
    name: 'service',
    *emit({ bound, headerOf }) {
      for (const service of bound.services) {
        const view = serviceView(service, headerOf([service.service.source]));
        yield { path: `src/${service.names.file}.service.ts`, template: 'service.ts', view };
      }
    },
  },
  {
    name: 'client',
    *emit({ bound, headerOf, only }) {
      for (const service of only === 'server' ? [] : bound.services) {
        const view = clientView(service, headerOf([service.service.source]));
        yield { path: `src/${service.names.file}.client.ts`, template: 'client.ts', view };
      }
    },
  },
  {
    name: 'server',
    *emit({ bound, compiled, headerOf, only }) {
      for (const service of only === 'client' ? [] : bound.services) {
        const header = headerOf([service.service.source]);
        yield {
          path: `src/${service.names.file}.server.ts`,
          template: 'server.ts',
          view: serverView(service, header),
          ...(compiled && { compiledView: serverView(service, header, true) }),
        };
      }
    },
  },
  {
    name: 'wsdl',
    *emit(context) {
      const { bound, compiled, documents, headerOf, only } = context;
      const first = only === 'client' ? [] : firstOfEachDescriptor(bound.services);
      const loaded: DocumentsModule[] = [];
      for (const { names, service } of first) {
        const own = documents.get(service.source) ?? [];
        const header = headerOf([service.source]);
        const owner = { owner: packageId(context), name: names.documentsFile };
        const script = compiled ? sharedScript(owner, own, header) : undefined;
        if (script) {
          yield { path: script.path, text: script.text };
          loaded.push({ module: `${names.documentsFile}.wsdl`, name: names.documents, script });
        }
        const shared = script ? { module: `../${script.path}`, key: script.key } : null;
        const view = documentsView(names.documents, own, header, shared);
        yield { path: `src/${names.documentsFile}.wsdl.ts`, template: 'wsdl.ts', view };
      }
      if (loaded.length > 0) {
        const sources = [...new Set(first.map(({ service }) => service.source))];
        yield* documentLoaders(loaded, headerOf(sources));
        yield scriptsManifest;
      }
    },
  },
  {
    name: 'index',
    emit: (context) => [{ path: 'src/index.ts', template: 'index.ts', view: indexView(context) }],
  },
];

/** Line ends are the same on every machine, and reviews show the sources: GitHub and GitLab fold the rest, which follows from them, and other tools leave it out. */
function gitAttributes(): string {
  const made = ['documents/**', `${compiledFolder}**`, 'codegen.lock.json'];
  return [
    '* text=auto eol=lf',
    ...made.map((path) => `${path} linguist-generated=true gitlab-generated=true -diff`),
    '',
  ].join('\n');
}

/** The part of a package that emitters see. */
export function emitContext(contract: Contract, bound: BoundPackage, options: RenderOptions): EmitContext {
  const { documents, version, runtimeVersion, compiled, hasChangelog, only, repository, customized } = options;
  const sources = options.sources ?? [...new Set(bound.services.map(({ service }) => service.source))];
  return {
    contract,
    bound,
    documents,
    sources,
    headerOf,
    ...(version !== undefined && { version }),
    ...(runtimeVersion !== undefined && { runtimeVersion }),
    ...(compiled !== undefined && { compiled }),
    ...(only !== undefined && { only }),
    ...(hasChangelog && { hasChangelog }),
    ...(repository && { repository }),
    ...(customized && { customized }),
  };
}

/** Renders our own files of a package. Paths are in a fixed order; nothing is written. */
export async function renderPackage(
  context: EmitContext,
  templates: TemplateSet,
): Promise<Result<readonly EmittedFile[]>> {
  const [record, tooLarge] = contractRecord(context.contract);
  const files: EmittedFile[] = [...record];
  const diagnostics: Diagnostic[] = [...tooLarge];
  for (const emitter of emitters) {
    const [own, problems] = await emitFiles(emitter, context, templates);
    append(files, own);
    append(diagnostics, problems);
  }
  return [files, diagnostics];
}

/** The contract as a file of its own, so that a diff of the package shows how it changed. */
function contractRecord(contract: Contract): Result<readonly EmittedFile[]> {
  try {
    return [[{ path: contractFile, text: printContract(contract) }], []];
  } catch (error) {
    // The longest string of V8 has half a gigabyte.
    if (!(error instanceof RangeError)) {
      throw error;
    }
    return [[], [diagnostic('output/too-large', { path: contractFile })]];
  }
}

function firstOfEachDescriptor(services: readonly BoundService[]): readonly BoundService[] {
  const seen = new Set<string>();
  return services.filter(({ names }) => !seen.has(names.documentsFile) && seen.add(names.documentsFile));
}

/** Says where a file came from, but neither version nor time: they are in the manifest. */
function headerOf(sources: readonly string[]): readonly string[] {
  const from = sources.length > 3 ? [...sources.slice(0, 3), `${sources.length - 3} more`] : sources;
  const origin = from.length === 0 ? '' : ` from ${plain(from.join(', '))}`;
  return [
    `Generated by wsdl-codegen${origin}.`,
    'Do not edit: change the input or the config, and run `codegen` again.',
  ];
}

/** The files of a package and those of plug-ins. Its manifest publishes and exports those that are outside `src/`, because programs may ask for them. */
export async function withFilesOfPlugins(
  files: readonly EmittedFile[],
  further: readonly EmittedFile[],
  context: EmitContext,
  templates: TemplateSet,
): Promise<readonly EmittedFile[]> {
  const manifest = files.find(({ template }) => template === 'package.json');
  if (manifest === undefined || further.length === 0) {
    return [...files, ...further];
  }
  const [again] = await emitFiles(packageJson(further.map(({ path }) => path)), context, templates);
  return [...files.flatMap((file) => (file === manifest ? again : file)), ...further];
}
