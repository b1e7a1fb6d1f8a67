/**
 * The fast layer: it reads and writes usual content at one go, and leaves the rest to the general way, which gives the same results. Node has it. package.json
 * chooses this file or `no-fast.ts` as `#fast`.
 */
export { readerOf, scanFields, wholeOctets, wholeText } from './decode/scan-fields.js';
export { fastGroup } from './encode/fast-group-plan.js';
export { writeGroup } from './encode/fast-groups.js';
export { readyOf, writeAtOnce } from './encode/fast-record.js';
