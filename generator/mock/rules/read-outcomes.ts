import type { DescriptionNode, MapEntry } from '../../description/syntax.js';
import type { ServedOperation } from '../services.js';
import { checkAnswer, checkFault, checkTemplates } from './check-outcomes.js';
import type { FaultOutcome, RuleOutcome } from './model.js';
import { type RuleNodes, valueOfNode } from './rule-nodes.js';

/** Keys of an outcome; those of a rule are among them. */
export const outcomeKeys = ['answer', 'fault', 'status', 'headers', 'body', 'sample', 'delay'] as const;
const deciding = ['answer', 'fault', 'status', 'sample', 'answers'];

type Entries = ReadonlyMap<string, MapEntry>;

/** The outcomes of a rule, which is about some operations: one that is described in the rule itself, or a list of them. */
export function readOutcomes(
  entries: Entries,
  operations: readonly ServedOperation[],
  reader: RuleNodes,
): readonly RuleOutcome[] {
  const keys = deciding.filter((key) => entries.has(key));
  const [, second] = keys;
  if (second !== undefined) {
    reader.report('mock/several-outcomes', { keys }, (entries.get(second) as MapEntry).keySpan);
    return [];
  }
  const list = entries.get('answers')?.value;
  if (list === undefined) {
    return [outcomeOf(entries, operations, reader)];
  }
  if (list.kind !== 'list' || list.items.length === 0) {
    reader.expected(list, '"answers"', 'a list of outcomes');
    return [];
  }
  return list.items.map((item) => outcomeOf(reader.entries(item, 'an outcome', outcomeKeys), operations, reader));
}

function outcomeOf(entries: Entries, operations: readonly ServedOperation[], reader: RuleNodes): RuleOutcome {
  const delay = reader.number(entries.get('delay')) ?? 0;
  const answer = entries.get('answer');
  if (answer !== undefined) {
    checkTemplates(answer.value, operations, reader);
    for (const operation of operations) {
      checkAnswer(answer, operation, reader);
    }
    return { kind: 'answer', value: valueOfNode(answer.value), delay };
  }
  const fault = entries.get('fault');
  if (fault !== undefined) {
    return { ...faultOf(fault.value, operations, reader), delay };
  }
  const status = reader.number(entries.get('status'), { least: 200, most: 599 });
  if (status === undefined) {
    return { kind: 'sample', delay };
  }
  const body = entries.get('body');
  if (body !== undefined) {
    checkTemplates(body.value, operations, reader);
  }
  return {
    kind: 'http',
    status,
    headers: headersOf(entries.get('headers')?.value, reader),
    body: reader.text(body) ?? '',
    delay,
  };
}

const faultKeys = ['reason', 'code', 'name', 'detail'];

/** A fault: its reason alone, or an object. */
function faultOf(node: DescriptionNode, operations: readonly ServedOperation[], reader: RuleNodes): FaultOutcome {
  checkTemplates(node, operations, reader);
  if (node.kind === 'text') {
    return { kind: 'fault', reason: node.text };
  }
  const entries = reader.entries(node, 'a fault', faultKeys);
  const name = reader.text(entries.get('name'));
  const code = reader.text(entries.get('code'));
  if (code !== undefined && code !== 'Client' && code !== 'Server') {
    reader.expected((entries.get('code') as MapEntry).value, '"code"', 'Client or Server');
  }
  const detail = entries.get('detail');
  for (const operation of operations) {
    checkFault(entries.get('name'), detail, operation, reader);
  }
  return {
    kind: 'fault',
    reason: reader.text(entries.get('reason')) ?? name ?? 'A fault of the mock.',
    ...((code === 'Client' || code === 'Server') && { code }),
    ...(name !== undefined && { name }),
    ...(detail !== undefined && { detail: valueOfNode(detail.value) }),
  };
}

function headersOf(node: DescriptionNode | undefined, reader: RuleNodes): Readonly<Record<string, string>> {
  const map = node && reader.map(node, '"headers"');
  return Object.fromEntries((map?.entries ?? []).map((entry) => [entry.key, reader.text(entry) ?? '']));
}
