/** Signatures of timestamps over HTTPS: they say who sends a message, and HTTPS protects the rest of it (WS-SecurityPolicy 1.3, 8.3). */
import type { SoapHeaderExtension } from '@wsdl-codegen/runtime';
import { mainSignature, verifiedSignatures } from '../soap/coverage.js';
import { requireFreshMessage, setPrincipal } from '../soap/message-checks.js';
import { openedEnvelope, textWithDeclarations } from '../soap/opened-envelope.js';
import type { SoapVerifyOptions } from '../soap/options.js';
import { elementsOfPart } from '../soap/parts.js';
import { refusalOf } from '../soap/refusals.js';
import { childElements, readSoapMessage, securityBlock } from '../soap/soap-message.js';

/** Verifies the endorsements of a server's requests. Everything in them is read: nobody on the way can have changed it. */
export function verifyEndorsement(given: SoapVerifyOptions): SoapHeaderExtension {
  const options: SoapVerifyOptions = { ...given, require: ['timestamp'] };
  return {
    understands: [],
    soapOnly: true,
    needs: { timestamp: true, protection: ['signature'] },
    open: async (envelope, context) => {
      if (context.side === 'client') {
        return envelope;
      }
      try {
        const message = readSoapMessage(envelope.text, options.limits);
        const block = securityBlock(message, options.actor);
        const received = { message, block, attachments: envelope.parts };
        const signatures = await verifiedSignatures(received, options);
        const main = mainSignature(signatures, received, options);
        const tokens = (['timestamp', 'usernameToken', 'samlToken'] as const).flatMap((part) =>
          elementsOfPart(part, message, block),
        );
        const blocks = message.header === undefined ? [] : childElements(message.header);
        const read = new Map(
          [...tokens, ...blocks, message.body].map((element) => [element, textWithDeclarations(element)] as const),
        );
        await requireFreshMessage(received, read, signatures, options);
        await setPrincipal(main.signer, context, options);
        const { text } = openedEnvelope({ message, block, signed: read }, {});
        return { text, parts: envelope.parts };
      } catch (error) {
        throw refusalOf(error, context);
      }
    },
  };
}
