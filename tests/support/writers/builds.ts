import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as runtime from '@wsdl-codegen/runtime';
import type * as schema from '@wsdl-codegen/runtime/schema';
import type * as xml from '@wsdl-codegen/runtime/xml';
import type * as xs from '@wsdl-codegen/runtime/xs';
import { build } from 'esbuild';
import { repository } from '../repository.js';

/** What a program imports of the runtime. */
export interface Library {
  readonly runtime: typeof runtime;
  readonly schema: typeof schema;
  readonly xml: typeof xml;
  readonly xs: typeof xs;
}

/** The runtime as a host gets it. */
export interface Build {
  readonly name: string;
  readonly library: Library;
}

/** The platforms for which there is a build of its own. A test of writers holds for each of them, and for what they agree on. */
const platforms = ['node', 'browser'] as const;

const program = `
  export * as runtime from '@wsdl-codegen/runtime';
  export * as schema from '@wsdl-codegen/runtime/schema';
  export * as xml from '@wsdl-codegen/runtime/xml';
  export * as xs from '@wsdl-codegen/runtime/xs';
`;

/** Every build, made of the sources. */
export function allBuilds(): Promise<readonly Build[]> {
  return Promise.all(platforms.map(async (platform) => ({ name: platform, library: await bundled(platform) })));
}

async function bundled(platform: (typeof platforms)[number]): Promise<Library> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(repository, 'tests') },
    bundle: true,
    format: 'cjs',
    platform,
    conditions: ['wsdl-codegen-source'],
    logLevel: 'error',
    write: false,
  });
  const module = { exports: {} as Library };
  const text = outputFiles.map((file) => file.text).join('');
  new Function('module', 'exports', 'require', text)(module, module.exports, createRequire(__filename));
  return module.exports;
}
