import { namespaceSlugs } from './modules.js';

function slugs(...namespaces: readonly string[]): Record<string, string> {
  return Object.fromEntries(namespaceSlugs(namespaces));
}

describe('namespaceSlugs', () => {
  it.each([
    ['{api_namespace}', 'api'],
    ['http://tempuri.org/', 'tempuri'],
    ['http://schemas.datacontract.org/2004/07/Foo.Bar', 'foo-bar'],
    ['http://schemas.microsoft.com/2003/10/Serialization/', 'serialization'],
    ['http://example.org/orders/v1', 'orders-v1'],
    ['urn:ebay:apis:CoreComponents', 'core-components'],
    ['http://www.example.com', 'example'],
    ['http://www.w3.org/XML/1998/namespace', 'xml'],
    ['', 'unqualified'],
  ])('names %s %s', (namespace, slug) => {
    expect(slugs(namespace)[namespace]).toBe(slug);
  });

  it('gives both of two namespaces their long names when the short ones are the same', () => {
    expect(slugs('http://a.org/Types', 'http://b.org/Types', 'http://c.org/Other')).toEqual({
      'http://a.org/Types': 'a-org-types',
      'http://b.org/Types': 'b-org-types',
      'http://c.org/Other': 'other',
    });
  });

  it('distinguishes namespaces that differ only in case or punctuation', () => {
    const found = Object.values(slugs('http://a.org/x', 'http://A.org/X', 'http://a.org/x/'));
    expect(new Set(found.map((slug) => slug.toLowerCase())).size).toBe(3);
  });

  it('never leaves the folder', () => {
    const [slug] = Object.values(slugs('http://x/../../..\\..'));
    expect(slug).toMatch(/^[a-z0-9-]+$/);
  });
});
