import { createHash } from 'node:crypto';
import { parseChallenges } from './challenges.js';
import { chooseChallenge, digestHeader } from './digest.js';
import { md5 } from './md5.js';

describe('md5', () => {
  it.each([0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000])('of %i octets is that of Node', (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + 13) & 255);
    expect(md5(bytes)).toBe(createHash('md5').update(bytes).digest('hex'));
  });
});

describe('challenges', () => {
  it('are told apart in one header, whatever is between them', () => {
    const header =
      ', Negotiate, NTLM TlRMTVNTUAAB==, Digest realm="a, \\"b\\"" ,nonce=xyz,, qop="auth, auth-int",Basic Realm="c"';
    expect(parseChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)])).toEqual([
      ['negotiate', {}],
      ['ntlm', {}],
      ['digest', { realm: 'a, "b"', nonce: 'xyz', qop: 'auth, auth-int' }],
      ['basic', { realm: 'c' }],
    ]);
  });

  it.each(['', '"', 'Digest realm="a', '=x', 'Digest nonce="'.padEnd(50_000, '\\'), 'a,'.repeat(20_000)])(
    'of any text end in short time: %.20j',
    (header) => {
      expect(chooseChallenge(parseChallenges(header))).toBeUndefined();
    },
  );

  it('are chosen in the order of the service, of those that can be answered', () => {
    const choice = (header: string): string | undefined => chooseChallenge(parseChallenges(header))?.nonce;
    expect(choice('Digest nonce=1, algorithm=SHA-512-256, Digest nonce=2, algorithm=sha-256, Digest nonce=3')).toBe(
      '2',
    );
    expect(choice('Basic realm=x, Digest nonce=1, qop=auth-int')).toBeUndefined();
    expect(choice('Digest realm=x')).toBeUndefined();
  });
});

describe('the answer to a challenge', () => {
  // RFC 7616, 3.9.1.
  const credentials = { username: 'Mufasa', password: 'Circle of Life' };
  const use = {
    method: 'GET',
    uri: '/dir/index.html',
    count: 1,
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  };
  const header = (algorithm: string): string =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;

  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('by %s is that of the specification', async (algorithm, response) => {
    const challenge = chooseChallenge(parseChallenges(header(algorithm)));
    expect(challenge && (await digestHeader(challenge, credentials, use))).toBe(
      `Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", response="${response}", algorithm=${algorithm}, opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", qop=auth, nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"`,
    );
  });

  it('without qop is that of RFC 2069', async () => {
    const challenge = chooseChallenge(parseChallenges('Digest realm="r", nonce="n"'));
    const text = (challenge && (await digestHeader(challenge, credentials, use))) ?? '';
    const hash = (value: string): string => createHash('md5').update(value).digest('hex');
    const response = hash(`${hash('Mufasa:r:Circle of Life')}:n:${hash('GET:/dir/index.html')}`);
    expect(text).toBe(`Digest username="Mufasa", realm="r", nonce="n", uri="/dir/index.html", response="${response}"`);
  });

  it('hides the name of the user where the service wants that, and writes names beyond ASCII', async () => {
    const hash = (value: string): string => createHash('md5').update(value).digest('hex');
    const hidden = chooseChallenge(parseChallenges('Digest realm="r", nonce="n", userhash=true'));
    expect(hidden && (await digestHeader(hidden, credentials, use))).toContain(`username="${hash('Mufasa:r')}"`);
    const plain = chooseChallenge(parseChallenges('Digest realm="r", nonce="n"'));
    const person = { username: "Jäsøn's", password: 'x' };
    expect(plain && (await digestHeader(plain, person, use))).toContain("username*=UTF-8''J%C3%A4s%C3%B8n%27s");
  });
});
