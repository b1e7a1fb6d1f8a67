import { parseCheck } from './parse-check.js';
import { loadTemplates, type TemplateOverrides } from './templates.js';
import type { IndexView, TemplateName } from './views.js';

const view: IndexView = {
  header: ['Generated.'],
  elements: 'elements',
  flat: ["'./types.js'"],
  grouped: [{ name: 'schema', from: "'./schema.js'" }],
  services: [],
};

async function render(template: string): Promise<{ text: string; problems: readonly string[] }> {
  const [templates, loading] = await loadTemplates({ 'index.ts': template });
  const [text, rendering] = templates.render('index.ts', view);
  return { text, problems: [...loading, ...rendering].map((d) => `${d.code}: ${d.message}`) };
}

describe('an overridden template', () => {
  it('takes the place of the built-in one and may use its partials', async () => {
    const { text, problems } = await render('{{> header}}\n{{#each flat}}export * from {{this}};{{/each}}');
    expect(problems).toEqual([]);
    expect(text).toBe("// Generated.\nexport * from './types.js';");
  });

  it.each<[string, string]>([
    ['{{nmae}}', 'the view has no property "nmae"'],
    ['{{#if nmae}}x{{/if}}', 'the view has no property "nmae"'],
    ['{{#each nmaes}}x{{/each}}', 'the view has no property "nmaes"'],
    ['{{#each grouped}}{{nmae}}{{/each}}', 'the view has no property "grouped[].nmae"'],
    ['{{quote constructor}}', 'the view has no property "constructor"'],
    ['{{shout header}}', 'the view has no property "shout"'],
    ['{{quote flat}}', 'a helper was given something that is not text'],
    ['{{flat}}', 'it prints an object or a list where it means one of its properties'],
    ['{{#each grouped}}{{../flat}}{{/each}}', 'it prints an object or a list where it means one of its properties'],
    ['{{#if header}}', 'Parse error on line 1:'],
    ['{{> haeder}}', 'The partial haeder could not be found'],
  ])('%s is a diagnostic that names the template', async (template, problem) => {
    const { text, problems } = await render(template);
    expect(text).toBe('');
    expect(problems).toEqual([`emit/template-failed: Template "index.ts" cannot be rendered: ${problem}.`]);
  });

  it('needs the name of a template', async () => {
    const overrides = { 'indx.ts': '' } as unknown as TemplateOverrides;
    const [, diagnostics] = await loadTemplates(overrides);
    expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
      ['emit/unknown-template', 'There is no template "indx.ts" to override.'],
    ]);
  });

  it('does not change other runs', async () => {
    await render('changed');
    const [templates] = await loadTemplates();
    expect(templates.render('index.ts' satisfies TemplateName, view)[0]).toContain('export { elements }');
  });
});

describe('parseCheck', () => {
  it('finds output that is not TypeScript, with its line', async () => {
    const problems = await parseCheck([
      { path: 'src/good.ts', text: 'export const a: number = 1;\n' },
      { path: 'src/bad.ts', text: 'export const a = 1;\nexport const = 2;\n' },
      { path: 'README.md', text: 'export const =' },
    ]);
    expect(problems.map((d) => [d.code, d.message])).toEqual([
      [
        'emit/template-output',
        'The template\'s output for "src/bad.ts" is not TypeScript: line 2: Variable declaration expected.',
      ],
    ]);
  });
});
