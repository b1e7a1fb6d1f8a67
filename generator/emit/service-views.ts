import {
  addressingModule,
  fileModule,
  type ModuleReference,
  runtimeModule,
  type TypeExpression,
  union,
  type ValueExpression,
} from '../typescript/expressions/expression.js';
import type { BoundMethod, BoundService, OperationPart } from '../typescript/services/bound-package.js';
import { documentationLines } from '../typescript/types/documentation.js';
import { commentLines, withSentence } from './comment.js';
import { documentsLoader } from './document-loaders.js';
import { ModuleScope } from './module-scope.js';
import { declarationView } from './package-views.js';
import { printKey, printType } from './print-type.js';
import { printConstant } from './print-value.js';
import { quote } from './quote.js';
import { clientSecurityText, isNeeded, needsSecurity, serverSecurityText } from './security-text.js';
import { withSharedParameters } from './shared-parameters.js';
import type {
  ClientMethodView,
  ClientView,
  OperationConstantView,
  ServerMethodView,
  ServerView,
  ServiceMethodView,
  ServiceView,
} from './views.js';

/** Columns of a line before its parts get lines of their own. */
const lineWidth = 120;

/** The service as data, and the types of its methods. */
export function serviceView(bound: BoundService, header: readonly string[]): ServiceView {
  const { names } = bound;
  const declared = [names.descriptor, names.methods, names.binding, ...bound.types.map((type) => type.name)];
  const scope = new ModuleScope(`${names.file}.service`, declared);
  const descriptorType = scope.type(runtimeModule, 'ServiceDescriptor');
  const declarations = bound.types.map((type) => declarationView(type, scope));
  const methods = bound.methods.map((method) => methodTypes(method, scope));
  const { descriptor, constants } = withSharedParameters(bound.descriptor);
  const constantViews = constants.map(({ name, type, value }) => ({
    name,
    typeText: printType(type, scope),
    valueText: printConstant(value, scope),
  }));
  const valueText = printConstant(descriptor, scope);
  const factsText = printConstant(without(descriptor, 'operations'), scope);
  const operations = operationConstants(bound, descriptor, scope);
  const runtime = {
    ServiceFacts: scope.type(runtimeModule, 'ServiceFacts'),
    definition: constants.length + operations.length > 0 ? scope.value(runtimeModule, 'definition') : '',
    withOperations: scope.value(runtimeModule, 'withOperations'),
  };
  return {
    header,
    runtime,
    factsName: factsName(bound),
    factsText,
    operations,
    imports: scope.imports(),
    namespaces: scope.constants(),
    constants: constantViews,
    declarations,
    comment: commentLines(documentationLines(bound.service.documentation)),
    descriptorType,
    name: names.descriptor,
    methodsName: names.methods,
    bindingName: names.binding,
    bindingsText: bound.bindings.map(quote).join(' | ') || 'never',
    methods,
    valueText,
  };
}

/** The types of a method, on one line where they fit. */
function methodTypes(method: BoundMethod, scope: ModuleScope): ServiceMethodView {
  const types = {
    input: method.input,
    output: method.output,
    faults: method.faults,
    inputHeaders: method.inputHeadersType,
    outputHeaders: method.outputHeadersType,
  };
  const key = printKey(method.name);
  const members = Object.entries(types).flatMap(([name, type]) => (type ? [{ name, type }] : []));
  const parts = members.map(({ name, type }) => `${name}: ${printType(type, scope, '    ')}`);
  const line = `{ ${parts.join('; ')} }`;
  const isShort = key.length + line.length < lineWidth && !line.includes('\n');
  return { key, typesText: isShort ? line : `{\n${parts.map((part) => `    ${part};\n`).join('')}  }` };
}

/** Name of the constant with the facts that all operations of a service share. An operation may take the shorter one. */
function factsName({ names, methods }: BoundService): string {
  return methods.some(({ name }) => name === 'facts') ? `${names.methods}$facts` : `${names.descriptor}$facts`;
}

function without(value: ValueExpression, property: string): ValueExpression {
  return value.kind === 'object'
    ? { ...value, properties: value.properties.filter(({ name }) => name !== property) }
    : value;
}

/** The operations of a service, each as a constant. A `$` is in no name of WSDL, so the names are new. */
function operationConstants(
  { names, methods }: BoundService,
  descriptor: ValueExpression,
  scope: ModuleScope,
): OperationConstantView[] {
  const operations =
    descriptor.kind === 'object' ? descriptor.properties.find(({ name }) => name === 'operations') : undefined;
  const properties = operations?.value.kind === 'object' ? operations.value.properties : [];
  return properties.map(({ name, value }) => {
    const parts = methods.find((method) => method.name === name)?.parts ?? [];
    return {
      name: `${names.descriptor}$${name}`,
      typeName: scope.type(runtimeModule, parts.length > 0 ? 'OperationWithParts' : 'OperationDescriptor'),
      key: printKey(name),
      method: name,
      valueText: printConstant(withParts(value, parts), scope),
    };
  });
}

/** The runtime's constant for each part. */
const partConstants: Readonly<Record<OperationPart, string>> = {
  encoded: 'encodedMessages',
  rpc: 'rpcMessages',
  faults: 'declaredFaults',
  addressing: 'wsAddressing',
};

/** An operation with the parts of the runtime's client that its messages need: a bundler leaves out those that only other operations need. */
function withParts(operation: ValueExpression, parts: readonly OperationPart[]): ValueExpression {
  if (operation.kind !== 'object' || parts.length === 0) {
    return operation;
  }
  const properties = parts.map((part) => {
    const from = part === 'addressing' ? addressingModule : runtimeModule;
    const value: ValueExpression = { kind: 'import', from, name: partConstants[part] };
    return { name: part, value };
  });
  return {
    ...operation,
    properties: [...operation.properties, { name: 'parts', value: { kind: 'object', properties } }],
  };
}

/** The client of a service. */
export function clientView(bound: BoundService, header: readonly string[]): ClientView {
  const { names } = bound;
  const declared = [names.client, names.clientOptions, `${names.client}$of`];
  const scope = new ModuleScope(`${names.file}.client`, declared);
  const service: ModuleReference = fileModule(`${names.file}.service`);
  const runtime = clientImports(bound, scope);
  const descriptorName = scope.value(service, names.descriptor);
  const facts = scope.value(service, factsName(bound));
  const methodsName = scope.type(service, names.methods);
  const bindingName = scope.type(service, names.binding);
  const methods = bound.methods.map((method) => clientMethod(method, bindingName, scope));
  const isOptional = !bound.needsBaseUrl && bound.placeholders.length === 0 && !needsSecurity(bound.demands);
  const headersType = clientHeaders(bound, methodsName, scope);
  const securityText = clientSecurityText(bound.demands, scope);
  const optionsBaseText = withArguments(runtime.ClientOptions, [bindingName, ...headersType]);
  return {
    header,
    callsText: callsText(bound, scope, '    '),
    factoryCallsText: callsText(bound, scope, '  '),
    runtime,
    imports: scope.imports(),
    comment: serviceComment(bound, `Calls \`${bound.service.name}\`.`),
    name: names.client,
    optionsName: names.clientOptions,
    optionsBaseText,
    isOptionsAlias: bound.needsBaseUrl || securityText !== '',
    securityText,
    optionsParameter: `options: ${names.clientOptions}${isOptional ? ' = {}' : ''}`,
    descriptorName,
    methodsName,
    bindingName,
    needsBaseUrl: bound.needsBaseUrl,
    placeholders: bound.placeholders.map(printKey),
    methods,
    factoryName: `${names.client}$of`,
    factsName: facts,
  };
}

/** The exports of the runtime that the client names, under their names in this file. */
function clientImports(bound: BoundService, scope: ModuleScope): ClientView['runtime'] {
  return {
    ServiceClient: scope.value(runtimeModule, 'ServiceClient'),
    ClientOptions: scope.type(runtimeModule, 'ClientOptions'),
    ServiceAddress: bound.needsBaseUrl ? scope.type(runtimeModule, 'ServiceAddress') : '',
    OperationDescriptor: scope.type(runtimeModule, 'OperationDescriptor'),
    OperationsClient: scope.type(runtimeModule, 'OperationsClient'),
    operationsClient: scope.value(runtimeModule, 'operationsClient'),
  };
}

function clientMethod(method: BoundMethod, bindingName: string, scope: ModuleScope): ClientMethodView {
  const key = printKey(method.name);
  const outputText = printType(method.output, scope, '  ');
  const parameters = [inputText(method, scope), `options?: ${callOptions(method, bindingName, scope)}`];
  return {
    comment: methodComment(method),
    key,
    method: method.name,
    parametersText: parametersText(parameters, `  ${key}(): Promise<${outputText}> {`.length),
    outputText,
  };
}

/**
 * The runtime's part for each binding, and for namespaces with placeholders: a bundler leaves out the code of all others. The last line is indented by
 * `indent`.
 */
function callsText(bound: BoundService, scope: ModuleScope, indent: string): string {
  const { bindings, placeholders, demands } = bound;
  const members = bindings.map((kind) => `${kind}: ${scope.value(runtimeModule, `${kind}Calls`)}`);
  if (placeholders.length > 0) {
    members.push(`placeholders: ${scope.value(runtimeModule, 'translateNamespaces')}`);
  }
  if (demands.client.length > 0) {
    members.push(`security: ${scope.value(runtimeModule, 'messageSecurity')}`);
  }
  return members.length < 3
    ? `{ ${members.join(', ')} }`
    : `{\n${members.map((m) => `${indent}  ${m},\n`).join('')}${indent}}`;
}

/** A generic type of a parameter, its arguments on one line where they fit. */
function withArguments(name: string, types: readonly string[]): string {
  const line = `${name}<${types.join(', ')}>`;
  return line.length + 20 <= lineWidth ? line : `${name}<\n${types.map((type) => `      ${type}`).join(',\n')}\n    >`;
}

/** Parameters on one line where they fit; `length` is that of the line without them. */
function parametersText(parameters: readonly string[], length: number): string {
  const line = parameters.join(', ');
  if (length + line.length <= lineWidth && !line.includes('\n')) {
    return line;
  }
  return `\n${parameters.map((parameter) => `    ${parameter},\n`).join('')}  `;
}

/** `CallOptions` with the types of the operation's SOAP headers. */
function callOptions(method: BoundMethod, binding: string, scope: ModuleScope): string {
  return withArguments(scope.type(runtimeModule, 'CallOptions'), [binding, ...headersText(method, scope)]);
}

/** Type of the declared SOAP headers of all operations; none if no operation declares headers of requests. */
function clientHeaders({ methods }: BoundService, methodsName: string, scope: ModuleScope): readonly string[] {
  return methods.some(({ inputHeadersType }) => inputHeadersType !== undefined)
    ? [withArguments(scope.type(runtimeModule, 'ClientHeaders'), [methodsName])]
    : [];
}

/** Types of the declared SOAP headers of requests and of answers; none if there are no headers. */
function headersText({ inputHeadersType, outputHeadersType }: BoundMethod, scope: ModuleScope): readonly string[] {
  if (!inputHeadersType && !outputHeadersType) {
    return [];
  }
  const none: TypeExpression = { kind: 'object', members: [] };
  return [inputHeadersType ?? none, outputHeadersType ?? none].map((type) => printType(type, scope, '  '));
}

/** The documentation in the input, and what the contract says about the operation. */
function methodComment({ documentation, facts }: BoundMethod): readonly string[] {
  return commentLines(documentation.length === 0 ? facts : [...documentation, '', ...facts]);
}

/** The documentation in the input, or else a sentence that says what the declaration is. */
function serviceComment(bound: BoundService, otherwise: string): readonly string[] {
  return commentLines(withSentence(documentationLines(bound.service.documentation), otherwise));
}

function inputText(method: BoundMethod, scope: ModuleScope): string {
  const type = printType(method.input, scope, '  ');
  if (method.input.kind === 'keyword' && method.input.name === 'undefined') {
    return 'input?: undefined';
  }
  return method.inputOptional ? `input: ${type} = {}` : `input: ${type}`;
}

/** The server of a service. Where `loads`, its documents come from a module that loads them when one is asked for. */
export function serverView(bound: BoundService, header: readonly string[], loads = false): ServerView {
  const { names } = bound;
  const scope = new ModuleScope(`${names.file}.server`, [names.server, names.factory]);
  const runtime = {
    ServiceRegistration: scope.type(runtimeModule, 'ServiceRegistration'),
    RegistrationOptions: scope.type(runtimeModule, 'RegistrationOptions'),
    registerService: scope.value(runtimeModule, 'registerService'),
  };
  const descriptorName = scope.value(fileModule(`${names.file}.service`), names.descriptor);
  const bindingName = scope.type(fileModule(`${names.file}.service`), names.binding);
  const documentsModule = loads ? documentsLoader : fileModule(`${names.documentsFile}.wsdl`);
  const documentsName = scope.value(documentsModule, names.documents);
  const methods = bound.methods.map((method) => serverMethod(method, scope));
  const securityText = serverSecurityText(bound.demands, scope);
  return {
    header,
    imports: scope.imports(),
    comment: serviceComment(bound, `The methods of an implementation of \`${bound.service.name}\`.`),
    name: names.server,
    factoryName: names.factory,
    descriptorName,
    documentsText: loads ? documentsName : `() => ${documentsName}`,
    optionsText: withSecurity(`${runtime.RegistrationOptions}<${bindingName}>`, securityText),
    optionsMark: bound.demands.server.length > 0 && isNeeded(bound.demands.server) ? '' : '?',
    bindingName,
    runtime,
    methods,
  };
}

/** The type of options with those that the demands of the service add, indented as a parameter. */
function withSecurity(options: string, securityText: string): string {
  return securityText === '' ? options : `${options} & ${securityText.replace(/\n/g, '\n  ')}`;
}

function serverMethod(method: BoundMethod, scope: ModuleScope): ServerMethodView {
  // `new` would declare a constructor signature.
  const key = method.name === 'new' ? quote(method.name) : printKey(method.name);
  const outputText = printType(orPromise(method.output), scope, '  ');
  const parameters = [`input: ${printType(method.input, scope, '  ')}`, `context: ${contextText(method, scope)}`];
  return {
    comment: methodComment(method),
    key,
    parametersText: parametersText(parameters, `  ${key}(): ${outputText};`.length),
    outputText,
  };
}

/** `ServiceContext` with the types of the operation's SOAP headers. */
function contextText(method: BoundMethod, scope: ModuleScope): string {
  const headers = headersText(method, scope);
  const context = scope.type(runtimeModule, 'ServiceContext');
  return headers.length === 0 ? context : withArguments(context, headers);
}

function orPromise(type: TypeExpression): TypeExpression {
  return union([type, { kind: 'global', name: 'Promise', arguments: [type] }]);
}
