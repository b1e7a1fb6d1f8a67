import type { DescriptionNode, MapEntry, MapNode } from '../../description/syntax.js';
import type { Condition, ConditionTest } from './model.js';
import { type RuleNodes, valueOfNode } from './rule-nodes.js';
import { stepsOf } from './template.js';

/** A condition, and the entry that it was written in. */
export interface WrittenCondition {
  readonly condition: Condition;
  readonly entry: MapEntry;
}

const tests: readonly ConditionTest['kind'][] = [
  'equals',
  'not',
  'oneOf',
  'matches',
  'contains',
  'present',
  'above',
  'below',
];

/** Reads the conditions of an object: values, tests of values, and objects with conditions of their own. */
export function readConditions(node: DescriptionNode, what: string, reader: RuleNodes): readonly WrittenCondition[] {
  const map = reader.map(node, what);
  return map === undefined ? [] : inside(map, [], reader);
}

function inside(map: MapNode, path: readonly string[], reader: RuleNodes): readonly WrittenCondition[] {
  return map.entries.flatMap((entry) => {
    const place = [...path, ...stepsOf(entry.key)];
    const { value } = entry;
    if (value.kind === 'map' && !isTest(value)) {
      return inside(value, place, reader);
    }
    return testsOf(value, reader).map((test) => ({ condition: { path: place, test }, entry }));
  });
}

function isTest({ entries }: MapNode): boolean {
  return entries.length > 0 && entries.every(({ key }) => (tests as readonly string[]).includes(key));
}

function testsOf(node: DescriptionNode, reader: RuleNodes): readonly ConditionTest[] {
  switch (node.kind) {
    case 'text':
      return [{ kind: 'equals', value: valueOfNode(node) }];
    case 'list':
      return [{ kind: 'oneOf', values: node.items.map(valueOfNode) }];
    case 'map':
      return node.entries.flatMap((entry) => testOf(entry, reader) ?? []);
  }
}

function testOf(entry: MapEntry, reader: RuleNodes): ConditionTest | undefined {
  const { value } = entry;
  const kind = entry.key as ConditionTest['kind'];
  switch (kind) {
    case 'equals':
    case 'not':
      return value.kind === 'text'
        ? { kind, value: valueOfNode(value) }
        : reader.expected(value, `"${kind}"`, 'a single value');
    case 'oneOf':
      return value.kind === 'list'
        ? { kind, values: value.items.map(valueOfNode) }
        : reader.expected(value, '"oneOf"', 'a list of values');
    case 'matches':
      return patternOf(entry, reader);
    case 'contains': {
      const text = reader.text(entry);
      return text === undefined ? undefined : { kind, text };
    }
    case 'present': {
      const expected = reader.boolean(entry);
      return expected === undefined ? undefined : { kind, expected };
    }
    case 'above':
    case 'below': {
      const bound = value.kind === 'text' && value.type === 'number' ? Number(value.text) : undefined;
      return bound === undefined ? reader.expected(value, `"${kind}"`, 'a number') : { kind, bound };
    }
  }
}

function patternOf(entry: MapEntry, reader: RuleNodes): ConditionTest | undefined {
  const pattern = reader.text(entry);
  if (pattern === undefined) {
    return undefined;
  }
  try {
    return { kind: 'matches', pattern: new RegExp(pattern, 'u') };
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: \/.*\/\w*: /s, '');
    return reader.report('mock/invalid-pattern', { pattern, reason }, entry.value.span);
  }
}
