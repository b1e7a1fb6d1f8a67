import type { SecurityDemand, SecuritySide } from '@wsdl-codegen/runtime';
import { type SecurityWay, securityNeeds } from '@wsdl-codegen/runtime/extend';
import { bindingOrder, choiceOrder, isSoapKind } from '../../contract/binding-kinds.js';
import { portDemands } from '../../contract/demands/port-demands.js';
import type { BindingKind, Port, Service } from '../../contract/model.js';
import { literal, objectValue, type ValueExpression } from '../expressions/expression.js';

/** What clients of some ports have to give. */
export interface BoundSecurity {
  /** The binding that a client of these ports names; absent where it may be any. */
  readonly binding?: BindingKind;
  /** The ports, where others of the binding demand something else. */
  readonly ports?: readonly string[];
  /** True if calls go there that name neither binding nor port. */
  readonly isDefault: boolean;
  /** The ways of which the program chooses one; none if nothing is demanded. An empty one needs nothing. */
  readonly ways: readonly SecurityWay[];
}

/** The demands of a service, for the types of its clients and servers. */
export interface BoundDemands {
  /** The bindings that can carry what is demanded. */
  readonly bindings: readonly BindingKind[];
  /** By the ports that are called; one entry without binding where all are the same, none where nothing is demanded. */
  readonly client: readonly BoundSecurity[];
  /** For all ports; none where nothing is demanded. */
  readonly server: readonly SecurityWay[];
}

interface DemandingPort extends Port {
  readonly ways: readonly SecurityDemand[];
}

const waysOf = (ways: readonly SecurityDemand[], side: SecuritySide): readonly SecurityWay[] => {
  const needs = ways.map((demand) => securityNeeds(demand, side));
  return [...new Map(needs.map((each) => [JSON.stringify(each), each])).values()];
};

/** Works out what the ports of a service demand. */
export function bindDemands(service: Service): BoundDemands {
  const ports = service.ports.map((port) => ({ ...port, ways: portDemands(service, port).ways }));
  const isCallable = ({ binding, ways }: DemandingPort): boolean => isSoapKind(binding) || !isStrict(ways);
  const bindings = bindingOrder.filter((kind) => ports.some((port) => port.binding === kind && isCallable(port)));
  const demanding = ports.filter(({ ways }) => ways.length > 0);
  return demanding.length === 0
    ? { bindings, client: [], server: [] }
    : { bindings, client: clientSecurity(ports.filter(isCallable), bindings), server: serverWays(demanding) };
}

/** True if something has to be given in each way. */
function isStrict(ways: readonly SecurityDemand[]): boolean {
  return ways.length > 0 && waysOf(ways, 'client').every((way) => way.length > 0);
}

function clientSecurity(ports: readonly DemandingPort[], bindings: readonly BindingKind[]): readonly BoundSecurity[] {
  const of = (each: DemandingPort): readonly SecurityWay[] =>
    isSoapKind(each.binding) ? waysOf(each.ways, 'client') : [];
  const [first] = ports;
  if (first !== undefined && areSame(ports.map(of))) {
    return [{ isDefault: true, ways: of(first) }];
  }
  const preferred = choiceOrder.find((kind) => bindings.includes(kind));
  return bindings.flatMap((binding): readonly BoundSecurity[] => {
    const own = ports.filter((port) => port.binding === binding);
    const isDefault = binding === preferred;
    return areSame(own.map(of))
      ? own.slice(0, 1).map((port) => ({ binding, isDefault, ways: of(port) }))
      : own.map((port, i) => ({ binding, ports: [port.name], isDefault: isDefault && i === 0, ways: of(port) }));
  });
}

function areSame(values: readonly unknown[]): boolean {
  return new Set(values.map((each) => JSON.stringify(each))).size === 1;
}

/** A server gives what all ports need; where these have several ways, the program chooses. */
function serverWays(ports: readonly DemandingPort[]): readonly SecurityWay[] {
  const all = ports.map(({ ways }) => waysOf(ways, 'server'));
  if (areSame(all)) {
    return all[0] ?? [];
  }
  const needs = all.flatMap(([first = []]) => first);
  return [[...new Map(needs.map((each) => [JSON.stringify(each), each])).values()]];
}

/** The demands of a port as data; undefined if there are none. */
export function securityValue(service: Service, port: Port): ValueExpression | undefined {
  const { ways } = portDemands(service, port);
  return ways.length === 0 ? undefined : dataValue(ways);
}

/** Plain data as an expression. */
function dataValue(data: unknown): ValueExpression {
  if (Array.isArray(data)) {
    return { kind: 'array', items: data.map(dataValue) };
  }
  return typeof data === 'object' && data !== null
    ? objectValue(Object.fromEntries(Object.entries(data).map(([name, value]) => [name, dataValue(value)])))
    : literal(data as string | boolean);
}
