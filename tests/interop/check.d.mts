/** The exports of `check.mjs` for tests. */
export function judge(exchange: object): { arrival: string | undefined; result: string | undefined };
