import { join } from 'node:path';
import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import { failed, type Outcome, oneLine, type Task, type WsdlCase } from './cases.js';
import { type Compiled, compile, emit, firstError } from './compile.js';
import { danglingReferences } from './dangling.js';
import { exchangeSamples } from './exchange.js';
import { validateSamples } from './libxml.js';
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
  for (const { names, methods } of compiled.binding.services) {
    const service = compiled.descriptors.services.get(names.descriptor);
    if (!service) {
      continue;
    }
    const patterns = new Map(methods.map(({ name, operation }) => [name, operation.pattern]));
    const callable = (method: string): boolean =>
      ['requestResponse', 'oneWay'].includes(patterns.get(method) ?? 'requestResponse');
    outcomes.push(...(await exchangeSamples(test.name, service, compiled.descriptors, callable)));
  }
  outcomes.push(...validateSamples(join(task.root, test.name), test.name, services, compiled));
  if (task.emitTo !== undefined) {
    const broken = await emit(compiled, task.emitTo).catch((error: unknown) => `internal: ${String(error)}`);
    if (broken !== undefined) {
      outcomes.push({ check: 'wsdl-types', name: test.name, failure: oneLine(broken) });
    }
  }
  return outcomes;
}

/** Mistakes in references must be reported, and must not affect anything else. */
function outcomeOf(name: string, { diagnostics }: Compiled, dangling: readonly string[]): Outcome {
  const problem = firstError(diagnostics);
  if (dangling.length === 0) {
    return { check: 'wsdl', name, ...(problem !== undefined && { failure: oneLine(problem) }) };
  }
  const isSaid = diagnostics.some(
    ({ code, severity }) => severity !== 'info' && /unresolved|undeclared|part-kind|wrong-namespace/.test(code),
  );
  const failure = `says nothing of ${dangling.length}: ${oneLine(dangling.join(', '))}`;
  return { check: 'wsdl-dangling', name, ...(isSaid ? {} : { failure }) };
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
