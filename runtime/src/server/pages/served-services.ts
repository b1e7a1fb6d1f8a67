import { whenThere } from '../../base/promises.js';
import type { ServiceDescriptor, ServiceDocument } from '../../service/descriptor.js';
import { XmlSyntaxError } from '../../xml/index.js';
import type { ServiceRegistration } from '../handlers/registration.js';
import { type RefusedPorts, withoutPorts } from './served-ports.js';

/**
 * The services of a server with documents that offer what is served. A port is missing in all documents, also in those of another service, when no
 * registration of its service serves it. The documents throw `TypeError` when one of them cannot be read.
 */
export function servedServices(registrations: readonly ServiceRegistration[]): readonly ServiceRegistration[] {
  const refused = refusedPorts(registrations);
  if (refused.length === 0) {
    return registrations;
  }
  return registrations.map((registration) => {
    const { descriptor } = registration;
    const { documents } = descriptor;
    return documents === undefined
      ? registration
      : {
          ...registration,
          descriptor: {
            ...descriptor,
            documents: once(() => whenThere(documents(), (loaded) => cut(descriptor, loaded, refused))),
          },
        };
  });
}

/**
 * Reads the documents that were cut down. Throws `TypeError` if one of them cannot be read; one that has to be loaded is read when it is asked
 * for.
 */
export function requireReadableDocuments(services: readonly ServiceRegistration[]): void {
  for (const { descriptor, refusedPorts: refused } of services) {
    if (refused !== undefined) {
      const documents = descriptor.documents?.();
      if (documents instanceof Promise) {
        documents.catch(() => undefined);
      }
    }
  }
}

function refusedPorts(registrations: readonly ServiceRegistration[]): readonly RefusedPorts[] {
  const byService = new Map<string, ReadonlySet<string>>();
  for (const { descriptor, refusedPorts: ports = new Set<string>() } of registrations) {
    const service = `{${descriptor.namespace}}${descriptor.name}`;
    const known = byService.get(service);
    byService.set(service, known === undefined ? ports : new Set([...known].filter((port) => ports.has(port))));
  }
  return [...byService].filter(([, ports]) => ports.size > 0).map(([service, ports]) => ({ service, ports }));
}

function cut(
  { name }: ServiceDescriptor,
  documents: readonly ServiceDocument[],
  refused: readonly RefusedPorts[],
): readonly ServiceDocument[] {
  try {
    return withoutPorts(documents, refused);
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      throw new TypeError(
        `The option bindings of ${name} cannot be applied to its WSDL, which is not well-formed XML (${error.message}). Correct the WSDL, or set pages: false.`,
        { cause: error },
      );
    }
    throw error;
  }
}

/** Keeps what was made. What could not be loaded is made again. */
function once<T>(make: () => T | Promise<T>): () => T | Promise<T> {
  let made: { readonly value: T | Promise<T> } | undefined;
  return () => {
    if (made === undefined) {
      const value = make();
      made = { value };
      if (value instanceof Promise) {
        value.catch(() => {
          made = undefined;
        });
      }
    }
    return made.value;
  };
}
