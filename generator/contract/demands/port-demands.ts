import type { SecurityDemand } from '@wsdl-codegen/runtime';
import { securityNeeds } from '@wsdl-codegen/runtime/extend';
import type { PolicyAlternative, PolicyAlternatives, PolicyAssertion } from '../../wsdl/policy-model.js';
import { isSoapBinding } from '../binding-kinds.js';
import type { ExpandedName, PolicySubject, Port, Service } from '../model.js';
import { demandOf, isBinding } from './security-demand.js';

/** What the WS-Policy of a port demands of the messages of all its operations. */
export interface PortDemands {
  /** The ways of meeting it that are supported; the last one may need nothing. None where nothing is demanded, or nothing of it is supported. */
  readonly ways: readonly SecurityDemand[];
  /** What is not supported of the way that has least of it, where there is no other one. */
  readonly unsupported: readonly string[];
}

const nothing: PortDemands = { ways: [], unsupported: [] };

/** Limit of the ways of a port: each is a member of a type. */
const maxWays = 16;

/**
 * What a port demands. Its operations are protected in one way, which has what each of them demands: a client whose operations differ protects some more than they need.
 */
export function portDemands(service: Service, port: Port): PortDemands {
  const requests = alternativesOf(service, port, 'input');
  if (requests.length === 0) {
    return nothing;
  }
  const answers = alternativesOf(service, port, 'output');
  const headers = { input: declaredHeaders(service, port, 'input'), output: declaredHeaders(service, port, 'output') };
  const read = combined(requests).map((assertions) => {
    const key = bindingOf(assertions);
    const answered = answers.map((all) => all.find((each) => bindingOf(each) === key) ?? []);
    return demandOf(
      { assertions, headers: headers.input },
      { assertions: unitedAssertions(answered), headers: headers.output },
    );
  });
  const supported = read.filter(({ unsupported }) => unsupported.length === 0).map(({ demand }) => demand);
  const needing = supported.filter((demand) => securityNeeds(demand, 'client').length > 0);
  const ways = new Map(needing.map((demand) => [JSON.stringify(demand), demand]));
  const free = supported.length > needing.length && ways.size > 0 ? [{}] : [];
  const [least = []] = read.map(({ unsupported }) => unsupported).sort((a, b) => a.length - b.length);
  return {
    ways: [...[...ways.values()].slice(0, maxWays), ...free],
    unsupported: supported.length > 0 ? [] : least,
  };
}

/** The different policies of the messages of a direction. */
function alternativesOf(
  { policies = [] }: Service,
  { name }: Port,
  direction: PolicySubject['direction'],
): readonly PolicyAlternatives[] {
  const isMeant = (subject: PolicySubject): boolean => subject.port === name && subject.direction === direction;
  return policies.filter(({ messages }) => messages.some(isMeant)).map(({ alternatives }) => alternatives);
}

/** The alternatives of all messages that belong together: those with the same core. Where messages have no alternative in common, the first of each. */
function combined(all: readonly PolicyAlternatives[]): readonly PolicyAlternative[] {
  const [first = [], ...others] = all;
  const found = first.flatMap((alternative) => {
    const key = coreOf(alternative);
    const same = others.map((alternatives) => alternatives.find((each) => coreOf(each) === key));
    return same.every((each) => each !== undefined) ? [unitedAssertions([alternative, ...same])] : [];
  });
  return found.length > 0 ? found : [unitedAssertions(all.map(([alternative = []]) => alternative))];
}

function unitedAssertions(alternatives: readonly PolicyAlternative[]): PolicyAlternative {
  return [...new Map(alternatives.flat().map((assertion) => [JSON.stringify(assertion), assertion])).values()];
}

/** What is attached to a whole port as a rule: all but the parts of messages. */
function coreOf(alternative: PolicyAlternative): string {
  return keyOf(alternative.filter(({ kind }) => !/Parts$|Elements$|^other$/.test(kind)));
}

function bindingOf(alternative: PolicyAlternative): string {
  return keyOf(alternative.filter(isBinding));
}

function keyOf(assertions: readonly PolicyAssertion[]): string {
  return assertions
    .map((each) => JSON.stringify(each))
    .sort()
    .join('\n');
}

/** The names of the header blocks that operations declare for a direction. */
function declaredHeaders({ operations }: Service, port: Port, direction: 'input' | 'output'): readonly ExpandedName[] {
  const headers = operations
    .flatMap(({ bindings }) => bindings.filter(isSoapBinding))
    .filter(({ ports }) => ports.includes(port.name))
    .flatMap((binding) => binding[direction]?.headers ?? []);
  return [...new Set(headers.flatMap(({ part: { element } }) => element ?? []))];
}
