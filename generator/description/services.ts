import { httpKinds, isSoapKind } from '../contract/binding-kinds.js';
import type {
  BindingKind,
  Fault,
  HttpBindingKind,
  HttpOperationBinding,
  Message,
  Operation,
  OperationBinding,
  Port,
  Service,
  SoapMessageBinding,
} from '../contract/model.js';
import { expandedName, xsdNamespace } from '../contract/names.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Description, FaultDescription, OperationDescription, ServiceDescription } from './model.js';
import type { SchemaHalfBuilder } from './schema-half.js';

const portSuffix: Readonly<Record<BindingKind, string>> = {
  soap11: 'Soap',
  soap12: 'Soap12',
  httpGet: 'HttpGet',
  httpPost: 'HttpPost',
};

const literal: SoapMessageBinding = { use: 'literal', namespace: '', headers: [], attachments: [] };

/** Makes the services of a contract from a description, with the elements and types that their messages need. */
export class ServicesBuilder {
  readonly #description: Description;
  readonly #schema: SchemaHalfBuilder;
  readonly #source: string;

  constructor(description: Description, schema: SchemaHalfBuilder, source: string) {
    this.#description = description;
    this.#schema = schema;
    this.#source = source;
  }

  /** The services, in the order of the description. */
  build(): readonly Service[] {
    return this.#description.services.map((service) => this.#service(service));
  }

  #service(service: ServiceDescription): Service {
    return {
      name: service.name,
      namespace: service.namespace,
      source: this.#source,
      ports: service.bindings.map((kind) => this.#port(service, kind)),
      operations: service.operations.map((operation) => this.#operation(service, operation)),
      ...(service.documentation !== undefined && { documentation: service.documentation }),
    };
  }

  #port(service: ServiceDescription, kind: BindingKind): Port {
    const name = this.#portName(service, kind);
    return {
      name,
      binding: kind,
      bindingName: expandedName(service.namespace, name),
      portType: expandedName(service.namespace, this.#portTypeName(service, kind)),
      ...(service.address !== undefined && { address: service.address }),
      transport: 'http',
    };
  }

  #portName(service: ServiceDescription, kind: BindingKind): string {
    const { profile } = this.#description;
    if (profile === 'asmx') {
      return (service.port ?? service.name) + portSuffix[kind];
    }
    const name = service.port ?? `BasicHttpBinding_${this.#contractName(service)}`;
    return kind === 'soap11' ? name : name + portSuffix[kind];
  }

  #portTypeName(service: ServiceDescription, kind: BindingKind): string {
    const http = isSoapKind(kind) ? undefined : portSuffix[kind];
    if (this.#description.profile === 'asmx') {
      return (service.contract ?? service.name) + (http ?? 'Soap');
    }
    return this.#contractName(service) + (http ?? '');
  }

  #contractName(service: ServiceDescription): string {
    return service.contract ?? `I${service.name}`;
  }

  #operation(service: ServiceDescription, operation: OperationDescription): Operation {
    const { namespace } = service;
    const owner = { what: `the operation "${operation.name}" of ${service.name}`, span: operation.span };
    const input = this.#schema.wrapper(namespace, operation.name, operation.params, owner);
    const output = operation.oneWay ? undefined : this.#outputElement(service, operation);
    const faults = operation.faults.flatMap((fault) => this.#fault(service, operation, fault) ?? []);
    return {
      name: operation.name,
      pattern: operation.oneWay ? 'oneWay' : 'requestResponse',
      input: wrappedMessage(input, operation.params !== 'open'),
      ...(output !== undefined && {
        output: wrappedMessage(output, operation.params !== 'open' && operation.result !== 'open'),
      }),
      faults,
      bindings: service.bindings.flatMap((kind) => this.#binding(service, operation, kind) ?? []),
      ...(operation.documentation !== undefined && { documentation: operation.documentation }),
    };
  }

  #outputElement({ name, namespace }: ServiceDescription, operation: OperationDescription): string {
    const { result, span } = operation;
    const owner = { what: `the answer of the operation "${operation.name}" of ${name}`, span };
    const fields = result === undefined ? [] : result === 'open' ? result : [result];
    return this.#schema.wrapper(namespace, `${operation.name}Response`, fields, owner);
  }

  #fault(service: ServiceDescription, operation: OperationDescription, fault: FaultDescription): Fault | undefined {
    const owner = { what: `the fault "${fault.name}" of "${operation.name}"`, span: fault.span };
    const element = this.#schema.rootElement(this.#description.typesNamespace, fault.type, owner);
    if (element === undefined) {
      return undefined;
    }
    const action = this.#isWcf() ? { action: `${this.#action(service, operation)}${fault.name}` } : {};
    return { name: fault.name, ...action, part: { name: 'detail', element } };
  }

  #binding(
    service: ServiceDescription,
    operation: OperationDescription,
    kind: BindingKind,
  ): OperationBinding | undefined {
    const ports = [this.#portName(service, kind)];
    if (!isSoapKind(kind)) {
      return this.#httpBinding(service, operation, kind, ports);
    }
    const wcf = this.#isWcf();
    const action = this.#action(service, operation);
    return {
      kind,
      ports,
      soapAction: action,
      soapActionRequired: true,
      style: 'document',
      input: literal,
      ...(!operation.oneWay && { output: literal }),
      ...(wcf && { inputAction: action }),
      ...(wcf && !operation.oneWay && { outputAction: `${action}Response` }),
    };
  }

  #isWcf(): boolean {
    return this.#description.profile === 'wcf';
  }

  /** The SOAP action of an operation, as ASP.NET or WCF make it. */
  #action(service: ServiceDescription, operation: OperationDescription): string {
    const separator = service.namespace.endsWith('/') ? '' : '/';
    const path = this.#isWcf() ? `${this.#contractName(service)}/${operation.name}` : operation.name;
    return `${service.namespace}${separator}${path}`;
  }

  /** As ASP.NET does, every parameter is a string here, and an operation with others than simple ones is left out. */
  #httpBinding(
    service: ServiceDescription,
    operation: OperationDescription,
    kind: HttpBindingKind,
    ports: readonly string[],
  ): HttpOperationBinding | undefined {
    if (!this.#isSimple(operation)) {
      this.#schema.diagnostics.push(
        diagnostic('description/not-over-http', { operation: operation.name }, operation.span),
      );
      return undefined;
    }
    const params = operation.params === 'open' ? [] : operation.params;
    const { result } = operation;
    const owner = { what: `the answer of "${operation.name}" over HTTP GET and POST`, span: operation.span };
    const element =
      result && result !== 'open' ? this.#schema.rootElement(service.namespace, result.type, owner) : undefined;
    return {
      kind,
      ports,
      location: `/${operation.name}`,
      input: httpKinds[kind].input,
      parameters: params.map((param) => ({ name: param.name, type: expandedName(xsdNamespace, 'string') })),
      output: element === undefined ? { kind: 'empty' } : { kind: 'xml', element, part: 'Body' },
    };
  }

  #isSimple(operation: OperationDescription): boolean {
    if (operation.params === 'open' || operation.result === 'open') {
      return false;
    }
    return operation.params.every(
      (param) => !param.repeated && !param.type.nillable && this.#schema.resolve(param.type)?.simple === true,
    );
  }
}

function wrappedMessage(element: string, wrapped: boolean): Message {
  return { kind: 'element', element, wrapped, part: 'parameters' };
}
