import {
  fileModule,
  type ModuleReference,
  runtimeModule,
  type TypeExpression,
  union,
} from '../typescript/expressions/expression.js';
import type { BoundMethod, BoundService } from '../typescript/services/bound-package.js';
import { documentationLines } from '../typescript/types/documentation.js';
import { commentLines } from './comment.js';
import { ModuleScope } from './module-scope.js';
import { declarationView } from './package-views.js';
import { printKey, printType } from './print-type.js';
import { printConstant } from './print-value.js';
import { quote } from './quote.js';
import type { ClientView, ServerView, ServiceView } from './views.js';

/** The service as data, and the types of its methods. */
export function serviceView(bound: BoundService, header: readonly string[]): ServiceView {
  const { names } = bound;
  const declared = [names.descriptor, names.methods, names.binding, ...bound.types.map((type) => type.name)];
  const scope = new ModuleScope(`${names.file}.service`, declared);
  const descriptorType = scope.type(runtimeModule, 'ServiceDescriptor');
  const declarations = bound.types.map((type) => declarationView(type, scope));
  const methods = bound.methods.map((method) => ({
    key: printKey(method.name),
    inputText: printType(method.input, scope, '  '),
    outputText: printType(method.output, scope, '  '),
    restText: (['faults', 'inputHeaders', 'outputHeaders'] as const)
      .flatMap((name) => (method[name] ? [`; ${name}: ${printType(method[name], scope, '  ')}`] : []))
      .join(''),
  }));
  const valueText = printConstant(bound.descriptor, scope);
  return {
    header,
    imports: scope.imports(),
    namespaces: scope.constants(),
    declarations,
    comment: commentLines(documentationLines(bound.service.documentation)),
    descriptorType,
    name: names.descriptor,
    methodsName: names.methods,
    bindingName: names.binding,
    bindingsText: bound.bindings.map(quote).join(' | '),
    methods,
    valueText,
  };
}

/** The client of a service. */
export function clientView(bound: BoundService, header: readonly string[]): ClientView {
  const { names } = bound;
  const declared = [names.client, names.clientOptions];
  const scope = new ModuleScope(`${names.file}.client`, declared);
  const service: ModuleReference = fileModule(`${names.file}.service`);
  const runtime = {
    ServiceClient: scope.value(runtimeModule, 'ServiceClient'),
    ClientOptions: scope.type(runtimeModule, 'ClientOptions'),
    ServiceAddress: bound.needsBaseUrl ? scope.type(runtimeModule, 'ServiceAddress') : '',
  };
  const descriptorName = scope.value(service, names.descriptor);
  const methodsName = scope.type(service, names.methods);
  const bindingName = scope.type(service, names.binding);
  const methods = bound.methods.map((method) => ({
    comment: commentLines(method.documentation),
    key: printKey(method.name),
    method: method.name,
    parametersText: `${inputText(method, scope)}, options?: ${callOptions(method, bindingName, scope)}`,
    outputText: printType(method.output, scope, '  '),
  }));
  const isOptional = !bound.needsBaseUrl && bound.placeholders.length === 0;
  return {
    header,
    callsText: callsText(bound, scope),
    runtime,
    imports: scope.imports(),
    comment: serviceComment(bound, `Calls \`${bound.service.name}\`.`),
    name: names.client,
    optionsName: names.clientOptions,
    optionsParameter: `options: ${names.clientOptions}${isOptional ? ' = {}' : ''}`,
    descriptorName,
    methodsName,
    bindingName,
    needsBaseUrl: bound.needsBaseUrl,
    placeholders: bound.placeholders.map(printKey),
    methods,
  };
}

/** The runtime's part for each binding: a bundler leaves out the code of those that a service does not have. */
function callsText({ bindings }: BoundService, scope: ModuleScope): string {
  const members = bindings.map((kind) => `${kind}: ${scope.value(runtimeModule, `${kind}Calls`)}`);
  return `{ ${members.join(', ')} }`;
}

/** `CallOptions` with the types of the operation's SOAP headers. */
function callOptions(method: BoundMethod, binding: string, scope: ModuleScope): string {
  return `${scope.type(runtimeModule, 'CallOptions')}<${[binding, ...headersText(method, scope)].join(', ')}>`;
}

/** Types of the declared SOAP headers of requests and of answers; none if there are no headers. */
function headersText({ inputHeaders, outputHeaders }: BoundMethod, scope: ModuleScope): readonly string[] {
  if (!inputHeaders && !outputHeaders) {
    return [];
  }
  const none: TypeExpression = { kind: 'object', members: [] };
  return [inputHeaders ?? none, outputHeaders ?? none].map((type) => printType(type, scope, '  '));
}

/** The documentation in the input, or else a sentence that says what the declaration is. */
function serviceComment(bound: BoundService, otherwise: string): readonly string[] {
  const lines = documentationLines(bound.service.documentation);
  return commentLines(lines.length > 0 ? lines : [otherwise]);
}

function inputText(method: BoundMethod, scope: ModuleScope): string {
  const type = printType(method.input, scope, '  ');
  if (method.input.kind === 'keyword' && method.input.name === 'undefined') {
    return 'input?: undefined';
  }
  return method.inputOptional ? `input: ${type} = {}` : `input: ${type}`;
}

/** The server of a service. */
export function serverView(bound: BoundService, header: readonly string[]): ServerView {
  const { names } = bound;
  const scope = new ModuleScope(`${names.file}.server`, [names.server, names.factory]);
  const runtime = {
    ServiceRegistration: scope.type(runtimeModule, 'ServiceRegistration'),
    RegistrationOptions: scope.type(runtimeModule, 'RegistrationOptions'),
    registerService: scope.value(runtimeModule, 'registerService'),
  };
  const descriptorName = scope.value(fileModule(`${names.file}.service`), names.descriptor);
  const bindingName = scope.type(fileModule(`${names.file}.service`), names.binding);
  const documentsName = scope.value(fileModule(`${names.documentsFile}.wsdl`), names.documents);
  const methods = bound.methods.map((method) => ({
    comment: commentLines(method.documentation),
    // `new` would declare a constructor signature.
    key: method.name === 'new' ? quote(method.name) : printKey(method.name),
    parametersText: `input: ${printType(method.input, scope, '  ')}, context: ${contextText(method, scope)}`,
    outputText: printType(orPromise(method.output), scope, '  '),
  }));
  return {
    header,
    imports: scope.imports(),
    comment: serviceComment(bound, `The methods of an implementation of \`${bound.service.name}\`.`),
    name: names.server,
    factoryName: names.factory,
    descriptorName,
    documentsName,
    bindingName,
    runtime,
    methods,
  };
}

/** `ServiceContext` with the types of the operation's SOAP headers. */
function contextText(method: BoundMethod, scope: ModuleScope): string {
  const headers = headersText(method, scope);
  return scope.type(runtimeModule, 'ServiceContext') + (headers.length === 0 ? '' : `<${headers.join(', ')}>`);
}

function orPromise(type: TypeExpression): TypeExpression {
  return union([type, { kind: 'global', name: 'Promise', arguments: [type] }]);
}
