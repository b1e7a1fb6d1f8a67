import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import type { Contract, Operation } from '../contract/model.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';

/**
 * Services without the operations that an earlier service has at the same address in the same form: no request tells them
 * apart. Some frameworks describe all services of a program with all operations at one address.
 *
 * @param pathsOf The paths of a service's ports.
 */
export function withoutTwins(
  services: readonly ServiceDescriptor[],
  contract: Contract,
  pathsOf: (service: ServiceDescriptor) => readonly string[],
): Result<readonly ServiceDescriptor[]> {
  const owners = new Map<string, string>();
  const found: Diagnostic[] = [];
  const served = services.flatMap((service, at) => {
    const paths = pathsOf(service);
    const forms = new Map((contract.services[at]?.operations ?? []).map((each) => [each.name, formOf(each)]));
    const keysOf = (name: string): readonly string[] => paths.map((path) => `${path} ${forms.get(name)}`);
    const ownerOf = (name: string): string | undefined => keysOf(name).flatMap((key) => owners.get(key) ?? [])[0];
    const all = Object.entries(service.operations);
    const own = all.filter(([, { name }]) => ownerOf(name) === undefined);
    const [, twin] = all.find(([, { name }]) => ownerOf(name) !== undefined) ?? [];
    if (twin !== undefined) {
      const first = ownerOf(twin.name) ?? '';
      found.push(diagnostic('mock/shared-address', { service: service.name, first, path: paths.join(', ') }));
    }
    for (const [, { name }] of own) {
      for (const key of keysOf(name)) {
        owners.set(key, service.name);
      }
    }
    return own.length === 0 && all.length > 0 ? [] : [{ ...service, operations: Object.fromEntries(own) }];
  });
  return [served, found];
}

/** What requests for an operation look like. */
function formOf({ name, input, bindings }: Operation): string {
  return JSON.stringify([name, input, bindings], (key, value: unknown) =>
    key === 'documentation' ? undefined : value,
  );
}
