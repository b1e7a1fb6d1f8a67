import { together } from './together.js';

together('features');
