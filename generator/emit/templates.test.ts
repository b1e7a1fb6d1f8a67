import { parseCheck } from './parse-check.js';
import type { TemplateFile } from './template-file.js';
import { withoutRepeatedPlaces } from './template-set.js';
import { loadTemplates } from './templates.js';
import type { IndexView, TemplateName } from './views.js';

const view: IndexView = {
  header: ['Generated.'],
  elements: ['elements'],
  areFew: true,
  flat: ["'./types.js'"],
  grouped: [{ name: 'schema', from: "'./schema.js'" }],
  services: [],
};

const file = (name: string, text: string): TemplateFile => ({ name, file: `own/${name}.hbs`, text });

async function renderIndex(...own: readonly TemplateFile[]): Promise<{ text: string; problems: readonly string[] }> {
  const [templates, loading] = await loadTemplates(own);
  const [text, rendering] = templates.render('index.ts', view);
  const problems = [...loading, ...rendering].map(
    ({ code, message, span }) => `${span?.file}:${span?.line}:${span?.column} ${code}: ${message}`,
  );
  return { text, problems };
}

describe('a template of the user', () => {
  it('replaces the built-in one and may use its partials', async () => {
    const template = file('index.ts', '{{> header}}\n{{#each flat}}export * from {{this}};{{/each}}');
    const { text, problems } = await renderIndex(template);
    expect(problems).toEqual([]);
    expect(text).toBe("// Generated.\nexport * from './types.js';");
  });

  it.each<[string, number, number, string]>([
    ['{{nmae}}', 1, 3, 'the view has no property "nmae"'],
    ['first\n  {{#if nmae}}x{{/if}}', 2, 9, 'the view has no property "nmae"'],
    ['{{#each nmaes}}x{{/each}}', 1, 9, 'the view has no property "nmaes"'],
    ['{{#each grouped}}\n{{name}}\n{{nmae}}{{/each}}', 3, 3, 'the view has no property "grouped[].nmae"'],
    ['{{quote constructor}}', 1, 9, 'the view has no property "constructor"'],
    ['{{shout header}}', 1, 3, 'the view has no property "shout"'],
    ['a\n\n{{quote flat}}', 3, 1, 'a helper was given something that is not text'],
    ['\n{{flat}}', 2, 3, 'it prints the object or list "flat" where it needs one of its properties'],
    [
      '{{#each grouped}}{{../flat}}{{/each}}',
      1,
      20,
      'it prints the object or list "flat" where it needs one of its properties',
    ],
    ['{{#if header}}', 1, 15, 'a block is not closed'],
    ['{{#if header}}\n{{/each}}', 1, 4, "if doesn't match each"],
    ['one\ntwo {{header', 2, 7, 'unexpected text; expected a name'],
    ['{{header x}', 1, 11, 'unexpected text'],
    ['{{#each flat}}{{/each}}{{else}}', 1, 24, 'unexpected "{{else}}"; expected the end of the template'],
    ['x\n{{> haeder}}', 2, 5, 'The partial haeder could not be found'],
  ])('%j is reported with its place', async (template, line, column, problem) => {
    const { text, problems } = await renderIndex(file('index.ts', template));
    expect(text).toBe('');
    expect(problems).toEqual([
      `own/index.ts.hbs:${line}:${column} emit/template-failed: Template "index.ts" cannot be rendered: ${problem}.`,
    ]);
  });

  it('has the name of a template', async () => {
    const { problems } = await renderIndex(file('indx.ts', ''));
    expect(problems).toEqual([
      'own/indx.ts.hbs:1:1 emit/unknown-template: There is no template "indx.ts" to override.',
    ]);
  });

  it('does not change other runs', async () => {
    await renderIndex(file('index.ts', 'changed'));
    const [templates] = await loadTemplates();
    expect(templates.render('index.ts', view)[0]).toContain('export { elements }');
  });
});

describe('a partial of the user', () => {
  it('replaces the built-in one in every template', async () => {
    const { text, problems } = await renderIndex(file('partials/header', '// Licence: MIT\n'));
    expect(problems).toEqual([]);
    expect(text).toMatch(/^\/\/ Licence: MIT\n/);
    expect(text).toContain('export { elements }');
  });

  it('may be a new one', async () => {
    const own = [
      file('partials/licence', '// MIT\n'),
      file('partials/header', '{{> licence}}\n{{#each header}}// {{this}}{{/each}}\n'),
    ];
    const { text } = await renderIndex(...own);
    expect(text).toMatch(/^\/\/ MIT\n\/\/ Generated\./);
  });

  it('is reported with its own place when it fails', async () => {
    const { problems } = await renderIndex(file('partials/header', '// x\n// {{nmae}}\n'));
    expect(problems).toEqual([
      'own/partials/header.hbs:2:6 emit/template-failed: Template "index.ts" cannot be rendered: the view has no property "nmae".',
    ]);
  });

  it('is checked even when no template includes it', async () => {
    const { problems } = await renderIndex(file('partials/unused', '{{#if x}}'));
    expect(problems).toEqual([
      'own/partials/unused.hbs:1:10 emit/template-failed: Template "partials/unused" cannot be rendered: a block is not closed.',
    ]);
  });

  it('is told once, although each template that includes it fails there', async () => {
    const [templates] = await loadTemplates([file('partials/header', '{{nmae}}')]);
    const failures = [1, 2].flatMap(() => templates.render('index.ts', view)[1]);
    expect(failures).toHaveLength(2);
    expect(withoutRepeatedPlaces(failures)).toEqual(failures.slice(0, 1));
  });

  it('that includes itself is a problem of the template, and ends', async () => {
    const { problems } = await renderIndex(file('partials/header', '{{> header}}'));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('own/partials/header.hbs:1:1 emit/template-failed');
  });
});

describe('parseCheck', () => {
  const own = [file('types.ts', ''), file('package.json', ''), file('tsconfig.json', ''), file('README.md', '')];
  const check = async (path: string, template: TemplateName, text: string): Promise<readonly string[]> =>
    (await parseCheck([{ path, text, template }], own)).map((d) => `${d.span?.file} ${d.code}: ${d.message}`);

  it.each<[string, TemplateName, string]>([
    ['src/types.ts', 'types.ts', 'export const a: number = 1;\n'],
    ['package.json', 'package.json', '{ "name": "x" }\n'],
    ['tsconfig.json', 'tsconfig.json', '{ // comment\n "files": [], }\n'],
    ['README.md', 'README.md', 'export const ='],
    ['src/index.ts', 'index.ts', 'this is a file of a template that is built in'],
  ])('accepts %s', async (path, template, text) => expect(await check(path, template, text)).toEqual([]));

  it.each<[string, TemplateName, string, string]>([
    [
      'src/types.ts',
      'types.ts',
      'export const a = 1;\nexport const = 2;\n',
      'TypeScript: line 2, "export const = 2;": Variable declaration expected',
    ],
    ['package.json', 'package.json', '{\n "name": ,\n}\n', 'JSON: line 2, ""name": ,": Expression expected'],
    ['package.json', 'package.json', '[]\n', 'JSON: line 1, "[]": it is not an object'],
    [
      'tsconfig.json',
      'tsconfig.json',
      '{ "files": [ }\n',
      'JSON: line 1, "{ "files": [ }": Expression or comma expected',
    ],
  ])('finds that %s is not valid', async (path, template, text, problem) => {
    const [found] = await check(path, template, text);
    expect(found).toContain(
      `own/${template}.hbs emit/template-output: With this template, "${path}" is not valid ${problem}`,
    );
  });
});
