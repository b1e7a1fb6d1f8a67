import { check } from 'recheck';

/**
 * Checks regular expressions for super-linear backtracking: takes `[source, flags][]` as JSON, gives what is wrong with each, or null. A
 * process of its own: in the contexts that Jest makes the checker takes ten times as long.
 */
let input = '';
for await (const chunk of process.stdin) {
  input += chunk;
}
const found = [];
for (const [source, flags] of JSON.parse(input)) {
  const result = await check(source, flags, { timeout: 120_000, randomSeed: 0 });
  const problem = result.status === 'vulnerable' ? result.complexity.summary : `not known: ${result.error?.kind}`;
  found.push(result.status === 'safe' ? null : problem);
}
// The checker keeps a process for further questions.
process.stdout.write(JSON.stringify(found), () => process.exit());
