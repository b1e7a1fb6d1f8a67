import { check } from 'recheck';

/**
 * Checks regular expressions for super-linear backtracking: takes `[source, flags][]` as JSON, writes the problem of each, or null. It
 * is a process of its own because the checker takes ten times as long in the contexts that Jest makes.
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
