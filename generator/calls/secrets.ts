/** A credential in the JSON of a message, and what stands for it where a request is only shown. */
export interface HiddenSecret {
  /** Stands for the value in the JSON and so in the request. It survives every coding of a message. */
  readonly token: string;
  /** Name of an environment variable for it. */
  readonly variable: string;
}

/** JSON without credentials. */
export interface HiddenJson {
  readonly json: unknown;
  readonly secrets: readonly HiddenSecret[];
}

/**
 * Replaces the texts of properties whose names mean credentials.
 *
 * @param isSecret Whether the name of a property means a credential.
 * @param variables Environment variables that credentials came from, by their values.
 */
export function hideSecrets(
  json: unknown,
  isSecret: (name: string) => boolean,
  variables: ReadonlyMap<string, string> = new Map(),
): HiddenJson {
  const secrets: HiddenSecret[] = [];
  const hide = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) {
      return value.map((each) => hide(each, name));
    }
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, part]) => [key, hide(part, key === '$value' ? name : key)]),
      );
    }
    const known = typeof value === 'string' ? variables.get(value) : undefined;
    if (typeof value !== 'string' || (known === undefined && !isSecret(name))) {
      return value;
    }
    const token = `codegenSecret${secrets.length}z`;
    secrets.push({ token, variable: known ?? variableOf(name) });
    return token;
  };
  return { json: hide(json, ''), secrets };
}

function variableOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
  return /^\d/.test(words) ? `_${words}` : words;
}

/** A text that may contain tokens, in parts: texts, and secrets. */
export function partsOf(text: string, secrets: readonly HiddenSecret[]): readonly (string | HiddenSecret)[] {
  if (secrets.length === 0) {
    return [text];
  }
  const byToken = new Map(secrets.map((secret) => [secret.token, secret]));
  return text.split(/(codegenSecret\d+z)/).map((part) => byToken.get(part) ?? part);
}
