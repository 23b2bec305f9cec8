/**
 * Screenshots of every state for people to look at: `npm run pictures` (tools/pictures.mjs). The projects are the screens;
 * they use the demo and the page objects of test/browser. No part of `npm test`: it proves nothing by itself.
 */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.js';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;
const DESKTOP = { viewport: { width: 1280, height: 900 } } as const;

export default defineConfig({
  ...base,
  testDir: 'pictures',
  outputDir: '../test-results/pictures-run',
  reporter: [['dot']],
  projects: [
    { name: 'phone-light', use: { ...base.use, ...PHONE, colorScheme: 'light' } },
    { name: 'phone-dark', use: { ...base.use, ...PHONE, colorScheme: 'dark' } },
    { name: 'desktop-light', use: { ...base.use, ...DESKTOP, colorScheme: 'light' } },
    { name: 'desktop-dark', use: { ...base.use, ...DESKTOP, colorScheme: 'dark' } },
  ],
});
