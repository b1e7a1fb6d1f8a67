import { SaxesParser } from 'saxes';

/** What another reader of XML says about a document. */

/** The events of a document, a line for each; undefined if it is refused. */
export function eventsOfSaxes(text: string): readonly string[] | undefined {
  const events: string[] = [];
  let failed = false;
  let pending = '';
  let depth = 0;
  const flush = (): void => {
    if (pending !== '' && depth > 0) {
      events.push(`text ${pending}`);
    }
    pending = '';
  };
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {
    failed = true;
  });
  parser.on('text', (t) => {
    pending += t;
  });
  parser.on('cdata', (t) => {
    pending += t;
  });
  parser.on('opentag', (tag) => {
    flush();
    depth++;
    const attributes = Object.values(tag.attributes)
      .filter((a) => a.prefix !== 'xmlns' && a.name !== 'xmlns')
      .map((a) => `{${a.uri}}${a.local}=${a.value}`);
    events.push(`start ${tag.prefix}:{${tag.uri}}${tag.local} ${attributes.sort().join(' ')}`);
  });
  parser.on('closetag', (tag) => {
    flush();
    depth--;
    events.push(`end {${tag.uri}}${tag.local}`);
  });
  try {
    parser.write(text).close();
  } catch (error) {
    // It trips over a high surrogate at the very end.
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
  return failed ? undefined : events;
}

/** Documents about which saxes 6 is known to be wrong. */
export function isMisread(text: string): boolean {
  return (
    // It joins a lone high surrogate with whatever follows.
    !(text as unknown as { isWellFormed(): boolean }).isWellFormed() ||
    // It does not look at how the local part of a name with a prefix starts.
    /:[-.0-9]/.test(text) ||
    // It takes a question mark that follows a target directly as the end of the target.
    /<\?[^\s?>]+\?(?!>)/.test(text) ||
    // It cuts white space off namespace names.
    /xmlns[^=]*=\s*(?:"\s|'\s|"[^"]*\s"|'[^']*\s')/.test(text)
  );
}
