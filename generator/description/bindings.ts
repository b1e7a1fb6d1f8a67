import { askTable, type BindingTable, httpKinds, isSoapBinding } from '../contract/binding-kinds.js';
import { bodyParts } from '../contract/body-parts.js';
import type {
  BindingKind,
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
    tag(`${extensionPrefix(port.binding)}:binding`, kindWriters[port.binding].protocol(port)),
    ...bound.map(({ operation, binding }) => writeOperation(operation, binding)),
  ]);
}

/** How the bindings of a kind are written. */
interface KindWriter {
  /** Prefix of the extension elements. */
  readonly prefix: string;
  /** Attributes of the element that names the protocol of the binding. */
  protocol(port: Port): readonly TextAttribute[];
}

const kindWriters: Readonly<Record<BindingKind, KindWriter>> = {
  soap11: { prefix: 'soap', protocol: soapTransport },
  soap12: { prefix: 'soap12', protocol: soapTransport },
  httpGet: { prefix: 'http', protocol: () => [['verb', httpKinds.httpGet.verb]] },
  httpPost: { prefix: 'http', protocol: () => [['verb', httpKinds.httpPost.verb]] },
};

/** Prefix of the extension elements of a kind of binding: `soap`, `soap12` or `http`. */
export function extensionPrefix(kind: BindingKind): string {
  return kindWriters[kind].prefix;
}

function soapTransport({ transport }: Port): readonly TextAttribute[] {
  return [['transport', transport === 'http' ? soapOverHttp : transport]];
}

/** The children of `wsdl:operation` in each kind of binding. */
const operationWriters: BindingTable<[Operation], readonly TextElement[]> = {
  soap11: soapOperation,
  soap12: soapOperation,
  httpGet: httpOperation,
  httpPost: httpOperation,
};

function writeOperation(operation: Operation, binding: OperationBinding): TextElement {
  return tag('wsdl:operation', [['name', operation.name]], askTable(operationWriters, binding, operation));
}

function httpOperation(binding: HttpOperationBinding, operation: Operation): readonly TextElement[] {
  return [
    tag('http:operation', [['location', binding.location]]),
    tag('wsdl:input', [['name', operation.overload]], [httpInput(binding)]),
    tag('wsdl:output', [], httpOutput(binding.output)),
  ];
}

function httpOutput(output: HttpOperationBinding['output']): readonly TextElement[] {
  switch (output.kind) {
    case 'content':
      return output.contentTypes.map((type) =>
        tag('mime:content', [
          ['part', output.part],
          ['type', type],
        ]),
      );
    case 'xml':
    case 'document':
      return [tag('mime:mimeXml', [['part', output.part]])];
    case 'empty':
      return [];
  }
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

function soapOperation(binding: SoapOperationBinding, operation: Operation): readonly TextElement[] {
  const prefix = extensionPrefix(binding.kind);
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
    .flatMap((binding) => (isSoapBinding(binding) ? [binding.input, binding.output] : []))
    .flatMap((facts) => facts?.headers ?? [])
    .flatMap((header) =>
      [header.part, ...header.headerFaults].map((part) => [splitExpandedName(header.message).local, part] as const),
    );
}
