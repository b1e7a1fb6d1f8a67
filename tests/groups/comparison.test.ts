import { together } from './together.js';

together('comparison');
