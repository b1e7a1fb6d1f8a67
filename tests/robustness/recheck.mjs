import { check } from 'recheck';

/**
 * Checks regular expressions for super-linear backtracking: takes `[source, flags][]` as JSON, writes the problem of each, or null. It
 * is a process of its own because the checker takes ten times as long in the contexts that Jest makes.
 */
/**
 * What the automaton cannot judge is tried with texts, for some time: on a busy machine, a text may seem to take long once. So such a
 * finding has to be made three times.
 */
async function confirmed(source, flags) {
  let result;
  for (let attempt = 0; attempt < 3; attempt++) {
    result = await check(source, flags, { timeout: 120_000, randomSeed: 0 });
    if (result.status !== 'vulnerable' || result.checker !== 'fuzz') {
      break;
    }
  }
  return result;
}

let input = '';
for await (const chunk of process.stdin) {
  input += chunk;
}
const found = [];
for (const [source, flags] of JSON.parse(input)) {
  const result = await confirmed(source, flags);
  const problem = result.status === 'vulnerable' ? result.complexity.summary : `not known: ${result.error?.kind}`;
  found.push(result.status === 'safe' ? null : problem);
}
// The checker keeps a process for further questions.
process.stdout.write(JSON.stringify(found), () => process.exit());
