import { together } from './together.js';

together('generator');
