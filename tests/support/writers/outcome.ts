import { SaxesParser } from 'saxes';
import type { Build } from './builds.js';

/** What a writer makes of a value: a document, or the error of which it says the place. */
export type Outcome =
  | { readonly text: string }
  | { readonly code: string; readonly path: string; readonly cause: unknown };

/** What `write` makes with a build. Throws everything that is no `XmlEncodeError` with a path and a message. */
export function outcomeOf({ library }: Build, write: () => string): Outcome {
  try {
    return { text: write() };
  } catch (error) {
    if (!(error instanceof library.schema.XmlEncodeError) || error.path === '' || error.message === '') {
      throw error;
    }
    const { code, path, cause } = error;
    return { code, path, cause };
  }
}

/** What is wrong with a document, as another parser sees it; undefined if it is well-formed. */
export function faultOf(text: string): string | undefined {
  let fault: string | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => {
    fault ??= message;
  });
  parser.write(text).close();
  return fault;
}
