import { basename } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Job } from './jobs.js';
import { displayOf, placesOf } from './load.js';

const lists = ['include', 'exclude', 'roots'] as const;
const codes: ReadonlySet<string> = new Set([
  'config/unknown-operation',
  'config/unknown-root',
  'config/ambiguous-root',
]);

/** Findings about what is chosen of the inputs, with the place of the name if a config has it. */
export async function withPatternPlaces(
  { settings, configFile, configPath }: Job,
  found: readonly Diagnostic[],
  workingFolder: string,
): Promise<readonly Diagnostic[]> {
  if (configFile === undefined || !found.some(({ code }) => codes.has(code))) {
    return found;
  }
  const place = await placesOf(configFile, displayOf(configFile, workingFolder));
  const paths = lists.flatMap((list) =>
    (settings[list] ?? []).map((name, i) => [`"${name}"`, `${configPath}.${list}[${i}]`] as const),
  );
  return found.map((each) => {
    const [, path] = (codes.has(each.code) && paths.find(([name]) => each.message.includes(name))) || [];
    return path === undefined ? each : { ...each, span: place(path) };
  });
}

/** Findings about the folder of templates, with its place in the config. Files are named from the config's folder. */
export async function withTemplatesPlace(
  { configFile, configPath }: Job,
  found: readonly Diagnostic[],
): Promise<readonly Diagnostic[]> {
  if (configFile === undefined || !found.some(({ code }) => code === 'config/no-templates')) {
    return found;
  }
  const place = await placesOf(configFile, basename(configFile));
  return found.map((each) =>
    each.code === 'config/no-templates' ? { ...each, span: place(`${configPath}.templates`) } : each,
  );
}
