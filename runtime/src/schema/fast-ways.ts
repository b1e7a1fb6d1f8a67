/**
 * Reading and writing what is as it mostly is at one go, for programs on Node. Browsers and workers, where size counts, have `no-fast-ways.ts` in
 * its place: package.json chooses one of them as `#fast-ways`. The general way gives the same results.
 */
export { scanFields } from './decode/scan-fields.js';
export { fastGroup } from './encode/fast-group-plan.js';
export { writeGroup } from './encode/fast-groups.js';
export { writeAtOnce } from './encode/fast-record.js';
