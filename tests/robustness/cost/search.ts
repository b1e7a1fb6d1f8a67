import { Random } from '../../support/random.js';
import { areas } from './families/index.js';
import type { Entry, Family } from './family.js';
import { cost, describe, type Effort, examine, type Measurement, type Sample } from './measure.js';
import { grammarOf, mutateShape, type Shape, shapeOf } from './shape.js';

/** Characters of the inputs that are compared, and of those that show whether cost grows too fast. */
const caseSize = 16_000;
const largeSize = 96_000;
/** Inputs that are kept for each way in. */
const kept = 12;

/** Quadratic growth is beyond it; `cost.mjs`, which has a process to itself, allows less. */
const maxExponent = 1.6;

const effort: Effort = { targetMs: 20, floors: 6, maxSize: 2 ** 20, runs: 2, attempts: 3, seed: 1 };

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

/** An input that can be grown, and the way in for which it is. */
export interface CostInput {
  readonly entry: string;
  readonly shape: Shape;
}

/** An input that costs much. */
export interface Find extends CostInput {
  readonly area: string;
  readonly outcome: string;
  readonly nsPerByte: number;
}

/** A way in, and what costs most there so far. */
interface Search {
  readonly area: string;
  readonly entry: Entry;
  readonly seeds: readonly Shape[];
  readonly tokens: readonly string[];
  readonly finds: Find[];
  /** The cost of an input of no size. */
  floor: Sample | undefined;
  /** Seeds that have been drawn. */
  begun: number;
}

/** Looks for inputs that cost most, by small changes of those that cost most so far. */
export class CostSearch {
  readonly #searches = new Map<string, Search>();
  readonly #areas: readonly (readonly Search[])[];

  constructor() {
    for (const { name: area, families } of areas) {
      for (const { entry, grammar } of families) {
        const shape = shapeOf(grammar, new Random(1));
        const known = this.#searches.get(entry.name);
        const seeds = [...(known?.seeds ?? []), ...(shape.open === '' ? [] : [shape])];
        const tokens = [...commonTokens, ...(entry.tokens ?? [])];
        this.#searches.set(
          entry.name,
          known ? { ...known, seeds } : { area, entry, seeds, tokens, finds: [], floor: undefined, begun: 0 },
        );
      }
    }
    const growing = [...this.#searches.values()].filter(({ seeds }) => seeds.length > 0);
    this.#areas = areas
      .map(({ name }) => growing.filter(({ area }) => area === name))
      .filter(({ length }) => length > 0);
  }

  /** The next input to try: the grammars as they are, then changes of what costs most. */
  draw(random: Random): CostInput {
    const search = random.pick(random.pick(this.#areas));
    const { entry, seeds, tokens, finds } = search;
    const seed = seeds[search.begun++];
    if (seed !== undefined) {
      return { entry: entry.name, shape: seed };
    }
    const known = finds.map(({ shape }) => shape);
    const pool = random.oneIn(4) || known.length === 0 ? seeds : known;
    return { entry: entry.name, shape: mutateShape(random.pick(pool), [...seeds, ...known], tokens, random) };
  }

  /** Measures an input, and keeps it if it costs much. Throws if its cost grows faster than it does. */
  async try({ entry: name, shape }: CostInput): Promise<void> {
    const search = this.#searches.get(name);
    if (search === undefined) {
      throw new Error(`there is no way in that is called "${name}"`);
    }
    const { entry, area, finds } = search;
    const family = familyOf(entry, shape);
    search.floor ??= await cost(family, 1, effort, 3);
    const floor = search.floor.ms;
    const findOf = ({ ms, size, outcome }: Sample): Find => {
      return { area, entry: name, shape, outcome, nsPerByte: (Math.max(0, ms - floor) * 1e6) / size };
    };
    const least = finds[kept - 1]?.nsPerByte ?? 0;
    if (findOf(await cost(family, caseSize, effort, 1)).nsPerByte <= least) {
      return;
    }
    // The first run of code that is not compiled yet says nothing.
    const again = await cost(family, caseSize, effort, 2);
    const find = findOf(again);
    if (find.nsPerByte > least) {
      finds.push(find);
      finds.sort((a, b) => b.nsPerByte - a.nsPerByte).splice(kept);
      await requireLinear(family, again);
    }
  }

  /** What costs most in each area. */
  get worst(): readonly Find[] {
    return areas.flatMap(({ name }) => {
      const finds = [...this.#searches.values()].flatMap((search) => (search.area === name ? search.finds : []));
      return finds.sort((a, b) => b.nsPerByte - a.nsPerByte).slice(0, 1);
    });
  }

  /** How the cost of an input grows. */
  measure({ entry, shape }: CostInput): Promise<Measurement> {
    return examine(familyOf((this.#searches.get(entry) as Search).entry, shape), effort);
  }
}

/** Measures with care what costs more for each character when it is larger. */
async function requireLinear(family: Family, small: Sample): Promise<void> {
  const large = await cost(family, largeSize, effort, 1);
  if (large.ms < 4 || large.ms < (1.6 * small.ms * largeSize) / caseSize) {
    return;
  }
  const measurement = await examine(family, effort);
  if (measurement.timeExponent > maxExponent) {
    throw new Error(describe(measurement));
  }
}

function familyOf(entry: Entry, shape: Shape): Family {
  return { name: `${entry.name}: found by search`, entry, grammar: grammarOf(shape) };
}
