import { securityOption } from '../contract/demands/security-option.js';
import { groupBy } from '../contract/grouping.js';
import type { PolicySubject, Service } from '../contract/model.js';
import { messageNames } from '../contract/policy-text.js';
import { assertionName, type PolicyAlternatives, type PolicyAssertion } from '../wsdl/policy-model.js';
import type { Effects } from './change.js';
import { type OperationDifference, plain } from './operation-difference.js';

/** An alternative as the set of what it demands, from an assertion down to each value in it. */
type Demands = ReadonlySet<string>;

const nothing: PolicyAlternatives = [[]];

/**
 * The differences in what WS-Policy demands of the messages that both services have. Each client satisfies one of the alternatives, and perhaps more: it still does if each one
 * that there was demands all that some alternative now demands.
 */
export function comparePolicies(
  old: Service,
  now: Service,
  formerPorts: ReadonlyMap<string, string>,
): readonly OperationDifference[] {
  const comparison = new PolicyComparison();
  const [before, after] = [policiesOf(old), policiesOf(now)];
  const operations = new Set(old.operations.map(({ name, overload = '' }) => `${name} ${overload}`));
  const found = now.ports.flatMap(({ name: port, binding }) =>
    now.operations
      .filter((each) => operations.has(`${each.name} ${each.overload ?? ''}`))
      .filter((each) => each.bindings.some(({ kind, ports }) => kind === binding && ports.includes(port)))
      .flatMap(({ name: operation, overload, faults }) =>
        [
          { direction: 'input' },
          { direction: 'output' },
          ...faults.map(({ name: fault }) => ({ direction: 'fault', fault })),
        ].flatMap((message) => {
          const subject = { operation, ...(overload !== undefined && { overload }), ...message } as Omit<
            PolicySubject,
            'port'
          >;
          const formerPort = formerPorts.get(port);
          const a =
            formerPort === undefined ? undefined : (before.get(keyOf({ ...subject, port: formerPort })) ?? nothing);
          const b = after.get(keyOf({ ...subject, port })) ?? nothing;
          return a === undefined
            ? []
            : comparison.of(a, b).map((change) => ({ ...change, subject: { ...subject, port } }));
        }),
      ),
  );
  const changedPorts = new Set(found.map(({ subject: { port } }) => port));
  const optionChanges = new Map(
    [...changedPorts].map((port) => [port, optionChangeOf(old, formerPorts.get(port), now, port)]),
  );
  const groups = groupBy(found, ({ code, text, subject: { port, direction } }) =>
    [code, text, port, direction].join('\n'),
  );
  return [...groups.values()].flatMap((group) => differenceOf(group, now, optionChanges));
}

interface Change {
  readonly code: 'policy-demand-added' | 'policy-demand-removed';
  readonly text: string;
}

/** The same change of several operations is one difference of their port. */
function differenceOf(
  group: readonly (Change & { readonly subject: PolicySubject })[],
  { operations }: Service,
  optionChanges: ReadonlyMap<string, string>,
): readonly OperationDifference[] {
  const [first] = group;
  if (first === undefined) {
    return [];
  }
  const { code, text, subject } = first;
  const option = subject.direction === 'input' ? optionChanges.get(subject.port) : '';
  const names = [...new Set(group.map(({ subject: { operation } }) => operation))];
  const whose = names.length === new Set(operations.map(({ name }) => name)).size ? 'all operations' : names.join(', ');
  return [
    plain(
      code,
      `the WS-Policy for ${messageNames[subject.direction]} of ${whose} at port ${subject.port} ${text}${option}`,
      effectsOf(first),
    ),
  ];
}

/** What the option `security` of clients of a port becomes, after a semicolon; `''` if it stays. */
function optionChangeOf(old: Service, formerPort: string | undefined, now: Service, port: string): string {
  const optionOf = (service: Service, name: string | undefined): string => {
    const found = service.ports.find((each) => each.name === name);
    return (found && securityOption(service, found)) ?? 'nothing';
  };
  const [before, after] = [optionOf(old, formerPort), optionOf(now, port)];
  return before === after ? '' : `; the option security of clients was ${before} and is ${after}`;
}

/** Who verifies answers refuses those that no longer satisfy the policy. */
function effectsOf({ code, subject }: Change & { readonly subject: PolicySubject }): Effects {
  if (code === 'policy-demand-added') {
    return { oldClients: 'breaks' };
  }
  return subject.direction === 'input' ? { newClients: 'breaks' } : { oldClients: 'strict' };
}

function policiesOf({ policies = [] }: Service): ReadonlyMap<string, PolicyAlternatives> {
  return new Map(
    policies.flatMap(({ messages, alternatives }) => messages.map((each) => [keyOf(each), alternatives] as const)),
  );
}

function keyOf({ port, operation, overload = '', direction, fault = '' }: PolicySubject): string {
  return [port, operation, overload, direction, fault].join('\n');
}

/** Compares policies, each pair once: most messages have the same ones. */
class PolicyComparison {
  readonly #known = new Map<PolicyAlternatives, Map<PolicyAlternatives, readonly Change[]>>();
  readonly #demands = new Map<PolicyAlternatives, readonly Demands[]>();

  of(old: PolicyAlternatives, now: PolicyAlternatives): readonly Change[] {
    const known = this.#known.get(old) ?? new Map<PolicyAlternatives, readonly Change[]>();
    const changes = known.get(now) ?? this.#compare(old, now);
    this.#known.set(old, known.set(now, changes));
    return changes;
  }

  #compare(old: PolicyAlternatives, now: PolicyAlternatives): readonly Change[] {
    const [a, b] = [this.#demandsOf(old), this.#demandsOf(now)];
    const more = changeText('demands more: ', namesOf(old, now), 'no longer has an alternative');
    const less = changeText('demands less: ', namesOf(now, old), 'has another alternative');
    return [
      ...(satisfies(a, b) ? [] : [{ code: 'policy-demand-added', text: more } as const]),
      ...(satisfies(b, a) ? [] : [{ code: 'policy-demand-removed', text: less } as const]),
    ];
  }

  #demandsOf(alternatives: PolicyAlternatives): readonly Demands[] {
    const known = this.#demands.get(alternatives);
    const demands = known ?? alternatives.map((each) => new Set(each.flatMap(demandsOf).map(({ path }) => path)));
    this.#demands.set(alternatives, demands);
    return demands;
  }
}

/** Whether who does what one of some alternatives demands always does what one of others demands. */
function satisfies(some: readonly Demands[], others: readonly Demands[]): boolean {
  return some.every((each) => others.some((other) => [...other].every((demand) => each.has(demand))));
}

/** The assertions that only the second policy has, in any of its alternatives; of those that both have, what is in them. */
function namesOf(without: PolicyAlternatives, having: PolicyAlternatives): readonly string[] {
  const known = new Set(
    without
      .flat()
      .flatMap(demandsOf)
      .map(({ path }) => path),
  );
  const former = new Set(without.flat().map(assertionName));
  const own = having.flat().flatMap((assertion) => {
    const name = assertionName(assertion);
    const words = demandsOf(assertion).flatMap(({ path, word }) => (known.has(path) ? [] : [word]));
    return words.length === 0 ? [] : [former.has(name) ? `${name} (${[...new Set(words)].join(', ')})` : name];
  });
  return [...new Set(own)];
}

function changeText(begin: string, names: readonly string[], otherwise: string): string {
  return names.length === 0 ? otherwise : `${begin}${names.join(', ')}`;
}

/** A value in what an assertion demands: the path to it, and the word for it. */
interface Demand {
  readonly path: string;
  readonly word: string;
}

/** What an assertion demands; nothing if it may be ignored. */
function demandsOf(assertion: PolicyAssertion): readonly Demand[] {
  return assertion.ignorable ? [] : leavesOf([assertion], '', '');
}

/** Each value in some data with its path, in which the items of lists have the names that they give themselves. `name` is that of the value. */
function leavesOf(value: unknown, path: string, name: string): readonly Demand[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      const label = typeof item === 'object' && item !== null ? labelOf(item) : [String(item)];
      const own = { path: `${path}/${label.join(' ')}`, word: label.find((each) => each !== '') ?? name };
      return typeof item === 'object' ? [own, ...leavesOf(item, own.path, name)] : [own];
    });
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([member, item]) => leavesOf(item, `${path}.${member}`, member))
    : [{ path: `${path}=${String(value)}`, word: value === true ? name : String(value) }];
}

const labels: readonly string[] = ['role', 'kind', 'use', 'name', 'namespace', 'path'];

function labelOf(item: object): readonly string[] {
  const entries = new Map<string, unknown>(Object.entries(item));
  return labels.map((name) => String(entries.get(name) ?? ''));
}
