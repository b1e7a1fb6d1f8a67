import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import { descriptorsOfBinding } from '../memory/descriptors.js';
import type { BoundPackage, BoundService } from '../typescript/services/bound-package.js';
import { isQualified, messageType, type TargetPackage, type TargetService } from './targets.js';

/** What programs import of a package, as it is bound. Modules of the user, which map scalars, are not loaded: only the names of what they export are needed. */
export function targetOf(bound: BoundPackage, scalarModules: readonly string[]): TargetPackage {
  const anything: object = new Proxy(
    {},
    {
      get: () => (value: unknown) => value,
      getOwnPropertyDescriptor: (_, name) => ({ configurable: true, enumerable: true, value: name }),
    },
  );
  const modules = Object.fromEntries(
    scalarModules.map((name) => [name, anything as Readonly<Record<string, unknown>>]),
  );
  const { services } = descriptorsOfBinding(bound, modules);
  const namespaces = new Set(bound.modules.map(({ module }) => module.namespace));
  return {
    name: bound.packageName,
    services: bound.services.flatMap((service) => {
      const descriptor = services.get(service.names.descriptor);
      return descriptor === undefined ? [] : [serviceOf(service, descriptor, namespaces)];
    }),
  };
}

function serviceOf(
  { service, names, methods, needsBaseUrl, placeholders }: BoundService,
  descriptor: ServiceDescriptor,
  namespaces: ReadonlySet<string>,
): TargetService {
  const operations = methods.flatMap(({ operation, name, inputHeaders }) => {
    const facts = descriptor.operations[name];
    const headerBlocks = inputHeaders?.kind === 'object' ? inputHeaders.members.map((each) => each.name) : [];
    return facts === undefined
      ? []
      : [
          [
            operation.name,
            { name: operation.name, method: name, input: facts.input, output: facts.output, headerBlocks },
          ] as const,
        ];
  });
  return {
    descriptor,
    source: service.source,
    client: names.client,
    factory: names.factory,
    needsBaseUrl,
    placeholders,
    namespaces,
    isQualified: operations.every(([, { input, output }]) =>
      [input, output].every((message) => message === undefined || isQualified(messageType(message))),
    ),
    // Overloads have one name in `soap`, which calls the last.
    operations: new Map(operations),
  };
}
