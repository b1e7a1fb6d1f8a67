/** `npm run test:all`: each file by itself, those that `npm test` leaves out, too, with all their cases. */
process.env.TEST_ALL = '1';
const { default: config } = await import('./jest.config.js');

export default config;
