import { ByteCollector } from '../http/byte-collector.js';
import { formatMediaType, parseMediaType } from '../http/media-type.js';
import { PackageError, RelatedReader } from './related-reader.js';

/** A package whose envelope comes first, before which its reader is. */
export interface OpenedPackage {
  readonly parts: RelatedReader;
  /** The content type that the envelope would have alone. */
  readonly contentType: string;
}

/** Something else, of which this was read. */
interface OtherBody {
  readonly begun: Uint8Array;
}

/**
 * Opens a body that is a package with its envelope in the first part, as it should be (RFC 2387, 3.2); undefined for another content type. `first` is the
 * beginning of the body. Rejects as `next`.
 */
export async function openPackage(
  contentType: string | null | undefined,
  first: Uint8Array | undefined,
  next: () => Promise<Uint8Array | undefined>,
): Promise<OpenedPackage | OtherBody | undefined> {
  const begun = new ByteCollector();
  let pending = first;
  let isBegun = false;
  const parts = RelatedReader.of(contentType, async () => {
    const chunk = pending ?? (await next());
    pending = undefined;
    if (!isBegun && chunk !== undefined) {
      begun.add(chunk);
    }
    return chunk;
  });
  if (parts === undefined) {
    return undefined;
  }
  try {
    const head = await parts.nextPart();
    const start = parseMediaType(contentType)?.parameters.get('start')?.replace(/^<|>$/g, '');
    const isFirst = head !== undefined && (start === undefined || start === head.contentId);
    if (isFirst && /^(?:7bit|8bit|binary)$/.test(head.encoding)) {
      isBegun = true;
      return { parts, contentType: envelopeType(head.contentType, contentType) };
    }
  } catch (error) {
    if (!(error instanceof PackageError)) {
      throw error;
    }
  }
  return { begun: begun.bytes() };
}

function envelopeType(root: string, outer: string | null | undefined): string {
  const type = parseMediaType(root);
  const inner = type?.parameters.get('type') ?? parseMediaType(outer)?.parameters.get('start-info');
  const envelope = type?.type === 'application/xop+xml' ? parseMediaType(inner) : type;
  const charset = type?.parameters.get('charset');
  const action = envelope?.parameters.get('action') ?? type?.parameters.get('action');
  return formatMediaType(envelope?.type ?? 'text/xml', {
    ...(charset !== undefined && { charset }),
    ...(action !== undefined && { action }),
  });
}
