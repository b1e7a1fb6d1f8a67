/** `npm run test:all`: the tests that `npm test` leaves out run, too, and the others try all their cases. */
process.env.TEST_ALL = '1';
const { default: config } = await import('./jest.together.config.js');

export default config;
