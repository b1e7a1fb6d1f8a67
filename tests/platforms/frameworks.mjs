/** The rows that take minutes to install. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { page, typeScript } from './programs.mjs';

const telemetryOff = { NEXT_TELEMETRY_DISABLED: '1' };

export async function frameworks({ row, project, write, done, run, bin, generateSources }) {
  await row('Parcel', () => {
    const folder = project('parcel', ['parcel'], {
      'index.html': '<script type="module" src="./page.mjs"></script>',
      'page.mjs': page,
    });
    run(bin(folder, 'parcel'), ['build', 'index.html', '--no-cache', '--dist-dir', 'out'], folder);
  });

  for (const major of ['10', '11']) {
    await row(`Nest ${major}`, () => {
      const packages = ['common', 'core', 'platform-express'].map((name) => `@nestjs/${name}@${major}`);
      const folder = project(`nest-${major}`, [
        ...packages,
        'reflect-metadata',
        'rxjs',
        'typescript@5.9',
        '@types/node@20',
      ]);
      write(folder, { 'main.ts': nest, 'tsconfig.json': { compilerOptions: nestOptions, files: ['main.ts'] } });
      run(bin(folder, 'tsc'), ['-p', '.'], folder);
      done('node', ['--no-experimental-require-module', 'out/main.js'], folder);
    });
  }

  let nextFolder;
  await row('Next', () => {
    const folder = project('next', ['next', 'react', 'react-dom', 'typescript@5.9', '@types/node@20', '@types/react'], {
      'app/layout.tsx':
        'export default function Layout({ children }: { children: React.ReactNode }) { return <html><body>{children}</body></html>; }\n',
      'app/page.tsx': `'use client';\n${page.replace('.then((text) =>', '.then((text: unknown) =>')}\nexport default function Page() { return <p>{client.constructor.name}</p>; }\n`,
      'app/api/route.ts': nextRoute,
    });
    run(bin(folder, 'next'), ['build'], folder, telemetryOff);
    nextFolder = folder;
  });

  for (const bundler of ['Turbopack', 'webpack']) {
    await row(`Next with ${bundler}, sources`, () => {
      if (nextFolder === undefined) {
        return 'the row "Next" has not run';
      }
      generateSources(nextFolder, 'none', bin(nextFolder, 'codegen'));
      rmSync(join(nextFolder, 'main.ts'));
      write(nextFolder, { 'app/page.tsx': sourcesPage });
      run(bin(nextFolder, 'next'), ['build', `--${bundler.toLowerCase()}`], nextFolder, telemetryOff);
      return undefined;
    });
  }
}

/** The settings of a new project of Nest 10. */
const nestOptions = {
  module: 'commonjs',
  target: 'es2021',
  declaration: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
  outDir: 'out',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
};

const nest = `import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
${typeScript.replace('main();\n', '')}
@Injectable()
class Errors { readonly client = new ErrorsApiClient({ baseUrl: 'http://127.0.0.1', namespaces: { api_namespace: 'urn:a' } }); }
@Module({ providers: [Errors] })
class App {}
NestFactory.createApplicationContext(App, { logger: false }).then(async (app) => {
  if (!(app.get(Errors).client instanceof ErrorsApiClient)) throw new Error('no client');
  await app.close();
  await main();
});
`;

const sourcesPage = `'use client';
import { ErrorsApi } from '../gen/src/index';
export default function Page() { return <p>{ErrorsApi.name}</p>; }
`;

const nextRoute = `import { createServer } from '@wsdl-codegen/runtime';
import { errorsApi } from 'wallet-api';
export const dynamic = 'force-dynamic';
const server = createServer({ services: [errorsApi({ getErrorDesc: () => 'text' })], namespaces: { api_namespace: 'urn:a' } });
export const POST = (request: Request) => server.fetch(request);
`;
