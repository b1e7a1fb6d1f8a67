import { basename } from 'node:path';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { publicAddress } from '../diagnostics/public-address.js';
import type { Job } from './jobs.js';
import { displayOf, placesOf } from './load.js';

/** Findings about patterns of operations and about inputs that cannot be read, with the place of what they are about if a config has it. */
export async function withConfigPlaces(
  { settings, configFile, configPath }: Job,
  found: readonly Diagnostic[],
  workingFolder: string,
): Promise<readonly Diagnostic[]> {
  if (configFile === undefined || found.every((each) => each.span !== undefined)) {
    return found;
  }
  const place = await placesOf(configFile, displayOf(configFile, workingFolder));
  const paths = (['include', 'exclude'] as const).flatMap((list) =>
    (settings[list] ?? []).map((pattern, i) => [messageOf(pattern), `${configPath}.${list}[${i}]`] as const),
  );
  const byMessage = new Map(paths);
  const pathOf = ({ code, message }: Diagnostic): string | undefined => {
    if (code === 'config/unknown-operation') {
      return byMessage.get(message);
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

function messageOf(pattern: string): string {
  return diagnostic('config/unknown-operation', { pattern, nearest: undefined }).message;
}
