/** Runs the program where there is a command line: the first argument has the addresses of the peer as JSON, the second a part of the names of cases. */
import { run } from './program.mjs';

run(JSON.parse(process.argv[2]), process.argv[3]).then((outcomes) => {
  process.stdout.write(JSON.stringify(outcomes), () => process.exit());
});
