import { isSoapBinding, isSoapKind } from '../contract/binding-kinds.js';
import type { Contract, Operation, Service } from '../contract/model.js';
import { expandedName, splitExpandedName } from '../contract/names.js';
import { extensionPrefix, headerMessages, writeBinding } from './bindings.js';
import { type DescribedMessageNames, portTypesOf, type WrittenMessage, type WrittenPortType } from './messages.js';
import { AsmxPrefixes, type Prefixes, WcfPrefixes } from './prefixes.js';
import type { SchemaComponent } from './reachable.js';
import {
  groupByNamespace,
  groupComponents,
  type NamespaceGroup,
  type SchemaStyle,
  writeSchema,
} from './write-schema.js';
import { printDocument, type TextAttribute, type TextElement, tag, textTag } from './xml-text.js';

const wsdlNamespace = 'http://schemas.xmlsoap.org/wsdl/';
const xsdNamespace = 'http://www.w3.org/2001/XMLSchema';

const mimePrefix: TextAttribute = ['xmlns:mime', 'http://schemas.xmlsoap.org/wsdl/mime/'];
const httpPrefixes: readonly TextAttribute[] = [['xmlns:http', 'http://schemas.xmlsoap.org/wsdl/http/'], mimePrefix];

/** The differences between the two shapes. */
interface Shape {
  /** Attributes of the root; requested when all names have been written. */
  readonly attributes: () => readonly TextAttribute[];
  readonly schema: SchemaStyle;
  /** Prefixes of message parts. */
  readonly prefixes: () => Prefixes;
}

/**
 * Writes the WSDL 1.1 document of a service: in the shape that a WCF service publishes when its operations carry
 * WS-Addressing actions, else in that of an ASP.NET `.asmx`. One document with all schemas in it; no newline at the end.
 */
export function writeWsdl(contract: Contract, service: Service): string {
  const groups = groupComponents(contract, service);
  const shape = isWcf(service) ? wcfShape(service) : asmxShape(service.namespace, groups);
  const portTypes = writtenPortTypes(service);
  const schemas = groups.map((group) => writeSchema(contract, group, shape.schema));
  const messages = messagesOf(service, portTypes).map((message) => writeMessage(message, service, shape.prefixes()));
  const documentation = documentationOf(service);
  return printDocument(
    tag('wsdl:definitions', shape.attributes(), [
      ...documentation,
      tag('wsdl:types', [], schemas),
      ...messages,
      ...portTypes.map((portType) => writePortType(portType)),
      ...service.ports.map((port) => writeBinding(service, port)),
      tag(
        'wsdl:service',
        [['name', service.name]],
        [
          ...documentation,
          ...service.ports.map((port) =>
            tag(
              'wsdl:port',
              [
                ['name', port.name],
                ['binding', `tns:${splitExpandedName(port.bindingName).local}`],
              ],
              [
                ...(port.address === undefined
                  ? []
                  : [tag(`${extensionPrefix(port.binding)}:address`, [['location', port.address]])]),
              ],
            ),
          ),
        ],
      ),
    ]),
  );
}

/** Writes a WSDL document with only these components; undefined if there are none. */
export function writeTypesWsdl(
  contract: Contract,
  components: readonly SchemaComponent[],
  namespace: string,
): string | undefined {
  if (components.length === 0) {
    return undefined;
  }
  const groups = groupByNamespace(components, namespace);
  const shape = asmxShape(namespace, groups);
  const schemas = groups.map((group) => writeSchema(contract, group, shape.schema));
  return printDocument(tag('wsdl:definitions', shape.attributes(), [tag('wsdl:types', [], schemas)]));
}

function isWcf(service: Service): boolean {
  return service.operations.some((o) => o.bindings.some((b) => isSoapBinding(b) && b.inputAction !== undefined));
}

/** Every message once: those of the port types in their order, then those that only headers use. */
function messagesOf(service: Service, portTypes: readonly WrittenPortType[]): readonly WrittenMessage[] {
  const messages = new Map<string, WrittenMessage>();
  const operations = portTypes.flatMap((portType) => portType.operations);
  for (const { input, output, faults } of operations) {
    for (const message of [input, output, ...faults]) {
      if (message) {
        messages.set(message.name, message);
      }
    }
  }
  for (const [name, part] of headerMessages(service)) {
    const message = messages.get(name) ?? { name, parts: [] };
    if (!message.parts.some((p) => p.name === part.name)) {
      messages.set(name, { name, parts: [...message.parts, part] });
    }
  }
  return [...messages.values()];
}

function writeMessage(message: WrittenMessage, service: Service, prefixes: Prefixes): TextElement {
  const parts = message.parts.map((part) => {
    const what = part.element === undefined ? 'type' : 'element';
    const name = prefixes.name(part.element ?? part.type ?? expandedName(xsdNamespace, 'anyType'), service.namespace);
    return tag('wsdl:part', [...name.declarations, ['name', part.name], [what, name.text]]);
  });
  return tag('wsdl:message', [['name', message.name]], parts);
}

function writePortType(portType: WrittenPortType): TextElement {
  const operations = portType.operations.map(({ operation, input, output, faults }) => {
    const actions = operation.bindings.find(isSoapBinding);
    const label: TextAttribute = ['name', operation.overload];
    const side = (name: string, message: WrittenMessage | undefined, action: string | undefined): TextElement[] =>
      message === undefined
        ? []
        : [
            tag(`wsdl:${name}`, [
              ['wsaw:Action', action],
              ...(name === 'input' ? [label] : []),
              ['message', `tns:${message.name}`],
            ]),
          ];
    const inputs = side('input', input, actions?.inputAction);
    const outputs = side('output', output, actions?.outputAction);
    return tag(
      'wsdl:operation',
      [['name', operation.name]],
      [
        ...documentationOf(operation),
        ...(operation.pattern === 'solicitResponse' ? [...outputs, ...inputs] : [...inputs, ...outputs]),
        ...operation.faults.map((fault, index) =>
          tag('wsdl:fault', [
            ['wsaw:Action', fault.action],
            ['name', fault.name],
            ['message', `tns:${faults[index]?.name}`],
          ]),
        ),
      ],
    );
  });
  return tag('wsdl:portType', [['name', splitExpandedName(portType.name).local]], operations);
}

function documentationOf(owner: { readonly documentation?: string }): readonly TextElement[] {
  if (owner.documentation === undefined) {
    return [];
  }
  return [textTag('wsdl:documentation', [['xmlns:wsdl', wsdlNamespace]], owner.documentation)];
}

/** The port types in the WSDL of a service, with their messages. */
export function writtenPortTypes(service: Service): readonly WrittenPortType[] {
  return portTypesOf(service, isWcf(service) ? wcfNames(service) : asmxNames);
}

const sides = { soap: 'Soap', httpGet: 'HttpGet', httpPost: 'HttpPost' } as const;

const asmxNames: DescribedMessageNames = {
  input: (operation, kind) => `${baseName(operation)}${sides[kind]}In`,
  output: (operation, kind) => `${baseName(operation)}${sides[kind]}Out`,
  fault: (operation, fault) => `${baseName(operation)}${fault}`,
};

/** WCF knows only SOAP; the messages of HTTP bindings are named after their port types. */
function wcfNames(service: Service): DescribedMessageNames {
  const contract = splitExpandedName(service.ports[0]?.portType ?? '').local.replace(/Http(Get|Post)$/, '');
  const base = (operation: Operation, kind: WrittenPortType['kind']): string =>
    `${contract}${kind === 'soap' ? '' : sides[kind]}_${baseName(operation)}`;
  return {
    input: (operation, kind) => `${base(operation, kind)}_InputMessage`,
    output: (operation, kind) => `${base(operation, kind)}_OutputMessage`,
    fault: (operation, fault) => `${base(operation, 'soap')}_${fault}_FaultMessage`,
  };
}

/** The name from which those of an operation's messages are made. */
function baseName(operation: Operation): string {
  return operation.overload === undefined ? operation.name : `${operation.name}.${operation.overload}`;
}

function asmxShape(namespace: string, groups: readonly NamespaceGroup[]): Shape {
  const prefixes = new AsmxPrefixes(
    namespace,
    groups.map((group) => group.namespace),
  );
  return {
    attributes: () => [
      ['xmlns:soapenc', 'http://schemas.xmlsoap.org/soap/encoding/'],
      ['xmlns:soap12', 'http://schemas.xmlsoap.org/wsdl/soap12/'],
      ...prefixes.declarations,
      ['xmlns:http', 'http://schemas.xmlsoap.org/wsdl/http/'],
      ['xmlns:tns', namespace],
      ['xmlns:mime', 'http://schemas.xmlsoap.org/wsdl/mime/'],
      ['xmlns:tm', 'http://microsoft.com/wsdl/mime/textMatching/'],
      ['xmlns:s', xsdNamespace],
      ['xmlns:soap', 'http://schemas.xmlsoap.org/wsdl/soap/'],
      ['targetNamespace', namespace],
      ['xmlns:wsdl', wsdlNamespace],
    ],
    schema: {
      occurs: 'always',
      prefixes: () => prefixes,
      attributes: (targetNamespace) => [
        ['elementFormDefault', 'qualified'],
        ['targetNamespace', targetNamespace],
      ],
    },
    prefixes: () => prefixes,
  };
}

function wcfShape(service: Service): Shape {
  return {
    attributes: () => [
      ['name', service.name],
      ['targetNamespace', service.namespace],
      ['xmlns:wsdl', wsdlNamespace],
      ['xmlns:wsam', 'http://www.w3.org/2007/05/addressing/metadata'],
      ['xmlns:wsx', 'http://schemas.xmlsoap.org/ws/2004/09/mex'],
      ['xmlns:wsap', 'http://schemas.xmlsoap.org/ws/2004/08/addressing/policy'],
      ['xmlns:msc', 'http://schemas.microsoft.com/ws/2005/12/wsdl/contract'],
      ['xmlns:wsp', 'http://schemas.xmlsoap.org/ws/2004/09/policy'],
      ['xmlns:xsd', xsdNamespace],
      ['xmlns:soap', 'http://schemas.xmlsoap.org/wsdl/soap/'],
      ['xmlns:wsu', 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'],
      ['xmlns:soap12', 'http://schemas.xmlsoap.org/wsdl/soap12/'],
      ['xmlns:soapenc', 'http://schemas.xmlsoap.org/soap/encoding/'],
      ['xmlns:tns', service.namespace],
      ['xmlns:wsa10', 'http://www.w3.org/2005/08/addressing'],
      ['xmlns:wsaw', 'http://www.w3.org/2006/05/addressing/wsdl'],
      ['xmlns:wsa', 'http://schemas.xmlsoap.org/ws/2004/08/addressing'],
      ...(usesHttp(service) ? httpPrefixes : usesAttachments(service) ? [mimePrefix] : []),
    ],
    schema: {
      occurs: 'whenNeeded',
      prefixes: () => new WcfPrefixes('xs'),
      attributes: (namespace) => [
        ['xmlns:tns', namespace],
        ['elementFormDefault', 'qualified'],
        ['targetNamespace', namespace],
        ['xmlns:xs', xsdNamespace],
      ],
    },
    prefixes: () => new WcfPrefixes('xsd'),
  };
}

function usesHttp(service: Service): boolean {
  return service.ports.some((port) => !isSoapKind(port.binding));
}

function usesAttachments(service: Service): boolean {
  const bindings = service.operations.flatMap((operation) => operation.bindings);
  return bindings.some((b) => isSoapBinding(b) && [b.input, b.output].some((m) => (m?.attachments.length ?? 0) > 0));
}
