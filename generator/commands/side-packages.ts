import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolvePackage } from '../config/resolve-package.js';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { generatorModule } from '../generator-module.js';
import type { Terminal } from './terminal.js';

/** Packages that commands use if they are installed, with what each does. The generator stands on none of them. */
const sidePackages = {
  security: { name: '@wsdl-codegen/ws-security', task: 'protects messages' },
  openapi: { name: '@wsdl-codegen/openapi', task: 'writes documents of OpenAPI' },
  gateway: { name: '@wsdl-codegen/gateway', task: 'offers services as JSON' },
  collections: { name: '@wsdl-codegen/collections', task: 'writes collections of requests' },
  mcp: { name: '@wsdl-codegen/mcp', task: 'offers services as tools of assistants' },
} as const;

/** A package that a command can load. */
export type SidePackage = keyof typeof sidePackages;

/**
 * Loads a package of the project in the working folder; without one there, that beside the generator, as after `npx -p`. `entry` is a module of it,
 * such as `/node`. Undefined, with the line that installs it, if it is not there.
 */
export async function loadSidePackage<Exports extends object>(
  key: SidePackage,
  { workingFolder }: Pick<Terminal, 'workingFolder'>,
  entry = '',
  beside: string = fileURLToPath(generatorModule),
): Promise<Result<Exports | undefined>> {
  const { name, task } = sidePackages[key];
  for (const from of [join(workingFolder, 'package.json'), beside]) {
    const url = urlOf(name + entry, from);
    if (url !== undefined) {
      return [(await import(url)) as Exports, []];
    }
  }
  return [undefined, [diagnostic('command/side-package', { name, task })]];
}

function urlOf(specifier: string, from: string): string | undefined {
  try {
    return resolvePackage(specifier, from);
  } catch {
    return undefined;
  }
}
