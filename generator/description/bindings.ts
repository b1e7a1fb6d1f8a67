import type {
  HttpOperationBinding,
  Operation,
  OperationBinding,
  Part,
  Port,
  Service,
  SoapHeader,
  SoapMessageBinding,
  SoapOperationBinding,
} from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import { bodyParts } from './messages.js';
import { type TextAttribute, type TextElement, tag } from './xml-text.js';

const soapOverHttp = 'http://schemas.xmlsoap.org/soap/http';

/** Writes the `wsdl:binding` of a port. */
export function writeBinding(service: Service, port: Port): TextElement {
  const bound = service.operations.flatMap((operation) => {
    const binding = operation.bindings.find((candidate) => candidate.ports.includes(port.name));
    return binding === undefined ? [] : [{ operation, binding }];
  });
  const attributes = [
    ['name', splitExpandedName(port.bindingName).local],
    ['type', `tns:${splitExpandedName(port.portType).local}`],
  ] as const;
  return tag('wsdl:binding', attributes, [
    protocolOf(port),
    ...bound.map(({ operation, binding }) => writeOperation(operation, binding)),
  ]);
}

function protocolOf(port: Port): TextElement {
  switch (port.binding) {
    case 'soap11':
    case 'soap12': {
      const transport = port.transport === 'http' ? soapOverHttp : port.transport;
      return tag(`${soapPrefix(port.binding)}:binding`, [['transport', transport]]);
    }
    case 'httpGet':
      return tag('http:binding', [['verb', 'GET']]);
    case 'httpPost':
      return tag('http:binding', [['verb', 'POST']]);
  }
}

function soapPrefix(kind: 'soap11' | 'soap12'): string {
  return kind === 'soap11' ? 'soap' : 'soap12';
}

function writeOperation(operation: Operation, binding: OperationBinding): TextElement {
  return tag(
    'wsdl:operation',
    [['name', operation.name]],
    'parameters' in binding ? httpOperation(operation, binding) : soapOperation(operation, binding),
  );
}

function httpOperation(operation: Operation, binding: HttpOperationBinding): readonly TextElement[] {
  const { output } = binding;
  const answer =
    output.kind === 'content'
      ? output.contentTypes.map((type) =>
          tag('mime:content', [
            ['part', output.part],
            ['type', type],
          ]),
        )
      : output.kind === 'xml'
        ? [tag('mime:mimeXml', [['part', output.part]])]
        : [];
  return [
    tag('http:operation', [['location', binding.location]]),
    tag('wsdl:input', [['name', operation.overload]], [httpInput(binding)]),
    tag('wsdl:output', [], answer),
  ];
}

function httpInput(binding: HttpOperationBinding): TextElement {
  switch (binding.input) {
    case 'urlEncoded':
      return tag('http:urlEncoded');
    case 'urlReplacement':
      return tag('http:urlReplacement');
    case 'form':
      return tag('mime:content', [['type', 'application/x-www-form-urlencoded']]);
    case 'multipart':
      return tag('mime:content', [['type', 'multipart/form-data']]);
    case 'xml':
      return tag('mime:mimeXml', [['part', binding.parameters[0]?.name]]);
  }
}

function soapOperation(operation: Operation, binding: SoapOperationBinding): readonly TextElement[] {
  const prefix = soapPrefix(binding.kind);
  const required = binding.soapActionRequired ? undefined : 'false';
  const input =
    operation.input &&
    tag('wsdl:input', [['name', operation.overload]], soapMessage(prefix, operation, binding, 'input'));
  const output = operation.output && tag('wsdl:output', [], soapMessage(prefix, operation, binding, 'output'));
  return [
    tag(`${prefix}:operation`, [
      ['soapAction', binding.soapAction],
      ['soapActionRequired', required],
      ['style', binding.style],
    ]),
    ...(input ? [input] : []),
    ...(output ? [output] : []),
    ...operation.faults.map((fault) =>
      tag(
        'wsdl:fault',
        [['name', fault.name]],
        [
          tag(`${prefix}:fault`, [
            ['use', binding.encodedFaults?.includes(fault.name) ? 'encoded' : 'literal'],
            ['name', fault.name],
            ['namespace', ''],
          ]),
        ],
      ),
    ),
  ];
}

function soapMessage(
  prefix: string,
  operation: Operation,
  binding: SoapOperationBinding,
  side: 'input' | 'output',
): readonly TextElement[] {
  const facts = binding[side];
  if (facts === undefined) {
    return [];
  }
  const parts = bodyParts(operation[side]).map((part) => part.name);
  const named = facts.headers.length > 0 || facts.attachments.length > 0 ? parts.join(' ') : undefined;
  const body = tag(`${prefix}:body`, [
    ['parts', named],
    ['use', facts.use],
    ['namespace', facts.namespace === '' ? undefined : facts.namespace],
    ['encodingStyle', facts.encodingStyle],
  ]);
  const root = [body, ...headersOf(prefix, facts)];
  if (facts.attachments.length === 0) {
    return root;
  }
  const attachments = facts.attachments.map((attachment) =>
    tag(
      'mime:part',
      [],
      attachment.contentTypes.map((type) =>
        tag('mime:content', [
          ['part', attachment.part],
          ['type', type],
        ]),
      ),
    ),
  );
  return [tag('mime:multipartRelated', [], [tag('mime:part', [], root), ...attachments])];
}

function headersOf(prefix: string, facts: SoapMessageBinding): readonly TextElement[] {
  return facts.headers.map((header) =>
    tag(
      `${prefix}:header`,
      headerAttributes(header, header.part.name),
      header.headerFaults.map((fault) => tag(`${prefix}:headerfault`, headerAttributes(header, fault.name))),
    ),
  );
}

function headerAttributes(header: SoapHeader, part: string): readonly TextAttribute[] {
  return [
    ['message', `tns:${splitExpandedName(header.message).local}`],
    ['part', part],
    ['use', header.use],
    ['namespace', header.namespace === '' ? undefined : header.namespace],
  ];
}

/** Message name and part of every header and header fault of a service. */
export function headerMessages(service: Service): readonly (readonly [string, Part])[] {
  return service.operations
    .flatMap((operation) => operation.bindings)
    .flatMap((binding) => ('soapAction' in binding ? [binding.input, binding.output] : []))
    .flatMap((facts) => facts?.headers ?? [])
    .flatMap((header) =>
      [header.part, ...header.headerFaults].map((part) => [splitExpandedName(header.message).local, part] as const),
    );
}
