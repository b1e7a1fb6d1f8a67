import { join } from 'node:path';
import type { ServiceDescriptor, ServiceRegistration } from '@wsdl-codegen/runtime';
import type { BoundService } from '../../generator/typescript/services/bound-package.js';
import { failed, type Outcome, oneLine, type Task, type WsdlCase } from './cases.js';
import { type Compiled, compile, emitPackage, firstError } from './compile.js';
import { danglingReferences } from './dangling.js';
import { exchangeSamples, type Parties } from './exchange.js';
import { validateSamples } from './libxml.js';
import { type LoadedPackage, loadPackage } from './loaded-package.js';
import { countPorts } from './operation-count.js';

/** Runs a WSDL: generation, its ports, sample messages, an independent validator. */
export async function runWsdl(task: Task, test: WsdlCase): Promise<readonly Outcome[]> {
  let compiled: Compiled;
  try {
    compiled = await compile(task.root, [test.name]);
  } catch (error) {
    return [failed('wsdl', test.name, error)];
  }
  const dangling = danglingReferences(compiled.reading.sources);
  const outcomes: Outcome[] = [outcomeOf(test.name, compiled, dangling)];
  const services = [...compiled.descriptors.services.values()];
  try {
    outcomes.push(...checkPorts(task, test, services, new Set(dangling)));
  } catch (error) {
    outcomes.push(failed('wsdl-operations', test.name, error));
  }
  outcomes.push(...(await exchangeAll(test, compiled)));
  outcomes.push(...validateSamples(join(task.root, test.name), test.name, services, compiled));
  return task.emitTo === undefined ? outcomes : [...outcomes, ...(await runPackage(test, compiled, task.emitTo))];
}

/** The package as it is written: whether it loads, and whether its clients and servers understand each other. */
async function runPackage(test: WsdlCase, compiled: Compiled, folder: string): Promise<readonly Outcome[]> {
  try {
    const broken = await emitPackage(compiled, folder);
    if (broken !== undefined) {
      return [{ check: 'wsdl-types', name: test.name, failure: oneLine(broken), cause: causeOf(broken) }];
    }
  } catch (error) {
    return [failed('wsdl-types', test.name, error)];
  }
  try {
    const loaded = await loadPackage(folder);
    const calls = await Promise.all(loaded.map((each) => exchangeAll(test, compiled, each)));
    return [{ check: 'wsdl-loads', name: test.name }, ...calls.flat()];
  } catch (error) {
    return [failed('wsdl-loads', test.name, error)];
  }
}

/** Sample messages of all services: without generated code, or with that of a package. */
async function exchangeAll(test: WsdlCase, compiled: Compiled, loaded?: LoadedPackage): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { names, methods } of compiled.binding.services) {
    const service = compiled.descriptors.services.get(names.descriptor);
    if (!service) {
      continue;
    }
    const patterns = new Map(methods.map(({ name, operation }) => [name, operation.pattern]));
    const callable = (method: string): boolean =>
      ['requestResponse', 'oneWay'].includes(patterns.get(method) ?? 'requestResponse');
    const parties = loaded && partiesOf(loaded, names);
    outcomes.push(...(await exchangeSamples(test.name, service, compiled.descriptors, callable, parties)));
  }
  return outcomes;
}

/** The generated client and server of a service. */
function partiesOf({ form, exports, createServer }: LoadedPackage, names: BoundService['names']): Parties {
  type Client = Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
  const register = exports[names.factory] as (implementation: object) => ServiceRegistration;
  const GeneratedClient = exports[names.client] as new (options: object) => Client;
  return {
    form,
    check: 'wsdl-calls',
    serve: (handlers, options) => createServer({ ...options, services: [register(Object.fromEntries(handlers))] }),
    connect: (options) => {
      const client = new GeneratedClient(options);
      return async (method, input) => client[method]?.(input);
    },
  };
}

/** The code at the beginning of a message. */
function causeOf(message: string): string {
  return /^[\w-]+\/[\w.-]+(?=: )/.exec(message)?.[0] ?? 'error';
}

/** Mistakes in references must be reported, and must not affect anything else. */
function outcomeOf(name: string, { diagnostics }: Compiled, dangling: readonly string[]): Outcome {
  const problem = firstError(diagnostics);
  const told = diagnostics.filter(({ severity }) => severity !== 'info');
  const found = [...new Set(told.map(({ code, severity }) => `${severity} ${code}`))];
  if (dangling.length === 0) {
    const failure = problem !== undefined && { failure: oneLine(problem), cause: causeOf(problem) };
    return { check: 'wsdl', name, found, ...failure };
  }
  const isSaid = diagnostics.some(
    ({ code, severity }) => severity !== 'info' && /unresolved|undeclared|part-kind|wrong-namespace/.test(code),
  );
  const failure = `says nothing of ${dangling.length}: ${oneLine(dangling.join(', '))}`;
  return { check: 'wsdl-dangling', name, found, ...(isSaid ? {} : { failure, cause: 'nothing said' }) };
}

/** Every port that the independent count finds, and whether a client can reach all its operations there. */
function checkPorts(
  task: Task,
  test: WsdlCase,
  services: readonly ServiceDescriptor[],
  dangling: ReadonlySet<string>,
): readonly Outcome[] {
  return countPorts(join(task.root, test.name), dangling).map(({ service, port, operations, incomplete }) => {
    const name = `${test.name}#${service}/${port}`;
    const exposed = services.filter((s) => s.name === service).flatMap((s) => operationsAt(s, port));
    const missing = without(without(operations, exposed), incomplete);
    const surplus = without(exposed, operations);
    if (missing.length === 0 && surplus.length === 0) {
      return { check: 'wsdl-operations', name };
    }
    return {
      check: 'wsdl-operations',
      name,
      failure: oneLine(`missing: ${missing.join(' ')}; surplus: ${surplus.join(' ')}`),
      cause: 'other operations',
    };
  });
}

/** Names of the operations that a port offers, as the WSDL says. */
function operationsAt(service: ServiceDescriptor, port: string): readonly string[] {
  const kind = service.ports.find(({ name }) => name === port)?.binding;
  if (kind === undefined) {
    return [];
  }
  return Object.values(service.operations)
    .filter((operation) => {
      const binding = operation[kind];
      return (
        binding !== undefined && [binding, ...(binding.others ?? [])].some(({ ports }) => ports?.includes(port) ?? true)
      );
    })
    .map(({ name }) => name);
}

/** The rest of the first list after each item of the second is removed once. */
function without(items: readonly string[], taken: readonly string[]): readonly string[] {
  const rest = [...items];
  for (const item of taken) {
    const at = rest.indexOf(item);
    if (at >= 0) {
      rest.splice(at, 1);
    }
  }
  return rest;
}
