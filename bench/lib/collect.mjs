import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

/** Collects the young garbage, so that none of a contender is collected in the time of the next one. A full collection would throw away optimised code. */
export const collect = () => gc({ type: 'minor' });
