import type { SoapVersion } from '../../service/soap-version.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import type { HeaderContext } from '../../soap/extension.js';
import type { HeaderExtensions, ReceivedHeaders } from '../../soap/header-extensions.js';
import type { RelatedPart } from '../../soap/mime.js';
import type { ServiceContext } from '../handlers/context.js';
import type { SoapRoute } from '../routes/soap-routes.js';
import type { ServerSettings } from '../settings/options.js';
import type { WireRequest, WireResponse } from '../wire/wire.js';
import { answerBlocks, undeclaredBlocks } from './answer-blocks.js';
import type { SealingPack } from './soap-answer.js';
import { sentAction } from './soap-routing.js';
import { sealedAnswer } from './whole-envelopes.js';

/** The facts about a call that extensions receive. */
export interface ExtendedFacts {
  readonly version: SoapVersion;
  readonly route: SoapRoute;
  readonly received: ReceivedHeaders;
  readonly context: ServiceContext;
  readonly request: WireRequest;
  readonly settings: ServerSettings;
}

/** A call with extensions around its handler: they read the request before it, and write the header blocks of the answer after it. */
export class ExtendedCall {
  /** Header blocks of the answer, and of the fault; they are there when the handler has ended. */
  answerBlocks: readonly SoapHeaderBlock[] = [];
  faultBlocks: readonly SoapHeaderBlock[] = [];
  /** True if the answer, or the fault, must not be sent. */
  isDiscarded = false;
  readonly #extensions: HeaderExtensions;
  readonly #facts: ExtendedFacts;

  constructor(extensions: HeaderExtensions, facts: ExtendedFacts) {
    this.#extensions = extensions;
    this.#facts = facts;
  }

  /** Reads the request, calls the handler and writes the blocks of the answer. Rejects with any error that one of them throws. */
  async call(input: unknown): Promise<unknown> {
    const { route, context } = this.#facts;
    try {
      await this.#readRequest();
      const result = await context.callInTurn(() => route.handler(input, context));
      this.answerBlocks = await this.#write(this.#contextOf('answer'));
      return result;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Only reads the request, for operations whose result nobody waits for. */
  async read(): Promise<void> {
    try {
      await this.#readRequest();
      await this.#facts.context.callInTurn(() => undefined);
    } catch (error) {
      await this.#fail(error);
    }
  }

  /** Packs the answer when the extensions have sealed it; undefined if none does. */
  get pack(): SealingPack | undefined {
    return this.#extensions.seals
      ? (response, parts, mtom) => this.#seal(response, { parts, mtom }, this.#contextOf('answer'))
      : undefined;
  }

  /** The fault as the extensions seal it: at once if none does. An answer without an envelope stays as it is. */
  sealFault(fault: WireResponse, error?: unknown): WireResponse | Promise<WireResponse> {
    const isSealed = this.#extensions.seals && fault.body.length > 0;
    return isSealed ? this.#seal(fault, { parts: [], mtom: false }, { ...this.#contextOf('fault'), error }) : fault;
  }

  #seal(
    response: WireResponse,
    written: { readonly parts: readonly RelatedPart[]; readonly mtom: boolean },
    context: HeaderContext,
  ): Promise<WireResponse> {
    return sealedAnswer(this.#extensions, response, written, context, this.#facts);
  }

  #readRequest(): Promise<void> {
    return this.#extensions.read(this.#facts.received, this.#contextOf('request'));
  }

  #write(context: HeaderContext): readonly SoapHeaderBlock[] | Promise<readonly SoapHeaderBlock[]> {
    this.isDiscarded = this.#extensions.discards(context);
    return this.isDiscarded ? [] : this.#extensions.write({ ...context, given: this.#given(context) });
  }

  async #fail(error: unknown): Promise<never> {
    try {
      this.faultBlocks = await this.#write({ ...this.#contextOf('fault'), error });
    } catch {
      // The fault says more than an error about its header blocks.
    }
    throw error;
  }

  /** The blocks of the handler's own; a fault has only the undeclared ones. */
  #given({ message }: HeaderContext): readonly SoapHeaderBlock[] {
    const { route, context } = this.#facts;
    const { responseSoapHeaders } = context;
    return message === 'fault' ? undeclaredBlocks(responseSoapHeaders) : answerBlocks(route, responseSoapHeaders);
  }

  #contextOf(message: HeaderContext['message']): HeaderContext {
    const { version, route, context } = this.#facts;
    const { kind: binding, service, operation, action, binding: facts, placeholders } = route;
    const { url, extensions, callerAddress } = context;
    const setPrincipal = (principal: unknown): void => {
      context.principal = principal as ServiceContext['principal'];
    };
    return {
      side: 'server',
      message,
      version,
      binding,
      service,
      operation,
      action,
      facts,
      sentAction: sentAction(context.headers),
      placeholders,
      url,
      extensions,
      callerAddress,
      setPrincipal,
    };
  }
}
