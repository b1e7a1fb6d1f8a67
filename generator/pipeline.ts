import { inputNamespaces } from './contract/input-namespaces.js';
import type { Contract } from './contract/model.js';
import type { Selection } from './contract/select.js';
import { offeredDocuments } from './contract/served/offered.js';
import { expandDescriptions } from './description/as-wsdl.js';
import { hasErrors, type Result } from './diagnostics/diagnostic.js';
import { flawsAsWarnings } from './diagnostics/flaws.js';
import { isDocumentsFile } from './emit/document-loaders.js';
import type { EmittedFile } from './emit/emitter.js';
import { type NamespaceHome, namespaceHomes } from './emit/namespace-homes.js';
import { contractFile } from './emit/print-contract.js';
import { emitContext, renderPackage, withFilesOfPlugins } from './emit/render.js';
import { sharedFolder } from './emit/shared-documents.js';
import type { TemplateFile } from './emit/template-file.js';
import { type TemplateSet, withoutRepeatedPlaces } from './emit/template-set.js';
import type { RepositoryView } from './emit/views.js';
import type { Plugin } from './plugins/plugin.js';
import { emitOfPlugins, namingOf } from './plugins/run.js';
import { readSources, type SourceReading } from './read-sources.js';
import type { SourceSet } from './source/document.js';
import { type LoadSettings, loadDocuments } from './source/load.js';
import type { Resolver } from './source/resolver.js';
import { documentClosures } from './source/served.js';
import { bundledPrefix } from './source/well-known/prefix.js';
import { bindPackage } from './typescript/bind.js';
import type { BindOptions } from './typescript/names/options.js';
import type { BoundPackage } from './typescript/services/bound-package.js';
import { readDefinitions } from './wsdl/read.js';

/** The contract and its documents. */
export interface Reading extends SourceReading {
  /** Text of every file and download that was read, by its display name. */
  readonly texts: Readonly<Record<string, string>>;
}

/** How a contract becomes a package. */
export interface RenderSettings extends BindOptions {
  /** Templates and partials of the user. */
  readonly templates: readonly TemplateFile[];
  /** The version of the package, or a function that gives it. */
  readonly version?: string | ((contract: Contract) => string);
  /** In the order in which they run. */
  readonly plugins?: readonly Plugin[];
  /** No `package.json`, `tsconfig.json` and README. */
  readonly sourcesOnly?: boolean;
  /** The package will contain its JavaScript. */
  readonly compiled?: boolean;
  /** The package will contain a change log. */
  readonly hasChangelog?: boolean;
  /** Where the package is developed; the package does not say it if absent. */
  readonly repository?: RepositoryView;
  /** The half of the package to render; both if absent. */
  readonly only?: 'client' | 'server';
}

/** A package in memory. */
export interface Rendering {
  /** The contract that was bound: as plug-ins left it. */
  readonly contract: Contract;
  readonly bound: BoundPackage;
  readonly files: readonly EmittedFile[];
  /** The files of JavaScript in which further namespaces are. */
  readonly namespaces: ReadonlyMap<string, NamespaceHome>;
}

/** What rendering needs of the program around it. */
export interface RenderTools {
  /** The templates, with those of the user. */
  readonly loadTemplates: (own: readonly TemplateFile[]) => Promise<Result<TemplateSet>>;
  /** Lets plug-ins change the contract; absent where they do not. */
  readonly mendContract?: (
    contract: Contract,
    plugins: readonly Plugin[],
    packageName: string,
  ) => Promise<Result<Contract>>;
}

/** How the documents are read. */
export interface ReadingOptions extends LoadSettings {
  /** Flaws of documents stay errors. */
  readonly strict?: boolean;
}

/** From inputs to a contract: stage 1 (source), and `readSources` for what follows. */
export async function readContract(
  inputs: readonly string[],
  selection: Selection,
  resolver: Resolver,
  options: ReadingOptions = {},
): Promise<Result<Reading>> {
  const [expanded, described] = await expandDescriptions(inputs, resolver);
  const [loadedSources, loaded] = await loadDocuments(expanded.inputs, resolver, {
    ...options,
    written: expanded.written,
  });
  const sources = { ...loadedSources, complete: loadedSources.complete && expanded.complete };
  const [reading, found] = await readSources([sources, loaded], selection, readDefinitions);
  const placed = expanded.relocate([...described, ...found]);
  const findings = options.strict ? placed : flawsAsWarnings(placed, sources.complete);
  const texts = { ...textsOf(sources, expanded.texts), ...expanded.texts };
  return [{ ...reading, texts }, findings];
}

/** From a contract to the files of a package: stages 4 (typescript) and 5 (emit). Stage 6, output, is in `commands/run.ts`. */
export async function renderContract(
  { contract: read, sources, isSelection }: SourceReading,
  settings: RenderSettings,
  { loadTemplates, mendContract }: RenderTools,
): Promise<Result<Rendering>> {
  const { plugins = [], naming = [], packageName, version } = settings;
  const [contract, mended] = (await mendContract?.(read, plugins, packageName)) ?? [read, []];
  const [bound, boundFindings] = bindPackage(contract, {
    ...settings,
    namespaceOrder: inputNamespaces(contract, sources),
    naming: [...naming, ...namingOf(plugins)],
  });
  if (hasErrors(mended)) {
    return [{ contract, bound, files: [], namespaces: new Map() }, mended];
  }
  const [templates, prepared] = await loadTemplates(settings.templates);
  const options = {
    documents: documentClosures(isSelection ? offeredDocuments(sources, read) : sources),
    ...(version && { version: typeof version === 'string' ? version : version(contract) }),
    ...(settings.compiled && { compiled: true }),
    ...(settings.hasChangelog && { hasChangelog: true }),
    ...(settings.only && { only: settings.only }),
    ...(settings.repository && { repository: settings.repository }),
    ...(settings.templates.some(({ name }) => name !== 'partials/header') && { customized: true }),
  };
  const context = emitContext(contract, bound, options);
  const [all, rendered] = await renderPackage(context, templates);
  const ours = settings.sourcesOnly ? all.filter(({ path }) => isCode(path) || path === contractFile) : all;
  const [further, emitted] = await emitOfPlugins(plugins, context, templates, ours);
  const printed = withoutRepeatedPlaces([...prepared, ...rendered, ...emitted]);
  const files = await withFilesOfPlugins(ours, further, context, templates);
  return [{ contract, bound, files, namespaces: namespaceHomes(context) }, [...boundFindings, ...printed]];
}

/** The sources, and what they import: all that a folder needs that belongs to a package of somebody else. */
function isCode(path: string): boolean {
  return path.startsWith('src/') || path.startsWith(sharedFolder) || isDocumentsFile(path);
}

/** Documents that are bundled, or written from a description, are not inputs. */
function textsOf(sources: SourceSet, descriptions: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const written = Object.keys(descriptions).map((name) => `${name}/`);
  const inputs = [...sources.documents.values()].filter(
    ({ uri, displayName }) =>
      !uri.startsWith(bundledPrefix) && !written.some((prefix) => displayName.startsWith(prefix)),
  );
  return Object.fromEntries(inputs.map(({ displayName, text }) => [displayName, text]));
}
