import { brief } from '../base/describe.js';
import { type AddressingFacts, elementOf } from '../service/addressing.js';
import type { SoapVersion } from '../service/soap-version.js';
import { SoapFault } from '../soap/soap-fault.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import type { HeaderName } from './properties.js';

/** A problem with the addressing of a request (1.0 SOAP Binding, 6.4; 1.0 Metadata, 3; 2004/08, 4). */
export type AddressingProblem =
  | { readonly kind: 'required'; readonly header: HeaderName }
  | { readonly kind: 'invalid'; readonly header: HeaderName; readonly subcode: InvalidHeader }
  | { readonly kind: 'mismatch'; readonly action: string; readonly soapAction: string }
  | { readonly kind: 'action'; readonly action: string }
  | { readonly kind: 'unreachable'; readonly to: string };

/** Why a header block is not valid (1.0 SOAP Binding, 6.4.1). */
export type InvalidHeader =
  | 'InvalidCardinality'
  | 'MissingAddressInEPR'
  | 'InvalidAddress'
  | 'OnlyAnonymousAddressSupported';

/** The words of a fault: its codes, the outer one first, the reason, and the detail. */
interface FaultWords {
  readonly codes: readonly string[];
  readonly reason: string;
  readonly detail: readonly XmlElement[];
}

/** Longest part of a request that a fault repeats, in code units. */
const maxRepeated = 1000;

/** The details of the faults, for the header block that has them over SOAP 1.1. */
const details = new WeakMap<object, readonly XmlElement[]>();

/** The fault for a problem. Over SOAP 1.1 its code is the innermost, and its detail is a header block (1.0 SOAP Binding, 6.2). */
export function addressingFault(problem: AddressingProblem, facts: AddressingFacts, version: SoapVersion): SoapFault {
  const { codes, reason, detail } = facts.version === '1.0' ? words10(problem, facts) : words2004(problem, facts);
  const names = codes.map((name) => ({ namespace: facts.namespace, name }));
  const fault =
    version === '1.2'
      ? new SoapFault(reason, { code: 'Client', subcodes: names, detail })
      : new SoapFault(reason, { code: names.at(-1) ?? 'Client' });
  details.set(fault, detail);
  return fault;
}

/** The detail of a fault that `addressingFault` made; undefined for any other error. */
export function addressingDetail(error: unknown): readonly XmlElement[] | undefined {
  return error instanceof SoapFault ? details.get(error) : undefined;
}

function words10(problem: AddressingProblem, facts: AddressingFacts): FaultWords {
  const { namespace } = facts;
  switch (problem.kind) {
    case 'required':
      return {
        codes: ['MessageAddressingHeaderRequired'],
        reason: 'A required header representing a Message Addressing Property is not present',
        detail: [problemHeader(facts, problem.header)],
      };
    case 'invalid':
      return {
        codes: ['InvalidAddressingHeader', problem.subcode],
        reason: invalidReason,
        detail: [problemHeader(facts, problem.header)],
      };
    case 'mismatch':
      return {
        codes: ['InvalidAddressingHeader', 'ActionMismatch'],
        reason: invalidReason,
        detail: [problemAction(facts, problem.action, problem.soapAction)],
      };
    case 'action':
      return {
        codes: ['ActionNotSupported'],
        reason: actionReason(problem.action),
        detail: [problemAction(facts, problem.action)],
      };
    case 'unreachable':
      return {
        codes: ['DestinationUnreachable'],
        reason: 'No route can be determined to reach [destination]',
        detail: [elementOf(namespace, 'ProblemIRI', [repeated(problem.to)])],
      };
  }
}

function words2004(problem: AddressingProblem, facts: AddressingFacts): FaultWords {
  switch (problem.kind) {
    case 'required':
      return {
        codes: ['MessageInformationHeaderRequired'],
        reason: 'A required message information header, To, MessageID, or Action, is not present.',
        detail: [problemHeader(facts, problem.header)],
      };
    case 'invalid':
    case 'mismatch': {
      const header = problem.kind === 'invalid' ? problem.header : 'Action';
      return {
        codes: ['InvalidMessageInformationHeader'],
        reason: 'A message information header is not valid and the message cannot be processed.',
        detail: [problemHeader(facts, header)],
      };
    }
    case 'action':
      return {
        codes: ['ActionNotSupported'],
        reason: actionReason(problem.action),
        detail: [elementOf(facts.namespace, 'Action', [repeated(problem.action)])],
      };
    case 'unreachable':
      return {
        codes: ['DestinationUnreachable'],
        reason: 'No route can be determined to reach the destination role defined by the WS-Addressing To.',
        detail: [elementOf(facts.namespace, 'To', [repeated(problem.to)])],
      };
  }
}

const invalidReason =
  'A header representing a Message Addressing Property is not valid and the message cannot be processed';

function actionReason(action: string): string {
  return `The ${brief(action, maxRepeated)} cannot be processed at the receiver`;
}

function problemHeader({ namespace }: AddressingFacts, header: HeaderName): XmlElement {
  const name = elementOf(namespace, 'ProblemHeaderQName', [`wsa:${header}`]);
  return { ...name, declarations: { wsa: namespace } };
}

function problemAction({ namespace }: AddressingFacts, action: string, soapAction?: string): XmlElement {
  return elementOf(namespace, 'ProblemAction', [
    elementOf(namespace, 'Action', [repeated(action)]),
    ...(soapAction === undefined ? [] : [elementOf(namespace, 'SoapAction', [repeated(soapAction)])]),
  ]);
}

function repeated(text: string): string {
  return brief(text, maxRepeated);
}
