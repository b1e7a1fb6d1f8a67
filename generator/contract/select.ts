import { nearest } from '@wsdl-codegen/runtime/schema';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { Contract, Operation, Roots, Service } from './model.js';
import { openPlaceholders } from './placeholders.js';
import { reachableFrom } from './reachable.js';
import { namedRoots } from './roots.js';

/** What of a contract to keep. A pattern of operations is `SERVICE.OPERATION` or `SERVICE.*`. */
export interface Selection {
  /** Those to keep; all when absent or empty. */
  readonly include?: readonly string[];
  /** Those to leave out, even when they are included. */
  readonly exclude?: readonly string[];
  /** A further restriction, from the command line. */
  readonly only?: readonly string[];
  /** Roots of documents: see `namedRoots`. Those that `selectParts` is given when absent or empty. */
  readonly roots?: readonly string[];
}

/** Confines a contract to some operations, or to the roots of documents, and to the types, elements and attributes that these can reach. */
export function selectParts(contract: Contract, selection: Selection, standard?: Roots): Result<Contract> {
  const { roots: names = [] } = selection;
  const [roots, unknown] = names.length === 0 ? [standard, []] : namedRoots(contract, names, standard);
  const [selected, problems] = selectOperations(contract, selection, roots);
  return [selected, [...unknown, ...problems]];
}

function selectOperations(contract: Contract, selection: Selection, roots: Roots | undefined): Result<Contract> {
  const lists = [selection.include ?? [], selection.exclude ?? [], selection.only ?? []];
  if (lists.every((list) => list.length === 0)) {
    return [roots === undefined ? contract : prune({ ...contract, roots }), []];
  }
  const [include = [], exclude = [], only = []] = lists;
  const names = contract.services.flatMap((s) => s.operations.map((o) => `${s.name}.${o.name}`));
  const diagnostics = lists.flatMap((list) =>
    list.flatMap((pattern) => unknownPattern(pattern, names, list === only ? halves : [])),
  );
  const isKept = (service: Service, operation: Operation): boolean => {
    const matches = (pattern: string): boolean => matchesOperation(pattern, `${service.name}.${operation.name}`);
    return (
      (include.length === 0 || include.some(matches)) &&
      (only.length === 0 || only.some(matches)) &&
      !exclude.some(matches)
    );
  };
  const services = contract.services
    .map((service) =>
      withOperations(
        service,
        service.operations.filter((o) => isKept(service, o)),
      ),
    )
    .filter((service) => service.operations.length > 0);
  return [prune({ ...contract, services, ...(roots && { roots }) }), diagnostics];
}

/** A service with some of its operations, and the policies of their messages. */
function withOperations({ policies = [], ...service }: Service, operations: readonly Operation[]): Service {
  const names = new Set(operations.map(({ name, overload = '' }) => `${name} ${overload}`));
  const kept = policies.flatMap((policy) => {
    const messages = policy.messages.filter(({ operation, overload = '' }) => names.has(`${operation} ${overload}`));
    return messages.length === 0 ? [] : [{ ...policy, messages }];
  });
  return { ...service, operations, ...(kept.length > 0 && { policies: kept }) };
}

/** True if a pattern means the operation, which is given as `SERVICE.OPERATION`. */
export function matchesOperation(pattern: string, operation: string): boolean {
  return pattern.endsWith('.*') ? operation.startsWith(pattern.slice(0, -1)) : operation === pattern;
}

/** What `--only` takes besides patterns. */
const halves: readonly string[] = ['client', 'server'];

/** `words` are those that could be meant instead of a pattern. */
function unknownPattern(pattern: string, names: readonly string[], words: readonly string[]): readonly Diagnostic[] {
  if (names.some((name) => matchesOperation(pattern, name))) {
    return [];
  }
  const near = suggested(pattern, names, words);
  return [diagnostic('config/unknown-operation', { pattern, nearest: near })];
}

/** The pattern that a mistyped one most likely means; `undefined` if none is near. */
function suggested(pattern: string, names: readonly string[], words: readonly string[]): string | undefined {
  const parts = names.map(partsOf);
  const [wantedService, wanted] = partsOf(pattern.includes('.') ? pattern : `.${pattern}`);
  const services = [...new Set(parts.map(([service]) => service))];
  const service = wantedService === '' ? undefined : nearest(wantedService, services);
  if (wanted === '*' || (wantedService !== '' && service === undefined)) {
    return service && `${service}.*`;
  }
  const candidates = parts.filter(([own]) => service === undefined || own === service);
  const others = pattern.includes('.') ? [] : [...words, ...services];
  const name = nearest(wanted, [...candidates.map(([, operation]) => operation), ...others]);
  const found = candidates.find(([, operation]) => operation === name);
  const word = others.find((other) => other === name);
  return found?.join('.') ?? (word !== undefined && services.includes(word) ? `${word}.*` : word);
}

function partsOf(name: string): readonly [service: string, operation: string] {
  const dot = name.indexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

function prune(contract: Contract): Contract {
  const reached = reachableFrom(contract, contract.services, contract.roots);
  const pruned = {
    ...contract,
    types: contract.types.filter(({ key }) => reached.types.has(key)),
    elements: contract.elements.filter(({ name }) => reached.elements.has(name)),
    // Wildcards of documents may allow any of them.
    attributes: contract.roots === undefined ? [] : contract.attributes,
  };
  return { ...pruned, placeholders: openPlaceholders({ ...pruned, placeholders: [] }) };
}
