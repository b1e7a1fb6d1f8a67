import { append } from '../diagnostics/append.js';
import { isDebugging } from '../diagnostics/debug.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { type EmitContext, type EmittedFile, type Emitter, type EmitterFile, emitFiles } from '../emit/emitter.js';
import { templateNames } from '../emit/template-names.js';
import type { TemplateSet } from '../emit/template-set.js';
import type { DescriptorOptions } from '../memory/descriptors.js';
import { isSafePath } from '../output/safe-path.js';
import { type NamingLayer, reasonOf } from '../typescript/names/naming.js';
import type { DescribedDescriptors, Plugin } from './plugin.js';

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
    append(diagnostics, problems);
    append(diagnostics, printed ?? []);
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
      const given: unknown = await plugin.emit?.({
        ...context,
        descriptors: (modules) => descriptorsIn(context, modules),
      });
      if (!isIterable(given)) {
        throw new TypeError('it must return an array of files');
      }
      return [...given].map(plannedFile);
    },
  };
}

async function descriptorsIn(
  { bound, contract }: EmitContext,
  modules: DescriptorOptions['modules'],
): Promise<DescribedDescriptors> {
  const { descriptorsOfBinding } = await import('../memory/descriptors.js');
  const { descriptionsOf } = await import('../memory/descriptions.js');
  const descriptors = descriptorsOfBinding(bound, modules);
  return { ...descriptors, describe: descriptionsOf(contract, descriptors) };
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
export async function guarded<T>(
  plugin: Plugin,
  hook: string,
  run: () => T | Promise<T>,
): Promise<Result<T | undefined>> {
  try {
    return [await run(), []];
  } catch (error) {
    if (isDebugging()) {
      throw error;
    }
    return [undefined, [diagnostic('plugin/failed', { plugin: plugin.name, hook, reason: reasonOf(error) })]];
  }
}
