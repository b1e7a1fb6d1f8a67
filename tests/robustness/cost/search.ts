import { Random } from '../../support/random.js';
import { areas } from './families/index.js';
import type { Entry, Family } from './family.js';
import { cost, type Effort, examine, type Measurement, type Sample } from './measure.js';
import { grammarOf, mutateShape, type Shape, shapeOf } from './shape.js';

/** A shape that costs much. */
export interface Find {
  readonly entry: string;
  readonly shape: Shape;
  readonly outcome: string;
  readonly nsPerByte: number;
  readonly heapPerByte: number;
}

/** The result of a search. */
export interface SearchResult {
  readonly cases: number;
  /** The shapes that cost most time and most memory for each character, of each entry. */
  readonly worst: readonly Find[];
  /** Shapes whose cost grows faster than they do. */
  readonly failures: readonly (Measurement & { readonly shape: Shape })[];
}

/** Characters of the inputs that are compared, and of those that show whether cost grows too fast. */
const caseSize = 24_000;
const largeSize = 160_000;
/** Shapes that are kept for each entry and each kind of cost. */
const kept = 12;
/** Shapes that grow too fast which are reported for each entry. */
const maxFailures = 3;

const effort: Effort = { targetMs: 30, floors: 6, maxSize: 2 ** 21, runs: 2, attempts: 4, seed: 1 };

/** Characters that matter to readers of XML, MIME, forms, headers and schemas. */
const commonTokens: readonly string[] = [
  ...[
    '<a>',
    '</a>',
    '<a/>',
    '<a b="1">',
    ' a="1"',
    ' xmlns:p="u"',
    ' xmlns="u"',
    '<p:a xmlns:p="u"/>',
    '<![CDATA[',
    ']]>',
  ],
  ...[
    '<!--',
    '-->',
    '<?a ',
    '?>',
    '&amp;',
    '&#65;',
    '&',
    ';',
    '"',
    "'",
    '=',
    ',',
    ':',
    '/',
    '\\',
    '%',
    '%41',
    '+',
    '#',
    '@',
  ],
  ...[
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '\n\n',
    '\r',
    '--b',
    '--b\n',
    '\n--b',
    '=\n',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '|',
    '*',
    '?',
  ],
  ...[
    'a',
    'A',
    '0',
    '1',
    '-',
    '.',
    '_',
    'é',
    'Ж',
    '😀',
    '\xff',
    '\0',
    'a b',
    'href="#x"',
    ' id="x"',
    ' xsi:type="xsd:int"',
  ],
  ...['Content-Type: text/xml\n', 'Content-ID: <x>\n', ' xsi:nil="1"', 'password', '<pin>', 'Bearer ', 'http://u:p@h/'],
];

class EntrySearch {
  readonly entry: Entry;
  cases = 0;
  readonly #seeds: readonly Shape[];
  readonly #byTime: Find[] = [];
  readonly #byHeap: Find[] = [];
  readonly #tokens: readonly string[];
  readonly #random: Random;
  #floor: Sample | undefined;
  readonly failures: (Measurement & { readonly shape: Shape })[] = [];

  constructor(entry: Entry, seeds: readonly Shape[], random: Random) {
    this.entry = entry;
    this.#seeds = seeds;
    this.#tokens = [...commonTokens, ...(entry.tokens ?? [])];
    this.#random = random;
  }

  get worst(): readonly Find[] {
    return [...this.#byTime.slice(0, 1), ...this.#byHeap.slice(0, 1)];
  }

  /** Tries one shape. `tell` is called before that. */
  async step(tell: (shape: Shape) => void): Promise<void> {
    const seed = this.#seeds[this.cases];
    const shape = seed ?? this.#mutant();
    this.cases++;
    tell(shape);
    const family = familyOf(this.entry, shape);
    this.#floor ??= await cost(family, 1, effort, 3);
    const sample = await cost(family, caseSize, effort, 1);
    const find = this.#find(shape, sample);
    // The first run of code that is not compiled yet says nothing.
    const again = this.#isWorse(find) ? this.#find(shape, await cost(family, caseSize, effort, 3)) : undefined;
    const isNew = again !== undefined && this.#isWorse(again);
    if (isNew) {
      this.#keep(again);
    }
    if (isNew || this.#random.oneIn(20)) {
      await this.#checkGrowth(family, shape, sample);
    }
  }

  #mutant(): Shape {
    const known = [...this.#byTime, ...this.#byHeap].map(({ shape }) => shape);
    const pool = this.#random.oneIn(4) || known.length === 0 ? this.#seeds : known;
    return mutateShape(this.#random.pick(pool), [...this.#seeds, ...known], this.#tokens, this.#random);
  }

  #find(shape: Shape, { ms, heap, size, outcome }: Sample): Find {
    return {
      entry: this.entry.name,
      shape,
      outcome,
      nsPerByte: (Math.max(0, ms - (this.#floor?.ms ?? 0)) * 1e6) / size,
      heapPerByte: heap / size,
    };
  }

  #isWorse({ nsPerByte, heapPerByte }: Find): boolean {
    const [time, heap] = [this.#byTime[kept - 1], this.#byHeap[kept - 1]];
    return nsPerByte > (time?.nsPerByte ?? 0) || heapPerByte > (heap?.heapPerByte ?? 0);
  }

  #keep(find: Find): void {
    this.#byTime.push(find);
    this.#byTime.sort((a, b) => b.nsPerByte - a.nsPerByte).splice(kept);
    this.#byHeap.push(find);
    this.#byHeap.sort((a, b) => b.heapPerByte - a.heapPerByte).splice(kept);
  }

  /** Measures with care what costs more for each character when it is larger. */
  async #checkGrowth(family: Family, shape: Shape, small: Sample): Promise<void> {
    const large = await cost(family, largeSize, effort, 1);
    const ratio = largeSize / caseSize;
    if (this.failures.length >= maxFailures || large.ms < 4 || large.ms < 1.6 * ratio * small.ms) {
      return;
    }
    const measurement = await examine(family, effort);
    if (!measurement.ok) {
      this.failures.push({ ...measurement, shape });
    }
  }
}

function familyOf(entry: Entry, shape: Shape): Family {
  return { name: `${entry.name}: found by search`, entry, grammar: grammarOf(shape) };
}

/**
 * Searches for that many milliseconds, in all entries or in those whose name contains a text. `tell` is called before each
 * case is run.
 */
export async function search(
  milliseconds: number,
  seed: number,
  only: string,
  tell: (entry: string, shape: Shape) => void,
): Promise<SearchResult> {
  const random = new Random(seed);
  const seeds = new Map<Entry, Shape[]>();
  for (const { entry, grammar } of areas.flatMap(({ families }) => families)) {
    if (!entry.name.includes(only)) {
      continue;
    }
    const shape = shapeOf(grammar, new Random(1));
    if (shape.open !== '') {
      seeds.set(entry, [...(seeds.get(entry) ?? []), shape]);
    }
  }
  const searches = [...seeds].map(
    ([entry, shapes]) => new EntrySearch(entry, shapes, new Random(random.below(2 ** 31))),
  );
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const next = random.pick(searches);
    // Several in a row: what an entry needs is compiled then.
    for (let count = 0; count < 20 && performance.now() < end; count++) {
      await next.step((shape) => tell(next.entry.name, shape));
    }
  }
  return {
    cases: searches.reduce((sum, { cases }) => sum + cases, 0),
    worst: searches.flatMap(({ worst }) => worst),
    failures: searches.flatMap(({ failures }) => failures),
  };
}
