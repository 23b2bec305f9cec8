// @vitest-environment jsdom
import { describePayments } from './pay-without-browser.js';

describePayments('jsdom');
