import { httpKinds, isSoapKind } from '../contract/binding-kinds.js';
import type { BindingKind, Documented, HttpBindingKind } from '../contract/model.js';
import { xsdNamespace } from '../contract/names.js';
import type { Span } from '../diagnostics/diagnostic.js';
import type {
  DescribedPortType,
  WrittenMessage,
  WrittenOperation,
  WrittenPort,
  WrittenSchema,
  WrittenService,
} from './components.js';
import { AsmxPrefixes, type Prefixes, WcfPrefixes } from './prefixes.js';
import { groupByNamespace, type NamespaceGroup, reachableComponents, type SchemaComponent } from './reachable.js';
import { type SchemaStyle, writeSchema } from './write-schema.js';
import { type PrintedDocument, printDocument, type TextAttribute, type TextElement, tag, textTag } from './xml-text.js';

const wsdlNamespace = 'http://schemas.xmlsoap.org/wsdl/';
const soapOverHttp = 'http://schemas.xmlsoap.org/soap/http';

const httpPrefixes: readonly TextAttribute[] = [
  ['xmlns:http', 'http://schemas.xmlsoap.org/wsdl/http/'],
  ['xmlns:mime', 'http://schemas.xmlsoap.org/wsdl/mime/'],
];

/** The differences between the two shapes. */
interface Shape {
  /** Attributes of the root; requested when all names have been written. */
  readonly attributes: () => readonly TextAttribute[];
  readonly schema: SchemaStyle;
  /** Prefixes of message parts. */
  readonly prefixes: () => Prefixes;
}

/**
 * Writes the WSDL 1.1 document of a service: in the shape that a WCF service publishes, or in that of an ASP.NET `.asmx`. One document with
 * all schemas in it; no newline at the end. `span` is the place of what is written from no part of the description.
 */
export function writeWsdl(schema: WrittenSchema, service: WrittenService, span: Span): PrintedDocument {
  const { name, namespace, ports, portTypes } = service;
  const groups = groupByNamespace(reachableComponents(schema, service), namespace);
  const shape = service.hasActions ? wcfShape(service) : asmxShape(namespace, groups);
  const schemas = groups.map((group) => writeSchema(schema, group, shape.schema));
  const messages = messagesOf(portTypes).map((message) => writeMessage(message, namespace, shape.prefixes()));
  const documentation = documentationOf(service);
  return printDocument(
    tag('wsdl:definitions', shape.attributes(), [
      ...documentation,
      tag('wsdl:types', [], schemas),
      ...messages,
      ...portTypes.map((portType) => writePortType(portType, service.hasActions)),
      ...ports.map(writeBinding),
      tag('wsdl:service', [['name', name]], [...documentation, ...ports.map(writePort)], service.span),
    ]),
    span,
  );
}

/** Writes a WSDL document with only these components; undefined if there are none. */
export function writeTypesWsdl(
  schema: WrittenSchema,
  components: readonly SchemaComponent[],
  namespace: string,
  span: Span,
): PrintedDocument | undefined {
  if (components.length === 0) {
    return undefined;
  }
  const groups = groupByNamespace(components, namespace);
  const shape = asmxShape(namespace, groups);
  const schemas = groups.map((group) => writeSchema(schema, group, shape.schema));
  return printDocument(tag('wsdl:definitions', shape.attributes(), [tag('wsdl:types', [], schemas)]), span);
}

/** Every message once, in the order of the port types. */
function messagesOf(portTypes: readonly DescribedPortType[]): readonly WrittenMessage[] {
  const all = portTypes
    .flatMap(({ operations }) => operations)
    .flatMap(({ input, output, faults }) => [input, ...(output ? [output] : []), ...faults]);
  return [...new Map(all.map((message) => [message.name, message])).values()];
}

function writeMessage({ name, parts }: WrittenMessage, namespace: string, prefixes: Prefixes): TextElement {
  const children = parts.map((part) => {
    const { text, declarations } = prefixes.name(part.value, namespace);
    return tag('wsdl:part', [...declarations, ['name', part.name], [part.what, text]]);
  });
  return tag('wsdl:message', [['name', name]], children);
}

function writePortType({ name, operations }: DescribedPortType, hasActions: boolean): TextElement {
  const children = operations.map(({ operation, input, output, faults }) => {
    const action = (text: string): TextAttribute => ['wsaw:Action', hasActions ? text : undefined];
    const message = ({ name }: WrittenMessage): TextAttribute => ['message', `tns:${name}`];
    return tag(
      'wsdl:operation',
      [['name', operation.name]],
      [
        ...documentationOf(operation),
        tag('wsdl:input', [action(operation.action), message(input)]),
        ...(output ? [tag('wsdl:output', [action(`${operation.action}Response`), message(output)])] : []),
        ...operation.faults.map(({ name, span }, i) => {
          const fault = message(faults[i] as WrittenMessage);
          return tag('wsdl:fault', [action(`${operation.action}${name}`), ['name', name], fault], [], span);
        }),
      ],
      operation.span,
    );
  });
  return tag('wsdl:portType', [['name', name]], children);
}

function documentationOf({ documentation }: Documented): readonly TextElement[] {
  return documentation === undefined
    ? []
    : [textTag('wsdl:documentation', [['xmlns:wsdl', wsdlNamespace]], documentation)];
}

/** Prefixes of the extension elements of each kind of binding. */
const extensions: Readonly<Record<BindingKind, string>> = {
  soap11: 'soap',
  soap12: 'soap12',
  httpGet: 'http',
  httpPost: 'http',
};

function writePort({ kind, name, address }: WrittenPort): TextElement {
  const attributes = [
    ['name', name],
    ['binding', `tns:${name}`],
  ] as const;
  const location = address === undefined ? [] : [tag(`${extensions[kind]}:address`, [['location', address]])];
  return tag('wsdl:port', attributes, location);
}

function writeBinding({ kind, name, portType }: WrittenPort): TextElement {
  const attributes = [
    ['name', name],
    ['type', `tns:${portType.name}`],
  ] as const;
  const protocol: TextAttribute = isSoapKind(kind) ? ['transport', soapOverHttp] : ['verb', httpKinds[kind].verb];
  return tag('wsdl:binding', attributes, [
    tag(`${extensions[kind]}:binding`, [protocol]),
    ...portType.operations.map(({ operation }) =>
      tag(
        'wsdl:operation',
        [['name', operation.name]],
        isSoapKind(kind) ? soapOperation(extensions[kind], operation) : httpOperation(kind, operation),
        operation.span,
      ),
    ),
  ]);
}

function soapOperation(prefix: string, { action, output, faults }: WrittenOperation): readonly TextElement[] {
  const literal: TextAttribute = ['use', 'literal'];
  const body = [tag(`${prefix}:body`, [literal])];
  return [
    tag(`${prefix}:operation`, [
      ['soapAction', action],
      ['style', 'document'],
    ]),
    tag('wsdl:input', [], body),
    ...(output === undefined ? [] : [tag('wsdl:output', [], body)]),
    ...faults.map(({ name, span }) => {
      const fault = tag(`${prefix}:fault`, [literal, ['name', name], ['namespace', '']]);
      return tag('wsdl:fault', [['name', name]], [fault], span);
    }),
  ];
}

function httpOperation(kind: HttpBindingKind, { name, http }: WrittenOperation): readonly TextElement[] {
  const input =
    httpKinds[kind].input === 'urlEncoded'
      ? tag('http:urlEncoded')
      : tag('mime:content', [['type', 'application/x-www-form-urlencoded']]);
  return [
    tag('http:operation', [['location', `/${name}`]]),
    tag('wsdl:input', [], [input]),
    tag('wsdl:output', [], http?.result === undefined ? [] : [tag('mime:mimeXml', [['part', 'Body']])]),
  ];
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
      allBounds: true,
      prefixes: () => prefixes,
      attributes: (targetNamespace) => [
        ['elementFormDefault', 'qualified'],
        ['targetNamespace', targetNamespace],
      ],
    },
    prefixes: () => prefixes,
  };
}

function wcfShape(service: WrittenService): Shape {
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
      ...(service.ports.every(({ kind }) => isSoapKind(kind)) ? [] : httpPrefixes),
    ],
    schema: {
      allBounds: false,
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
