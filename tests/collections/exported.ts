import { formatTree, parseTree } from '@wsdl-codegen/runtime';
import { run } from '../calls/runner.js';
import type { TestProject } from '../support/test-project.js';

/** The formats of collections. */
export const formats = ['bruno', 'postman', 'insomnia', 'http', 'k6'] as const;

/** Exports a collection into a folder of its own, and gives the texts of its files by their paths. */
export async function exported(
  project: TestProject,
  format: (typeof formats)[number],
  input: string,
  ...options: readonly string[]
): Promise<Readonly<Record<string, string>>> {
  const { status, err } = await run(project.folder, ['export', format, input, '--out', format, ...options]);
  expect({ status, err: /command\/left-out/.test(err) ? '' : err }).toEqual({ status: 0, err: '' });
  const files = Object.entries(project.tree()).filter(([path]) => /^\w+\/(?!codegen\.lock\.json)/.test(path));
  return Object.fromEntries(
    files
      .filter(([path, text]) => path.startsWith(`${format}/`) && text !== '')
      .map(([path]) => [path.slice(format.length + 1), project.read(path)]),
  );
}

/** A request that a script of k6 made. */
export interface ScriptRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs a script of k6 with stand-ins for its modules: the requests that it makes, and the tests with what they say of an answer. */
export function runScript(
  script: string,
  environment: Readonly<Record<string, string>>,
  answer: { readonly status: number; readonly body: string },
): { readonly requests: readonly ScriptRequest[]; readonly checks: Readonly<Record<string, boolean>> } {
  const requests: ScriptRequest[] = [];
  const checks: Record<string, boolean> = {};
  const modules = {
    'k6/http': {
      default: {
        request: (method: string, url: string, body: string | null, { headers }: Pick<ScriptRequest, 'headers'>) => {
          requests.push({ method, url, body, headers });
          return answer;
        },
      },
    },
    k6: {
      check: (value: unknown, tests: Readonly<Record<string, (value: unknown) => boolean>>) => {
        Object.assign(checks, Object.fromEntries(Object.entries(tests).map(([name, holds]) => [name, holds(value)])));
      },
    },
    'k6/encoding': { default: { b64encode: (text: string) => Buffer.from(text).toString('base64') } },
  };
  const plain = script
    .replace(/^import \{ (\w+) \} from ('[\w/]+');$/gm, 'const { $1 } = modules[$2];')
    .replace(/^import (\w+) from ('[\w/]+');$/gm, 'const $1 = modules[$2].default;')
    .replace('export const options', 'const options')
    .replace('export default function ()', 'const main = function ()');
  new Function('modules', '__ENV', `'use strict'; ${plain}\nmain();`)(modules, environment);
  return { requests, checks };
}

/** XML as a text in which only the content counts. */
export function canonical(xml: string): string {
  return formatTree(parseTree(xml.replace(/>\s+</g, '><')));
}
