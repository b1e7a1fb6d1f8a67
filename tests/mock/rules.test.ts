import { readRules } from '../../generator/mock/rules/read-rules.js';
import { RuleBook, type RuleCall } from '../../generator/mock/rules/rule-book.js';
import { fillTemplates } from '../../generator/mock/rules/template.js';
import type { ServedContract } from '../../generator/mock/services.js';
import { servedContract } from './shop.js';

let contract: ServedContract;
beforeAll(async () => {
  contract = await servedContract();
});

/** The mistakes in rules, as `line:column code: message help`. */
async function mistakes(text: string): Promise<readonly string[]> {
  const [, found] = await readRules(text, 'mock.yaml', contract.services);
  return found.map(({ span, code, message, help }) => `${span?.line}:${span?.column} ${code}: ${message} ${help}`);
}

async function book(text: string): Promise<RuleBook> {
  const [rules, found] = await readRules(text, 'mock.yaml', contract.services);
  expect(found).toEqual([]);
  return new RuleBook(rules);
}

const call = (operation: string, request: unknown, more: Partial<RuleCall> = {}): RuleCall => ({
  service: 'Shop',
  operation,
  binding: 'soap11',
  request,
  headers: {},
  ...more,
});

describe('mistakes in rules have a place and advice', () => {
  it.each([
    ['rules: 5', '1:8 mock/expected: The value of "rules" is not a list of rules. write a list of rules here.'],
    [
      'rules:\n  - opration: Count',
      '2:5 mock/unknown-key: The key "opration" is not known in a rule. did you mean "operation"?',
    ],
    ['- service: Shopp', '1:12 mock/unknown-service: There is no service "Shopp". did you mean "Shop"?'],
    ['- operation: Plaec', '1:14 mock/unknown-operation: No service has an operation "Plaec". did you mean "Place"?'],
    [
      '- service: Shop\n  operation: Pay',
      '2:14 mock/unknown-operation: The service Shop has no operation "Pay". use one of: Count, Place.',
    ],
    [
      '- operation: Place\n  when:\n    order: { totl: 5 }',
      '3:14 mock/unknown-value: A request of Place has no value order.totl. did you mean "total"?',
    ],
    [
      '- operation: Count\n  when: { sku: { matches: "(" } }',
      '2:27 mock/invalid-pattern: The pattern "(" is not a regular expression: Unterminated group. ',
    ],
    ['- operation: Count\n  answer: many', '2:11 mock/invalid-answer: The answer of Count is not valid at its root: '],
    [
      '- operation: Place\n  answer:\n    id: 1\n    total: 2\n    lines: [{ sku: a, count: x }]',
      '5:30 mock/invalid-answer: The answer of Place is not valid at lines.0.count: ',
    ],
    [
      '- operation: Place\n  fault: { name: Declind }',
      '2:18 mock/unknown-fault: Place declares no fault "Declind". did you mean "Declined',
    ],
    [
      '- operation: Count\n  answer: "{{requst.sku}}"',
      '2:11 mock/invalid-template: {{requst.sku}} is not a template. ',
    ],
    [
      '- operation: Count\n  answer: "{{request.skuu}}"',
      '2:11 mock/unknown-value: A request of Count has no value skuu. did you mean "sku"?',
    ],
    [
      '- operation: Count\n  answer: 1\n  fault: no',
      '3:3 mock/several-outcomes: An outcome is described more than once: answer, fault. keep one of answer, fault, status, sample and answers.',
    ],
    [
      '- times: 0',
      '1:10 mock/expected: The value of "times" is not a whole number from 1 to 2147483647. write a whole number from 1 to 2147483647 here.',
    ],
  ])('%j', async (text, expected) => {
    const [first, ...more] = await mistakes(text);
    expect(more).toEqual([]);
    expect(first?.slice(0, expected.length)).toBe(expected);
  });

  it('are in the syntax as well', async () => {
    expect(await mistakes('rules:\n  - [')).toEqual([expect.stringMatching(/^\d:\d description\/syntax: /)]);
  });
});

describe('a rule applies', () => {
  it.each([
    ['{ sku: a }', { sku: 'a' }, { sku: 'b' }],
    ['{ sku: [a, b] }', { sku: 'b' }, { sku: 'c' }],
    ['{ sku: { matches: "^a.$" } }', { sku: 'ab' }, { sku: 'abc' }],
    ['{ sku: { contains: x } }', { sku: 'axb' }, { sku: 'ab' }],
    ['{ sku: { not: x } }', { sku: 'y' }, { sku: 'x' }],
    ['{ sku: { present: false } }', {}, { sku: 'x' }],
    ['{ sku: { present: true } }', { sku: 'x' }, { sku: null }],
  ])('when %s holds', async (when, good, bad) => {
    const rules = `- operation: Count\n  when: ${when}`;
    expect((await book(rules)).choose(call('Count', good))).toBeDefined();
    expect((await book(rules)).choose(call('Count', bad))).toBeUndefined();
  });

  it('to values deep inside, to items of lists, and to numbers as numbers', async () => {
    const rules = await book(
      '- operation: Place\n  when: { order: { total: 12.5, "lines.count": { above: 2, below: 5 } } }',
    );
    const order = { total: '12.50', lines: [{ count: 1 }, { count: 3 }] };
    expect(rules.choose(call('Place', { order }))).toBeDefined();
    expect(rules.choose(call('Place', { order: { ...order, total: '12.51' } }))).toBeUndefined();
    expect(rules.choose(call('Place', { order: { ...order, lines: [{ count: 9 }] } }))).toBeUndefined();
  });

  it('to its service, operation, binding and headers', async () => {
    const rules = await book(
      '- { service: Shop, operation: Count, binding: [soap12, httpGet], header: { X-Tenant: blue } }',
    );
    const good = call('Count', {}, { binding: 'soap12', headers: { 'x-tenant': 'blue' } });
    expect(rules.choose(good)).toBeDefined();
    for (const bad of [{ operation: 'Place' }, { binding: 'soap11' as const }, { headers: {} }]) {
      expect(rules.choose({ ...good, ...bad })).toBeUndefined();
    }
  });

  it('in its state, as often as it says, and its outcomes come in turn', async () => {
    const rules = await book(`
- { name: first, operation: Count, state: Started, becomes: Counted, answer: 1 }
- { name: twice, operation: Count, state: Counted, times: 2, answers: [{ answer: 2 }, { status: 503 }] }
- { name: rest, operation: Count, answer: 9 }`);
    const names = Array.from({ length: 5 }, () => rules.choose(call('Count', {})));
    expect(names.map((each) => each?.rule.name)).toEqual(['first', 'twice', 'twice', 'rest', 'rest']);
    expect(names.map((each) => each?.outcome.kind)).toEqual(['answer', 'answer', 'http', 'answer', 'answer']);
  });
});

describe('templates', () => {
  const values = {
    request: { id: 5, lines: [{ sku: 'a' }, { sku: 'b' }] },
    headers: { 'x-user': 'ann' },
    operation: 'Place',
    count: 2,
    now: '2024-01-15T09:30:00Z',
  };

  it('give the value itself where they are alone, and text inside of text', () => {
    expect(fillTemplates({ id: '{{request.id}}', all: '{{ request.lines }}' }, values)).toEqual({
      id: 5,
      all: values.request.lines,
    });
    expect(fillTemplates('{{request.lines[1].sku}}-{{request.id}} for {{header.X-User}} {{count}}', values)).toBe(
      'b-5 for ann 2',
    );
    expect(fillTemplates(['{{operation}} {{now}} {{request.none}}'], values)).toEqual(['Place 2024-01-15T09:30:00Z ']);
  });
});
