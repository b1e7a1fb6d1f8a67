import type { Diagnostic, Result } from '../../diagnostics/diagnostic.js';
import type { Position } from '../../source/document.js';
import type { BindingDefinition, BindingProtocol, DefinitionsSet, ServiceDefinition } from '../../wsdl/components.js';
import { httpTransports } from '../../wsdl/namespaces.js';
import { kindOfVerb } from '../binding-kinds.js';
import { portDemands } from '../demands/port-demands.js';
import type { BindingKind, Port, Service } from '../model.js';
import { byCodeUnits, expandedName, splitExpandedName } from '../names.js';
import type { ContractTypes } from '../queries.js';
import { type ServicesContext, servicesContext } from './context.js';
import { lookupOf } from './lookup.js';
import type { Offer } from './offer.js';
import { offers } from './offers.js';
import { ownerlessServices } from './ownerless.js';
import { EffectivePolicies, type PolicyScope } from './policies.js';
import { PortOperations } from './port-operations.js';
import { resolve } from './references.js';
import { reportSameRequests } from './same-requests.js';
import { suggestion } from './suggestions.js';
import { type Difference, type UnitedOperation, uniteOffers } from './unite.js';
import { reportUnusedActions } from './unused-actions.js';

/** A service with the positions of its sources. */
export interface BuiltService {
  readonly service: Service;
  readonly position: Position;
  readonly operations: readonly UnitedOperation[];
  readonly ports: readonly { readonly name: string; readonly position: Position }[];
}

interface BoundPort {
  readonly port: Port;
  readonly offers: readonly Offer[];
}

/**
 * Builds the services of a contract from WSDL components and the schema half, sorted by namespace and name. An unresolved
 * reference removes only what depends on it, at most an operation or a port.
 */
export function buildServices(definitions: DefinitionsSet, schema: ContractTypes): Result<readonly BuiltService[]> {
  const [context, diagnostics]: readonly [ServicesContext, readonly Diagnostic[]] = servicesContext(
    definitions,
    lookupOf(schema),
  );
  const all = [...definitions.services, ...ownerlessServices(context)];
  const builder: Builder = {
    context,
    operations: new PortOperations(context),
    policies: new EffectivePolicies(context),
  };
  const services = all.map((definition) => buildService(builder, definition));
  services.sort(
    (a, b) => byCodeUnits(a.service.namespace, b.service.namespace) || byCodeUnits(a.service.name, b.service.name),
  );
  return [services, diagnostics];
}

/** What the services share. */
interface Builder {
  readonly context: ServicesContext;
  readonly operations: PortOperations;
  readonly policies: EffectivePolicies;
}

function buildService(builder: Builder, definition: ServiceDefinition): BuiltService {
  const { context, policies } = builder;
  const bound = definition.ports.flatMap((port) => {
    const binding = resolve(context, 'binding', context.definitions.bindings, port.binding, port.bindingAt);
    if (binding === undefined) {
      const candidate = suggestion(context.lookup, context.definitions.bindings, port.binding);
      const parameters = { port: port.name, binding: port.binding, candidate };
      context.report('contract/unresolved-binding', parameters, port.bindingAt);
      return [];
    }
    const built = buildPort(builder, definition, port, binding);
    return built === undefined ? [] : [built];
  });
  const kept = withoutOtherTransports(context, definition, bound);
  const { operations, ambiguous, differences } = uniteOffers(
    context.lookup,
    kept.flatMap((port) => port.offers),
  );
  for (const { definition: lost, position } of ambiguous) {
    context.report('contract/ambiguous-operation', { operation: lost.name }, position);
  }
  for (const difference of differences) {
    reportDifference(context, difference);
  }
  const ports = kept.map(({ port }) => port);
  reportSameRequests(context, ports, operations);
  reportUnusedActions(context, definition.name, operations);
  const { namespace, local } = splitExpandedName(definition.name);
  const documentation = definition.documentation ?? portTypeDocumentation(context, kept);
  const service: Service = {
    name: local,
    namespace,
    source: definition.source,
    ports,
    operations: operations.map((united) => united.operation),
    ...policies.ofService(operations, definition.position),
    ...(documentation !== undefined && { documentation }),
  };
  reportUnsupported(context, service, definition);
  return { service, position: definition.position, operations, ports: definition.ports };
}

/** Names what the policies of ports demand that is not supported. */
function reportUnsupported(context: ServicesContext, service: Service, definition: ServiceDefinition): void {
  const positions = new Map(definition.ports.map(({ name, position }) => [name, position]));
  for (const port of service.ports) {
    const { unsupported } = portDemands(service, port);
    if (unsupported.length > 0) {
      const position = positions.get(port.name) ?? definition.position;
      context.report('wsdl/unsupported-demand', { port: port.name, assertions: unsupported }, position);
    }
  }
}

/**
 * The ports that a client can call: one whose transport is not HTTP is left out where another has the same port type over HTTP, and stays
 * for callers with a transport of their own otherwise.
 */
function withoutOtherTransports(
  context: ServicesContext,
  definition: ServiceDefinition,
  bound: readonly BoundPort[],
): readonly BoundPort[] {
  const positions = new Map(definition.ports.map(({ name, position }) => [name, position]));
  const overHttp = new Set(bound.flatMap(({ port }) => (port.transport === 'http' ? [port.portType] : [])));
  return bound.filter(({ port }) => {
    if (port.transport === 'http') {
      return true;
    }
    const isLeftOut = overHttp.has(port.portType);
    const parameters = { port: port.name, transport: port.transport, isLeftOut };
    context.report('contract/other-transport', parameters, positions.get(port.name) ?? definition.position);
    return !isLeftOut;
  });
}

function reportDifference(context: ServicesContext, { soap, http, ...difference }: Difference): void {
  const parameters = { operation: http.definition.name, soap: soap.portType, http: http.portType, ...difference };
  context.report('contract/different-halves', parameters, http.position);
}

/** The first documentation of a port type of the service: many toolkits describe the service there. */
function portTypeDocumentation(context: ServicesContext, bound: readonly BoundPort[]): string | undefined {
  const { portTypes } = context.definitions;
  return bound.map(({ port }) => portTypes.get(port.portType)?.documentation).find((text) => text !== undefined);
}

/** A port with its offers; undefined if the kind of its binding is unknown. */
function buildPort(
  builder: Builder,
  service: ServiceDefinition,
  port: ServiceDefinition['ports'][number],
  binding: BindingDefinition,
): BoundPort | undefined {
  const { context } = builder;
  const kind = binding.protocol && bindingKind(context, binding, binding.protocol);
  if (kind === undefined) {
    return undefined;
  }
  const { portTypes } = context.definitions;
  const portType = resolve(context, 'portType', portTypes, binding.portType, binding.portTypeAt);
  if (portType === undefined) {
    const candidate = suggestion(context.lookup, portTypes, binding.portType);
    const parameters = { binding: binding.name, portType: binding.portType, candidate };
    context.report('contract/unresolved-port-type', parameters, binding.portTypeAt);
    return undefined;
  }
  return {
    port: {
      name: port.name,
      binding: kind,
      bindingName: binding.name,
      portType: portType.name,
      ...(port.address !== undefined && { address: port.address }),
      transport: transportOf(binding.protocol),
      ...(port.documentation !== undefined && { documentation: port.documentation }),
    },
    offers: offersOf(builder, { service, port, binding, portType }, kind),
  };
}

function bindingKind(
  context: ServicesContext,
  binding: BindingDefinition,
  protocol: BindingProtocol,
): BindingKind | undefined {
  if (protocol.kind !== 'http') {
    return protocol.kind;
  }
  const kind = kindOfVerb.get(protocol.verb);
  if (kind === undefined) {
    context.report('contract/unsupported-verb', { binding: binding.name, verb: protocol.verb }, binding.position);
  }
  return kind;
}

function transportOf(protocol: BindingProtocol | undefined): string {
  if (protocol === undefined || protocol.kind === 'http' || protocol.transport === '') {
    return 'http';
  }
  return httpTransports.has(protocol.transport) ? 'http' : protocol.transport;
}

function offersOf(
  { context, operations, policies }: Builder,
  endpoint: PolicyScope,
  kind: BindingKind,
): readonly Offer[] {
  const { port, binding, portType } = endpoint;
  const { protocol } = binding;
  const style = protocol === undefined || protocol.kind === 'http' ? 'document' : protocol.style;
  const addressing = port.addressing ?? binding.addressing ?? portType.addressing;
  const source = { port: port.name, portType: portType.name, style, addressing };
  return operations.take(port, binding, portType).flatMap((operation) => {
    const [definition, bound] = operation;
    const offer = offers[kind](context, { ...source, definition, bound });
    return offer === undefined ? [] : [{ ...offer, policies: policies.of(endpoint, operation) }];
  });
}

/** The key of a service, as positions and messages name it. */
export function serviceKey(service: Pick<Service, 'namespace' | 'name'>): string {
  return expandedName(service.namespace, service.name);
}
