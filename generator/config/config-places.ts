import { basename } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { publicAddress } from '../diagnostics/public-address.js';
import type { Job } from './jobs.js';
import { displayOf, placesOf } from './load.js';

const lists = ['include', 'exclude', 'roots'] as const;
const codes: ReadonlySet<string> = new Set([
  'config/unknown-operation',
  'config/unknown-root',
  'config/ambiguous-root',
  'config/abstract-root',
]);

/** Findings about what is chosen of the inputs, and about inputs that cannot be read, with the place of what they are about if a config has it. */
export async function withConfigPlaces(
  { settings, configFile, configPath }: Job,
  found: readonly Diagnostic[],
  workingFolder: string,
): Promise<readonly Diagnostic[]> {
  if (configFile === undefined || found.every((each) => each.span !== undefined)) {
    return found;
  }
  const place = await placesOf(configFile, displayOf(configFile, workingFolder));
  const names = lists.flatMap((list) =>
    (settings[list] ?? []).map((name, i) => [`"${name}"`, `${configPath}.${list}[${i}]`] as const),
  );
  const pathOf = ({ code, message }: Diagnostic): string | undefined => {
    if (codes.has(code)) {
      return names.find(([name]) => message.includes(name))?.[1];
    }
    const input = settings.inputs.findIndex((text) => message.startsWith(`"${publicAddress(text)}"`));
    return code.startsWith('source/') && input >= 0 ? `${configPath}.inputs[${input}]` : undefined;
  };
  return found.map((each) => {
    const path = each.span === undefined ? pathOf(each) : undefined;
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
