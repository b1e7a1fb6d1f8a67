import { isSoapKind } from '../contract/binding-kinds.js';
import type { BindingKind, HttpBindingKind } from '../contract/model.js';
import { expandedName, xsdNamespace } from '../contract/names.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import type {
  DescribedPortType,
  WrittenExchange,
  WrittenForm,
  WrittenMessage,
  WrittenOperation,
  WrittenPart,
  WrittenService,
} from './components.js';
import type { Description, FaultDescription, OperationDescription, ServiceDescription } from './model.js';
import type { NamesTaken } from './names-taken.js';
import type { SchemaBuilder } from './schema.js';

const suffixes: Readonly<Record<BindingKind, string>> = {
  soap11: 'Soap',
  soap12: 'Soap12',
  httpGet: 'HttpGet',
  httpPost: 'HttpPost',
};

/** Ports of one kind of port type have their messages in common. */
type PortTypeKind = 'soap' | HttpBindingKind;

/** Makes the services of a description, with the elements that their messages need, as ASP.NET or WCF name everything. */
export class ServicesBuilder {
  readonly #description: Description;
  readonly #schema: SchemaBuilder;

  constructor(description: Description, schema: SchemaBuilder) {
    this.#description = description;
    this.#schema = schema;
  }

  service(service: ServiceDescription): WrittenService {
    const { name, namespace, address, bindings, documentation } = service;
    const operations = service.operations.map((operation) => this.#operation(service, operation));
    const hasActions = this.#isWcf() && bindings.some(isSoapKind) && operations.length > 0;
    const kinds = new Set(bindings.map(portTypeKind));
    const portTypes = new Map(
      [...kinds].map((kind) => [kind, this.#portType(service, kind, operations, hasActions)] as const),
    );
    const ports = bindings.map((kind) => ({
      kind,
      name: this.#portName(service, kind),
      portType: portTypes.get(portTypeKind(kind)) as DescribedPortType,
      ...(address !== undefined && { address }),
    }));
    const documented = documentation === undefined ? {} : { documentation };
    const { span } = service;
    return { name, namespace, hasActions, ports, portTypes: [...portTypes.values()], operations, span, ...documented };
  }

  #isWcf(): boolean {
    return this.#description.profile === 'wcf';
  }

  #portName(service: ServiceDescription, kind: BindingKind): string {
    if (!this.#isWcf()) {
      return (service.port ?? service.name) + suffixes[kind];
    }
    const name = service.port ?? `BasicHttpBinding_${contractName(service)}`;
    return kind === 'soap11' ? name : name + suffixes[kind];
  }

  #portType(
    service: ServiceDescription,
    kind: PortTypeKind,
    operations: readonly WrittenOperation[],
    hasActions: boolean,
  ): DescribedPortType {
    const suffix = kind === 'soap' ? (this.#isWcf() ? '' : 'Soap') : suffixes[kind];
    const owner = this.#isWcf() ? contractName(service) : (service.contract ?? service.name);
    const offered = operations.filter(({ http }) => kind === 'soap' || http);
    return {
      name: owner + suffix,
      operations: offered.map((operation) => exchangeOf(operation, kind, hasActions ? contractName(service) : '')),
    };
  }

  #operation(service: ServiceDescription, operation: OperationDescription): WrittenOperation {
    const { name, params, oneWay, documentation, span } = operation;
    const owner = { what: `the operation "${name}" of ${service.name}`, span };
    const input = this.#schema.wrapper(service.namespace, name, params, owner);
    const output = oneWay ? undefined : this.#outputElement(service, operation);
    const faults = operation.faults.flatMap((fault) => this.#fault(operation, fault) ?? []);
    const http = service.bindings.every(isSoapKind) ? undefined : this.#form(service, operation);
    return {
      name,
      action: this.#action(service, operation),
      input,
      ...(output !== undefined && { output }),
      faults,
      ...(http && { http }),
      span,
      ...(documentation !== undefined && { documentation }),
    };
  }

  #outputElement({ name, namespace }: ServiceDescription, operation: OperationDescription): string {
    const { result, span } = operation;
    const owner = { what: `the answer of the operation "${operation.name}" of ${name}`, span };
    const fields = result === undefined ? [] : result === 'open' ? result : [result];
    const place = result === undefined || result === 'open' ? span : result.span;
    return this.#schema.wrapper(namespace, `${operation.name}Response`, fields, owner, place);
  }

  #fault(operation: OperationDescription, { name, type, span }: FaultDescription) {
    const owner = { what: `the fault "${name}" of "${operation.name}"`, span };
    const element = this.#schema.rootElement(this.#description.typesNamespace, type, owner);
    return element === undefined ? undefined : { name, element, span: type.span };
  }

  /** The SOAP action of an operation, as ASP.NET or WCF make it. */
  #action(service: ServiceDescription, { name }: OperationDescription): string {
    const separator = service.namespace.endsWith('/') ? '' : '/';
    return `${service.namespace}${separator}${this.#isWcf() ? `${contractName(service)}/${name}` : name}`;
  }

  /** As ASP.NET does, every parameter is a string here, and an operation with others than simple ones is left out. */
  #form(service: ServiceDescription, operation: OperationDescription): WrittenForm | undefined {
    const { name, params, result, span } = operation;
    if (params === 'open' || result === 'open' || !this.#areSimple(params)) {
      this.#schema.diagnostics.push(diagnostic('description/not-over-http', { operation: name }, span));
      return undefined;
    }
    const owner = { what: `the answer of "${name}" over HTTP GET and POST`, span };
    const element = result && this.#schema.rootElement(service.namespace, result.type, owner);
    return { parameters: params.map((param) => param.name), ...(element !== undefined && { result: element }) };
  }

  #areSimple(params: Exclude<OperationDescription['params'], 'open'>): boolean {
    return params.every(
      ({ type, repeated }) => !repeated && !type.nillable && this.#schema.resolve(type)?.simple === true,
    );
  }
}

function portTypeKind(kind: BindingKind): PortTypeKind {
  return isSoapKind(kind) ? 'soap' : kind;
}

function contractName({ name, contract }: ServiceDescription): string {
  return contract ?? `I${name}`;
}

/** The messages of an operation, under names that begin with the `contract` of WCF or, if it is empty, as ASP.NET names them. */
function exchangeOf(operation: WrittenOperation, kind: PortTypeKind, contract: string): WrittenExchange {
  const { name, input, output, faults, http } = operation;
  const suffix = kind === 'soap' ? 'Soap' : suffixes[kind];
  const base = contract === '' ? `${name}${suffix}` : `${contract}${kind === 'soap' ? '' : suffix}_${name}`;
  const [request, answer] = contract === '' ? ['In', 'Out'] : ['_InputMessage', '_OutputMessage'];
  const faultName = (fault: string): string =>
    contract === '' ? `${name}${fault}` : `${contract}_${name}_${fault}_FaultMessage`;
  const [inputs, outputs] = kind === 'soap' ? [bodyParts(input), bodyParts(output)] : formParts(http);
  return {
    operation,
    input: { name: base + request, parts: inputs },
    ...(output !== undefined && { output: { name: base + answer, parts: outputs } }),
    faults: faults.map((fault) => ({ name: faultName(fault.name), parts: [elementPart('detail', fault.element)] })),
  };
}

function elementPart(name: string, value: string): WrittenPart {
  return { name, what: 'element', value };
}

function bodyParts(element: string | undefined): readonly WrittenPart[] {
  return element === undefined ? [] : [elementPart('parameters', element)];
}

type Parts = readonly WrittenPart[];

function formParts({ parameters, result }: WrittenForm = { parameters: [] }): readonly [input: Parts, output: Parts] {
  const value = expandedName(xsdNamespace, 'string');
  const inputs = parameters.map((name): WrittenPart => ({ name, what: 'type', value }));
  return [inputs, result === undefined ? [] : [elementPart('Body', result)]];
}

/**
 * Reserves the names of messages, port types and bindings in the WSDL of a service. Those of elements were reserved when they
 * were made.
 */
export function takeNames(service: WrittenService, described: ServiceDescription, names: NamesTaken): void {
  const nameOf = (local: string): string => expandedName(service.namespace, local);
  const owner = { what: `the service "${service.name}"`, span: described.span };
  for (const { name, operations } of service.portTypes) {
    const all = operations.map(({ operation, ...messages }) => [operation.name, messages]);
    names.take('port type', nameOf(name), all, owner);
  }
  for (const { name, kind, portType } of service.ports) {
    names.take('binding', nameOf(name), [kind, portType.name], owner);
  }
  const descriptions = new Map(described.operations.map((operation) => [operation.name, operation]));
  for (const { operation, input, output, faults } of service.portTypes.flatMap(({ operations }) => operations)) {
    const description = descriptions.get(operation.name);
    const take = (message: WrittenMessage | undefined, what: string, span = description?.span): void => {
      if (message && span) {
        names.take('message', nameOf(message.name), message.parts, { what, span });
      }
    };
    take(input, `the operation "${operation.name}" of ${service.name}`);
    take(output, `the answer of the operation "${operation.name}" of ${service.name}`);
    operation.faults.forEach(({ name }, i) => {
      const fault = description?.faults.find((candidate) => candidate.name === name);
      take(faults[i], `the fault "${name}" of "${operation.name}"`, fault?.span);
    });
  }
}
