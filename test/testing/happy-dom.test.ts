// @vitest-environment happy-dom
import { describePayments } from './pay-without-browser.js';

describePayments('happy-dom');
