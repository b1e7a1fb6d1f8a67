import type { ServiceDescriptor, ServiceDocument } from '../../service/descriptor.js';

/** A service with its documents in memory. */
export interface DescribedService {
  readonly descriptor: ServiceDescriptor;
  /** The WSDL first, then its imports; none if the service has no documents. */
  readonly documents: readonly ServiceDocument[];
}

/** Loads the documents of services, where they are not in memory yet. */
export function describedServices(
  services: readonly ServiceDescriptor[],
): readonly DescribedService[] | Promise<readonly DescribedService[]> {
  const loaded = services.map(describedService);
  return loaded.every(isThere) ? loaded : Promise.all(loaded);
}

/** Loads the documents of a service, where they are not in memory yet. */
export function describedService(descriptor: ServiceDescriptor): DescribedService | Promise<DescribedService> {
  const documents = descriptor.documents?.() ?? [];
  return documents instanceof Promise
    ? documents.then((loaded) => ({ descriptor, documents: loaded }))
    : { descriptor, documents };
}

function isThere<T>(value: T | Promise<T>): value is T {
  return !(value instanceof Promise);
}
