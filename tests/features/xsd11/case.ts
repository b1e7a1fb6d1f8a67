/** A schema of XML Schema 1.1, and documents that fit it or do not. */
export interface Case {
  readonly name: string;
  /** The content of `xs:schema`, which has the target namespace `urn:t`, prefix `t`, and qualified elements. */
  readonly schema: string;
  /** Further attributes of `xs:schema`. */
  readonly attributes?: string;
  /** Further documents by path. */
  readonly others?: Readonly<Record<string, string>>;
  /** Documents; `urn:t` is their default namespace. */
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

/** The text of a case's schema. */
export function schemaText({ schema, attributes = '' }: Pick<Case, 'schema' | 'attributes'>): string {
  return (
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" ' +
    `xmlns:vc="http://www.w3.org/2007/XMLSchema-versioning" elementFormDefault="qualified" ${attributes}>${schema}</xs:schema>`
  );
}

/** The text of a document: the namespaces are declared at its root. */
export function documentText(text: string): string {
  return text.replace(
    /^<([\w.-]+)/,
    '<$1 xmlns="urn:t" xmlns:t="urn:t" xmlns:o="urn:o" xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  );
}
