import type { ServiceDescriptor } from './descriptor.js';

const placeholder = /\{([^{}/:]+)\}/g;

/** Replaces `{name}` by values; a name without a value stays as it is. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/**
 * A SOAP action with its placeholders filled in. A namespace that ends in `/` gets no second one (`{api_namespace}/Op` with
 * `http://x/` is `http://x/Op`): so .NET makes actions from namespaces.
 */
export function fillAction(action: string, values: Readonly<Record<string, string>>): string {
  return action.replace(/(\{[^{}/:]+\})(\/?)/g, (_, name: string, slash: string) => {
    const value = fillPlaceholders(name, values);
    return value.endsWith('/') ? value : value + slash;
  });
}

/**
 * Throws `TypeError` for values that change nothing: none of the services leaves anything open. Where one does, values for others are fine, because several services may share
 * an object. `owner` begins the sentence.
 */
export function checkPlaceholders(
  owner: string,
  services: readonly ServiceDescriptor<unknown>[],
  values: Readonly<Record<string, string>> = {},
): void {
  const [given] = Object.keys(values).filter((name) => values[name] !== undefined);
  const isOpen = ({ placeholders, ports }: ServiceDescriptor<unknown>): boolean =>
    placeholders.length > 0 || ports.some(({ address }) => address?.includes('{'));
  if (given !== undefined && !services.some(isOpen)) {
    throw new TypeError(`${owner} has no placeholder "${given}"; leave \`namespaces\` out.`);
  }
}
