import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createServer, type ServiceRegistration } from '@wsdl-codegen/runtime';
import { SignedXml } from 'xml-crypto';

/** Serves SOAP 1.1 messages whose Body is signed with a certificate; 401 for all others. */
export function signedListener(
  services: readonly ServiceRegistration[],
  namespaces: Record<string, string>,
  certificate: string,
): RequestListener {
  const server = createServer({ services, namespaces });
  return async (request, response) => {
    const body = signedBody((await buffer(request)).toString(), certificate);
    if (body === undefined) {
      response.writeHead(401).end();
      return;
    }
    // Only the signed part is passed on: nobody has vouched for the rest of the message.
    const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${body}</s:Envelope>`;
    const { method = 'POST', url = '/', headers } = request;
    const answer = await server.handle({ method, url, headers, body: Buffer.from(text) });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
}

/** The Body as it was signed; undefined if it was not, or not with this certificate. A real server would also check the time stamp. */
function signedBody(envelope: string, certificate: string): string | undefined {
  const signature = /<Signature[ >][\s\S]*<\/Signature>/.exec(envelope)?.[0];
  if (signature === undefined) {
    return undefined;
  }
  const verifier = new SignedXml({ publicCert: certificate, idMode: 'wssecurity', getCertFromKeyInfo: () => null });
  try {
    verifier.loadSignature(signature);
    if (!verifier.checkSignature(envelope)) {
      return undefined;
    }
  } catch {
    return undefined;
  }
  return verifier.getSignedReferences().find((part) => /^<soap:Body[ >]/.test(part));
}
