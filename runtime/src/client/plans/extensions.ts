import type { TransportResponse } from '../../http/transport.js';
import type { ExtensionStates, HeaderContext, SoapHeaderExtension } from '../../soap/extension.js';
import { readHeaderFacts } from '../../soap/header-block.js';
import { type HeaderExtensions, headerExtensions, readBeginning } from '../../soap/header-extensions.js';
import { skipElement } from '../../xml/interfaces/reader.js';
import { bodyKind, bodyText } from '../messages/answer.js';
import type {
  AnsweredRequest,
  ClientExtensions,
  HeaderCall,
  HeaderReading,
  SoapCallPlan,
} from '../messages/header-blocks.js';

/** The facts about a call that extensions get. */
type ExtensionCall = Omit<HeaderContext, 'side' | 'message'>;

/** The extensions of a client as what goes around its calls; undefined if there are none. Throws `TypeError` if two of them understand the same block. */
export function clientExtensions(extensions: readonly SoapHeaderExtension[] = []): ClientExtensions | undefined {
  const all = headerExtensions(extensions);
  return (
    all && {
      around: (plan) => extendedPlan(plan, all),
    }
  );
}

/** A plan whose requests have the blocks of extensions, after others, and whose answers give each extension its blocks. */
function extendedPlan<Plan extends SoapCallPlan>(plan: Plan, all: HeaderExtensions): Plan {
  const extended: Plan = {
    ...plan,
    async headerBlocks(call: HeaderCall) {
      const given = (await plan.headerBlocks(call)) ?? [];
      const context = callOf(plan, call.extensions, call.address, call.to);
      return [...given, ...(await all.write({ ...context, given, side: 'client', message: 'request' }))];
    },
    reading: (...given: Parameters<NonNullable<SoapCallPlan['reading']>>) => beside(plan.reading?.(...given), all),
    async decode(exchange: AnsweredRequest, response: TransportResponse, cause?: unknown) {
      const { extensions, request } = exchange;
      await readBlocks(all, response, plan, callOf(plan, extensions, request.url));
      return { ...(await plan.decode.call(extended, exchange, response, cause)), extensions };
    },
  };
  return extended;
}

/** Gives each extension its blocks of an answer, those of a fault too. */
async function readBlocks(
  all: HeaderExtensions,
  response: TransportResponse,
  { context }: SoapCallPlan,
  call: ExtensionCall,
): Promise<void> {
  const isXml = bodyKind(response) === 'xml';
  const beginning = isXml ? readBeginning(bodyText(response), context.reader, all) : undefined;
  if (beginning !== undefined) {
    const { received, version, isFault } = beginning;
    await all.read(received, { ...call, side: 'client', message: isFault ? 'fault' : 'answer', version });
  }
}

/** Reads the blocks that no extension reads. */
function beside(reading: HeaderReading | undefined, all: HeaderExtensions): HeaderReading {
  return {
    get values() {
      return reading?.values ?? {};
    },
    read(cursor, version) {
      if (reading === undefined || all.takes(cursor, readHeaderFacts(cursor, version))) {
        skipElement(cursor);
      } else {
        reading.read(cursor, version);
      }
    },
  };
}

function callOf(
  { operation, binding, context, version, action, facts }: SoapCallPlan,
  extensions: ExtensionStates,
  url: string,
  to?: HeaderCall['to'],
): ExtensionCall {
  const { service, namespaces: placeholders = {} } = context;
  return { version, binding, service, operation, action, facts, placeholders, url, to, extensions };
}
