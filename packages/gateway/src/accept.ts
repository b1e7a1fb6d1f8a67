import { parseMediaType } from '@wsdl-codegen/runtime/extend';

/** Ranges that are looked at in a header. */
const mostRanges = 50;

/** The one of some media types that a request prefers (RFC 9110, 12.5.1), by its header `Accept`; the first where it says nothing. Undefined if it takes none. */
export function preferred(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '') {
    return offered[0];
  }
  const ranges = accept.split(',').slice(0, mostRanges).flatMap(rangeOf);
  let best: string | undefined;
  let most = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > most) {
      [best, most] = [type, quality];
    }
  }
  return best;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function rangeOf(text: string): readonly Range[] {
  const parsed = parseMediaType(text);
  if (parsed === undefined) {
    return [];
  }
  const quality = Number(parsed.parameters.get('q') ?? 1);
  return [{ type: parsed.type, quality: quality >= 0 && quality <= 1 ? quality : 0 }];
}

/** The quality of the range that names a type most exactly. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const name of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const found = ranges.filter((range) => range.type === name);
    if (found.length > 0) {
      return Math.max(...found.map(({ quality }) => quality));
    }
  }
  return 0;
}
