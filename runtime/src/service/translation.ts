import type { ServiceDescriptor } from './descriptor.js';
import { collectNamespaces } from './namespaces.js';
import { fillAction, fillPlaceholders } from './placeholders.js';

/** Translations between the namespaces that descriptors name and those on the wire, for the options of reader and writer. */
export interface NamespaceTranslation {
  /** Wire to program. */
  readonly read: ReadonlyMap<string, string> | undefined;
  /** Program to wire. */
  readonly write: ReadonlyMap<string, string> | undefined;
  /** Fills in the placeholders of addresses; absent where there are none. */
  address?(text: string): string;
  /** Fills in those of SOAP actions. */
  action?(text: string): string;
}

/**
 * Translations for services whose namespaces hold open placeholders; both undefined when none does. Throws `TypeError` for a
 * placeholder without a value, and for values that would make two namespaces of the descriptors one.
 */
export function translateNamespaces(
  services: readonly ServiceDescriptor<unknown>[],
  values: Readonly<Record<string, string>> = {},
): NamespaceTranslation {
  for (const service of services) {
    for (const name of service.placeholders) {
      if (!Object.hasOwn(values, name) || values[name] === '') {
        throw new TypeError(
          `${service.name} needs a value for the namespace "{${name}}": pass namespaces: { ${name}: '…' }.`,
        );
      }
    }
  }
  if (services.every((service) => service.placeholders.length === 0)) {
    return { read: undefined, write: undefined };
  }
  const read = new Map<string, string>();
  const write = new Map<string, string>();
  const wireNames = new Map<string, string>();
  for (const namespace of collectNamespaces(services)) {
    const wire = fillPlaceholders(namespace, values);
    const other = wireNames.get(wire);
    if (other !== undefined) {
      throw new TypeError(`The namespaces "${other}" and "${namespace}" would both be "${wire}" on the wire.`);
    }
    wireNames.set(wire, namespace);
    if (wire !== namespace) {
      read.set(wire, namespace);
      write.set(namespace, wire);
    }
  }
  return {
    read,
    write,
    address: (text) => fillPlaceholders(text, values),
    action: (text) => fillAction(text, values),
  };
}
