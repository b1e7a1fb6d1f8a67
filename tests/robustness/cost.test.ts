import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describeInAll } from '../support/in-all.js';
import { repository } from '../support/repository.js';
import { areas } from './cost/families/index.js';
import type { Family } from './cost/family.js';
import { sampleOf } from './cost/run.js';

/** What `cost.mjs --lines` prints of a family. */
interface Line {
  readonly area: string;
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

const names = areas.flatMap(({ families }) => families.map(({ name }) => name));

/** Measures a sample of the families in a process of its own. The time is that of its processor, so that a busy machine changes nothing. */
async function measureSample(): Promise<readonly Line[]> {
  const child = spawn(process.execPath, [`${repository}/tests/robustness/cost.mjs`, '--lines'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describeInAll('time and memory grow with the length of the input', () => {
  let lines: readonly Line[] = [];

  beforeAll(async () => {
    lines = await measureSample();
  }, 1_800_000);

  it.each(areas.map(({ name }) => name))('%s', (area) => {
    const measured = lines.filter((line) => line.area === area);
    expect(measured.filter(({ ok }) => !ok).map((line) => line.text)).toEqual([]);
    const sample = areas.filter(({ name }) => name === area).flatMap(sampleOf);
    expect(measured.map(({ name }) => name)).toEqual(sample.map(({ name }) => name));
  });
});

describe('families of inputs', () => {
  it('are in the sample for each way in', () => {
    const entries = (families: readonly Family[]) => new Set(families.map(({ entry }) => entry.name));
    expect(entries(areas.flatMap(sampleOf))).toEqual(entries(areas.flatMap(({ families }) => families)));
  });

  it('have names of their own', () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each([
    ['XML', /^tree: attributes of one element$/],
    ['encodings of XML', /^bytes of XML: a declared code page$/],
    ['documents at a server', /^server: siblings$/],
    ['documents at a client', /^client: siblings$/],
    ['MIME', /^package: /],
    ['MIME at a server', /^server: Includes|^server: parts/],
    ['transfer codings', /^package: .*quoted-printable/],
    ['MTOM, read', /^package: Includes of as many parts$/],
    ['MTOM, written', /^sent over soap11 as MTOM: /],
    ['boundaries', /^boundary: /],
    ['forms', /^server: form, /],
    ['forms with files', /^multipart form: /],
    ['queries', /^server: query, /],
    ['headers of requests', /^server: content-type, /],
    ['headers of answers', /^client: content-type, /],
    ['SOAP headers', /^server: SOAP headers$/],
    ['charsets', /^server: UTF-16$/],
    ['base64', /^server: <b> base64$/],
    ['numbers', /^server: <i> digits$/],
    ['dates', /^server: <dt> /],
    ['lists', /^server: <list> /],
    ['unions', /^server: unions of which none fits$/],
    ['unions in unions', /^growing schema, .*: a chain of unions with restrictions$/],
    ['references of SOAP encoding at a server', /^server: references to one element$/],
    ['references of SOAP encoding at a client', /^encoded client: references to one element$/],
    ['DataSets, read', /^DataSets, read: columns and rows$/],
    ['DataSets, written', /^DataSets, written: columns and rows$/],
    ['strict matching', /^nested occurrence, read strictly: /],
    ['identity constraints', /^keys, validate: /],
    ['patterns', /^pattern: /],
    ['faults', /^client: fault, /],
    ['masking of what was sent', /^sent over httpPost: names of parameters$/],
    ['messages of errors', /^client: text, /],
    ['pages of other servers', /^client: page, /],
    ['help pages', /^server: help page$/],
    ['pages of operations', /^server: page of an operation$/],
    ['samples', /^samples: /],
    ['schemas', /^generator: complex types$/],
    ['service descriptions', /^description: /],
    ['configs', /^config: /],
    ['manifests', /^manifest: /],
    ['signatures', /^signature: declarations that nobody uses$/],
    ['signatures that are refused', /^forged signature: references$/],
  ])('there are some of %s', (_, family) => {
    expect(names.some((name) => family.test(name))).toBe(true);
  });
});
