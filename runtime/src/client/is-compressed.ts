/** True for the first bytes of gzip (RFC 1952, 2.3.1). */
export function isCompressed(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}
