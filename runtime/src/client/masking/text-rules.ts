import type { SecretNames } from './names.js';

/** The text that replaces a credential. */
export const cover = '***';

/** What is hidden in a text. */
export interface TextRules {
  readonly names: SecretNames;
  /** Elements that are messages, such as `ChangePassword`: their children are checked one by one. */
  readonly messages: ReadonlySet<string>;
  /** A text within the text without credentials. */
  text(text: string): string;
  /** Is told of each value of a secret name, as it is written. */
  secret(value: string): void;
}

const emptyValues: ReadonlySet<string> = new Set(['', 'true', 'false', 'null', 'undefined']);

/** False for a text that means that there is no credential. */
export function holdsText(text: string): boolean {
  return text.length > 16 || !emptyValues.has(text.trim());
}
