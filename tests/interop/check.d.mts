/** What `check.mjs` gives to tests. */
export function judge(exchange: object): { arrival: string | undefined; result: string | undefined };
