/** Runs the program in a worker of the kind of Cloudflare's, for requests that have the addresses of the peer as `where`. */
import { run } from './program.mjs';

export default {
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    return Response.json(await run(JSON.parse(searchParams.get('where')), searchParams.get('named') ?? ''));
  },
};
