import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { repository } from '../support/repository.js';
import { TestProject } from '../support/test-project.js';

const schema = JSON.parse(readFileSync(join(repository, 'schemas/mock-rules.schema.json'), 'utf8')) as object;
const isValid = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);

const rules = {
  $schema: './node_modules/wsdl-codegen/schemas/mock-rules.schema.json',
  rules: [
    {
      name: 'all keys',
      service: 'ErrorsApi',
      operation: 'GetErrorDesc',
      binding: ['soap11', 'httpGet'],
      when: { errorCode: { above: 1, below: 9, not: 5 }, cultureCode: [1, 2] },
      header: { 'x-test': { matches: '^a', contains: 'b', present: true, equals: 'ab', oneOf: ['ab'] } },
      scenario: 's',
      state: 'Started',
      becomes: 'Done',
      times: 2,
      delay: 1,
      answers: [
        { answer: 'text', delay: 1 },
        { fault: { reason: 'r', code: 'Client' } },
        { fault: 'r' },
        { status: 503, headers: { a: 'b' }, body: 'x' },
        { sample: true },
      ],
    },
    { operation: 'GetErrorDesc' },
  ],
};

describe('the JSON Schema of mock rules', () => {
  it('accepts what the command accepts, $schema among it', async () => {
    expect(isValid(rules)).toBe(true);
    expect(isValid(rules.rules)).toBe(true);
    const project = new TestProject();
    project.write('mock.json', JSON.stringify(rules));
    const { readRules } = await import('../../generator/mock/rules/read-rules.js');
    const { readServedContract } = await import('../../generator/mock/services.js');
    const [{ services }] = await readServedContract({
      inputs: [join(repository, 'wsdl/ErrorsApi.wsdl')],
      define: ['api_namespace=urn:x'],
      workingFolder: project.folder,
    });
    const [read, problems] = await readRules(project.read('mock.json'), 'mock.json', services);
    expect(problems).toEqual([]);
    expect(read).toHaveLength(2);
    project.remove();
  });

  it('accepts the examples of the page', () => {
    const page = readFileSync(join(repository, 'docs/mock.md'), 'utf8');
    const examples = [...page.matchAll(/```yaml\n(rules:[\s\S]*?)```/g)].map(([, text = '']) => parse(text) as unknown);
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      expect([isValid(example), isValid.errors]).toEqual([true, null]);
    }
  });

  it.each<readonly [string, unknown]>([
    ['an unknown key', [{ operations: 'a' }]],
    ['another binding', [{ binding: 'soap13' }]],
    ['a status that is none', [{ status: 42 }]],
    ['no outcome in a list', [{ answers: [] }]],
    ['rules that are no list', { rules: {} }],
  ])('refuses %s', (_, value) => {
    expect(isValid(value)).toBe(false);
  });
});
