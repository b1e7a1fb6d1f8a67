import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Declarations, ElementDescriptor, formatXml, parseXml } from '@wsdl-codegen/runtime/schema';
import { build } from 'esbuild';

/** Decodes a document strictly and encodes it again; undefined if the root is not there to decode with. */
export interface Engine {
  rewrite(root: ElementDescriptor, text: string, declarations: Declarations): string | undefined;
}

interface EmittedModule {
  readonly elements: Readonly<Record<string, ElementDescriptor>>;
  readonly parseXml: typeof parseXml;
  readonly formatXml: typeof formatXml;
}

/** Loads a generated package as a program would, with a runtime of its own. */
export async function loadEmitted(folder: string): Promise<Engine> {
  const entry = join(folder, 'entry.js');
  writeFileSync(
    entry,
    "export { elements } from './src/elements.ts';\nexport { formatXml, parseXml } from '@wsdl-codegen/runtime/schema';\n",
  );
  const module = (await bundle(entry, join(folder, 'bundle.mjs'))) as EmittedModule;
  return {
    // Declarations that are only in the instance's schemas are the instance's; all others are the package's.
    rewrite: (root, text, { elements = new Map(), ...others }) => {
      const own = module.elements[`{${root.namespace}}${root.name}`];
      if (!own) {
        return undefined;
      }
      const declarations = { ...others, elements: new Map([...elements, ...Object.entries(module.elements)]) };
      return module.formatXml(own, module.parseXml(own, text, { strict: true, declarations }));
    },
  };
}

/** Bundles a module and what it imports, and loads it. */
export async function bundle(entry: string, outfile: string): Promise<unknown> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['wsdl-codegen-source'],
    logLevel: 'silent',
  });
  return import(pathToFileURL(outfile).href);
}
