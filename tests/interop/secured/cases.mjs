/** What is written and read. */
const text = 'a <b> & “c” ü';

const digests = { 'rsa-sha1': 'sha1', 'hmac-sha1': 'sha1' };

/** A message that is signed: the algorithm, the canonical form, how the key is named. */
export function signed(algorithm, more = {}) {
  const { form = 'exclusive', keyInfo = 'binarySecurityToken', user = false, changed = false } = more;
  const hash = digests[algorithm] ?? algorithm.split('-')[1];
  const canonical =
    form === 'prefixes'
      ? { form: 'exclusive', inclusivePrefixes: ['soap'] }
      : form === 'exclusive'
        ? undefined
        : { form };
  const name = [algorithm, form, keyInfo, ...(user ? ['with a token'] : []), ...(changed ? ['changed'] : [])].join(
    ', ',
  );
  return { name, text, form, user, changed, sign: { algorithm, digest: hash, canonical, keyInfo } };
}

/** A message that is encrypted, and signed before. */
export function encrypted(algorithm, keyTransport, more = {}) {
  const { by, signature = false, keyInfo = 'issuerSerial' } = more;
  const first = by === undefined ? { name: 'not signed', text } : signed(by);
  const name = `${first.name}, ${algorithm}, ${keyTransport}, ${keyInfo}${signature ? ', signature as well' : ''}`;
  return { ...first, name, encrypt: { algorithm, keyTransport, signature, keyInfo } };
}
