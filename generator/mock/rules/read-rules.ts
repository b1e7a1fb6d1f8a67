import type { BindingKind, ServiceDescriptor } from '@wsdl-codegen/runtime';
import { nearest } from '@wsdl-codegen/runtime/schema';
import { type DescriptionNode, type MapEntry, parseDescription } from '../../description/syntax.js';
import type { Result } from '../../diagnostics/diagnostic.js';
import { operationsOf, type ServedOperation } from '../services.js';
import { checkPath } from './check-outcomes.js';
import type { Condition, Rule } from './model.js';
import { readConditions } from './read-conditions.js';
import { outcomeKeys, readOutcomes } from './read-outcomes.js';
import { RuleNodes } from './rule-nodes.js';

const ruleKeys = [
  'name',
  'service',
  'operation',
  'binding',
  'when',
  'header',
  'scenario',
  'state',
  'becomes',
  'times',
  ...outcomeKeys,
  'answers',
];
const bindingKinds: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/**
 * Reads rules in YAML or JSON, and checks them against the services: names, values, and answers. Mistakes are reported with
 * line and column.
 *
 * @param file Display name of the text.
 */
export async function readRules(
  text: string,
  file: string,
  services: readonly ServiceDescriptor[],
): Promise<Result<readonly Rule[]>> {
  const [root, syntax] = await parseDescription(text, file);
  if (root === undefined) {
    return [[], syntax];
  }
  const reader = new RuleNodes();
  const list =
    root.kind === 'list' ? root : reader.entries(root, 'the rules', ['$schema', 'rules']).get('rules')?.value;
  if (list !== undefined && list.kind !== 'list') {
    reader.expected(list, '"rules"', 'a list of rules');
    return [[], [...syntax, ...reader.diagnostics]];
  }
  const rules = (list?.items ?? []).map((node, at) => new RuleReader(reader, services).rule(node, `rule ${at + 1}`));
  return [rules, [...syntax, ...reader.diagnostics]];
}

class RuleReader {
  readonly #reader: RuleNodes;
  readonly #services: readonly ServiceDescriptor[];

  constructor(reader: RuleNodes, services: readonly ServiceDescriptor[]) {
    this.#reader = reader;
    this.#services = services;
  }

  rule(node: DescriptionNode, place: string): Rule {
    const reader = this.#reader;
    const entries = reader.entries(node, 'a rule', ruleKeys);
    const service = this.#service(entries.get('service'));
    const operation = this.#operation(entries.get('operation'), service);
    const operations = this.#operations(service, operation);
    const text = (key: string): string | undefined => reader.text(entries.get(key));
    const [state, becomes, bindings] = [text('state'), text('becomes'), this.#bindings(entries.get('binding'))];
    const times = reader.number(entries.get('times'), { least: 1 });
    return {
      name: text('name') ?? place,
      span: { ...node.span, length: 0 },
      ...(service !== undefined && { service }),
      ...(operation !== undefined && { operation }),
      ...(bindings && { bindings }),
      when: this.#conditions(entries.get('when'), operations),
      headers: this.#headers(entries.get('header')),
      scenario: text('scenario') ?? 'default',
      ...(state !== undefined && { state }),
      ...(becomes !== undefined && { becomes }),
      ...(times !== undefined && { times }),
      delay: 0,
      outcomes: readOutcomes(entries, operations, reader),
    };
  }

  #service(entry: MapEntry | undefined): string | undefined {
    const name = this.#reader.text(entry);
    const known = this.#services.map((service) => service.name);
    if (entry === undefined || name === undefined || known.includes(name)) {
      return name;
    }
    return this.#reader.report(
      'mock/unknown-service',
      { name, known, nearest: nearest(name, known) },
      entry.value.span,
    );
  }

  /** Name on the wire of the operation, which may be given as the name of its method. */
  #operation(entry: MapEntry | undefined, service: string | undefined): string | undefined {
    const name = this.#reader.text(entry);
    if (entry === undefined || name === undefined) {
      return undefined;
    }
    const all = this.#operations(service, undefined);
    const found = all.find(({ operation }) => operation.name === name) ?? all.find(({ method }) => method === name);
    if (found !== undefined) {
      return found.operation.name;
    }
    const known = [...new Set(all.map(({ operation }) => operation.name))].sort();
    const facts = { name, service, known, nearest: nearest(name, known) };
    return this.#reader.report('mock/unknown-operation', facts, entry.value.span);
  }

  /** The operations that a rule is about. */
  #operations(service: string | undefined, operation: string | undefined): readonly ServedOperation[] {
    return operationsOf(this.#services).filter(
      (each) =>
        (service ?? each.service.name) === each.service.name &&
        (operation ?? each.operation.name) === each.operation.name,
    );
  }

  #bindings(entry: MapEntry | undefined): readonly BindingKind[] | undefined {
    const names = this.#reader.texts(entry);
    return names?.flatMap((name) => {
      const kind = bindingKinds.find((each) => each === name);
      const { value } = entry as MapEntry;
      return kind ?? this.#reader.expected(value, '"binding"', `one of ${bindingKinds.join(', ')}`) ?? [];
    });
  }

  #conditions(entry: MapEntry | undefined, operations: readonly ServedOperation[]): readonly Condition[] {
    if (entry === undefined) {
      return [];
    }
    const read = readConditions(entry.value, '"when"', this.#reader);
    const places = new Map(read.map(({ condition, entry: { keySpan } }) => [keySpan, condition.path]));
    for (const [span, path] of places) {
      checkPath(path, operations, { span }, this.#reader);
    }
    return read.map(({ condition }) => condition);
  }

  #headers(entry: MapEntry | undefined): readonly Condition[] {
    const read = entry === undefined ? [] : readConditions(entry.value, '"header"', this.#reader);
    return read.map(({ condition: { path, test } }) => ({ path: [path.join('.').toLowerCase()], test }));
  }
}
