/** Lists of revoked certificates (RFC 5280, 5) that a program has. */
import { sameOctets, toHex } from '../../octets.js';
import { SignatureError } from '../../signature-error.js';
import type { Certificate } from '../certificate.js';
import {
  type CertificateFields,
  type DerExtensions,
  extensionIdentifiers,
  extensionsOf,
  readFields,
  readSigned,
  type SignedDer,
  timeOf,
} from '../certificate-fields.js';
import { type DerValue, derItems, derOf, derTags, derValue, isDerTrue } from '../der.js';
import { nameText, sameName } from '../distinguished-name.js';
import { pemBlocks } from '../pem.js';
import type { RevocationCheck } from './chains.js';
import { authorityOf, mayUse } from './rules.js';
import { isSignedBy, requireStrongSignature } from './signed-by.js';

/** Lists as programs have them: PEM, which may have several, or DER. */
export type RevocationListSource = string | Uint8Array;

/** A list of revoked certificates. */
interface RevocationList extends SignedDer {
  readonly issuer: string;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** The numbers of revoked certificates, in hexadecimal digits. */
  readonly serialNumbers: ReadonlySet<string>;
  readonly extensions: DerExtensions;
  /** True if an entry says something without which it cannot be understood. */
  readonly hasUnknownEntries: boolean;
}

/** Asks lists of revoked certificates (`X509 CRL` in PEM, or DER): `isRevoked: revocationLists(lists)`. A certificate is refused if no list that is valid now speaks of it. */
export function revocationLists(sources: RevocationListSource | readonly RevocationListSource[]): RevocationCheck {
  const all = typeof sources === 'string' || sources instanceof Uint8Array ? [sources] : sources;
  const lists = all.flatMap((list) => (typeof list === 'string' ? pemBlocks(list, 'X509 CRL') : [list])).map(readList);
  if (lists.length === 0) {
    throw new SignatureError('key', 'There is no list of revoked certificates: PEM needs "BEGIN X509 CRL".');
  }
  return async (certificate, issuer, at) => {
    const fields = readFields(certificate.der);
    let known = false;
    for (const list of lists) {
      if (speaksOf(list, fields, certificate) && (await isValid(list, issuer, at))) {
        known = true;
        if (list.serialNumbers.has(toHex(derOf(fields.serialNumber, derTags.integer).content))) {
          return true;
        }
      }
    }
    if (!known) {
      throw new SignatureError(
        'untrusted',
        `No valid list of revoked certificates speaks of the certificate of "${certificate.subject}".`,
      );
    }
    return false;
  };
}

function readList(der: Uint8Array): RevocationList {
  const signed = readSigned(der);
  const fields = derItems(signed.signed);
  const [, issuer, thisUpdate, ...others] = fields[0]?.tag === derTags.integer ? fields.slice(1) : fields;
  const next = others.find(({ tag }) => tag === derTags.utcTime || tag === derTags.generalizedTime);
  const revoked = others.find(({ tag }) => tag === derTags.sequence);
  const entries = (revoked === undefined ? [] : derItems(revoked)).map((entry) => derItems(entry));
  return {
    ...signed,
    issuer: nameText(issuer),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: next && timeOf(next),
    serialNumbers: new Set(entries.map(([number]) => toHex(derOf(number, derTags.integer).content))),
    extensions: extensionsOf(others.find(({ tag }) => tag === 0xa0)),
    hasUnknownEntries: entries.some(([, , extensions]) => extensions !== undefined && hasCritical(extensions)),
  };
}

/** True if an extension has to be understood. None of those of entries is, in lists that speak of one issuer. */
const hasCritical = (extensions: DerValue): boolean =>
  derItems(extensions).some((extension) => {
    const items = derItems(extension);
    return items.length > 2 && isDerTrue(items[1]);
  });

const ofPoint = {
  point: 0xa0,
  users: 0x81,
  authorities: 0x82,
  reasons: 0x83,
  indirect: 0x84,
  attributes: 0x85,
} as const;

/** True if a certificate would be on a list when it is revoked. */
function speaksOf(list: RevocationList, fields: CertificateFields, { issuer }: Certificate): boolean {
  const { extensions, hasUnknownEntries } = list;
  const unknown = [...extensions].some(
    ([identifier, { critical }]) => critical && identifier !== extensionIdentifiers.issuingPoint,
  );
  if (!sameName(list.issuer, issuer) || unknown || hasUnknownEntries) {
    return false;
  }
  const point = extensions.get(extensionIdentifiers.issuingPoint);
  const parts = point === undefined ? [] : derItems(derValue(point.value, derTags.sequence));
  const [isAuthority] = authorityOf(fields);
  return parts.every(({ tag, content }) => {
    switch (tag) {
      case ofPoint.point:
        return namesOfPoint(content).some((name) => pointsOf(fields).some((own) => sameOctets(own.whole, name.whole)));
      case ofPoint.users:
        return content[0] === 0 || !isAuthority;
      case ofPoint.authorities:
        return content[0] === 0 || isAuthority;
      case ofPoint.indirect:
      case ofPoint.attributes:
        return content[0] === 0;
      default:
        // A list of some reasons says nothing of the others.
        return false;
    }
  });
}

/** The whole names of a point where lists are; a name that is relative to its issuer is not understood. */
function namesOfPoint(point: Uint8Array): readonly DerValue[] {
  const [names] = derItems({ tag: derTags.sequence, content: point, whole: point });
  return names?.tag === 0xa0 ? derItems(names, 0xa0) : [];
}

/** The names of the points where a certificate says that its lists are. */
function pointsOf({ extensions }: CertificateFields): readonly DerValue[] {
  const extension = extensions.get(extensionIdentifiers.revocationPoints);
  const points = extension === undefined ? [] : derItems(derValue(extension.value, derTags.sequence));
  return points
    .flatMap((point) => derItems(point))
    .filter(({ tag }) => tag === 0xa0)
    .flatMap(({ content }) => namesOfPoint(content));
}

async function isValid(list: RevocationList, issuer: Certificate, at: Date): Promise<boolean> {
  const { issuer: name, thisUpdate, nextUpdate } = list;
  if (at < thisUpdate || nextUpdate === undefined || at > nextUpdate || !mayUse(readFields(issuer.der), 'lists')) {
    return false;
  }
  requireStrongSignature(list, `The list of revoked certificates of "${name}"`, []);
  return isSignedBy(list, issuer);
}
