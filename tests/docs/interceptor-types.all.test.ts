import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, textOf } from '../support/repository.js';
import { typeErrors } from '../support/type-errors.js';

it('the types that the page declares are those of contexts and interceptors', () => {
  const [, declaration] = /```typescript declaration\n([\s\S]*?)```/.exec(textOf('docs/interceptors.md')) ?? [];
  const program = `import type { ServerInterceptor, ServiceContext } from '@wsdl-codegen/runtime';
interface User { readonly name: string }
${declaration}
export const handler = (context: ServiceContext): string =>
  [context.principal?.name, context.state.tenant.length, context.request.originalUrl].join();
export const intercept: ServerInterceptor = (call, next) => next({ ...call, principal: { name: call.request.ip ?? '' } });
// @ts-expect-error there is no such user
export const wrong: ServerInterceptor = (call, next) => next({ ...call, principal: { age: 3 } });
// @ts-expect-error an earlier interceptor may not have set it
export const early: ServerInterceptor = (call, next) => next({ state: { tenant: call.state.tenant.trim() } });
`;
  expect(problemsOf(program)).toBe('');
}, 60_000);

/** The compiler's messages about a program that stands alone, beside the packages of the tests: it imports Express. */
function problemsOf(program: string): string {
  const cache = join(repository, 'tests/node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'types-'));
  try {
    const project = {
      extends: join(repository, 'tsconfig.check.json'),
      include: [],
      exclude: [],
      files: ['program.ts'],
    };
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
    writeFileSync(join(folder, 'program.ts'), program);
    return typeErrors('.', folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
