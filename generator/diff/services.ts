import { isHttpBinding, isSoapBinding } from '../contract/binding-kinds.js';
import type {
  ElementDeclaration,
  HttpOperationBinding,
  Message,
  Operation,
  OperationBinding,
  Port,
  Service,
  SoapHeader,
  SoapMessageBinding,
  SoapOperationBinding,
} from '../contract/model.js';
import { append } from '../diagnostics/append.js';
import { type Audience, codeBreaks, type Effects, namesBreak } from './change.js';
import { type Comparison, everything, localOf } from './context.js';
import { compareTypeAt, isSame } from './elements.js';
import { withoutNumbers } from './namespaces.js';
import { type OperationDifference, plain, shifted, wireBreaks } from './operation-difference.js';
import { pair } from './pairs.js';
import { compareParameters } from './parameters.js';
import { comparePart, compareParts } from './parts.js';
import { comparePolicies } from './policies.js';
import { type Direction, narrowed, otherXml, type Shift, unknownLess, unknownMore, widened } from './relation.js';

/** The differences of two services, apart from their operations. */
export function comparePorts(old: Service, now: Service): readonly OperationDifference[] {
  const { kept, removed, added } = pair(old.ports, now.ports, ({ name }) => name, isSamePort);
  return [
    ...kept.flatMap(([a, b]) => [
      ...(a.name === b.name ? [] : [plain('port-renamed', `port ${b.name} was called ${a.name}`)]),
      ...(a.address === b.address ? [] : [plain('port-address-changed', `port ${b.name} is at another address`)]),
    ]),
    ...removed.map((port) => plain('port-removed', `port ${port.name} was removed`, missing(now, port, 'oldClients'))),
    ...added.map((port) => plain('port-added', `port ${port.name} was added`, missing(old, port, 'newClients'))),
    ...comparePolicies(old, now, new Map(kept.map(([a, b]) => [b.name, a.name]))),
  ];
}

/** Whom it breaks that a service lacks a port: nobody if calls arrive at another of the same kind and address. */
function missing({ ports }: Service, { binding, address }: Port, audience: Audience): Effects {
  return ports.some((each) => each.binding === binding && each.address === address) ? {} : { [audience]: 'breaks' };
}

/** Ports of one kind that are at one address, or whose names differ only in numbers. */
function isSamePort(a: Port, b: Port): boolean {
  const isVersion = withoutNumbers(a.name) === withoutNumbers(b.name);
  return a.binding === b.binding && (isVersion || (a.address !== undefined && a.address === b.address));
}

/** The differences of two operations. */
export function compareOperations(
  old: Operation,
  now: Operation,
  comparison: Comparison,
): readonly OperationDifference[] {
  const findings: OperationDifference[] = [];
  if (old.pattern !== now.pattern) {
    const message = `the exchange is ${now.pattern}, before ${old.pattern}`;
    findings.push(plain('operation-pattern-changed', message, { ...wireBreaks, ...namesBreak }));
  } else {
    append(findings, compareMessages('request', old.input, now.input, 'in', comparison));
    append(findings, compareMessages('answer', old.output, now.output, 'out', comparison));
  }
  append(findings, compareFaults(old, now, comparison));
  append(findings, compareBindings(old, now, comparison));
  return [...findings, ...compareParameters(old, now, comparison)];
}

function compareMessages(
  of: 'request' | 'answer',
  old: Message | undefined,
  now: Message | undefined,
  direction: Direction,
  comparison: Comparison,
): readonly OperationDifference[] {
  if (!old || !now) {
    return old === now
      ? []
      : [shifted('message-changed', `the ${of} ${now ? 'was added' : 'was removed'}`, [everything], direction)];
  }
  if (old.kind === now.kind) {
    return compareKind(of, old, now, direction, comparison);
  }
  const texts: Readonly<Record<Message['kind'], string>> = {
    element: 'one element',
    rpc: 'the parts of an rpc call',
    parts: 'parts',
    empty: 'nothing',
  };
  const message = `the ${of} is made of ${texts[now.kind]}, before of ${texts[old.kind]}`;
  return [shifted('message-changed', message, [everything], direction)];
}

/** Two messages of one kind. */
function compareKind(
  of: 'request' | 'answer',
  old: Message,
  now: Message,
  direction: Direction,
  comparison: Comparison,
): readonly OperationDifference[] {
  switch (now.kind) {
    case 'element':
      return compareElements(of, old as ElementMessage, now, direction, comparison);
    case 'rpc':
    case 'parts':
      return compareParts(`the ${of}`, (old as typeof now).parts, now.parts, direction, comparison);
    case 'empty':
      return [];
  }
}

type ElementMessage = Extract<Message, { kind: 'element' }>;

function compareElements(
  of: 'request' | 'answer',
  old: ElementMessage,
  now: ElementMessage,
  direction: Direction,
  comparison: Comparison,
): readonly OperationDifference[] {
  const findings: OperationDifference[] = [];
  if (old.element !== now.element) {
    const [a, b] = [declared(comparison.old, old.element), declared(comparison.now, now.element)];
    const isSameType = a && b && compareTypeAt(a.type, b.type, comparison) === undefined;
    const message = `the ${of} is the element ${now.element}, before ${old.element}`;
    const shift: Shift = isSameType ? otherXml : everything;
    findings.push(shifted('message-element-changed', message, [shift], direction));
  }
  if (old.absent !== now.absent) {
    const message = `the ${of} ${now.absent ? 'may be null' : 'may no longer be null'}`;
    findings.push(shifted('message-changed', message, [now.absent ? widened : narrowed], direction));
  }
  return findings;
}

function declared(side: Comparison['old'], name: string): ElementDeclaration | undefined {
  return side.index.elements.get(name);
}

function compareFaults(old: Operation, now: Operation, comparison: Comparison): readonly OperationDifference[] {
  const { kept, removed, added } = pair(old.faults, now.faults, ({ name }) => name);
  return [
    ...kept.flatMap(([fault, same]) => {
      if (fault.part && same.part) {
        return comparePart(`fault ${fault.name}`, fault.part, same.part, 'out', comparison);
      }
      const message = `fault ${fault.name} has another detail`;
      return fault.part === same.part ? [] : [shifted('part-type-changed', message, [everything], 'out')];
    }),
    // A handler of a fault that does not come harms nobody on the wire, but its code names what is gone.
    ...removed.map(({ name }) => plain('fault-removed', `fault ${name} was removed`, codeBreaks)),
    ...added.map(({ name }) =>
      plain('fault-added', `fault ${name} was added`, { oldClients: 'strict', json: 'strict' }),
    ),
  ];
}

function compareBindings(old: Operation, now: Operation, comparison: Comparison): readonly OperationDifference[] {
  const { kept, removed, added } = pair(old.bindings, now.bindings, ({ kind }) => kind);
  const gone: Effects = { oldClients: 'breaks', callers: 'breaks' };
  return [
    ...kept.flatMap(([a, b]) => compareBinding(a, b, comparison)),
    ...removed.map(({ kind }) => plain('binding-removed', `it is no longer offered in the binding ${kind}`, gone)),
    // An old service does not answer calls in a binding that it has not.
    ...added.map(({ kind }) =>
      plain('binding-added', `it is offered in the binding ${kind}, too`, { newClients: 'breaks' }),
    ),
  ];
}

function compareBinding(
  old: OperationBinding,
  now: OperationBinding,
  comparison: Comparison,
): readonly OperationDifference[] {
  if (isSoapBinding(old) && isSoapBinding(now)) {
    return compareSoap(old, now, comparison);
  }
  return isHttpBinding(old) && isHttpBinding(now) ? compareHttp(old, now) : [];
}

function compareSoap(
  old: SoapOperationBinding,
  now: SoapOperationBinding,
  comparison: Comparison,
): readonly OperationDifference[] {
  const findings: OperationDifference[] = [];
  if (old.soapAction !== now.soapAction) {
    const message = `the SOAPAction in ${now.kind} is "${now.soapAction}", before "${old.soapAction}"`;
    findings.push(plain('soap-action-changed', message, wireBreaks));
  }
  if (!isSame([old.inputAction, old.outputAction], [now.inputAction, now.outputAction])) {
    findings.push(plain('soap-action-changed', `the actions of WS-Addressing in ${now.kind} changed`, wireBreaks));
  }
  if (!isSame(old.addressing, now.addressing)) {
    findings.push(plain('soap-action-changed', `the use of WS-Addressing in ${now.kind} changed`, wireBreaks));
  }
  if (!isSame(styleOf(old), styleOf(now))) {
    const message = `the style, use or namespace in ${now.kind} changed`;
    findings.push(plain('binding-style-changed', message, wireBreaks));
  }
  append(findings, compareHeaders('request', old.input, now.input, 'in', comparison));
  return [...findings, ...compareHeaders('answer', old.output, now.output, 'out', comparison)];
}

function styleOf({ style, input, output, encodedFaults }: SoapOperationBinding): unknown {
  const use = (message: SoapMessageBinding | undefined) =>
    message && [message.use, style === 'rpc' ? message.namespace : '', message.encodingStyle];
  return [style, use(input), use(output), encodedFaults ?? []];
}

function compareHeaders(
  of: 'request' | 'answer',
  old: SoapMessageBinding | undefined,
  now: SoapMessageBinding | undefined,
  direction: Direction,
  comparison: Comparison,
): readonly OperationDifference[] {
  const nameOf = ({ part }: SoapHeader): string => part.element ?? part.name;
  const { kept, removed, added } = pair(old?.headers ?? [], now?.headers ?? [], nameOf);
  const findings = [
    ...kept.flatMap(([a, b]) => comparePart(`the header of the ${of}`, a.part, b.part, direction, comparison)),
    ...removed.map((header) => {
      const message = `the ${of} no longer declares the header ${localOf(nameOf(header))}`;
      return shifted('header-removed', message, [unknownLess], direction);
    }),
    ...added.map((header) => {
      const message = `the ${of} declares the header ${localOf(nameOf(header))}`;
      return shifted('header-added', message, [unknownMore], direction);
    }),
  ];
  if (!isSame(old?.attachments ?? [], now?.attachments ?? [])) {
    findings.push(shifted('attachments-changed', `the attachments of the ${of} changed`, [everything], direction));
  }
  return findings;
}

function compareHttp(old: HttpOperationBinding, now: HttpOperationBinding): readonly OperationDifference[] {
  const findings: OperationDifference[] = [];
  if (old.location !== now.location) {
    const message = `the path in ${now.kind} is ${now.location}, before ${old.location}`;
    findings.push(plain('http-location-changed', message, wireBreaks));
  }
  if (old.input !== now.input) {
    const message = `requests in ${now.kind} are ${now.input}, before ${old.input}`;
    findings.push(plain('http-input-changed', message, wireBreaks));
  }
  if (!isSame({ ...old.output, element: undefined }, { ...now.output, element: undefined })) {
    findings.push(shifted('http-output-changed', `answers in ${now.kind} have another form`, [everything], 'out'));
  }
  return findings;
}
