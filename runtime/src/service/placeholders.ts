const placeholder = /\{([^{}/:]+)\}/g;

/** Replaces `{name}` by values; a name without a value stays as it is. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/**
 * A SOAP action with its placeholders filled in. A namespace that ends in `/` gets no second one (`{api_namespace}/Op` with
 * `http://x/` is `http://x/Op`): so .NET makes actions from namespaces.
 */
export function fillAction(action: string, values: Readonly<Record<string, string>>): string {
  return action.replace(/(\{[^{}/:]+\})(\/?)/g, (_, name: string, slash: string) => {
    const value = fillPlaceholders(name, values);
    return value.endsWith('/') ? value : value + slash;
  });
}
