/** A value, or the text that it was read from, as messages show it: never all of it. */
export function valueForMessage(value: unknown, text: string | undefined): string {
  if (text === undefined && (typeof value === 'number' || typeof value === 'bigint')) {
    return String(value);
  }
  const plain = text ?? (typeof value === 'object' ? 'the value' : String(value));
  return JSON.stringify(plain.length > 60 ? `${plain.slice(0, 60)}…` : plain);
}
