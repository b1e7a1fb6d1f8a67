import type { TransportResponse } from '../../http/transport.js';
import type { ExtensionStates, HeaderContext, SoapHeaderExtension } from '../../soap/extension.js';
import { readHeaderFacts } from '../../soap/header-block.js';
import { type HeaderExtensions, headerExtensions, readBeginning } from '../../soap/header-extensions.js';
import { skipElement } from '../../xml/interfaces/reader.js';
import type { SoapPlan } from '../call/context.js';
import { bodyKind, bodyText } from '../messages/answer.js';
import type { ClientExtensions, HeaderReading } from '../messages/header-blocks.js';
import type { ClientCall } from '../options/options.js';

/** The facts about a call that extensions get. */
type ExtensionCall = Omit<HeaderContext, 'side' | 'message'>;

/** The extensions of a client; undefined if there are none. Throws `TypeError` if two of them understand the same block. */
export function clientExtensions(extensions: readonly SoapHeaderExtension[] = []): ClientExtensions | undefined {
  const headers = headerExtensions(extensions);
  return headers && { headers };
}

/** A plan whose requests have the blocks of extensions, after others, and whose answers give each extension its blocks. */
export function withExtensions(plan: SoapPlan, all: HeaderExtensions): SoapPlan {
  const extended: SoapPlan = {
    ...plan,
    async headerBlocks(call) {
      const given = (await plan.headerBlocks(call)) ?? [];
      const context = callOf(plan, call.extensions, call.address, call.to);
      return [...given, ...(await all.write({ ...context, given, side: 'client', message: 'request' }))];
    },
    reading: (open) => beside(plan.reading?.(open), all),
    async decode(exchange, response, cause) {
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
  { context }: SoapPlan,
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
  { operation, binding, context, version, action, facts }: SoapPlan,
  extensions: ExtensionStates,
  url: string,
  to?: ClientCall['to'],
): ExtensionCall {
  const { service, namespaces: placeholders = {} } = context;
  return { version, binding, service, operation, action, facts, placeholders, url, to, extensions };
}
