import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { relativeModules } from './relative-modules.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codegen-modules-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function modulesOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  return (await relativeModules(join(folder, Object.keys(files)[0] ?? ''))).map((path) => basename(path));
}

describe('relativeModules', () => {
  it('follows relative imports, also in circles and from TypeScript to JavaScript', async () => {
    const found = await modulesOf({
      'codegen.config.ts': "import { a } from './a.js'; import 'wsdl-codegen'; export default { a };",
      'a.ts': "export const a: number = (await import('./b.mjs')).b;",
      'b.mjs': "import './a.js'; export const b = 1;",
    });
    expect(found).toEqual(['codegen.config.ts', 'a.ts', 'b.mjs']);
  });

  it('names modules that are missing or not valid', async () => {
    expect(
      await modulesOf({ 'codegen.config.ts': "import './wrong.js'; import './missing.js';", 'wrong.ts': 'export ((' }),
    ).toEqual(['codegen.config.ts', 'wrong.ts', 'missing.js']);
  });

  it('names a config in JSON alone', async () => {
    expect(await modulesOf({ 'codegen.config.json': '{' })).toEqual(['codegen.config.json']);
  });
});
