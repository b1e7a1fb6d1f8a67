import type { TransportResponse } from '../../http/transport.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import type { ExtensionStates, HeaderContext } from '../../soap/extension.js';
import { type HeaderExtensions, readBeginning } from '../../soap/header-extensions.js';
import type { Exchange, SoapPlan } from '../call/context.js';
import { bodyKind, bodyText } from '../messages/answer.js';
import type { ClientCall } from '../options/options.js';

/** The header blocks of an attempt with those of the extensions after them. */
export async function withExtensionBlocks(
  all: HeaderExtensions,
  plan: SoapPlan,
  call: ClientCall,
  blocks: Promise<readonly SoapHeaderBlock[]> | undefined,
): Promise<readonly SoapHeaderBlock[]> {
  const given = (await blocks) ?? [];
  const context = contextOf(plan, call.extensions, call.address, call.to);
  return [...given, ...(await all.write({ ...context, given, side: 'client', message: 'request' }))];
}

/** Gives each extension its blocks of an answer, those of a fault too. */
export async function readExtensionBlocks(
  all: HeaderExtensions,
  plan: SoapPlan,
  { extensions, request }: Exchange,
  response: TransportResponse,
): Promise<void> {
  const isXml = bodyKind(response) === 'xml';
  const beginning = isXml ? readBeginning(bodyText(response), plan.context.reader, all) : undefined;
  if (beginning !== undefined) {
    const { received, version, isFault } = beginning;
    const context = contextOf(plan, extensions, request.url);
    await all.read(received, { ...context, side: 'client', message: isFault ? 'fault' : 'answer', version });
  }
}

/** The facts about a call that extensions get. */
export function contextOf(
  { operation, binding, context, version, action, facts }: SoapPlan,
  extensions: ExtensionStates,
  url: string,
  to?: HeaderContext['to'],
): Omit<HeaderContext, 'side' | 'message'> {
  const { service, namespaces: placeholders = {} } = context;
  return { version, binding, service, operation, action, facts, placeholders, url, to, extensions };
}
