import { together } from './together.js';

together('commands');
