import type { Contract } from '../contract/model.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { type EmitContext, type EmittedFile, type Emitter, type EmitterFile, emitFiles } from '../emit/emitter.js';
import { templateNames } from '../emit/template-names.js';
import type { TemplateSet } from '../emit/templates.js';
import { isSafePath } from '../output/paths.js';
import { type NamingLayer, reasonOf } from '../typescript/names/naming.js';
import type { Plugin } from './plugin.js';

/** Lets each plug-in mend the contract, in their order; ends at the first one that fails. */
export async function mendContract(
  contract: Contract,
  plugins: readonly Plugin[],
  packageName: string,
): Promise<Result<Contract>> {
  const sources = [...new Set(contract.services.map(({ source }) => source))];
  let mended = contract;
  for (const plugin of plugins) {
    if (plugin.contract === undefined) {
      continue;
    }
    const before = structuredClone(mended);
    const [given, failed] = await guarded(plugin, 'contract', () =>
      plugin.contract?.(before, { packageName, sources }),
    );
    if (failed.length > 0) {
      return [contract, failed];
    }
    const { checkContract } = await import('./contract-check.js');
    const checked = checkContract(given);
    if ('problem' in checked) {
      const parameters = { plugin: plugin.name, problem: checked.problem };
      return [contract, [diagnostic('plugin/invalid-contract', parameters)]];
    }
    mended = checked.contract;
  }
  return [mended, []];
}

/** The rules for names of plug-ins. */
export function namingOf(plugins: readonly Plugin[]): readonly NamingLayer[] {
  return plugins.flatMap(({ name, names }) => (names === undefined ? [] : [{ by: name, rules: names }]));
}

/** The files of plug-ins, in their order. `ours` are the files that the package has without them. */
export async function emitOfPlugins(
  plugins: readonly Plugin[],
  context: EmitContext,
  templates: TemplateSet,
  ours: readonly EmittedFile[],
): Promise<Result<readonly EmittedFile[]>> {
  const files: EmittedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const taken = new Map(ours.map(({ path }) => [path.toLowerCase(), 'the generator itself']));
  for (const plugin of plugins) {
    if (plugin.emit === undefined) {
      continue;
    }
    const [own, problems] = await guarded(plugin, 'emit', () => emitFiles(emitterOf(plugin), context, templates));
    const [given = [], printed] = own ?? [];
    diagnostics.push(...problems, ...(printed ?? []));
    for (const file of given) {
      const refused = refusal(file.path, plugin.name, taken);
      if (refused) {
        diagnostics.push(refused);
      } else {
        files.push({ ...file, plugin: plugin.name });
      }
      taken.set(file.path.toLowerCase(), `the plug-in "${plugin.name}"`);
    }
  }
  return [files, diagnostics];
}

/** A plug-in as an emitter whose files have the form that they promise. */
function emitterOf(plugin: Plugin): Emitter {
  return {
    name: plugin.name,
    async emit(context) {
      const given: unknown = await plugin.emit?.(context);
      if (!isIterable(given)) {
        throw new TypeError('it must return an array of files');
      }
      return [...given].map(plannedFile);
    },
  };
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** Plug-ins may be JavaScript: their results are checked as far as we rely on them. */
function plannedFile(value: unknown): EmitterFile {
  const file = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const { path, text, template, view } = file;
  if (typeof path !== 'string') {
    throw new TypeError('a file that it returned has no "path"');
  }
  if (typeof text === 'string') {
    return { path, text };
  }
  const isTemplated = templateNames.some((name) => name === template) && typeof view === 'object' && view !== null;
  if (!isTemplated) {
    throw new TypeError(`the file "${path}" has neither "text" nor a built-in "template" with its "view"`);
  }
  return { path, template, view } as EmitterFile;
}

function refusal(path: string, plugin: string, taken: ReadonlyMap<string, string>): Diagnostic | undefined {
  if (!isSafePath(path)) {
    return diagnostic('plugin/unsafe-path', { plugin, path });
  }
  const key = path.toLowerCase();
  const other = [...taken].find(
    ([known]) => known === key || known.startsWith(`${key}/`) || key.startsWith(`${known}/`),
  );
  return other && diagnostic('plugin/path-taken', { plugin, path, other: other[1] });
}

/** Runs a hook. An error that it throws becomes a diagnostic about the plug-in, not an internal error. */
async function guarded<T>(plugin: Plugin, hook: string, run: () => T | Promise<T>): Promise<Result<T | undefined>> {
  try {
    return [await run(), []];
  } catch (error) {
    if (process.env.DEBUG) {
      throw error;
    }
    return [undefined, [diagnostic('plugin/failed', { plugin: plugin.name, hook, reason: reasonOf(error) })]];
  }
}
