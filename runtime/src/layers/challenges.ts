/** What a service asks for: one of the challenges of `WWW-Authenticate`. */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** By names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[\\w!#$%&'*+.^`|~-]+";
const parameter = new RegExp(`^(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))`);
const scheme = new RegExp(`^(${token})(?:\\s+|(?=,)|$)(?:[\\w.~+/-]+=*(?=\\s*(?:,|$)))?`);

/** The challenges of a header, which may be several fields joined by commas (RFC 9110, 11.6.1). Ends where it is not well-formed. */
export function parseChallenges(header: string): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let rest = header;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    const pair = parameter.exec(rest);
    const name = pair === null ? scheme.exec(rest) : null;
    if (pair !== null) {
      const [whole, key = '', quoted, plain = ''] = pair;
      challenges.at(-1)?.parameters.set(key.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain);
      rest = rest.slice(whole.length);
    } else if (name !== null) {
      challenges.push({ scheme: (name[1] ?? '').toLowerCase(), parameters: new Map() });
      rest = rest.slice(name[0].length);
    } else {
      return challenges;
    }
  }
}
