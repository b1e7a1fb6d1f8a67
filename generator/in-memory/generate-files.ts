import { given } from '../config/given.js';
import { emptyContract } from '../contract/empty-contract.js';
import type { Contract } from '../contract/model.js';
import { isDescription } from '../description/as-wsdl.js';
import { hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { sortDiagnostics } from '../diagnostics/format.js';
import { InternalError } from '../diagnostics/internal-error.js';
import { withImportExtension } from '../emit/import-extension.js';
import { precompiledTemplates, type TemplateSet } from '../emit/template-set.js';
import * as pipeline from '../pipeline.js';
import type { GenerateResult } from '../programmatic.js';
import { loadDocuments } from '../source/load.js';
import { type DocumentText, memoryResolver } from '../source/memory-resolver.js';
import { uriOf } from '../source/places.js';
import type { Resolver } from '../source/resolver.js';
import { topDocuments } from '../source/top-documents.js';
import { checkGenerating, checkReading, type GenerateFilesOptions, type ReadTextsOptions } from './options.js';

/** Texts by their locations: WSDL, XML Schema, and service descriptions in YAML or JSON. They refer to each other as files in a folder do. */
type Texts = Readonly<Record<string, DocumentText>>;

/**
 * Reads texts and everything that they refer to. Mistakes in them, and in the options, are diagnostics; the contract contains the valid parts. Rejects with `TypeError` for
 * what is no text.
 */
export async function readContract(
  texts: Texts,
  options: ReadTextsOptions = {},
): Promise<Pick<GenerateResult, 'contract' | 'diagnostics'>> {
  const [checked, wrong] = checkReading(options);
  if (checked === undefined) {
    return { contract: emptyContract, diagnostics: sortDiagnostics(wrong) };
  }
  const [{ contract }, found] = await readTexts(texts, checked);
  return { contract, diagnostics: sortDiagnostics(found) };
}

/**
 * Generates the files of a package from texts: those that the command writes, without JavaScript and without its record of them. Mistakes in the texts, and in the
 * options, are diagnostics; there are no files if one is an error. Rejects with `TypeError` for what is no text.
 */
export async function generateFiles(texts: Texts, options: GenerateFilesOptions = {}): Promise<GenerateResult> {
  const [checked, wrong] = checkGenerating(options);
  if (checked === undefined) {
    return resultOf(emptyContract, [[], wrong]);
  }
  const [reading, found] = await readTexts(texts, checked);
  if (hasErrors(found)) {
    return resultOf(reading.contract, [[], found]);
  }
  const { name = 'generated', package: fields, importExtension = 'js', ...settings } = checked;
  const [{ files, contract }, more] = await pipeline.renderContract(
    reading,
    {
      ...settings,
      packageName: name,
      templates: [],
      sourcesOnly: fields === false,
      compiled: false,
      ...given({ version: fields ? fields.version : undefined }),
    },
    { loadTemplates },
  );
  const all = [...found, ...more];
  return resultOf(contract, [hasErrors(more) ? [] : withImportExtension(files, importExtension), all]);
}

function resultOf(
  contract: Contract,
  [files, diagnostics]: Result<readonly { readonly path: string; readonly text: string }[]>,
): GenerateResult {
  const texts = files.map(({ path, text }) => [path, text] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return { files: new Map(texts), contract, diagnostics: sortDiagnostics(diagnostics) };
}

/** From texts to a contract with its places. */
export async function readTexts(
  texts: Texts,
  { inputs, resolve, limits = {}, placeholders, include, exclude, roots, strict }: ReadTextsOptions,
): Promise<Result<pipeline.Reading>> {
  const resolver = memoryResolver(texts, resolve);
  const settings = { limits, ...given({ define: placeholders, strict }) };
  const named = inputs ?? (await inputsAmong(Object.keys(texts), resolver, settings));
  return pipeline.readContract(named, given({ include, exclude, roots }), resolver, settings);
}

/** The texts that no other one refers to, those that cannot be read among them. */
async function inputsAmong(
  names: readonly string[],
  resolver: Resolver,
  settings: pipeline.ReadingOptions,
): Promise<readonly string[]> {
  const documents = names.filter((name) => !isDescription(name));
  if (documents.length < 2) {
    return names;
  }
  const [sources] = await loadDocuments(documents, resolver, settings);
  const top = new Set(topDocuments(sources));
  return names.filter((name) => {
    const uri = uriOf(resolver.placeOfInput(name));
    return top.has(uri) || !sources.documents.has(uri);
  });
}

async function loadTemplates(): Promise<Result<TemplateSet>> {
  const templates = await precompiledTemplates();
  if (templates === undefined) {
    throw new InternalError('the templates are compiled by the build, and this is not built');
  }
  return templates;
}
