import { posix } from 'node:path';
import type { EmittedFile } from '../emitter.js';
import type { TemplateName } from '../views.js';
import { joinModules } from './join-modules.js';
import { type JoinableModule, readJoinable } from './joinable-module.js';
import { onlyTypes } from './only-types.js';

const folder = 'esm/';

/** Folder of what Node loads, within `esm/`. */
const nodeFolder = 'on-node/';

/** The modules whose form is known, because our own templates print them. */
const joinable: ReadonlySet<TemplateName> = new Set<TemplateName>([
  'client.ts',
  'elements.ts',
  'index.ts',
  'schema-index.ts',
  'schema.ts',
  'server.ts',
  'service.ts',
  'types.ts',
]);

/**
 * The modules of `esm/` for Node, as one: to find and to read a module costs Node as much as to compile 20 KB, which is a third of the time in which a package
 * starts. The paths of the others lead to it, so that each descriptor and each class exists once. Bundlers take the modules one by one, of which they keep what is used.
 * Unless all sources come from `ownTemplates`, each path leads to the module itself.
 */
export function nodeModules(
  modules: readonly EmittedFile[],
  sources: readonly EmittedFile[],
  ownTemplates: boolean,
): readonly EmittedFile[] {
  const scripts = modules.filter(({ path }) => path.endsWith('.js'));
  const joined = ownTemplates ? joinAll(scripts, new Set(sources.filter(isOurs).map(scriptOf))) : undefined;
  return scripts.map(({ path, text }) => {
    const place = path.slice(folder.length);
    const header = /^(?:\/\/.*\n)*/.exec(text)?.[0] ?? '';
    return { path: `${folder}${nodeFolder}${place}`, text: `${header}${joined?.get(place) ?? passingOn(place)}` };
  });
}

function isOurs({ template, plugin }: EmittedFile): boolean {
  return plugin === undefined && template !== undefined && joinable.has(template);
}

function scriptOf({ path }: EmittedFile): string {
  return path.replace(/^src\/(.*)\.ts$/, '$1.js');
}

/** A module that exports all of that at the same path. */
function passingOn(place: string): string {
  return `export * from ${JSON.stringify(posix.relative(posix.dirname(`${nodeFolder}${place}`), place))};\n`;
}

/** The texts of modules by their paths; undefined if one of them is not in a form that is known. */
function joinAll(files: readonly EmittedFile[], ours: ReadonlySet<string>): ReadonlyMap<string, string> | undefined {
  const modules = new Map<string, JoinableModule>();
  for (const { path, text } of files.filter((file) => !isAside(file.path))) {
    const place = path.slice(folder.length);
    const isKnown = ours.has(place) || path === onlyTypes;
    const module = isKnown ? readJoinable(place, text) : undefined;
    if (module !== undefined) {
      modules.set(place, module);
    } else if (isKnown || !standsAlone(text)) {
      return undefined;
    }
  }
  return joinModules(modules);
}

/** True for a module that imports none by its path: with it, no module of the package is loaded a second time. */
function standsAlone(text: string): boolean {
  return !/["'`]\.{1,2}\//.test(text);
}

/** Documents are loaded when one is asked for. */
function isAside(path: string): boolean {
  return /^esm\/documents(?:\.node)?\.js$|\.wsdl\.js$/.test(path);
}
