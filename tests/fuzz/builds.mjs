/**
 * The forms in which the runtime is published, by whose conditions choose them in its package.json. The parts compare all of them with the
 * first.
 */
export const builds = [
  { name: 'Node', host: 'node' },
  { name: 'browsers', host: 'browser' },
];
