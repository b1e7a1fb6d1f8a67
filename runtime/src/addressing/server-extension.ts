import type { QName } from '../schema/descriptor/descriptor.js';
import {
  type AddressingFacts,
  type AddressingVersion,
  addressingFacts,
  addressingVersions,
  elementOf,
  isAddressing,
} from '../service/addressing.js';
import type { ServiceDescriptor } from '../service/descriptor.js';
import type { EndpointReference } from '../service/endpoint-reference.js';
import { asksForAddressing } from '../service/facts.js';
import type { SoapHeaderBlock } from '../soap/envelope.js';
import type { HeaderContext, OperationCandidate, ReceivedHeaderBlock, SoapHeaderExtension } from '../soap/extension.js';
import { SoapFault } from '../soap/soap-fault.js';
import { answerAction, declaredFaultAction, requestAction } from './actions.js';
import { newMessageId, parameterBlocks, textBlock, withoutGiven } from './blocks.js';
import { type AddressingProblem, addressingDetail, addressingFault } from './faults.js';
import {
  addressingBlocks,
  headerNames,
  propertiesOf,
  receivedProperties,
  referenceParameterMark,
} from './properties.js';
import { problemOfBlocks, problemOfRequest } from './request-check.js';

/** Options of WS-Addressing in servers. */
export interface ServerAddressingOptions {
  /** The version that is understood. Default: both. */
  readonly version?: AddressingVersion;
  /** False for a `To` that is not of this server; the request is then refused with `DestinationUnreachable`. Default: every address is accepted. */
  readonly isDestination?: (to: string) => boolean;
}

/** How a request with WS-Addressing is answered. */
interface Reply {
  readonly facts: AddressingFacts;
  readonly messageId: string | undefined;
  readonly replyTo: EndpointReference | undefined;
  readonly faultTo: EndpointReference | undefined;
}

/** Reads and checks the addressing properties of requests, and writes those of answers and faults, in the version of the request. */
class ServerAddressingExtension implements SoapHeaderExtension<Reply> {
  declare readonly state?: Reply;
  readonly understands: readonly QName[];
  readonly #versions: readonly AddressingFacts[];
  readonly #isDestination: (to: string) => boolean;

  constructor({ version, isDestination = () => true }: ServerAddressingOptions) {
    this.#versions = version === undefined ? addressingVersions : [addressingFacts(version)];
    this.#isDestination = isDestination;
    this.understands = this.#versions.flatMap(({ namespace }) => headerNames.map((name) => ({ namespace, name })));
  }

  /** Reference parameters have any name (1.0 SOAP Binding, 3.3). */
  claims(attribute: (namespace: string, name: string) => string | undefined): boolean {
    return this.#versions.some(({ version, namespace }) => {
      const mark = version === '1.0' ? attribute(namespace, referenceParameterMark)?.trim() : undefined;
      return mark === 'true' || mark === '1';
    });
  }

  /** The only operation whose requests have the Action that was received (1.0 SOAP Binding, 3.2). */
  selects(
    received: readonly ReceivedHeaderBlock[],
    candidates: readonly OperationCandidate[],
  ): OperationCandidate | undefined {
    const action = addressingBlocks(received)?.text('Action');
    const named = candidates.filter((each) => action !== undefined && requestAction(each) === action);
    return named.length === 1 ? named[0] : undefined;
  }

  /** Throws `SoapFault` for a request that the specifications refuse. */
  read(received: readonly ReceivedHeaderBlock[], context: HeaderContext): void {
    const blocks = addressingBlocks(received);
    if (blocks === undefined) {
      this.#requireNone(context);
      return;
    }
    const { facts } = blocks;
    const properties = propertiesOf(blocks);
    const { messageId, replyTo, faultTo } = properties;
    context.extensions.set(this, { facts, messageId, replyTo, faultTo });
    const problem =
      problemOfBlocks(blocks) ?? problemOfRequest(properties, context, facts, (to) => this.#isDestination(to));
    if (problem !== undefined) {
      // An answer cannot go to a place that is not valid.
      context.extensions.set(this, { facts, messageId, replyTo: undefined, faultTo: undefined });
      throw addressingFault(problem, facts, context.version);
    }
    context.extensions.set(receivedProperties, properties);
  }

  /** The blocks of an answer or a fault to a request with WS-Addressing. */
  write(context: HeaderContext): readonly SoapHeaderBlock[] {
    const reply = context.extensions.get(this);
    if (reply === undefined) {
      return [];
    }
    const { facts, messageId } = reply;
    const target = targetOf(reply, context);
    const blocks = replyBlocks(facts, actionOf(context, facts), messageId, target?.address ?? facts.anonymous);
    return [
      ...withoutGiven(blocks, context.given),
      ...parameterBlocks(facts, target?.referenceParameters ?? []),
      ...faultDetail(context, facts),
    ];
  }

  /** The blocks of a fault that says why a request with WS-Addressing calls nothing. It goes back to the sender in any case. */
  writeRefusal(received: readonly ReceivedHeaderBlock[]): readonly SoapHeaderBlock[] {
    const blocks = addressingBlocks(received);
    if (blocks === undefined) {
      return [];
    }
    const { facts } = blocks;
    const messageId = blocks.isRepeated('MessageID') ? undefined : blocks.text('MessageID');
    const { faultTo, replyTo } = propertiesOf(blocks);
    const target = faultTo ?? replyTo;
    const isSender = target?.address === facts.anonymous && problemOfBlocks(blocks) === undefined;
    return [
      ...replyBlocks(facts, facts.soapFaultAction, messageId, facts.anonymous),
      ...parameterBlocks(facts, (isSender && target.referenceParameters) || []),
    ];
  }

  /** True for answers and faults that are for nobody (1.0 Core, 2.1). */
  discards(context: HeaderContext): boolean {
    const reply = context.extensions.get(this);
    const none = reply?.facts.none;
    return reply !== undefined && none !== undefined && targetOf(reply, context)?.address === none;
  }

  /** Throws `SoapFault` if the WSDL requires what the request does not have. */
  #requireNone({ facts: { addressing }, extensions, version }: HeaderContext): void {
    if (addressing?.required === true && this.#versions.some((each) => each.version === addressing.version)) {
      const facts = addressingFacts(addressing.version);
      extensions.set(this, { facts, messageId: undefined, replyTo: undefined, faultTo: undefined });
      const problem: AddressingProblem = { kind: 'required', header: 'Action' };
      throw addressingFault(problem, facts, version);
    }
  }
}

/** The blocks that say what a message is, and to which request it belongs; 2004/08 requires the address, too. */
function replyBlocks(
  facts: AddressingFacts,
  action: string,
  messageId: string | undefined,
  to: string,
): readonly SoapHeaderBlock[] {
  return [
    textBlock(facts, 'Action', action),
    textBlock(facts, 'MessageID', newMessageId()),
    textBlock(facts, 'RelatesTo', messageId ?? facts.unspecified),
    ...(facts.version === '1.0' ? [] : [textBlock(facts, 'To', to)]),
  ];
}

/** The endpoint to which an answer or a fault goes (1.0 Core, 3.4); undefined for the sender of the request. */
function targetOf({ replyTo, faultTo }: Reply, { message }: HeaderContext): EndpointReference | undefined {
  return message === 'fault' ? (faultTo ?? replyTo) : replyTo;
}

/** The action of an answer or a fault (1.0 Metadata, 4.4; 1.0 SOAP Binding, 6). */
function actionOf(context: HeaderContext, facts: AddressingFacts): string {
  const { message, error, operation } = context;
  if (message !== 'fault') {
    return answerAction(context);
  }
  if (addressingDetail(error) !== undefined) {
    return facts.faultAction;
  }
  const declared =
    error instanceof SoapFault && error.fault !== undefined
      ? operation.faults?.find(({ name }) => name === error.fault)
      : undefined;
  return declared === undefined ? facts.soapFaultAction : declaredFaultAction(context, declared, facts);
}

/** The detail of a fault about addressing over SOAP 1.1, whose own detail is for the Body (1.0 SOAP Binding, 6.2). */
function faultDetail({ version, error }: HeaderContext, facts: AddressingFacts): readonly SoapHeaderBlock[] {
  const detail = version === '1.1' && facts.version === '1.0' ? addressingDetail(error) : undefined;
  return detail === undefined ? [] : [{ tree: elementOf(facts.namespace, 'FaultDetail', detail) }];
}

/** The options of a server that decide about WS-Addressing. */
interface Options {
  readonly addressing?: AddressingVersion | boolean | ServerAddressingOptions;
  readonly extensions?: readonly SoapHeaderExtension[];
}

/** The extensions of the server for the services at one address, that of WS-Addressing first. */
export function serverExtensions(
  { addressing, extensions = [] }: Options,
  services: readonly ServiceDescriptor[],
): readonly SoapHeaderExtension[] {
  const isOn = addressing === undefined ? isAsked(services) && !extensions.some(isAddressing) : addressing !== false;
  return isOn ? [new ServerAddressingExtension(optionsOf(addressing)), ...extensions] : extensions;
}

function optionsOf(option: Options['addressing']): ServerAddressingOptions {
  return typeof option === 'object' ? option : typeof option === 'string' ? { version: option } : {};
}

function isAsked(services: readonly ServiceDescriptor[]): boolean {
  return services.some(({ operations }) => asksForAddressing(Object.values(operations)));
}
