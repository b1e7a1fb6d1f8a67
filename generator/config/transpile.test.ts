import { stripTypes, stripTypesWithCompiler } from './transpile.js';

const text = "import type { A } from './a.js';\nexport default { name: 'x' as const } satisfies A;\n";

describe.each([
  ['oxc', stripTypes],
  ['the compiler', stripTypesWithCompiler],
])('removing types with %s', (_, strip) => {
  it('leaves JavaScript', async () => {
    const [code, problems] = await strip(text, 'codegen.config.ts');
    expect(problems).toEqual([]);
    expect(code).not.toMatch(/satisfies|as const|import/);
    expect(code).toContain('export default');
  });

  it('reports a syntax error at its place, counted in code units', async () => {
    const [, problems] = await strip("const a = '😀';\nconst é = '😀', b: = 3;\n", 'codegen.config.ts');
    expect(problems[0]).toMatchObject({
      code: 'config/syntax',
      span: { file: 'codegen.config.ts', line: 2, column: 20 },
    });
  });
});
