/** `base` with `extra` on top; names are matched without regard to case. Returns `base` itself when there is nothing to add. */
export function mergeHeaders(
  base: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const names = Object.keys(extra ?? {}).map((name) => name.toLowerCase());
  if (names.length === 0) {
    return base;
  }
  const result: Record<string, string> = {};
  for (const name in base) {
    if (!names.includes(name.toLowerCase())) {
      result[name] = base[name] as string;
    }
  }
  return Object.assign(result, extra);
}
