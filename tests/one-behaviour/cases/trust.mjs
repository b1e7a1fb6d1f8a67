/** Chains of certificates, keys with passwords and signatures of XAdES: what is believed, read and refused. */
import {
  chains,
  readPkcs12,
  readPrivateKey,
  revocationLists,
  signXades,
  signXml,
  verifyXades,
  verifyXml,
} from '@wsdl-codegen/ws-security';
import { attempt } from '../kit.mjs';

/** In base64: an authority, one below it, two certificates of one key, and that key in several forms. The password is `password`. */
const files = {
  root: 'MIIBYzCCAQigAwIBAgIDAQACMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFJvb3QwHhcNMjUxMTI5MDI1MDI5WhcNNDYxMTI0MDI1MDI5WjAPMQ0wCwYDVQQDDARSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAz4N2nlrJRSGLjhvbjQi12hhjQeKo385AoD0eF/I+NtosOzUZNxVnvpS/6Hi16FO+gDLWoCHHqlEzYFkHmKsF6NTMFEwHQYDVR0OBBYEFMqVXM4gU+exFsdWo7ZLkHnnl4jUMB8GA1UdIwQYMBaAFMqVXM4gU+exFsdWo7ZLkHnnl4jUMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAN/MsaHASNfgGzalzw7XSGSbaNTPBWbjAD9Ua6MWpvokAiEA0qBI6QU5EdNI+7uy0q5L1NQptQWZ5wSSldswr5Inqlw=',
  between:
    'MIIBhDCCASugAwIBAgIDAQADMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFJvb3QwHhcNMjUxMTI5MDI1MDI5WhcNNDYxMTI0MDI1MDI5WjASMRAwDgYDVQQDDAdCZXR3ZWVuMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEemeRB7kHd8YmpOOdijEkY3oh2YVdcDnSZktkIM9wuawnji0Jj78NjjnnqWz0TpERzMpVRuolbJYMjKKb/KMlr6NzMHEwHQYDVR0OBBYEFLtSz8PNPaEyaM6JOTNORMwzDOBFMB8GA1UdIwQYMBaAFMqVXM4gU+exFsdWo7ZLkHnnl4jUMBIGA1UdEwEB/wQIMAYBAf8CAQAwGwYDVR0eAQH/BBEwD6ANMAuCCWZpcm0udGVzdDAKBggqhkjOPQQDAgNHADBEAiA36z/VoMMGofrSouu0StQy5EpKgCSosSwfi/5m/qJWDgIgV8qNUyeyUuYa0oYaCoZazfF4F05chn43zJRPnxQkCnI=',
  signer:
    'MIIBVDCB/KADAgECAgMBAAQwCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHQmV0d2VlbjAeFw0yNTExMjkwMjUwMjlaFw00NjExMjQwMjUwMjlaMBExDzANBgNVBAMMBlNpZ25lcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKBY7oCpOIHziPA57KVV5RnDgzgG31iMTJgomWp6Wo5i9W+j16wszBlEiQrKDY4tbsSNNdWQvEk3xgVVPEb36J2jQjBAMB0GA1UdDgQWBBR2ltdLaZLfrq2Ewr7ur47ofXVmmjAfBgNVHSMEGDAWgBS7Us/DzT2hMmjOiTkzTkTMMwzgRTAKBggqhkjOPQQDAgNHADBEAiBvyzNSeu0y3M/et7slgRYhczTpCHGJ/h2V/EU9aZ9FoAIgTgQt9bHACV0DSgIBhInknnBkOwoHgzgBwAFxDqirEcE=',
  outside:
    'MIIBbDCCAROgAwIBAgIDAQAFMAoGCCqGSM49BAMCMBIxEDAOBgNVBAMMB0JldHdlZW4wHhcNMjUxMTI5MDI1MDI5WhcNNDYxMTI0MDI1MDI5WjASMRAwDgYDVQQDDAdPdXRzaWRlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoFjugKk4gfOI8DnspVXlGcODOAbfWIxMmCiZanpajmL1b6PXrCzMGUSJCsoNji1uxI011ZC8STfGBVU8RvfonaNYMFYwHQYDVR0OBBYEFHaW10tpkt+urYTCvu6vjuh9dWaaMB8GA1UdIwQYMBaAFLtSz8PNPaEyaM6JOTNORMwzDOBFMBQGA1UdEQQNMAuCCWV2aWwudGVzdDAKBggqhkjOPQQDAgNHADBEAiBPCjztot6wIufSGLtreekj4bB0FUKsMRpA9jbkmJQwZQIgNaWySFm+qXYd6bnNXO1WwXlP6J60/1uyeQ+ckse00l8=',
  list: 'MIGxMFkCAQEwCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHQmV0d2VlbhcNMjUxMTI5MDI1MDI5WhcNNDYxMTI0MDI1MDI5WjAWMBQCAwEABBcNMjYwNTMwMTQ1MDI5WjAKBggqhkjOPQQDAgNIADBFAiEAvgI7KBFWmE6ZTB3fvwM94ji0X9IAmmj657kJ29BvhdYCIAENkQW+oML/HLcJRat9VlJy2HkicAEd85Zi6KTpxovh',
  key: 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgX+yLh8w2tvkpiCYGQax5TnU0lFNrnDpQyfJjxiYn4x+hRANCAASgWO6AqTiB84jwOeylVeUZw4M4Bt9YjEyYKJlqelqOYvVvo9esLMwZRIkKyg2OLW7EjTXVkLxJN8YFVTxG9+id',
  encryptedKey:
    'MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg2BXAXaFuX6gICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEHNVfkxanLiqrWeDY4qdMl4EgZCIWfOF9SMsiJ0gf3/7RSzjAuWytWemcV+kr31+55TgCBluqgw42B7l1me0aUqC/ly3TZ0vQOU5u6Fl+fRS+W8krwHsmRi6MwgAO/8u80ZSoj8a//Omabi1+1GXkGA3+DTnU6mxJVZVNBYXWgTjNKI3Tw9ugOt5jpt7Q508sbImpWU0tRDnqEJ877Mz7XhzEb0=',
  olderKey:
    'MHcCAQEEIF/si4fMNrb5KYgmBkGseU51NJRTa5w6UMnyY8YmJ+MfoAoGCCqGSM49AwEHoUQDQgAEoFjugKk4gfOI8DnspVXlGcODOAbfWIxMmCiZanpajmL1b6PXrCzMGUSJCsoNji1uxI011ZC8STfGBVU8RvfonQ==',
  file: 'MIIEDwIBAzCCA8UGCSqGSIb3DQEHAaCCA7YEggOyMIIDrjCCAlIGCSqGSIb3DQEHBqCCAkMwggI/AgEAMIICOAYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjy40ERlzksMAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEJf/SvXYkwoH71AbIhWIM0qAggHQxjDne7Al6+5BNInAdko5MW8zQZPCfn5YI2iv/aeu3PVsNWmC+NnKzFq1zOgShlbj2X3i7avPFsgoke/TD1x9nXJuqzqsnNKQ+LkfQK83iCVb4qKQFXadEY4P5LmnEs2N9olgCG/pXGg5UAqU9JVSdyDp5wCffwPBsMgn3CbdB5pzDpMpiY0JYQ2NqWy4DqtqdyrSpNJGziWiFVBh1IySdqqgqeek6b7arYetQor7EFnbzvM7eJ8pYEE4cXpGK73SEk2JX3GUy5mDA+Vsfl5cq6Q4sXcBiOcO6tX8BzFlMfMSiU/m/dKRofupG/iu1woQD3l/b2As17y4LqDusPKSUG5Ey7kw/NdxBPr5gN1nM4PGeOJLD4jRABDnJ1UnWbZ+tZONThGXm63l7FbtWcp+j5kuUnBelWzfZeLLVljWDexLW9BuN18AEAV0m/zZiRlnseSgDsg2Y7D4vnX5OHloF9wjwFWmoclZZ0qhBi01VI300U45AHR0qWlNAA5mFWjwbB4ZPqA8Kban5S/d2hZOZ64lv+HHdFwxXfBkuqkGkL6xRM2peOIkm6nTo9an01mICxRyiYysyRobfa0Mrj+J59Hee9ijONkveACGPmarQFUwggFUBgkqhkiG9w0BBwGgggFFBIIBQTCCAT0wggE5BgsqhkiG9w0BDAoBAqCB7zCB7DBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQItdc0M5zX3IECAggAMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBDR/ssNJ+7dJwvp43LxwCPbBIGQafzGpoSYPJGsh9/0WAMJqDGrWVKb5hJk/f11hqHoRQXpZR54eupTLz9P2ijZT5YpmkBzxAXUWAH25+bLcV7mSlH7tu3dXQm78nLg7pPUU3NlbHiEX937RxDqtYZDrmJxHW7H3SS3fI65XcliEJ1LLYJYzvLKIDeFSKo6+zea/oZB4rnKdHbeEVXXUz3M+kPVMTgwEQYJKoZIhvcNAQkUMQQeAgB4MCMGCSqGSIb3DQEJFTEWBBQ5/fXzyMj8kMWXhO/xv2bJSNcJbzBBMDEwDQYJYIZIAWUDBAIBBQAEILBHtES9sTgcj0m2g24jCJbs4+PRzqBHmRkjB9/yUSodBAh+esbJ1DFstgICCAA=',
};

const pem = (label, content) => `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;
const certificateOf = (name) => pem('CERTIFICATE', files[name]);
const bytesOf = (content) => Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
const key = pem('PRIVATE KEY', files.key);
const xml = '<a xmlns="urn:a">1</a>';
const at = new Date('2027-01-01T00:00:00Z');
const usual = { authorities: certificateOf('root'), intermediates: certificateOf('between'), at };

/** Who signed, by a rule. */
const signerBy = (options, name = 'signer') =>
  attempt(async () => {
    const signed = await signXml(xml, { key, certificate: certificateOf(name) });
    return (await verifyXml(signed, { trust: chains({ ...usual, ...options }) })).certificate?.subject;
  });

const cases = {};
const rules = {
  'over another one': {},
  'without the one between': { intermediates: [] },
  'at another time': { at: new Date('2050-01-01T00:00:00Z') },
  'of another authority': { authorities: certificateOf('signer').replace(files.signer, files.outside) },
  'that was revoked': { isRevoked: (certificate) => certificate.subject === 'CN=Between' },
  'that a list names': { isRevoked: revocationLists(pem('X509 CRL', files.list)) },
  'with an option that does not exist': { authority: 1 },
};
for (const [name, options] of Object.entries(rules)) {
  cases[`chain: ${name}`] = () => signerBy(options);
}
cases['chain: a name for which the authority may not vouch'] = () => signerBy({}, 'outside');
cases['keys: with a password'] = async () => {
  const encrypted = pem('ENCRYPTED PRIVATE KEY', files.encryptedKey);
  const older = pem('EC PRIVATE KEY', files.olderKey);
  return [
    await attempt(async () => (await readPrivateKey(encrypted, 'password')).replace(/\n/g, '').includes(files.key)),
    await attempt(() => readPrivateKey(encrypted, 'another')),
    await attempt(() => readPrivateKey(encrypted)),
    await attempt(async () => (await signXml(xml, { key: older })).length > 100),
  ];
};
cases['keys: PKCS #12'] = async () => [
  await attempt(async () => {
    const { certificate, certificates } = await readPkcs12(bytesOf(files.file), 'password');
    return [certificate.subject, certificates.length];
  }),
  await attempt(() => readPkcs12(bytesOf(files.file), 'another')),
  await attempt(() => readPkcs12(bytesOf(files.key), 'password')),
];
cases['XAdES: signed, changed, and with another certificate'] = async () => {
  const options = { key, certificate: certificateOf('signer'), intermediates: certificateOf('between') };
  const signed = await signXades(xml, { ...options, signingTime: at, roles: ['buyer'], signatureId: 's' });
  const trust = chains({ authorities: certificateOf('root'), at });
  const read = (document) =>
    attempt(async () => {
      const { certificate, roles, signingTime, parts } = await verifyXades(document, { trust });
      return [certificate.subject, roles, signingTime?.getTime(), parts.length];
    });
  return [
    await read(signed),
    await read(signed.replace('>1<', '>2<')),
    await read(signed.replace('buyer', 'seller')),
    await read(signed.replace(files.signer, files.outside)),
    await read(await signXml(xml, { key, certificate: certificateOf('signer') })),
  ];
};

/** The cases by name. */
export const trust = cases;
