/** A secret that a text names: an environment variable, the content of a file, or what is asked for on the terminal. */
export type NamedSecret = { readonly variable: string } | { readonly file: string } | { readonly prompt: true };

/**
 * The parts of a text that may name secrets: `$NAME` and `${NAME}` are environment variables, `$$` is a dollar sign. The text, or its last word as
 * in `Bearer @token.txt`, may be `@prompt` or `@FILE`.
 */
export function secretParts(text: string): readonly (string | NamedSecret)[] {
  const [, before = text, source] = /^(|[^@]*\s)@(.+)$/s.exec(text) ?? [];
  const parts = before.split(/(\$\$|\$\w+|\$\{\w+\})/).map((part) => {
    const variable = /^\$\{?(\w+)\}?$/.exec(part)?.[1];
    return variable === undefined ? part.replace('$$', '$') : { variable };
  });
  return source === undefined ? parts : [...parts, source === 'prompt' ? { prompt: true } : { file: source }];
}
