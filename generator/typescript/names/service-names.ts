import { countsOf } from '../../contract/grouping.js';
import type { Service } from '../../contract/model.js';
import { byCodeUnits } from '../../contract/names.js';
import { camelCase, fileStem, shortHash, toIdentifier } from './identifiers.js';
import type { Naming } from './naming.js';

/** Names around one service. */
export interface ServiceNames {
  /** Stem of its files: `exchanger-api`. */
  readonly file: string;
  /** Stem of the file with the documents of its WSDL; services of one WSDL share it. */
  readonly documentsFile: string;
  readonly documents: string;
  readonly descriptor: string;
  readonly methods: string;
  readonly client: string;
  readonly clientOptions: string;
  /** The union of binding kinds that the client accepts. */
  readonly binding: string;
  readonly server: string;
  readonly factory: string;
}

/**
 * Names of what is generated for each service: `Foo`, `FooClient`, `FooService`, `foo`. Services that share a name are
 * distinguished by their namespaces; a name in `taken` gets `$service` at the end.
 */
export function serviceNames(
  services: readonly Service[],
  taken: ReadonlySet<string>,
  slugOf: (namespace: string) => string,
  naming: Naming,
): ReadonlyMap<Service, ServiceNames> {
  const used = new Set(taken);
  const files = new Set<string>();
  const bases = baseNames(services, slugOf, naming);
  const names = new Map<Service, ServiceNames>();
  const documents = documentFiles(services);
  for (const [service, base] of bases) {
    const claim = (name: string): string => {
      let free = used.has(name) ? `${name}$service` : name;
      if (used.has(free)) {
        free = `${free}$${shortHash(`${service.namespace} ${service.name}`)}`;
      }
      while (used.has(free)) {
        free += '$';
      }
      used.add(free);
      return free;
    };
    let file = fileStem(base) || 'service';
    if (files.has(file)) {
      file = `${file}-${shortHash(`${service.namespace} ${service.name}`)}`;
    }
    while (files.has(file)) {
      file += '_';
    }
    files.add(file);
    const documentsFile = documents.get(service.source) ?? file;
    names.set(service, {
      file,
      documentsFile,
      documents: `${camelCase(toIdentifier(documentsFile.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())))}Documents`,
      descriptor: claim(base),
      methods: claim(`${base}Methods`),
      client: claim(`${base}Client`),
      clientOptions: claim(`${base}ClientOptions`),
      binding: claim(`${base}Binding`),
      server: claim(`${base}Service`),
      factory: claim(toIdentifier(camelCase(base))),
    });
  }
  return names;
}

/** The stem of each service's names. */
function baseNames(
  services: readonly Service[],
  slugOf: (namespace: string) => string,
  naming: Naming,
): ReadonlyMap<Service, string> {
  const count = countsOf(services.map(({ name }) => pascal(name)));
  const things = services.map(({ name, namespace }) => {
    const natural = pascal(name);
    const standard = count.get(natural) === 1 ? natural : `${pascal(slugOf(namespace))}${natural}`;
    return { subject: { name, namespace }, standard };
  });
  const names = naming.names('service', things);
  return new Map(services.map((service, i) => [service, names[i] ?? 'Service']));
}

/** The names among those of a service that the package exports. */
export function exportedNames(names: ServiceNames): readonly string[] {
  const { descriptor, methods, client, clientOptions, binding, server, factory } = names;
  return [descriptor, methods, client, clientOptions, binding, server, factory];
}

/** A name with a capital first: types and constants of a service begin with it. */
function pascal(name: string): string {
  const identifier = toIdentifier(name);
  return identifier.charAt(0).toUpperCase() + identifier.slice(1);
}

/** One file of documents for each WSDL, named for it. */
function documentFiles(services: readonly Service[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const sources = [...new Set(services.map((service) => service.source))].sort(byCodeUnits);
  const stemOf = (source: string): string =>
    fileStem((source.split(/[/\\]/).at(-1) ?? '').replace(/[?#].*/s, '').replace(/\.[^.]*$/, '')) || 'descriptor';
  const stems = sources.map(stemOf);
  const used = new Set<string>();
  for (const source of sources) {
    const stem = stemOf(source);
    const shared = stems.filter((other) => other === stem).length > 1;
    let file = shared ? `${stem}-${shortHash(source)}` : stem;
    while (used.has(file)) {
      file += '_';
    }
    used.add(file);
    files.set(source, file);
  }
  return files;
}
