const named = (count, word) => `${count.toLocaleString('en-US')} ${word}`;
const titles = {
  client: 'our client, services of .NET',
  gateway: 'JSON through our gateway, services of .NET',
  server: 'proxies of .NET, our server',
  documents: 'documents of data contracts',
};

/** Counts calls, and says each that is wrong with what repeats it. */
export function createTally({ say, verbose = false }) {
  const counts = Object.fromEntries(
    Object.keys(titles).map((direction) => [direction, { right: 0, limit: 0, wrong: 0 }]),
  );
  const reasons = new Map();
  const totals = { services: 0, operations: 0, refused: 0 };

  function reporter(seed) {
    return (call) => {
      counts[call.direction][call.status] += 1;
      if (call.status === 'limit') {
        reasons.set(call.reason, (reasons.get(call.reason) ?? 0) + 1);
      }
      if (call.status === 'wrong' && (verbose || counts[call.direction].wrong <= 10)) {
        say(
          `WRONG ${placeOf(seed, call)}: ${verbose ? `${call.problem}\n${call.exchange ?? ''}` : call.problem.slice(0, 800)}`,
        );
      }
    };
  }

  function add({ services, operations, refused }) {
    totals.services += services;
    totals.operations += operations;
    totals.refused += refused.length;
    for (const { service, reason } of refused) {
      say(`${service.name}: .NET refuses it: ${reason}`);
    }
  }

  const wrong = () => Object.values(counts).reduce((sum, count) => sum + count.wrong, 0);
  const lines = () =>
    Object.entries(counts).map(([direction, { right, limit, wrong: bad }]) => ({
      title: titles[direction],
      right,
      limit,
      wrong: bad,
    }));
  const summary = () =>
    [
      `random .asmx: ${named(totals.services, 'services')}, ${named(totals.operations, 'operations')}`,
      ...lines().map(({ title, ...of }) => `${title} ${of.right} right, ${of.limit} limited, ${of.wrong} wrong`),
    ].join('; ');
  return { reporter, add, wrong, lines, summary, totals, reasons };
}

/** Where a call was, so that it can be repeated: `--seed 1 --only 3`. */
function placeOf(seed, { place, service, operation, binding, value, name, number }) {
  if (place !== undefined) {
    return place;
  }
  if (operation === undefined) {
    return `seed ${seed}, document ${number} of ${name}`;
  }
  return `--seed ${seed} --only ${service.slice(1)}, operation ${operation.number} (${operation.style}, ${operation.kind}), ${binding}, value ${value}`;
}
