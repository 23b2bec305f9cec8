import { describe, expect, it } from 'vitest';
import { loadPackage } from '../../src/node/load-package.js';

describe('a package that not every user installs', () => {
  it('is loaded', () => {
    expect(loadPackage('pg', 'A PostgreSQL database')).toHaveProperty('Pool');
  });

  it('is named with what needs it and how to install it, where it is missing', () => {
    expect(() => loadPackage('no-such-package', 'A database')).toThrow(
      /^A database needs the package no-such-package \(npm install no-such-package\), which does not load: Cannot find module/,
    );
  });
});
