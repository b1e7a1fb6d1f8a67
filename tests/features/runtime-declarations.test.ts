import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyBuiltRuntime } from '../support/built-runtime.js';
import { itInAll } from '../support/in-all.js';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'codegen-declarations-'));
const tsc = join(root, 'node_modules/typescript/lib/tsc.js');

/** The names of the entries, as programs import them. */
const entries = Object.entries(
  (JSON.parse(readFileSync(join(root, 'runtime/package.json'), 'utf8')) as { exports: Record<string, unknown> })
    .exports,
).flatMap(([name, target]) => (typeof target === 'object' ? [`@wsdl-codegen/runtime${name.slice(1)}`] : []));

function node(...parameters: readonly string[]): string {
  return execFileSync(process.execPath, parameters, { cwd: root, encoding: 'utf8' });
}

/** What the compiler says of programs in the package, as strictly as it can be asked. */
function problemsOf(programs: Readonly<Record<string, string>>, ...options: readonly string[]): string {
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), text);
  }
  const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--ignoreConfig'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), '--lib', 'es2023,dom'];
  const files = Object.keys(programs).map((name) => join(folder, name));
  try {
    return node(tsc, ...strict, ...types, '--target', 'es2022', ...options, ...files);
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

beforeAll(() => {
  copyBuiltRuntime(folder);
  writeFileSync(join(folder, 'package.json'), readFileSync(join(root, 'runtime/package.json')));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the declarations of the runtime', () => {
  it('are few files, which the tarball has beside those of the compiler', () => {
    const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
    const declarations = files.filter((path) => path.endsWith('.d.ts') && !path.startsWith('tsc'));
    expect(declarations.length).toBeLessThanOrEqual(2 * entries.length + 3);
  });

  it('have the values of each entry that its JavaScript has, and no others', () => {
    const program = `
      const values = {};
      for (const entry of ${JSON.stringify(entries)}) values[entry] = Object.keys(await import(entry)).sort();
      console.log(JSON.stringify(values));`;
    const values = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, encoding: 'utf8' }),
    ) as Record<string, readonly string[]>;
    const checks = entries.map((entry, i) => {
      const names = values[entry]?.map((name) => JSON.stringify(name)).join(' | ');
      return `import * as m${i} from '${entry}';
        export const same${i}: [keyof typeof m${i}, ${names}] extends [${names}, keyof typeof m${i}] ? true : never = true;`;
    });
    expect(problemsOf({ 'values.mts': checks.join('\n') }, '--module', 'nodenext')).toBe('');
  });

  // The test above checks the declarations of all entries as well, with the modules of nodenext.
  itInAll.each([
    ['nodenext', 'nodenext'],
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])('need nothing of a program, with the modules of %s and the resolution of %s', (module, resolution) => {
    const program = entries.map(
      (entry, i) => `import type * as m${i} from '${entry}'; export type M${i} = typeof m${i};`,
    );
    const programs = { 'all.mts': program.join('\n'), ...(module !== 'esnext' && { 'all.cts': program.join('\n') }) };
    expect(problemsOf(programs, '--module', module, '--moduleResolution', resolution)).toBe('');
  });

  it('declare a class once for ES modules, CommonJS and all entries', () => {
    const programs = {
      'made.cts': `
        import { ServiceError, type SoapFault } from '@wsdl-codegen/runtime';
        export declare const failed: ServiceError;
        export declare const fault: SoapFault;`,
      'used.mts': `
        import { ServiceError } from '@wsdl-codegen/runtime';
        import { SoapFault, XmlDecodeError } from '@wsdl-codegen/runtime/generated';
        import { XmlDecodeError as OfSchema } from '@wsdl-codegen/runtime/schema';
        import { failed, fault } from './made.cjs';
        export const same: readonly [ServiceError, SoapFault] = [failed, fault];
        export const decoding = (error: XmlDecodeError): OfSchema => error;`,
    };
    expect(problemsOf(programs, '--module', 'node16')).toBe('');
  });

  it('name no type that TypeScript 5.0 does not have', () => {
    const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
    const published = files.filter((path) => path.endsWith('.d.ts') && !path.startsWith('tsc'));
    const newer = published.filter((path) => /\bNoInfer\b/.test(readFileSync(join(folder, 'dist', path), 'utf8')));
    expect(newer).toEqual([]);
  });

  it('document what a program can name, and export as a type what JavaScript does not have', () => {
    const text = readFileSync(join(folder, 'dist/cjs/chunks/service.d.ts'), 'utf8');
    expect(text).toMatch(/\*\/\ndeclare abstract class ServiceError /);
    expect(readFileSync(join(folder, 'dist/cjs/index.d.ts'), 'utf8')).toMatch(/\btype ClientOptions\b/);
  });
});
