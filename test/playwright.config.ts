/**
 * End to end: a real browser on the running demo. Each worker starts a demo of its own (test/browser/demo-test.ts), so
 * that a test may take the service down without another noticing.
 */
import { defineConfig } from '@playwright/test';
import { CHROMIUM, CHROMIUM_ARGS } from './support/chromium-args.mjs';

/**
 * Run by `npm run proof`; `npm test` runs all others, which use each part of Florin once. Here are what fails and comes late,
 * tabs that race, planted leaks, each page in each look, and engines that are built or started for a test.
 */
const LONG = [
  'accessibility',
  'autofill',
  'back-office-*',
  'challenge',
  'developer-bar',
  'form-look',
  'frame-binding',
  'frame-consent',
  'framed-all',
  'framed-failures',
  'framed-look',
  'hosted-frame',
  'hosted-look',
  'hosted-token',
  'hostile-text',
  'integrity',
  'languages',
  'lazy-files',
  'lost-answers',
  'method-iframe',
  'method-layout',
  'method-redirect',
  'method-tags',
  'mistakes',
  'planted-leaks',
  'react',
  'recipe-*',
  'readme-picture',
  'reference',
  'save-after',
  'save-refusals',
  'save-tokens',
  'saved-layout',
  'saved-methods',
  'steady',
  'tab-office',
  'tab-survives',
  'tab-versions',
  'tab-ways',
  'three-ds-dialog',
  'three-ds-look',
  'transcript',
  'two-tabs',
  'unknown-outcome',
  'walk',
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'browser',
  projects: [
    { name: 'main', testMatch: '**/*.spec.ts', testIgnore: LONG },
    { name: 'long', testMatch: LONG },
  ],
  outputDir: '../test-results/browser',
  // One file for all platforms, beside its spec.
  snapshotPathTemplate: '{testDir}/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Generous: the whole bar may run on a busy machine with two cores. Nothing waits for a time-out when all is well.
  timeout: 90_000,
  expect: {
    timeout: 20_000,
    toHaveScreenshot: { pathTemplate: '{testDir}/../../docs/images/{arg}{ext}', maxDiffPixelRatio: 0.025 },
  },
  reporter: [['dot'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-AU',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env['FLORIN_HEADLESS_SHELL'] ?? CHROMIUM,
      args: CHROMIUM_ARGS,
    },
    // Traces, videos and screenshots hold what is typed into a page: a suite that types cards keeps none of them.
    trace: 'off',
    video: 'off',
    screenshot: 'off',
  },
});
