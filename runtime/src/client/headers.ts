/** `base` with `extra` on top; names are matched without regard to case. Returns `base` itself when there is nothing to add. */
export function mergeHeaders(
  base: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  if (extra === undefined) {
    return base;
  }
  const names = Object.keys(extra);
  if (names.length === 0) {
    return base;
  }
  const replaced = new Set(names.map((name) => name.toLowerCase()));
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (!replaced.has(name.toLowerCase())) {
      result[name] = value;
    }
  }
  return Object.assign(result, extra);
}
