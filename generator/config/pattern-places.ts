import { basename } from 'node:path';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { Job } from './jobs.js';
import { displayOf, placesOf } from './load.js';

/** Findings about patterns of operations, with the place of the pattern if a config has it. */
export async function withPatternPlaces(
  { settings, configFile, configPath }: Job,
  found: readonly Diagnostic[],
  workingFolder: string,
): Promise<readonly Diagnostic[]> {
  if (configFile === undefined || !found.some(({ code }) => code === 'config/unknown-operation')) {
    return found;
  }
  const place = await placesOf(configFile, displayOf(configFile, workingFolder));
  const paths = (['include', 'exclude'] as const).flatMap((list) =>
    (settings[list] ?? []).map((pattern, i) => [messageOf(pattern), `${configPath}.${list}[${i}]`] as const),
  );
  const byMessage = new Map(paths);
  return found.map((each) => {
    const path = each.code === 'config/unknown-operation' ? byMessage.get(each.message) : undefined;
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

function messageOf(pattern: string): string {
  return diagnostic('config/unknown-operation', { pattern, nearest: undefined }).message;
}
