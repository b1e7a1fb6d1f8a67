import type { BindingDefinition, ServiceDefinition } from '../../wsdl/components.js';
import type { ExpandedName } from '../model.js';
import { splitExpandedName } from '../names.js';
import type { ServicesContext } from './context.js';
import { resolve } from './references.js';
import { suggestion } from './suggestions.js';

/**
 * Services for bindings that no port of any service uses, so that an input without `wsdl:service` can be used, too. Each
 * is named after the first of the bindings of one port type and has no address. A binding whose port type is offered by a
 * real service anyway is ignored.
 */
export function ownerlessServices(context: ServicesContext): readonly ServiceDefinition[] {
  const { bindings, portTypes, services } = context.definitions;
  const silent: ServicesContext = { ...context, report: () => undefined };
  const used = services
    .flatMap((service) => service.ports)
    .flatMap((port) => resolve(silent, 'binding', bindings, port.binding, port.bindingAt) ?? []);
  const offered = new Set(used.map((binding) => binding.portType));
  const taken = new Set<ExpandedName>(services.map((service) => service.name));
  const byPortType = new Map<ExpandedName, BindingDefinition[]>();
  for (const binding of bindings.values()) {
    if (binding.protocol === undefined || offered.has(binding.portType)) {
      continue;
    }
    byPortType.set(binding.portType, [...(byPortType.get(binding.portType) ?? []), binding]);
  }
  if (services.length === 0 && bindings.size === 0) {
    reportUnbound(context);
  }
  return [...byPortType].flatMap(([portType, group]) => {
    const [first] = group;
    const known = first && resolve(silent, 'portType', portTypes, portType, first.portTypeAt);
    const name = [first?.name, portType].find((candidate) => candidate !== undefined && !taken.has(candidate));
    if (name === undefined || known === undefined) {
      return reportDangling(context, group);
    }
    taken.add(name);
    return [serviceFor(context, name, group)];
  });
}

function serviceFor(
  context: ServicesContext,
  name: ExpandedName,
  bindings: readonly BindingDefinition[],
): ServiceDefinition {
  const [first] = bindings as readonly [BindingDefinition, ...BindingDefinition[]];
  context.report('contract/no-service', { binding: first.name, service: localOf(name) }, first.position);
  return {
    name,
    source: first.position.file,
    ports: bindings.map((binding) => ({
      name: localOf(binding.name),
      binding: binding.name,
      bindingAt: binding.position,
      position: binding.position,
    })),
    position: first.position,
  };
}

function reportDangling(
  context: ServicesContext,
  bindings: readonly BindingDefinition[],
): readonly ServiceDefinition[] {
  for (const { name, portType, portTypeAt } of bindings) {
    const candidate = suggestion(context.lookup, context.definitions.portTypes, portType);
    context.report('contract/unresolved-port-type', { binding: name, portType, candidate }, portTypeAt);
  }
  return [];
}

function reportUnbound(context: ServicesContext): void {
  for (const portType of context.definitions.portTypes.values()) {
    context.report('contract/no-binding', { portType: portType.name }, portType.position);
  }
}

function localOf(name: ExpandedName): string {
  return splitExpandedName(name).local;
}
